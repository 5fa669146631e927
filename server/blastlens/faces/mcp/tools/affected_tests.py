"""`affected_tests`."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from blastlens.app.answer import Answer
from blastlens.app.questions import AffectedTests
from blastlens.faces.mcp.indexed_root import IndexedRoot, envelope_of
from blastlens.faces.mcp.page import parse_cursor, render, select

DESCRIPTION: Final = (
    "Tests to run for a change, likeliest first, with commands. The change is given as to blast_radius."
)
_KEYS: Final = ("symbol", "group", "confidence", "hops")
# A longer one takes the place of the tests themselves; it can be put together from their ids.
_WIDEST: Final = 900


def bind(indexed: IndexedRoot) -> Callable[..., str]:
    def affected_tests(
        symbols: list[str] = [],  # noqa: B006
        diff: str = "",
        commits: str = "",
        cursor: str = "",
    ) -> str:
        start = parse_cursor(cursor)
        question = AffectedTests(
            symbols=tuple(indexed.place(symbol) for symbol in symbols),
            working_tree=not (symbols or diff or commits),
            diff=diff or None,
            commits=commits or None,
        )
        answer = indexed.ask(question)
        counts = {"tests_in_all": answer.extra["total_tests"]}
        return render(list(_rows(answer)), {**counts, **envelope_of(answer)}, start, len(answer.results))

    return affected_tests


def _rows(answer: Answer) -> Iterator[dict[str, Any]]:
    """Commands, then tests."""
    for command in answer.extra["commands"]:
        line = command["command"]
        if len(line) <= _WIDEST:
            yield {"part": "command", "command": line}
        else:
            yield {"part": "command", "runner": command["runner"], "too_long": len(line)}
    for row in answer.results:
        yield {"part": "test", **select(row, _KEYS)}
