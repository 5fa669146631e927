"""`blastlens dependents FILE`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Dependents
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import confidence_of, field, place_of, show_heading, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of the repository")
    parser.add_argument("--transitive", action="store_true", help="importers of importers too")


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, Dependents(path_below(args.root, args.file), args.transitive), show)


def show(console: Console, answer: Answer) -> None:
    what = "direct or indirect dependent" if answer.question.get("transitive") else "dependent"
    show_heading(console, len(answer.results), what, f"of {answer.question.get('file', '')}")
    show_rows(console, answer.results, [(place_of, "cyan"), (confidence_of, ""), (field("timing"), "dim")])


COMMAND = Command(
    description="Files that import a file, directly or (with --transitive) over any number of imports.",
    examples=("dependents shop/cart.py", "dependents shop/cart.py --transitive --json"),
    configure=configure,
    run=run,
)
