"""`--coverage FILE`."""

import argparse
from pathlib import Path


def add_coverage(parser: argparse.ArgumentParser) -> None:
    """What `coverage_below` reads."""
    parser.add_argument(
        "--coverage",
        action="append",
        metavar="FILE",
        default=[],
        help="a coverage report to read beside those at the usual places (may be repeated)",
    )


def coverage_below(args: argparse.Namespace) -> tuple[str, ...]:
    """The reports as absolute paths, as they were typed below the working directory; else below the root."""
    return tuple(str(Path(given).resolve()) if Path(given).is_file() else given for given in args.coverage)
