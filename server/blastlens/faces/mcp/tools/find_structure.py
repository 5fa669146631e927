"""`find_structure`."""

from collections.abc import Callable
from typing import Final, Literal

from blastlens.app.questions import Bridges, Hubs
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = "Hubs (most used/using) or bridges (on most paths between others). Tests left out."
_KEYS: Final = ("symbol", "file", "line", "in", "out", "files", "paths", "error", "cuts_off")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_structure(
        what: Literal["hubs", "bridges"],
        level: Literal["function", "class", "file"] = "function",
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Hubs(level) if what == "hubs" else Bridges(level))
        rows = [select(row, _KEYS) for row in answer.results]
        return render(rows, {**envelope_of(answer), "of": answer.extra.get("total", len(rows))}, start)

    return find_structure
