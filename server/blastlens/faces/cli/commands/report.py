"""`blastlens report`."""

import argparse
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Report
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.table import field, name_of, place_of, show_rows
from blastlens.views.wording import plural

_ROWS: Final = 8  # of a list: below 2 KB
_MANY: Final = {"class": "classes"}


def run(args: argparse.Namespace, console: Console) -> int:
    return show_answer(args, console, Report(), show, whole=True)


def show(console: Console, answer: Answer) -> None:
    extra = answer.extra
    functions, untested = extra["functions"], extra["untested"]
    files = sum(extra["languages"].values())
    sizes = (plural(files, "file"), plural(functions, "function"), plural(extra["tests"], "test"))
    console.line(console.paint(" · ".join(sizes), "bold"))
    unknown = f", {extra['untested_unknown']:,} unknown" if extra["untested_unknown"] else ""
    facts = (
        ("files", ", ".join(f"{number:,} {language}" for language, number in extra["languages"].items())),
        ("symbols", ", ".join(plural(number, kind, _MANY.get(kind, "")) for kind, number in extra["kinds"].items())),
        ("untested", f"{untested:,} of {plural(functions, 'function')}{_percent(untested, functions)}{unknown}"),
        ("cycles", plural(extra["import_cycles"], "import cycle") if extra["import_cycles"] else "no import cycles"),
    )
    for name, value in facts:
        console.line(f"{console.paint(f'{name:<10}', 'dim')}{value}")
    for title, key in (("most callers", "hubs"), ("widest reach", "widest")):
        if extra[key]:
            console.line(console.paint(title, "bold"))
            show_rows(console, extra[key][:_ROWS], [(place_of, "cyan"), (name_of, ""), (field("why"), "dim")])


def _percent(part: int, whole: int) -> str:
    return f" ({100 * part / whole:.0f}%)" if whole else ""


COMMAND = Command(
    description="The repository at a glance: size, test cover, cycles, what is dead and what most depends on.",
    examples=("report", "report --root ~/src/shop", "report --json"),
    run=run,
)
