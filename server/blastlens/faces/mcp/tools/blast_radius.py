"""`blast_radius`."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import BlastRadius
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select
from blastlens.views.radius_order import in_order, risk_in_words, totals

DESCRIPTION: Final = (
    "What a change reaches, calls that no longer fit, tests to run, untested callers. Of symbols, files, a (planned) diff, "
    "commits (REV, A..B, A...B); else uncommitted changes."
)
_KEYS: Final = ("symbol", "file", "line", "changes", "former", "of", "confidence", "risk", "callee", "misfit")


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
        sizes = totals(answer.extra)
        unknown = sizes.pop("unknown", 0)
        sizes |= {"tests_unknown": unknown} if unknown else {}
        return render(list(_rows(answer)), {"totals": sizes, **envelope_of(answer)}, start)

    return blast_radius


def _rows(answer: Answer) -> Iterable[dict[str, Any]]:
    untested, unknown = _names(answer, "untested"), _names(answer, "unknown")
    for part, row in in_order(answer.extra):
        said = {"part": part, **select(row, _KEYS)}
        if because := risk_in_words(row):
            said["because"] = because
        if _name(row) in untested:
            said["untested"] = True
        if _name(row) in unknown:
            said["tests_unknown"] = True
        yield said


def _names(answer: Answer, part: str) -> set[str]:
    return {_name(row) for row in answer.extra.get(part) or ()}


def _name(row: Any) -> str:
    return str(row.get("symbol") or row.get("file"))
