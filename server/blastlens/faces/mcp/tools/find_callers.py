"""`find_callers`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import Callers
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select
from blastlens.model import thresholds

DESCRIPTION: Final = (
    "Who calls a function, method or class, with confidence and basis. "
    "symbol: path/file.py::Class.name or any end of it."
)
_KEYS: Final = ("symbol", "line", "confidence", "basis", "hops", "branch_depth", "cyclomatic", "cognitive")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_callers(
        symbol: str,
        transitive: bool = False,
        min_confidence: float = thresholds.REVIEW,
        complexity: bool = False,
        untested: bool = False,
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        asked = Callers(indexed.place(symbol), transitive, None, min_confidence, complexity, untested=untested)
        answer = indexed.ask(asked)
        return render([select(row, _KEYS) for row in answer.results], envelope_of(answer), start)

    return find_callers
