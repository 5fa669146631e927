"""`graph_coverage`."""

from collections.abc import Callable
from typing import Any, Final

from blastlens.app.questions import Coverage
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import Row, parse_cursor, render, select
from blastlens.views.wording import KINDS_OF_CALLS

DESCRIPTION: Final = (
    "What calls lead to, by folder, and code that hides what runs: how much the graph sees (not test coverage)."
)
_KEYS: Final = ("file", "lines", "kind", "why", "test")
_MOST_LINES: Final = 5


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def graph_coverage(path: str = "", depth: int = 2, cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Coverage(indexed.place(path) if path not in ("", ".") else None, depth))
        total = answer.extra["total"]
        rows = [{"part": "hidden", **_place(row)} for row in answer.results]
        rows += [_folder(row) for row in answer.extra["directories"]]
        envelope = {"calls": total["calls"], **{kind: total[kind] for kind in KINDS_OF_CALLS}, **envelope_of(answer)}
        return render(rows, envelope, start)

    return graph_coverage


def _place(row: Row) -> dict[str, Any]:
    return select({**row, "lines": row["lines"][:_MOST_LINES]}, _KEYS)


def _folder(row: Row) -> dict[str, Any]:
    return {"part": "folder", "folder": row["directory"], **select(row, ("calls", *KINDS_OF_CALLS))}
