"""`find_dead_code`."""

from collections.abc import Callable
from typing import Final, Literal

from blastlens.app.questions import DEAD, DeadCode
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import clip, parse_cursor, render, render_sets, select

DESCRIPTION: Final = "Code nothing reaches, in islands to delete whole, users first."
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
        sets = [
            ({"at": clip(f"{one['file']}:{one['line']}"), "lines": one["lines"]}, one["members"])
            for one in answer.extra["islands"]
        ]
        return render_sets(sets, envelope, start)

    return find_dead_code
