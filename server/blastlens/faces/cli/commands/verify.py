"""`blastlens verify`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.faces.cli.asking import print_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.table import field, place_of, show_heading, show_rows


def run(args: argparse.Namespace, console: Console) -> int:
    with opened(args, console, whole=True) as app:
        answer = app.verify()
    print_answer(args, console, answer, show)
    return 1 if answer.results else 0


def show(console: Console, answer: Answer) -> None:
    show_heading(console, len(answer.results), "difference", "between the live graph and a rebuild")
    show_rows(console, answer.results, [(place_of, "cyan"), (field("symbol"), ""), (field("difference"), "")])


COMMAND = Command(
    description="Rebuild the graph from nothing beside the live one and compare; exits with 1 when they differ.",
    examples=("verify", "verify --json"),
    run=run,
)
