"""`search_symbols`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import SearchSymbols
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = "Symbols whose qualified name has these words, best first."
_KEYS: Final = ("symbol", "line", "kind")
_MOST: Final = 500


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def search_symbols(query: str, cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(SearchSymbols(query, _MOST))
        envelope = dict(envelope_of(answer))
        if len(answer.results) == _MOST and answer.complete:
            envelope |= {"complete": False, "reason": f"only the best {_MOST} matches"}
        return render([select(row, _KEYS) for row in answer.results], envelope, start)

    return search_symbols
