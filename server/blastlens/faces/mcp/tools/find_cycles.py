"""`find_cycles`."""

from collections.abc import Callable
from typing import Any, Final, Literal

from blastlens.app.questions import Cycles
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import Row, clip, parse_cursor, render_sets
from blastlens.views.wording import plural

DESCRIPTION: Final = "Cycles, and what breaks them cheapest. include=all: type-only and deferred imports too."
_MOST_REMOVED: Final = 3


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_cycles(
        level: Literal["import", "class", "call"] = "import",
        include: Literal["load_time", "all"] = "load_time",
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Cycles(level, include))
        sets = [(_about(row), [_name(member) for member in row["members"]]) for row in answer.results]
        return render_sets(sets, envelope_of(answer), start)

    return find_cycles


def _about(row: Row) -> dict[str, Any]:
    closing, cheapest = row.get("closing"), row.get("cheapest")
    about: dict[str, Any] = {}
    if closing:
        about["closed_by"] = f"{clip(closing['from'])}:{closing['line']} -> {clip(closing['to'])}"
    if cheapest:
        edges = cheapest["edges"]
        about["fewest_removals"] = len(row["smallest"]["edges"])
        about["cheapest"] = [_removal(edge) for edge in edges[:_MOST_REMOVED]]
        if len(edges) > _MOST_REMOVED:
            about["cheapest"].append(f"… {len(edges) - _MOST_REMOVED} more")
    return about


def _removal(edge: Row) -> str:
    timing = f", {edge['timing']}" if edge.get("timing", "load_time") != "load_time" else ""
    return f"{clip(edge['from'])}:{edge['line']} -> {clip(edge['to'])} ({plural(edge['uses'], 'line')}{timing})"


def _name(member: Any) -> str:
    return str(member.get("symbol") or member.get("file")) if isinstance(member, dict) else str(member)
