"""`find_untested`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import UNTESTED, Untested, states_named
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = (
    "Functions no test reaches, of all or below a path. state: NONE FOUND, NOT RUN, UNKNOWN, INFERRED, MEASURED."
)
_KEYS: Final = ("symbol", "line", "confidence", "state", "reason", "hops")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_untested(path: str = "", state: str = "", cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(
            Untested(
                indexed.place(path) if path not in ("", ".") else None, states_named([state]) if state else UNTESTED
            )
        )
        return render([select(row, _KEYS) for row in answer.results], envelope_of(answer), start)

    return find_untested
