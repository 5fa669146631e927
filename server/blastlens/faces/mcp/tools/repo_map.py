"""`repo_map`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import RepoMap
from blastlens.faces.mcp.excerpt_rows import excerpt_rows
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render

DESCRIPTION: Final = "Signatures to know first, by rank. focus: files, names: symbols that weigh more."


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def repo_map(
        focus: list[str] | None = None, names: list[str] | None = None, tokens: int = 1000, cursor: str = ""
    ) -> str:
        start = parse_cursor(cursor)
        places = tuple(indexed.place(path) for path in focus or ())
        answer = indexed.ask(RepoMap(places, tuple(names or ()), tokens))
        rows = [one for row in answer.results for one in excerpt_rows(row, ("file",))]
        return render(rows, {**envelope_of(answer), "tokens": answer.extra.get("tokens", 0)}, start)

    return repo_map
