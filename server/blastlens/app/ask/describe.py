"""`Describe`."""

from typing import Any

from blastlens.analyses.tests_of import nearest_tests
from blastlens.app.answer import Answer
from blastlens.app.ask.callers import callers_notes
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, caller_row, place, placed
from blastlens.app.callers_by_risk import RiskyCaller, callers_by_risk
from blastlens.app.questions import Describe
from blastlens.app.ranks import ranks
from blastlens.app.reasons import Reasons
from blastlens.app.resolve import resolve_symbol
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.session.last_change import last_change

_MOST_TESTS = 20


def answer_describe(context: Context, question: Describe) -> Answer:
    """`results`: the direct callers, sure ones first, each group the riskiest first. Looks at the whole graph. Raises `UserError` for
    an unknown or ambiguous symbol."""
    snapshot, threshold = context.snapshot, question.min_confidence
    symbol = resolve_symbol(snapshot.graph, question.symbol)
    found = callers_by_risk(snapshot, symbol.id, threshold)
    reasons = Reasons(snapshot.graph)
    rows = [_row(snapshot.graph, one, reasons) for one in found]
    notes, cut = callers_notes(context, symbol, threshold)
    return context.answer("describe", question, rows, notes, cut=cut, extra=_about(context, symbol, threshold))


def _row(graph: Graph, one: RiskyCaller, reasons: Reasons) -> Row:
    row = {**caller_row(graph, one.caller, reasons), "risk": round(one.risk, 3)}
    return row | ({"tests": one.tests.value} if one.tests is not None else {})


def _about(context: Context, symbol: Symbol, threshold: float) -> dict[str, Any]:
    snapshot = context.snapshot
    direct, sizes = snapshot.callers(symbol.id, threshold), snapshot.numbers(symbol.id, threshold)
    tests = snapshot.tests(symbol.id, threshold)
    nearest = [(one, 0) for one in tests.measured] or nearest_tests(
        snapshot.hops, snapshot.reach(symbol.id, threshold), _MOST_TESTS
    )
    central = ranks(context, threshold)
    changed = last_change(context.session.root, symbol.file, (symbol.first_line, symbol.last_line), symbol.content_hash)
    return {
        "target": placed(symbol),
        "callers": len(direct.sure),
        "possible": len(direct.possible),
        "reaches": sizes.symbols,
        "reach_files": sizes.files,
        "test_state": tests.state.value,
        "test_reason": tests.reason,
        "test_count": tests.count,
        "tests": [{**place(snapshot.graph, one), "hops": hops} for one, hops in nearest[:_MOST_TESTS]],
        "hub": central.hubs.get(symbol.id),
        "bridge": central.bridges.get(symbol.id),
        "functions": central.of,
        "complexity": symbol.cognitive,
        "last_change": None
        if changed is None
        else {"commit": changed.commit, "date": changed.date, "author": changed.author, "subject": changed.subject},
    }
