"""Hover cards as plain data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HoverCard:
    """`markdown` is what an editor shows; lines 1-based, columns 0-based UTF-8 bytes of the hovered name."""

    symbol_id: str
    markdown: str
    line: int
    column: int
    end_column: int
