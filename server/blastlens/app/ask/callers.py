"""`Callers`."""

from blastlens.analyses.callers import Unseen, unseen
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
    hidden = unseen(graph, symbol)
    extra = {
        "target": placed(symbol),
        "possible": len(direct.possible),
        "unresolved": hidden.unresolved,
        "referenced": hidden.named,
    }
    notes = _notes(symbol, hidden, len(direct.possible), question.min_confidence)
    return context.answer("callers", question, rows, notes, cut=hidden.may_hide_callers, extra=extra)


def _notes(symbol: Symbol, hidden: Unseen, possible: int, threshold: float) -> list[str]:
    notes = []
    if possible:
        notes.append(f"{plural(possible, 'possible caller')} below {threshold:g}")
    if hidden.by_language:
        notes.append("the language calls it on operators, with, for and the like, which are not followed")
    if hidden.unresolved:
        many = plural(hidden.unresolved, "call")
        notes.append(f"{many} of the name {symbol.name} could not be resolved and may mean it")
    if hidden.named:
        notes.append(f"named as a value in {plural(hidden.named, 'place')}: it may be called from there")
    return notes
