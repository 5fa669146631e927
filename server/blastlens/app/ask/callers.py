"""`Callers`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.callers import Unseen
from blastlens.analyses.hops import is_fixture_request
from blastlens.analyses.outside import in_words
from blastlens.analyses.walk import walk
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, StepRows, display, lines_of, placed
from blastlens.app.errors import UserError
from blastlens.app.questions import Callers
from blastlens.app.resolve import accessors_of, resolve_symbol
from blastlens.app.untested_callers import untested_callers_of
from blastlens.languages.registry import language_for
from blastlens.model.blind_spot import is_narrow
from blastlens.model.edge import Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id
from blastlens.views.blind_words import called_by_name, gone_through, led_to, perhaps_called, replaced_at
from blastlens.views.wording import accessors_apart, plural, unresolved_uses

_REFERENCES: Final = frozenset({EdgeKind.REFERENCES})
_MOST_NAMED: Final = 3


def answer_callers(context: Context, question: Callers) -> Answer:
    """Raises `UserError` for an unknown or ambiguous symbol, and for untested callers of callers."""
    if question.transitive and question.untested:
        raise UserError(
            "only direct callers can be asked for by their tests", "leave out one of transitive and untested"
        )
    graph, hops = context.snapshot.graph, context.snapshot.hops
    symbol = resolve_symbol(graph, question.symbol)
    direct = context.snapshot.callers(symbol.id, question.min_confidence)
    rows = context.snapshot.caller_rows(symbol.id, question.min_confidence)
    if question.untested:
        wanted = {one.id for one in untested_callers_of(context.snapshot, symbol.id, question.min_confidence)}
        rows = [row for row, one in zip(rows, direct.sure, strict=True) if one.symbol in wanted]
    reach = None
    if question.transitive:
        reach = walk(hops, [symbol.id], min_confidence=question.min_confidence, depth=question.depth)
        itself = [row for row, one in zip(rows, direct.sure, strict=True) if one.symbol == symbol.id]
        rows = StepRows(graph, reach).rows(reach.ids())
        rows += [{**row, "hops": 1, "path": [row["symbol"], row["symbol"]]} for row in itself]
    left_out = 0
    if question.complexity or question.min_complexity or question.min_branch_depth:
        edges = {one.symbol: one.edges for one in direct.sure}
        edges |= {} if reach is None else {one: (reach.step(one).hop.edge,) for one in reach.ids() if one not in edges}
        found = by_complexity(context, rows, edges, question)
        rows, left_out = found, len(rows) - len(found)
    hidden = context.snapshot.unseen(symbol)
    has_callers = bool(rows) or left_out > 0 or (question.untested and bool(direct.sure))
    notes, cut = callers_notes(context, symbol, question.min_confidence, has_callers=has_callers)
    if left_out:
        notes.insert(0, f"{plural(left_out, 'less complex caller')} left out")
    extra = {
        "target": placed(symbol),
        "possible": len(direct.possible),
        "unresolved": hidden.unresolved,
        "referenced": hidden.named,
        "computed": hidden.computed,
    }
    return context.answer("callers", question, rows, notes, cut=cut, extra=extra)


def callers_notes(
    context: Context, symbol: Symbol, min_confidence: float, *, has_callers: bool | None = None
) -> tuple[list[str], bool]:
    """What a reader should know beside the direct callers, and whether some may be missing. `has_callers`: whether an answer tells of
    any; None: whether there is a sure one."""
    snapshot = context.snapshot
    graph, hidden = snapshot.graph, snapshot.unseen(symbol)
    direct = snapshot.callers(symbol.id, min_confidence)
    has_callers = bool(direct.sure) if has_callers is None else has_callers
    notes = accessor_notes(graph, [symbol])
    notes += _notes(graph, symbol, hidden, len(direct.possible), min_confidence)
    notes += _blind(snapshot.blind, symbol, has_callers=has_callers)
    if not has_callers and _is_of_page(context, symbol):
        return [*notes, "its file is a script: pages that load it may call it, which are not read"], True
    cut = hidden.may_hide_callers or is_cut(snapshot.blind, [symbol], has_callers=has_callers)
    may_be_called = hidden.outside or (hidden.named and not hidden.only_named)
    return notes, cut or (not has_callers and bool(may_be_called))


def _is_of_page(context: Context, symbol: Symbol) -> bool:
    """Whether a function is a name that all scripts of a page share."""
    language = language_for(symbol.file)
    is_own = symbol.kind is SymbolKind.FUNCTION and symbol.parent == module_id(symbol.file)
    if language is None or not is_own or symbol.in_test_code:
        return False
    facts = context.session.facts(symbol.file)
    return facts is not None and language.rules.entry_points.is_global(facts)


def by_complexity(
    context: Context, rows: Sequence[Row], edges: Mapping[str, Iterable[Edge]], question: Callers
) -> list[Row]:
    """Rows with the complexity around their calls, the most complex first: by the depth of the call, then by the function's
    cognitive and cyclomatic complexity. `edges`: those of each calling symbol. A depth that is not known is not left out."""
    from blastlens.app.call_complexity import CallComplexities

    measured = CallComplexities(context.session, context.snapshot.graph)
    shown = {display(context.snapshot.graph, one): one for one in edges}
    out = []
    for row in rows:
        caller = shown[row["symbol"]]
        found = measured.of(caller, edges[caller])
        deep = found.branch_depth is None or found.branch_depth >= question.min_branch_depth
        if deep and found.cognitive >= question.min_complexity:
            out.append({**row, **found._asdict()})
    return sorted(out, key=lambda row: (-(row["branch_depth"] or 0), -row["cognitive"], -row["cyclomatic"]))


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
        notes.append(unresolved_uses(hidden.unresolved, symbol))
    if hidden.outside:
        notes.append(in_words(hidden.outside))
    if hidden.named:
        notes.append(_named(graph, symbol, hidden))
    return notes


def _named(graph: Graph, symbol: Symbol, hidden: Unseen) -> str:
    places = f"{plural(hidden.named, 'place')} ({named_in(graph, symbol)})"
    if hidden.only_named:
        return f"named as a type in {places}"
    said = "named" if symbol.kind is SymbolKind.CLASS else "named as a value"
    return f"{said} in {places}: it may be called from there"


def named_in(graph: Graph, symbol: Symbol) -> str:
    """The first places that name a symbol."""
    edges = sorted(edge for edge in graph.incoming(symbol.id, _REFERENCES) if not is_fixture_request(edge))
    found = [f"{file_of(edge.source)}:{line}" for edge in edges for line in lines_of([edge])]
    return ", ".join(found[:_MOST_NAMED]) + (", …" if len(found) > _MOST_NAMED else "")
