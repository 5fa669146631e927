"""`blastlens affected-tests`."""

import argparse
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import AffectedTests
from blastlens.faces.cli.command import Command, add_limit, add_output
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.coverage_reports import add_coverage, coverage_below
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.sources import add_sources, sources_of
from blastlens.faces.cli.table import ROOM, Row, field, name_of, place_of, show_doubts, show_first
from blastlens.views.wording import percent, plural

# A longer command is not shown among other text.
_WIDEST: Final = 900
_FORMATS: Final = ("text", "json", "ids", "command")


def configure(parser: argparse.ArgumentParser) -> None:
    add_sources(parser)
    parser.add_argument(
        "--format",
        choices=_FORMATS,
        help="how to print the answer: text, json, the ids of the tests, or the commands that run them (default text)",
    )
    add_limit(parser)
    parser.add_argument("--all", action="store_true", help="list every test")
    add_coverage(parser)
    add_output(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    if args.json and args.format not in (None, "json"):
        raise UserError(f"--json and --format {args.format} exclude each other", "give one of them")
    question = AffectedTests(**sources_of(args), coverage=coverage_below(args))
    with opened(args, console, whole=True) as app, console.redirected(args.output) as target:
        answer = app.ask(question)
        if args.json or args.format == "json":
            target.json(answer.to_json())
        elif args.format == "ids":
            for row in answer.results:
                target.line(str(row["symbol"]))
        elif args.format == "command":
            for command in answer.extra["commands"]:
                target.line(command["command"])
        else:
            show(target, answer, len(answer.results) if args.all else args.limit)
    if args.format in ("ids", "command") and not answer.complete:
        console.note(f"incomplete: {answer.reason}")
    return 0


def show(console: Console, answer: Answer, most: int | None) -> None:
    total = answer.extra["total_tests"]
    number = len(answer.results)
    words = plural(number, "test") if number else "no tests"
    share = f" of {total:,} ({percent(number, total)})" if total else ""
    groups = ", ".join(group["head"] for group in answer.extra.get("groups", ()))
    console.line(console.paint(words, "bold") + share + (f": {groups}" if groups else ""))
    cells = [(place_of, "cyan"), (name_of, ""), (field("why"), "dim"), (_sure, "dim")]
    lines = [_shown(command) for command in answer.extra["commands"]]
    show_first(console, answer.results, cells, most, room=ROOM - sum(len(line.encode()) for line in lines))
    for line in lines:
        console.line(line)
    show_doubts(console, answer)


def _shown(command: dict[str, Any]) -> str:
    line = one_line(command["command"])
    if len(line) <= _WIDEST:
        return line
    return f"{command['runner']}: a command of {len(line):,} characters, which --format command prints"


def _sure(row: Row) -> str:
    return f"confidence {row['confidence']:.2f}" if row["hops"] else ""


COMMAND = Command(
    description="The tests to run for a change, the likeliest first, and the commands that run them: changed tests, those that\n"
    "reach something changed over calls, fixtures and set-up, and those whose file imports changed top-level code.\n"
    "Nothing is run.",
    examples=(
        "affected-tests --working-tree",
        "affected-tests Cart.total",
        "affected-tests --base origin/main --format command",
        "affected-tests --commits HEAD --format ids",
        'sh -c "$(blastlens affected-tests --working-tree --format command)"',
    ),
    configure=configure,
    run=run,
)
