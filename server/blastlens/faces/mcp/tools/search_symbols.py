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
        rows = [select(row, _KEYS) for row in answer.results]
        return render(rows, envelope_of(answer), start, answer.extra.get("total"))

    return search_symbols
