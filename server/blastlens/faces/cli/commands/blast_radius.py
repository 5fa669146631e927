"""`blastlens blast-radius`."""

import argparse
import sys
from pathlib import Path

from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius
from blastlens.faces.cli.command import Command, add_gate, add_output, share
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.place import symbol_below
from blastlens.faces.cli.radius import markdown, summary_text, untested
from blastlens.model import thresholds


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbols", metavar="SYMBOL", nargs="*", help="symbols that change")
    parser.add_argument("--working-tree", action="store_true", help="what is changed and not committed")
    parser.add_argument(
        "--diff", metavar="FILE", help="a unified diff against the working tree; - reads standard input"
    )
    parser.add_argument("--commits", metavar="A..B", help="what changed between two commits")
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
    add_gate(parser, "an untested caller")


def run(args: argparse.Namespace, console: Console) -> int:
    if args.json and args.format not in (None, "json"):
        raise UserError(f"--json and --format {args.format} exclude each other", "give one of them")
    question = _question(args)
    with opened(args, console, whole=args.likely_tests) as app, console.redirected(args.output) as target:
        answer = app.ask(question)
        if args.json or args.format == "json":
            target.json(answer.to_json())
        elif args.format == "markdown":
            target.line(markdown(answer))
        else:
            target.line(summary_text(answer, target))
    return 1 if args.gate and untested(answer) else 0


def _question(args: argparse.Namespace) -> BlastRadius:
    sources = [bool(args.symbols), args.working_tree, args.diff is not None, args.commits is not None]
    if sum(sources) != 1:
        wrong = "nothing to look at" if not any(sources) else "more than one thing to look at"
        raise UserError(wrong, "give symbols, or one of --working-tree, --diff FILE, --commits A..B")
    return BlastRadius(
        symbols=tuple(symbol_below(args.root, symbol) for symbol in args.symbols),
        working_tree=args.working_tree,
        diff=None if args.diff is None else _read_diff(args.diff),
        commits=args.commits,
        min_confidence=args.min_confidence,
        likely_tests=args.likely_tests,
    )


def _read_diff(name: str) -> str:
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    try:
        return Path(name).read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UserError(
            f"cannot read the diff {name}: {error.strerror}", "- reads standard input", code="bad-diff"
        ) from error


COMMAND = Command(
    description="What a change reaches: direct and indirect callers, files, the tests to run, and for which\n"
    "callers no test is found.",
    examples=(
        "blast-radius --working-tree",
        "blast-radius Cart.total Cart.add",
        "blast-radius --commits main..HEAD --format markdown --output radius.md",
        "blast-radius --working-tree --likely-tests --json",
        "blast-radius --diff change.patch --gate",
    ),
    configure=configure,
    run=run,
)
