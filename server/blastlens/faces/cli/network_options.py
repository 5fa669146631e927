"""Options that the questions of structure share."""

import argparse
from typing import Any, Final

from blastlens.faces.cli.command import count, share
from blastlens.model import thresholds

_SHOWN: Final = 12


def add_network_options(parser: argparse.ArgumentParser) -> None:
    """`--level`, `--limit`, and what counts."""
    parser.add_argument(
        "--level",
        choices=("function", "class", "file"),
        default="function",
        help="what is looked at (default function); with class, methods count as their class",
    )
    add_limit(parser, _SHOWN)
    add_what_counts(parser)


def asked_of(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of a question of structure (`OfNetwork`) that `add_network_options` reads."""
    return {
        "level": args.level,
        "limit": args.limit,
        "tests": args.include_tests,
        "min_confidence": args.min_confidence,
    }


def add_limit(parser: argparse.ArgumentParser, shown: int) -> None:
    parser.add_argument("--limit", type=count, default=shown, metavar="N", help=f"so many at most (default {shown})")


def add_what_counts(parser: argparse.ArgumentParser, *, tests: bool = True) -> None:
    """`--include-tests` (where `tests` are a matter of counting) and `--min-confidence`."""
    if tests:
        parser.add_argument("--include-tests", action="store_true", help="count test code too")
    parser.add_argument(
        "--min-confidence",
        type=share,
        default=thresholds.REVIEW,
        metavar="X",
        help=f"leave out edges that are less certain, 0 to 1 (default {thresholds.REVIEW})",
    )
