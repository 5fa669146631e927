"""`blastlens symbols [FILE|NAME]`."""

import argparse
import os
from pathlib import Path

from blastlens.app.answer import Answer
from blastlens.app.questions import Symbols
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import field, name_of, place_of, show_heading, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "query", metavar="FILE|NAME", nargs="?", help="a file, or the exact name of a symbol (default: all)"
    )


def run(args: argparse.Namespace, console: Console) -> int:
    query = args.query
    if query is not None and (os.sep in query or "/" in query or Path(query).is_file()):
        query = path_below(args.root, query)
    return show_answer(args, console, Symbols(query), show)


def show(console: Console, answer: Answer) -> None:
    query = answer.question.get("query")
    show_heading(console, len(answer.results), "symbol", f"for {query}" if query else "")
    show_rows(console, answer.results, [(place_of, "cyan"), (field("kind"), "dim"), (name_of, "")])


COMMAND = Command(
    description="Symbols of a file, symbols of a name anywhere in the repository, or all symbols.",
    examples=("symbols shop/cart.py", "symbols total", "symbols --json"),
    configure=configure,
    run=run,
)
