"""`blastlens untested [PATH]`."""

import argparse
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import STATES, UNTESTED, Untested, states_named
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command, add_gate, add_limit, count
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.coverage_reports import add_coverage, coverage_below
from blastlens.faces.cli.place import path_below
from blastlens.faces.cli.table import Row, field, name_of, place_of, show_first, show_heading
from blastlens.views.wording import plural

_MOST_TESTS: Final = 2


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", metavar="PATH", nargs="?", help="only below this file or folder")
    parser.add_argument(
        "--state",
        action="append",
        metavar="STATE",
        help=f"list functions of this state instead of {' and '.join(UNTESTED)} (may be repeated): {', '.join(STATES)} "
        "(small letters and - for the blank will do), or all",
    )
    parser.add_argument("--depth", metavar="N", type=count, help="do not count tests more than N hops away")
    add_coverage(parser)
    add_limit(parser)
    add_gate(parser, "a listed function")


def run(args: argparse.Namespace, console: Console) -> int:
    path = None if args.path is None else path_below(args.root, args.path)
    question = Untested(
        None if path == "." else path, states_named(args.state or UNTESTED), args.depth, coverage_below(args)
    )
    return show_answer(args, console, question, lambda out, answer: show(out, answer, args.limit), whole=True)


def show(console: Console, answer: Answer, limit: int | None) -> None:
    path = answer.question.get("path")
    only_untested = set(answer.question.get("states", UNTESTED)) <= set(UNTESTED)
    show_heading(
        console,
        len(answer.results),
        "untested function" if only_untested else "function",
        f"in {path}" if path else "",
    )
    cells = [(place_of, "cyan"), (name_of, ""), (field("state"), "dim"), (_why, "dim")]
    show_first(console, answer.results, cells, limit)


def _why(row: Row) -> str:
    """The reason; of what a test reaches, from where; of what tests were seen to run, by which."""
    tests = row.get("run_by")
    if tests:
        more = f" and {len(tests) - _MOST_TESTS:,} more" if len(tests) > _MOST_TESTS else ""
        return f"run by {', '.join(tests[:_MOST_TESTS])}{more}"
    path = row.get("path")
    if not path:
        return str(row.get("reason") or "")
    return f"from {path[-1]}, {plural(row['hops'], 'hop')} away, confidence {row['confidence']:.2f}"


COMMAND = Command(
    description="Functions outside test code that no test reaches over any number of calls; with --state, those of which "
    "something else is known: reached over edges (INFERRED), perhaps reached (UNKNOWN), run as coverage data says (MEASURED).\n"
    "Coverage data is read where tools write it, and never made: docs/coverage.md.",
    examples=(
        "untested",
        "untested shop/",
        "untested --state UNKNOWN shop/",
        "untested --gate --json",
        "untested --coverage build/coverage.xml",
    ),
    configure=configure,
    run=run,
)
