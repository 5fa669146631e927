"""`Report`: the repository at a glance."""

from collections import Counter
from typing import Any, Final

from blastlens.analyses.tests_of import TestState
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, placed
from blastlens.app.ask.untested import find_untested
from blastlens.app.questions import Report
from blastlens.app.snapshot import Snapshot
from blastlens.model import thresholds
from blastlens.model.edge import CALL_LIKE
from blastlens.model.symbol import SymbolKind
from blastlens.views.wording import plural

_MOST: Final = 10
# The largest radii are looked for among the symbols with most callers.
_LOOKED_AT: Final = 40


def answer_report(context: Context, question: Report) -> Answer:
    """`results`: the symbols with most callers. The rest is in `extra`."""
    snapshot = context.snapshot
    hubs = _hubs(snapshot)
    found = find_untested(snapshot)
    extra: dict[str, Any] = {
        "languages": dict(sorted(Counter(r.language for r in snapshot.files if r.language).items())),
        "kinds": dict(sorted(Counter(s.kind.value for s in snapshot.graph.symbols()).items())),
        "functions": len(found.functions),
        "tests": found.tests,
        "untested": found.count(TestState.NONE_FOUND) + found.count(TestState.NOT_RUN),
        "untested_unknown": found.count(TestState.UNKNOWN),
        "import_cycles": len(snapshot.import_cycles),
        "hubs": hubs[:_MOST],
        "widest": _widest(snapshot, hubs[:_LOOKED_AT]),
    }
    return context.answer("report", question, extra["hubs"], [], extra=extra)


def _hubs(snapshot: Snapshot) -> list[Row]:
    """Symbols outside test code by number of calling symbols."""
    graph = snapshot.graph
    calling: dict[str, set[str]] = {}
    for edge in graph.edges(CALL_LIKE):
        if edge.confidence >= thresholds.REVIEW:
            calling.setdefault(edge.target, set()).add(edge.source)
    ranked = sorted(calling, key=lambda one: (-len(calling[one]), one))[: 3 * _LOOKED_AT]
    rows = []
    for one in ranked:
        symbol = graph.symbol(one)
        if symbol is not None and not symbol.in_test_code and symbol.kind is not SymbolKind.MODULE:
            number = len(snapshot.callers(one, thresholds.REVIEW).sure)
            rows.append({**placed(symbol), "confidence": 1.0, "callers": number, "why": plural(number, "caller")})
    return sorted(rows, key=lambda row: (-int(str(row["callers"])), str(row["symbol"])))


def _widest(snapshot: Snapshot, hubs: list[Row]) -> list[Row]:
    rows = []
    for hub in hubs:
        symbol_id = next(s.id for s in snapshot.graph.symbols_in(hub["file"]) if s.display_id == hub["symbol"])
        numbers = snapshot.numbers(symbol_id, thresholds.REVIEW)
        row = {key: hub[key] for key in ("symbol", "file", "line", "kind", "confidence")}
        reach = f"reaches {plural(numbers.symbols, 'symbol')} in {plural(numbers.files, 'file')}, {plural(numbers.tests, 'test')}"
        rows.append({**row, "reaches": numbers.symbols, "files": numbers.files, "tests": numbers.tests, "why": reach})
    return sorted(rows, key=lambda row: (-row["reaches"], row["symbol"]))[:_MOST]
