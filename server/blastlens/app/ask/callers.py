"""`Callers`."""

from blastlens.analyses.walk import walk
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import StepRows, placed
from blastlens.app.questions import Callers
from blastlens.app.resolve import resolve_symbol
from blastlens.model.symbol import Symbol
from blastlens.views.wording import plural


def answer_callers(context: Context, question: Callers) -> Answer:
    """Raises `UserError` for an unknown or ambiguous symbol."""
    graph, hops = context.snapshot.graph, context.snapshot.hops
    symbol = resolve_symbol(graph, question.symbol)
    direct = context.snapshot.callers(symbol.id, question.min_confidence)
    rows = context.snapshot.caller_rows(symbol.id, question.min_confidence)
    if question.transitive:
        reach = walk(hops, [symbol.id], min_confidence=question.min_confidence, depth=question.depth)
        itself = [row for row, one in zip(rows, direct.sure, strict=True) if one.symbol == symbol.id]
        rows = StepRows(graph, reach).rows(reach.ids())
        rows += [{**row, "hops": 1, "path": [row["symbol"], row["symbol"]]} for row in itself]
    unresolved = len(graph.unresolved(symbol.name))
    extra = {"target": placed(symbol), "possible": len(direct.possible), "unresolved": unresolved}
    notes = _notes(symbol, bool(rows), len(direct.possible), unresolved, question.min_confidence)
    return context.answer("callers", question, rows, notes, extra=extra)


def _notes(symbol: Symbol, found: bool, possible: int, unresolved: int, threshold: float) -> list[str]:
    notes = []
    if possible:
        notes.append(f"{plural(possible, 'possible caller')} below {threshold:g}")
    if unresolved and not found:
        notes.append(f"{plural(unresolved, 'call')} of the name {symbol.name} could not be resolved")
    return notes
