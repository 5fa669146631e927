"""`check_change`."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import Check
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = "New cycles, untested callers and dead code of a change: since base, of a diff, or uncommitted."
_KEYS: Final = ("rule", "level", "symbol", "file", "line", "message", "confidence")
_OTHERS: Final = ("suppressed", "known")


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def check_change(base: str = "", diff: str = "", cursor: str = "") -> str:
        start = parse_cursor(cursor)
        answer = indexed.ask(Check(base or None, working_tree=not (base or diff), diff=diff or None))
        about = {key: answer.extra[key] for key in ("totals", "since", "changed")}
        return render(list(_rows(answer)), {**about, **envelope_of(answer)}, start, answer_total(answer))

    return check_change


def answer_total(answer: Answer) -> int:
    """Findings that count."""
    return int(answer.extra["totals"]["error"] + answer.extra["totals"]["warning"])


def _rows(answer: Answer) -> Iterator[dict[str, Any]]:
    """What counts first, with the places that explain it; then what does not."""
    for row in answer.results:
        why = [f"{one['file']}:{one['line']} {one['message']}" for one in row["related"][:3]]
        yield {**select(row, _KEYS), **({"why": why} if why else {})}
    for part in _OTHERS:
        for row in answer.extra[part]:
            yield {"part": part, **select(row, ("rule", "symbol", "file", "line", "reason"))}
