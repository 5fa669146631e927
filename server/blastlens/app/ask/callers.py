"""`Callers`."""

from collections.abc import Sequence
from typing import Final

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.callers import Unseen
from blastlens.analyses.hops import is_fixture_request
from blastlens.analyses.outside import in_words
from blastlens.analyses.walk import walk
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import StepRows, lines_of, placed
from blastlens.app.questions import Callers
from blastlens.app.resolve import accessors_of, resolve_symbol
from blastlens.model.blind_spot import is_narrow
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, file_of
from blastlens.views.blind_words import called_by_name, gone_through, led_to, perhaps_called, replaced_at
from blastlens.views.wording import accessors_apart, plural, unresolved_calls

_REFERENCES: Final = frozenset({EdgeKind.REFERENCES})
_MOST_NAMED: Final = 3


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
    hidden = context.snapshot.unseen(symbol)
    extra = {
        "target": placed(symbol),
        "possible": len(direct.possible),
        "unresolved": hidden.unresolved,
        "referenced": hidden.named,
        "computed": hidden.computed,
    }
    notes = accessor_notes(graph, [symbol])
    notes += _notes(graph, symbol, hidden, len(direct.possible), question.min_confidence)
    notes += _blind(context.snapshot.blind, symbol, has_callers=bool(rows))
    cut = hidden.may_hide_callers or is_cut(context.snapshot.blind, [symbol], has_callers=bool(rows))
    cut = cut or (not rows and bool(hidden.outside or hidden.named))
    return context.answer("callers", question, rows, notes, cut=cut, extra=extra)


def accessor_notes(graph: Graph, symbols: Sequence[Symbol]) -> list[str]:
    """For properties of which only the reading side was asked about."""
    asked = {symbol.id for symbol in symbols}
    apart = [[one.display_id for one in accessors_of(graph, symbol) if one.id not in asked] for symbol in symbols]
    return [accessors_apart(accessors) for accessors in apart if accessors]


def is_cut(blind: BlindSpots, symbols: Sequence[Symbol], *, has_callers: bool) -> bool:
    """Whether callers of these symbols are missing for blind spots: those that call by names like theirs, and, where there
    are no callers, all on the way."""
    calling = [spot for symbol in symbols for spot in blind.calling(symbol)]
    if any(is_narrow(spot.pattern) for spot in calling):
        return True
    return not has_callers and (bool(calling) or any(blind.perhaps_calling(symbol) for symbol in symbols))


def _blind(blind: BlindSpots, symbol: Symbol, *, has_callers: bool) -> list[str]:
    """Blind spots on the way to the symbol."""
    notes = []
    if calling := blind.calling(symbol):
        notes.append(called_by_name(calling))
    if facades := blind.behind_facades(symbol):
        notes.append(gone_through(facades))
    if through := blind.through(symbol):
        notes.append(led_to(through))
    if not has_callers:
        notes += perhaps_called(blind.perhaps_calling(symbol))
    if replacing := blind.replacing(symbol):
        notes.append(replaced_at(replacing))
    return notes


def _notes(graph: Graph, symbol: Symbol, hidden: Unseen, possible: int, threshold: float) -> list[str]:
    notes = []
    if possible:
        notes.append(f"{plural(possible, 'possible caller')} below {threshold:g}")
    if hidden.by_language:
        notes.append("the language may call it on values of unknown class too: on operators, with, for and the like")
    if hidden.unresolved:
        notes.append(unresolved_calls(hidden.unresolved, symbol.name))
    if hidden.outside:
        notes.append(in_words(hidden.outside))
    if hidden.named:
        where = named_in(graph, symbol)
        notes.append(f"named as a value in {plural(hidden.named, 'place')} ({where}): it may be called from there")
    return notes


def named_in(graph: Graph, symbol: Symbol) -> str:
    """The first places that name a symbol as a value."""
    edges = sorted(edge for edge in graph.incoming(symbol.id, _REFERENCES) if not is_fixture_request(edge))
    found = [f"{file_of(edge.source)}:{line}" for edge in edges for line in lines_of([edge])]
    return ", ".join(found[:_MOST_NAMED]) + (", …" if len(found) > _MOST_NAMED else "")
