"""`class_members`."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Members
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = "Members of a class used outside it, and the roles (member sets) its client files use."
_KEYS: Final = ("symbol", "line", "state", "reason", "uses", "inherited_from", "users")
_MOST: Final = 5


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def class_members(symbol: str, cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Members(indexed.place(symbol)))
        return render(list(_rows(answer)), envelope_of(answer), start)

    return class_members


def _rows(answer: Answer) -> Iterator[dict[str, Any]]:
    """What is used, the most first; then the roles; then what is not used."""
    used = sorted(answer.results, key=lambda row: -row["uses"])
    for row in (row for row in used if row["uses"]):
        yield _member(row)
    for client in answer.extra["clients"]:
        more = len(client["files"]) - _MOST
        said = {"part": "role", "members": client["members"], "files": client["files"][:_MOST]}
        yield said | ({"more_files": more} if more > 0 else {}) | ({"test": True} if client["test"] else {})
    for row in (row for row in used if not row["uses"]):
        yield _member(row)


def _member(row: dict[str, Any]) -> dict[str, Any]:
    more = len(row["users"]) - _MOST
    said = {"part": "member", **select({**row, "users": row["users"][:_MOST]}, _KEYS)}
    return said | ({"more_users": more} if more > 0 else {})
