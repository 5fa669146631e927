"""`context_pack`."""

from collections.abc import Callable
from typing import Final

from blastlens.app.questions import ContextPack
from blastlens.faces.mcp.excerpt_rows import excerpt_rows
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render

DESCRIPTION: Final = "Source a review must read: changed, calls of it, tests, callees. Default: the working tree."


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def context_pack(symbols: list[str] | None = None, base: str = "", tokens: int = 2000, cursor: str = "") -> str:
        start = parse_cursor(cursor)
        named = tuple(indexed.place(symbol) for symbol in symbols or ())
        answer = indexed.ask(
            ContextPack(symbols=named, working_tree=not named and not base, base=base or None, tokens=tokens)
        )
        rows = [one for row in answer.results for one in excerpt_rows(row, ("part", "symbol", "cut"))]
        envelope = {**envelope_of(answer), "tokens": answer.extra.get("tokens", 0)}
        left_out = answer.extra.get("left_out")
        return render(rows, {**envelope, "left_out": left_out} if left_out else envelope, start)

    return context_pack
