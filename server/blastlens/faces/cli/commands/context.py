"""`blastlens context SYMBOL…`."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.app.questions import ContextPack
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.excerpt_lines import Block, Line, add_excerpt_limit, excerpt, show_blocks
from blastlens.faces.cli.network_options import add_what_counts
from blastlens.faces.cli.place import path_below, symbol_below
from blastlens.faces.cli.table import Row, place_of
from blastlens.views.wording import plural

_TOKENS: Final = 2000
_HEADINGS: Final = {"changed": "changed", "caller": "calls it", "test": "tests it", "callee": "called by it"}

_KINDS: Final = {"changed": "changed symbol"}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("symbols", metavar="SYMBOL|FILE", nargs="*", help="what is to be reviewed")
    parser.add_argument("--working-tree", action="store_true", help="what is changed and not committed")
    parser.add_argument("--commits", metavar="REV|A..B", help="what one commit changed, or what differs between two")
    parser.add_argument("--base", metavar="REV", help="what HEAD changed since it left REV")
    add_excerpt_limit(parser, _TOKENS)
    add_what_counts(parser, tests=False)


def run(args: argparse.Namespace, console: Console) -> int:
    given = [bool(args.symbols), args.working_tree, args.commits is not None, args.base is not None]
    if sum(given) != 1:
        wrong = "nothing to look at" if not any(given) else "more than one thing to look at"
        raise UserError(wrong, "give symbols or files, or one of --working-tree, --commits REV or A..B, --base REV")
    question = ContextPack(
        symbols=tuple(_below(args.root, one) for one in args.symbols),
        working_tree=args.working_tree,
        commits=args.commits,
        base=args.base,
        tokens=args.tokens or _TOKENS,
        min_confidence=args.min_confidence,
    )
    return show_answer(args, console, question, lambda out, answer: show(out, answer, args))


def _below(root: Path, given: str) -> str:
    return path_below(root, given) if Path(given).is_file() else symbol_below(root, given)


def show(console: Console, answer: Answer, args: argparse.Namespace) -> None:
    show_blocks(console, list(_blocks(answer.results)), args)
    left = answer.extra.get("left_out", {})
    told = (
        f"; left out: {', '.join(plural(count, _KINDS.get(kind, kind)) for kind, count in left.items())}"
        if left
        else ""
    )
    tokens = f"{answer.extra.get('tokens', 0):,} of {answer.extra.get('budget', 0):,} tokens"
    console.line(console.paint(tokens + told, "dim"))


def _blocks(rows: Iterable[Row]) -> Iterator[Block]:
    """One of each row, with the heading of a part before its first."""
    part = ""
    for row in rows:
        head: list[Line] = []
        if row.get("part", "") != part:
            part = str(row.get("part", ""))
            head.append((_HEADINGS.get(part, part), "bold"))
        why = f"  {row['why']}" if part not in ("changed", "") else ""
        name = str(row.get("symbol", "")).rpartition("::")[2]
        cut = [("… cut: more --tokens show the rest", "")] if row.get("cut") else []
        yield [*head, (one_line(f"{place_of(row)}  {name}{why}"), "cyan"), *excerpt(row), *cut]


COMMAND = Command(
    description="""What a review of a change must read, within a number of tokens (four bytes of UTF-8 each): the changed functions, the
lines around the calls of their direct callers (those with most risk first), tests, and the signatures of what they
call. Lines are those that were indexed: a file that changed since is named instead.""",
    examples=("context Cart.total", "context --working-tree --tokens 4000", "context --base main --json"),
    configure=configure,
    run=run,
)
