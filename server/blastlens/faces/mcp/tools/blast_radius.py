"""`blast_radius`."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import BlastRadius
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = (
    "What a change reaches, tests to run, callers with no test found. Of symbols, files, a (planned) diff, "
    "commits (REV, A..B, A...B); else of uncommitted changes."
)
_KEYS: Final = ("symbol", "file", "line", "confidence", "changes", "former")
_PARTS: Final = ("changed", "direct", "transitive", "tests", "likely_tests")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def blast_radius(
        symbols: list[str] = [],  # noqa: B006
        diff: str = "",
        commits: str = "",
        likely_tests: bool = False,
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        question = BlastRadius(
            symbols=tuple(indexed.place(symbol) for symbol in symbols),
            working_tree=not (symbols or diff or commits),
            diff=diff or None,
            commits=commits or None,
            likely_tests=likely_tests,
        )
        answer = indexed.ask(question)
        totals: dict[str, int] = {part: len(answer.extra[part]) for part in (*_PARTS, "files") if part in answer.extra}
        totals["untested"] = len(_names(answer, "untested"))
        unknown = len(_names(answer, "unknown"))
        totals |= {"tests_unknown": unknown} if unknown else {}
        rows = list(_rows(answer))
        return render(rows, {"totals": totals, **envelope_of(answer)}, start)

    return blast_radius


def _rows(answer: Answer) -> Iterable[dict[str, Any]]:
    """Rows of all parts in one list, those that a reader must act on first."""
    untested, unknown = _names(answer, "untested"), _names(answer, "unknown")
    for wanted in (True, False):
        for part in _PARTS:
            for row in answer.extra.get(part) or ():
                is_untested = _name(row) in untested
                if (is_untested or part == "changed") == wanted:
                    fields = select(row, _KEYS) if isinstance(row, dict) else {"symbol": row}
                    state = {"untested": True} if is_untested else {}
                    state |= {"tests_unknown": True} if _name(row) in unknown else {}
                    yield {"part": part, **fields, **state}


def _names(answer: Answer, part: str) -> set[str]:
    return {_name(row) for row in answer.extra.get(part) or ()}


def _name(row: Any) -> str:
    return str(row.get("symbol") or row.get("file")) if isinstance(row, dict) else str(row)
