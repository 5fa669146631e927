"""`Explain`."""

from blastlens.analyses.explain import Explanation, Rival, explain
from blastlens.analyses.hops import Hop
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, display, edge_row, lines_of, place, rounded
from blastlens.app.questions import Explain
from blastlens.app.reasons import why_of
from blastlens.app.resolve import accessors_of, resolve_symbol
from blastlens.model.edge import Basis, tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.session.judged_edges import JUDGED_PATH, read_judged
from blastlens.views.blind_words import called_by_name
from blastlens.views.wording import plural, use_of


def answer_explain(context: Context, question: Explain) -> Answer:
    """One row for each edge from caller to callee. Raises `UserError` for an unknown or ambiguous symbol."""
    graph = context.snapshot.graph
    caller = resolve_symbol(graph, question.caller)
    callee = resolve_symbol(graph, question.callee)
    found = explain(context.snapshot.hops, caller.id, callee.id)
    for accessor in accessors_of(graph, callee) if not found.hops else ():
        other = explain(context.snapshot.hops, caller.id, accessor.id)
        if other.hops:
            callee, found = accessor, other
            break
    rows = [_row(graph, hop, callee) for hop in found.hops]
    extra = {
        "caller": display(graph, caller.id),
        "callee": display(graph, callee.id),
        "rivals": [_rival(graph, rival) for rival in found.rivals],
        "path": [display(graph, one) for one in _way(found, caller)],
    }
    notes = _notes(graph, found, caller, callee)
    said = read_judged(context.session.root).get(caller.id, callee.id)
    if said is not None:
        notes.append(f"{JUDGED_PATH} has this edge {said.verdict}" + (f": {said.reason}" if said.reason else ""))
    calling = context.snapshot.blind.calling(callee) if not found.hops else []
    spots = [spot for spot in calling if spot.source == caller.id]
    notes += [called_by_name(spots)] if spots else []
    return context.answer("explain", question, rows, notes, cut=bool(spots), extra=extra)


def _row(graph: Graph, hop: Hop, callee: Symbol) -> Row:
    """The caller's place; `through`: the symbol that the code names, where that is not the callee itself."""
    row = edge_row(graph, hop.edge, hop.symbol)
    lines = lines_of([hop.edge])
    row |= {
        "line": lines[0] if lines else row["line"],
        "callee": callee.display_id,
        "kind": hop.edge.kind.value,
        "confidence": rounded(hop.confidence),
        "basis": hop.basis.value,
        "tier": tier_of(hop.basis).value,
        "why": why_of(graph, hop.basis, hop.edge.target),
    }
    if hop.edge.target != callee.id:
        row["through"] = display(graph, hop.edge.target)
    return row


def _rival(graph: Graph, rival: Rival) -> Row:
    return {
        **place(graph, rival.symbol),
        "confidence": rounded(rival.confidence),
        "basis": Basis.CANDIDATES.value,
        "site": rival.site.line,
    }


def _notes(graph: Graph, found: Explanation, caller: Symbol, callee: Symbol) -> list[str]:
    if found.hops:
        return []
    notes = [f"no edge from {caller.display_id} to {callee.display_id}"]
    if found.unresolved:
        lines = ", ".join(str(use.site.line) for use in found.unresolved[:5])
        many = plural(len(found.unresolved), use_of(callee))
        notes.append(f"{many} of the name {callee.name} there could not be resolved (line {lines})")
    way = _way(found, caller)
    if len(way) > 1 and found.way is not None:
        confidence = found.way.step(caller.id).confidence
        steps = " → ".join(display(graph, one) for one in way)
        notes.append(f"it reaches it in {plural(len(way) - 1, 'hop')} ({confidence:.2f}): {steps}")
    return notes


def _way(found: Explanation, caller: Symbol) -> list[str]:
    return found.way.path(caller.id) if found.way is not None else []
