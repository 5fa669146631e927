"""`Callers`."""

from blastlens.analyses.callers import Caller
from blastlens.analyses.walk import walk
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, StepRows, lines_of, place, placed, rounded
from blastlens.app.questions import Callers
from blastlens.app.resolve import resolve_symbol
from blastlens.model.edge import tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.views.wording import plural, why


def answer_callers(context: Context, question: Callers) -> Answer:
    """Raises `UserError` for an unknown or ambiguous symbol."""
    graph, hops = context.snapshot.graph, context.snapshot.hops
    symbol = resolve_symbol(graph, question.symbol)
    direct = context.snapshot.callers(symbol.id, question.min_confidence)
    rows = [caller_row(graph, one) for one in direct.sure]
    if question.transitive:
        reach = walk(hops, [symbol.id], min_confidence=question.min_confidence, depth=question.depth)
        itself = [row for row, one in zip(rows, direct.sure, strict=True) if one.symbol == symbol.id]
        rows = StepRows(graph, reach).rows(reach.ids())
        rows += [{**row, "hops": 1, "path": [row["symbol"], row["symbol"]]} for row in itself]
    unresolved = len(graph.unresolved(symbol.name))
    extra = {"target": placed(symbol), "possible": len(direct.possible), "unresolved": unresolved}
    notes = _notes(symbol, bool(rows), len(direct.possible), unresolved, question.min_confidence)
    return context.answer("callers", question, rows, notes, extra=extra)


def caller_row(graph: Graph, caller: Caller) -> Row:
    return {
        **place(graph, caller.symbol),
        "confidence": rounded(caller.confidence),
        "edge": caller.edges[0].kind.value,
        "basis": caller.basis.value,
        "tier": tier_of(caller.basis).value,
        "why": why(caller.basis),
        "sites": lines_of(caller.edges),
    }


def _notes(symbol: Symbol, found: bool, possible: int, unresolved: int, threshold: float) -> list[str]:
    notes = []
    if possible:
        notes.append(f"{plural(possible, 'possible caller')} below {threshold:g}")
    if unresolved and not found:
        notes.append(f"{plural(unresolved, 'call')} of the name {symbol.name} could not be resolved")
    return notes
