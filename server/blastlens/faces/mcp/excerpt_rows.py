"""Excerpts of files as rows that fit into pages: a long one is cut between lines."""

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Any, Final

from blastlens.faces.mcp.page import Row, select

_MOST_BYTES: Final = 1000


def excerpt_rows(row: Row, keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A row for each run of lines: what `keys` say, `at` ("first-last" line) and `text`."""
    for part in row["excerpt"]:
        first = part["first"]
        for lines in _pieces(part["text"].split("\n")):
            last = first + len(lines) - 1
            yield {**select(row, keys), "at": f"{first}-{last}", "text": "\n".join(lines)}
            first = last + 1


def _pieces(lines: Sequence[str]) -> Iterator[list[str]]:
    piece: list[str] = []
    size = 0
    for line in lines:
        need = len(dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace"))
        if piece and size + need > _MOST_BYTES:
            yield piece
            piece, size = [], 0
        piece.append(line)
        size += need
    if piece:
        yield piece
