"""`blastlens report`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Report
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.table import field, name_of, place_of, show_rows


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, Report(), show)


def show(console: Console, answer: Answer) -> None:
    for key, value in answer.extra.items():
        title = key.replace("_", " ")
        if isinstance(value, list):
            console.line(console.paint(f"{title} ({len(value):,})", "bold"))
            rows = [row if isinstance(row, dict) else {"file": str(row)} for row in value]
            show_rows(console, rows, [(place_of, "cyan"), (name_of, ""), (field("why"), "dim")])
        elif value is not None:
            console.line(
                f"{console.paint(title, 'bold')}: {value:,}" if isinstance(value, int) else f"{title}: {value}"
            )
    show_rows(console, answer.results, [(place_of, "cyan"), (name_of, ""), (field("why"), "dim")])


COMMAND = Command(
    description="The repository at a glance: size, test cover, cycles, what is dead and what most depends on.",
    examples=("report", "report --root ~/src/shop", "report --json"),
    run=run,
)
