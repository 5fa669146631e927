"""`find_dependents`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import Dependents
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = "Files that import a file, directly or over any number of imports."
_KEYS: Final = ("file", "line", "confidence", "timing", "hops")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_dependents(file: str, transitive: bool = False, cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Dependents(indexed.place(file), transitive))
        return render([select(row, _KEYS) for row in answer.results], envelope_of(answer), start)

    return find_dependents
