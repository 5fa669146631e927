"""`find_dead_code`."""

from collections.abc import Callable
from typing import Any, Final, Literal

from blastlens.app.questions import DEAD, DeadCode
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import Row, clip, parse_cursor, render, render_sets, select

DESCRIPTION: Final = "Code nothing reaches, in islands to delete whole, users first."
_MOST_IMPORTS: Final = 3
_KEYS: Final = ("symbol", "line", "lines", "why")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_dead_code(
        path: str = "", tier: Literal["dead", "possibly dead", "unknown"] = "dead", min_lines: int = 1, cursor: str = ""
    ) -> str:
        start = parse_cursor(cursor)
        below = indexed.place(path) if path not in ("", ".") else None
        answer = indexed.ask(DeadCode((), below, min_lines, (tier,)))
        envelope = {**envelope_of(answer), "counts": answer.extra["counts"]}
        if tier != DEAD:
            return render([select(row, _KEYS) for row in answer.results], envelope, start)
        sets = [(_about(one), one["members"]) for one in answer.extra["islands"]]
        return render_sets(sets, envelope, start)

    return find_dead_code


def _about(island: Row) -> dict[str, Any]:
    """Where an island begins, its size, and the first of the imports that go with it."""
    about: dict[str, Any] = {"at": clip(f"{island['file']}:{island['line']}"), "lines": island["lines"]}
    if imports := island.get("imports"):
        about["imports"] = [clip(place) for place in imports[:_MOST_IMPORTS]]
    return about
