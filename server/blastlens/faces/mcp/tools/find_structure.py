"""`find_structure`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal

from blastlens.app.questions import Bridges, Communities, Flows, Hubs, Question
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import Row, clip, parse_cursor, render, select

DESCRIPTION: Final = "Hubs, bridges (on most paths), communities, surprising couplings of them, flows. Tests left out."
_KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "hubs": ("symbol", "file", "line", "in", "out", "files"),
        "bridges": ("symbol", "file", "line", "paths", "error", "cuts_off"),
        "communities": ("name", "members", "size", "files", "cohesion"),
        "couplings": ("from", "line", "to", "of", "into", "uses", "expected"),
        "flows": ("symbol", "line", "why", "reach", "files", "depth", "way"),
    }
)
_MOST_STEPS: Final = 5


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def find_structure(
        what: Literal["hubs", "bridges", "communities", "couplings", "flows"],
        level: Literal["function", "class", "file"] = "function",
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        asked: dict[str, Question] = {
            "hubs": Hubs(level),
            "bridges": Bridges(level),
            "communities": Communities(level=level),
            "couplings": Communities(level=level),
            "flows": Flows(),
        }
        answer = indexed.ask(asked[what])
        found = answer.extra["couplings"] if what == "couplings" else answer.results
        rows = [select(_brief(row), _KEYS[what]) for row in found]
        of = len(rows) if what == "couplings" else answer.extra.get("total", len(rows))
        return render(rows, {**envelope_of(answer), "of": of}, start)

    return find_structure


def _brief(row: Row) -> Row:
    """A row with a few names in place of a long list."""
    if "path" in row and "why" in row:
        return {**row, "way": [clip(one.rpartition("::")[2]) for one in row["path"][1 : _MOST_STEPS + 1]]}
    return {**row, "members": row["members"][:_MOST_STEPS]} if "members" in row else row
