"""`blastlens imports FILE`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Imports
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import Row, confidence_of, field, show_heading, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of the repository")


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, Imports(path_below(args.root, args.file)), show)


def show(console: Console, answer: Answer) -> None:
    show_heading(console, len(answer.results), "file", f"imported by {answer.question.get('file', '')}")
    # `line` is that of the import statement, which stands in the file asked about.
    cells = [(field("file"), "cyan"), (_statement, ""), (confidence_of, ""), (field("timing"), "dim")]
    show_rows(console, answer.results, cells)


def _statement(row: Row) -> str:
    return f"line {row.get('line')}"


COMMAND = Command(
    description="Files of the repository that a file imports directly.",
    examples=("imports shop/cart.py", "imports shop/cart.py --json"),
    configure=configure,
    run=run,
)
