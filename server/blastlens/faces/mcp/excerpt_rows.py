"""Excerpts of files as rows that fit into pages: a long one is cut between lines."""

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any, Final

from blastlens.faces.mcp.page import Row, select

_MOST_BYTES: Final = 1000


def excerpt_rows(row: Row, keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows of what `keys` say and `lines`, each line with its number and a blank before it."""
    lines = [
        f"{part['first'] + offset} {line}".rstrip()
        for part in row["excerpt"]
        for offset, line in enumerate(part["text"].split("\n"))
    ]
    for piece in _pieces(lines):
        yield {**select(row, keys), "lines": piece}


def _pieces(lines: Sequence[str]) -> Iterator[list[str]]:
    piece: list[str] = []
    size = 0
    for line in lines:
        need = len(dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace")) + 1
        if piece and size + need > _MOST_BYTES:
            yield piece
            piece, size = [], 0
        piece.append(line)
        size += need
    if piece:
        yield piece
