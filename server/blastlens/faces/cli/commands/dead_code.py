"""`blastlens dead-code`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import DeadCode
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.table import confidence_of, field, name_of, place_of, show_heading, show_rows


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--entry-point",
        metavar="GLOB",
        action="append",
        default=[],
        help="symbols that are reached from outside, beside the known rules; may be given several times",
    )
    add_gate(parser, "dead code")


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, DeadCode(tuple(args.entry_point)), show, whole=True)


def show(console: Console, answer: Answer) -> None:
    if answer.results:
        show_heading(console, len(answer.results), "symbol that nothing reaches", many="symbols that nothing reaches")
    else:
        console.line(console.paint("no dead code found", "bold"))
    cells = [
        (place_of, "cyan"),
        (field("kind"), "dim"),
        (name_of, ""),
        (field("state"), ""),
        (confidence_of, ""),
        (field("why"), "dim"),
    ]
    show_rows(console, answer.results, cells)


COMMAND = Command(
    description="Symbols that no entry point, test, export or framework registration reaches.",
    examples=("dead-code", "dead-code --entry-point 'shop/plugins/*::register'", "dead-code --gate --json"),
    configure=configure,
    run=run,
)
