"""What a change is, as it is typed: symbols and files, the working tree, a diff, commits, a branch."""

import argparse
import sys
from pathlib import Path
from typing import Any

from blastlens.app.errors import UserError
from blastlens.faces.cli.place import path_below, symbol_below


def add_sources(parser: argparse.ArgumentParser) -> None:
    """The arguments that `sources_of` reads."""
    parser.add_argument("symbols", metavar="SYMBOL|FILE", nargs="*", help="symbols that change, or whole files")
    parser.add_argument("--working-tree", action="store_true", help="what is changed and not committed")
    parser.add_argument(
        "--diff", metavar="FILE", help="a unified diff against the working tree; - reads standard input"
    )
    parser.add_argument(
        "--commits",
        metavar="REV|A..B",
        help="what one commit changed, or what differs between two (A...B: since they parted)",
    )
    parser.add_argument(
        "--base", metavar="REV", help="what a branch changed since it left REV, as a pull request shows it"
    )
    parser.add_argument("--head", metavar="REV", help="that branch (default HEAD)")


def sources_of(args: argparse.Namespace) -> dict[str, Any]:
    """The fields of a question about a change. Raises `UserError` unless there is exactly one source."""
    given = (args.diff, args.commits, args.base)
    sources = [bool(args.symbols), args.working_tree, *(one is not None for one in given)]
    if sum(sources) != 1:
        wrong = "nothing to look at" if not any(sources) else "more than one thing to look at"
        raise UserError(
            wrong, "give symbols or files, or one of --working-tree, --diff FILE, --commits REV or A..B, --base REV"
        )
    if args.head is not None and args.base is None:
        raise UserError("--head needs --base", "as in --base main --head my-branch")
    return {
        "symbols": tuple(_below(args.root, symbol) for symbol in args.symbols),
        "working_tree": args.working_tree,
        "diff": None if args.diff is None else read_diff(args.diff),
        "commits": args.commits,
        "base": args.base,
        "head": args.head,
    }


def _below(root: Path, given: str) -> str:
    """A symbol or file as it is typed; files relative to the working directory."""
    return path_below(root, given) if Path(given).is_file() else symbol_below(root, given)


def read_diff(name: str) -> str:
    """The text of a diff by the name of its file, "-" for standard input. Raises `UserError` (bad-diff)."""
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    try:
        return Path(name).read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise UserError(
            f"cannot read the diff {name}: {error.strerror}", "- reads standard input", code="bad-diff"
        ) from error
