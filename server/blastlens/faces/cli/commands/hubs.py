"""`blastlens hubs`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.app.questions import Hubs
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.network_options import add_network_options, asked_of
from blastlens.faces.cli.table import Row, name_of, place_of, show_more, show_ranked, show_rows
from blastlens.views.wording import plural


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        choices=("in", "out", "both"),
        default="both",
        help="count who uses it (in), what it uses (out), or both (default)",
    )
    add_network_options(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    question = Hubs(by=args.by, **asked_of(args))
    return show_answer(args, console, question, show, whole=True)


def show(console: Console, answer: Answer) -> None:
    show_ranked(console, answer, "hub")
    cells = [(place_of, "cyan"), (name_of, ""), (_used, ""), (_uses, "dim")]
    show_rows(console, answer.results, cells)
    show_more(console, answer)


def _used(row: Row) -> str:
    files = f" in {plural(row['files'], 'other file')}" if row.get("files") else ""
    return f"used by {row.get('in', 0)}{files}"


def _uses(row: Row) -> str:
    return f"uses {row.get('out', 0)}"


COMMAND = Command(
    description="""Hubs: functions, classes or files that most others use, or that use most others. Counted are different users and used
within the repository; libraries, the language's own functions and (unless asked for) tests are left out.""",
    examples=("hubs", "hubs --level class --by in", "hubs --level file --limit 50 --json"),
    configure=configure,
    run=run,
)
