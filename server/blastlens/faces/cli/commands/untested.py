"""`blastlens untested [PATH]`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Untested
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import field, name_of, place_of, show_heading, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", help="only below this file or folder")
    add_gate(parser, "an untested function")


def run(args: argparse.Namespace, console: Console) -> int:
    path = None if args.path is None else path_below(args.root, args.path)
    return show_answer(args, console, Untested(None if path == "." else path), show, whole=True)


def show(console: Console, answer: Answer) -> None:
    path = answer.question.get("path")
    show_heading(console, len(answer.results), "untested function", f"in {path}" if path else "")
    cells = [(place_of, "cyan"), (name_of, ""), (field("state"), "dim"), (field("reason"), "dim")]
    show_rows(console, answer.results, cells)


COMMAND = Command(
    description="Functions outside test code that no test reaches over any number of calls.",
    examples=("untested", "untested shop/", "untested --gate --json"),
    configure=configure,
    run=run,
)
