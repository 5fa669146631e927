"""`blastlens blast-radius`."""

import argparse
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.cursor import Cursor, parse_cursor
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius
from blastlens.faces.cli.command import Command, add_gate, add_output, count, share
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.radius import markdown, page_text, summary_text, untested
from blastlens.faces.cli.sources import add_sources, sources_of
from blastlens.model import thresholds
from blastlens.views.radius_order import in_order, totals

_PAGE_ROWS: Final = 50


def configure(parser: argparse.ArgumentParser) -> None:
    add_sources(parser)
    parser.add_argument("--format", choices=("text", "json", "markdown"), help="how to print the answer (default text)")
    add_output(parser)
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"leave out what is less certain, 0 to 1 (default {thresholds.REVIEW})",
    )
    parser.add_argument("--likely-tests", action="store_true", help="list tests too that reach it over uncertain paths")
    parser.add_argument("--limit", metavar="N", type=count, help="list all in pages of N rows, the riskiest first")
    parser.add_argument("--cursor", metavar="C", default="", help="go on where the page before ended")
    add_gate(parser, "an untested caller")


def run(args: argparse.Namespace, console: Console) -> int:
    if args.json and args.format not in (None, "json"):
        raise UserError(f"--json and --format {args.format} exclude each other", "give one of them")
    question = BlastRadius(**sources_of(args), min_confidence=args.min_confidence, likely_tests=args.likely_tests)
    with opened(args, console, whole=args.likely_tests) as app, console.redirected(args.output) as target:
        answer = app.ask(question)
        if args.limit is not None or args.cursor:
            _page(args, answer, target)
        elif args.json or args.format == "json":
            target.json(answer.to_json())
        elif args.format == "markdown":
            target.line(markdown(answer))
        else:
            target.line(summary_text(answer, target))
    return 1 if args.gate and untested(answer) else 0


def _page(args: argparse.Namespace, answer: Answer, target: Console) -> None:
    """Rows of all parts in one list, cut to a page."""
    rows = list(in_order(answer.extra))
    start = parse_cursor(args.cursor).offset
    page = rows[start : start + (args.limit or _PAGE_ROWS)]
    end = start + len(page)
    after = str(Cursor(end, answer.revision)) if end < len(rows) else ""
    if not (args.json or args.format == "json"):
        target.line(page_text(answer, page, after))
        return
    envelope = {key: value for key, value in answer.to_json().items() if key not in answer.extra}
    envelope |= {
        "results": [{"part": part, **row} for part, row in page],
        "totals": totals(answer.extra),
        "total": len(rows),
        "truncated": bool(after),
    }
    target.json(envelope | ({"cursor": after} if after else {}))


COMMAND = Command(
    description="What a change reaches: direct and indirect callers, what inherits, files, the tests to run, and for\n"
    "which callers no test is found. The riskiest come first; a risk is from 0 to 1, of confidence, hops,\n"
    "tests, complexity, callers and how often the file was changed.",
    examples=(
        "blast-radius --working-tree",
        "blast-radius Cart.total Cart.add",
        "blast-radius src/shop/cart.py",
        "blast-radius --commits HEAD --limit 40",
        "blast-radius --base origin/main --format markdown --output radius.md",
        "blast-radius --working-tree --likely-tests --json",
        "blast-radius --diff change.patch --gate",
    ),
    configure=configure,
    run=run,
)
