"""`blastlens cycles`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Cycles
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import place_of, show_heading
from blastlens.views.wording import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--level", choices=("import", "call"), default="import", help="what makes the cycle (default import)"
    )
    parser.add_argument(
        "--include",
        choices=("load_time", "all"),
        default="load_time",
        help="imports that count: those that run while modules load (default), or type-only and deferred ones too",
    )
    add_gate(parser, "a cycle")


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, Cycles(args.level, args.include), show, whole=args.level == "call")


def show(console: Console, answer: Answer) -> None:
    level = answer.question.get("level", "import")
    show_heading(console, len(answer.results), f"{level} cycle")
    for number, row in enumerate(answer.results, 1):
        members = row.get("members", ())
        closing = row.get("closing") or {}
        closes = one_line(f", closed at {place_of(row)} by the {level} of {closing['to']}") if "to" in closing else ""
        console.line(console.paint(f"  {number}. {plural(len(members), 'member')}{closes}", "dim"))
        for member in members:
            name = member if isinstance(member, str) else member.get("symbol") or member.get("file")
            console.line(f"     {one_line(str(name))}")


COMMAND = Command(
    description="Cycles: sets of files that import one another, or of functions that call one another (mutual recursion;\na function that calls only itself is none).",
    examples=("cycles", "cycles --include all", "cycles --level call --gate --json"),
    configure=configure,
    run=run,
)
