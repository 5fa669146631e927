"""Excerpts of files on the terminal."""

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.faces.cli.command import count
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import Row
from blastlens.views.excerpts import Run, render_runs

_ROOM: Final = 1700  # bytes of UTF-8: with what else is printed, below 2 KB
_TAB: Final = "    "

Line = tuple[str, str]  # text and style
Block = Sequence[Line]


def add_excerpt_limit(parser: argparse.ArgumentParser, tokens: int) -> None:
    """`--tokens` (None unless given) and `--limit`."""
    parser.add_argument(
        "--tokens",
        type=count,
        metavar="N",
        help=f"so many at most, four bytes each, and all of them printed (default {tokens}, of which the first lines are printed)",
    )
    parser.add_argument(
        "--limit", type=count, metavar="N", help="print so many excerpts (default as many as fit in 2 KB)"
    )


def excerpt(row: Row) -> Iterator[Line]:
    """The lines of a row with their numbers."""
    runs = [Run(part["first"], tuple(part["text"].split("\n"))) for part in row.get("excerpt", ())]
    for line in render_runs(runs).splitlines():
        yield one_line(line.replace("\t", _TAB)), ""


def show_blocks(console: Console, blocks: Sequence[Block], args: argparse.Namespace) -> None:
    """As many as `--limit` says, all of them where `--tokens` is given, else those that fit; of the first at least its beginning."""
    whole = args.limit is not None or args.tokens is not None
    shown = blocks[: args.limit] if whole else _fitting(blocks)
    for block in shown:
        for text, style in block:
            console.line(console.paint(text, style) if style else text)
    if len(shown) < len(blocks):
        left = len(blocks) - len(shown)
        console.line(console.paint(f"and {left:,} more: --limit {len(blocks)}, or --json", "dim"))


def _fitting(blocks: Sequence[Block]) -> list[Block]:
    room = _ROOM
    shown: list[Block] = []
    for block in blocks:
        size = sum(len(text.encode()) + 1 for text, _ in block)
        if size > room and shown:
            break
        shown.append(block if size <= room else _beginning(block, room))
        room -= size
    return shown


def _beginning(block: Block, room: int) -> Block:
    kept: list[Line] = []
    for text, style in block:
        room -= len(text.encode()) + 1
        if room < 0:
            break
        kept.append((text, style))
    return [*kept, (f"… {len(block) - len(kept):,} more lines: --limit 1 or more", "dim")]
