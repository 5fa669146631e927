"""`find_cycles`."""

from collections.abc import Callable
from typing import Any, Final, Literal

from blastlens.app.questions import Cycles
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import Row, clip, parse_cursor, render_sets

DESCRIPTION: Final = "Import or call cycles. include=all counts type-only and deferred imports too."


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_cycles(
        level: Literal["import", "call"] = "import",
        include: Literal["load_time", "all"] = "load_time",
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Cycles(level, include))
        sets = [(_closing(row), [_name(member) for member in row["members"]]) for row in answer.results]
        return render_sets(sets, envelope_of(answer), start)

    return find_cycles


def _closing(row: Row) -> dict[str, Any]:
    closing = row.get("closing")
    return {"closed_by": f"{clip(closing['from'])}:{closing['line']} -> {clip(closing['to'])}"} if closing else {}


def _name(member: Any) -> str:
    return str(member.get("symbol") or member.get("file")) if isinstance(member, dict) else str(member)
