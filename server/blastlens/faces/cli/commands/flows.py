"""`blastlens flows`."""

import argparse
from collections.abc import Sequence
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Flows
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.network_options import add_limit, add_what_counts
from blastlens.faces.cli.table import place_of, show_more
from blastlens.views.wording import plural

_SHOWN: Final = 5
_MOST_STEPS: Final = 6


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--entry", metavar="TEXT", help="only entry points whose name or reason contains TEXT")
    parser.add_argument("--tests", action="store_true", help="flows of tests, instead of all others")
    add_limit(parser, _SHOWN)
    add_what_counts(parser, tests=False)


def run(args: argparse.Namespace, console: Console) -> int:
    question = Flows(args.entry, args.limit, args.tests, args.min_confidence)
    return show_answer(args, console, question, show, whole=True)


def show(console: Console, answer: Answer) -> None:
    total = int(answer.extra.get("total", len(answer.results)))
    words = plural(len(answer.results), "flow") if answer.results else "no flows"
    console.line(console.paint(words, "bold") + (f" of {total:,}, the most critical first" if total else ""))
    for row in answer.results:
        name = str(row.get("symbol", "")).rpartition("::")[2]
        alike = f", and {len(row['alike'])} alike" if row.get("alike") else ""
        place = console.paint(place_of(row), "cyan")
        console.line(f"  {place}  {one_line(name)} " + console.paint(one_line(f"({row.get('why', '')}){alike}"), "dim"))
        sizes = f"{plural(row.get('reach', 0), 'function')} in {plural(row.get('files', 0), 'file')}"
        console.line(f"    {sizes}, {row.get('depth', 0)} deep, criticality {row.get('criticality', 0):.2f}")
        console.line(console.paint(one_line(f"    {_way(row.get('path', ()))}"), "dim"))
    show_more(console, answer)


def _way(path: Sequence[str]) -> str:
    names = [one.rpartition("::")[2] for one in path]
    return " > ".join(names[:_MOST_STEPS]) + (" > …" if len(names) > _MOST_STEPS else "")


COMMAND = Command(
    description="""Flows: what runs from entry points on (routes, commands and other code that a framework or the packaging calls, scripts,
and what nothing here uses, so that users may). Of each: how many functions it runs, in how many files, how deep, and the
way that most of it runs over. Tests are told apart (--tests).""",
    examples=("flows", "flows --entry route", "flows --entry cli.py --limit 20", "flows --tests --json"),
    configure=configure,
    run=run,
)
