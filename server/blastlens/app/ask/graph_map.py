"""`GraphMap`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from blastlens.analyses.drawable import bounded
from blastlens.analyses.hops import IMPACT, Hops
from blastlens.analyses.subgraph import Selection, Subgraph, subgraph
from blastlens.analyses.walk import walk
from blastlens.app.answer import Answer
from blastlens.app.ask.change_of import change_of
from blastlens.app.ask.context import Context
from blastlens.app.changes import Changed
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius, GraphMap
from blastlens.app.resolve import resolve_symbol
from blastlens.model.graph import Graph
from blastlens.session.errors import SessionError
from blastlens.views.exports.map_payload import payload

# So many edges a node: what is drawn of them is far less, but lists name them.
_LINKS_PER_NODE: Final = 10
_MODULES: Final = "Modules"


def answer_graph_map(context: Context, question: GraphMap) -> Answer:
    """`extra["graph"]`: columns, as `map_payload` writes them. Raises `UserError` as `answer_blast_radius` does, and where nothing is indexed."""
    graph = context.snapshot.graph
    found, about, notes = _radius(context, question) if _has_source(question) else (None, _MODULES, [])
    if found is None:
        found = _modules(context, question)
    if not found.nodes:
        raise UserError("there is nothing to draw", "the index holds no definition: see 'blastlens status'")
    shown = bounded(found, question.max_nodes, _LINKS_PER_NODE * question.max_nodes)
    doubt = context.snapshot.doubt
    facts: dict[str, Any] = {"project": context.session.root.name, "about": about}
    facts |= {"complete": doubt is None, "reason": doubt}
    made = payload(replace(shown, facts=facts))
    totals = {"nodes": len(found.nodes), "shown": len(shown.nodes), "revision": graph.revision}
    return context.answer(
        "graph_map", question, [], notes, cut=any(shown.omitted), extra={"graph": made, "totals": totals}
    )


def _has_source(question: GraphMap) -> bool:
    return bool(question.symbols or question.working_tree or question.diff or question.commits or question.base)


def _radius(context: Context, question: GraphMap) -> tuple[Subgraph | None, str, list[str]]:
    """(what a change reaches, its name, notes); None where nothing is changed."""
    asked = BlastRadius(
        question.symbols, question.working_tree, question.diff, question.commits, question.base, question.head
    )
    try:
        change = change_of(context, asked)
    except SessionError as error:
        if error.code != "no-git" or not question.working_tree:
            raise
        return None, _MODULES, []
    if not change.changed:
        return None, f"{_MODULES} (no definition is changed)", change.notes
    snapshot = context.snapshot
    hops = Hops(snapshot.graph, change.edges) if change.edges else snapshot.hops
    starts = dict.fromkeys(one for each in change.changed for one in (each.symbol, each.former_id) if one is not None)
    reach = walk(hops, list(starts), follow=IMPACT, min_confidence=question.min_confidence)
    beside = _ids(snapshot.graph, question.beside)
    found = subgraph(hops, Selection(reach=reach, walked=True, beside=beside))
    return _kept_first(found, beside), _name_of(question, snapshot.graph, change.changed), change.notes


def _modules(context: Context, question: GraphMap) -> Subgraph:
    """All symbols where they are few enough; else files, those in `beside` with their symbols."""
    graph = context.snapshot.graph
    total = sum(1 for record in graph.files() for _ in graph.symbols_in(record.path))
    if total <= question.max_nodes:
        return subgraph(context.snapshot.hops, Selection(walked=True))
    paths = {one for one in question.beside if graph.file(one) is not None}
    others = tuple(one for one in question.beside if one not in paths)
    opened = paths | {symbol.file for symbol in map(graph.symbol, _ids(graph, others)) if symbol is not None}
    found = subgraph(context.snapshot.hops, Selection(level="file", walked=True, opened=frozenset(opened)))
    inside = [number for number, node in enumerate(found.nodes) if node.file in opened]
    return replace(found, focus=(*found.focus, *inside))


def _ids(graph: Graph, typed: Sequence[str]) -> tuple[str, ...]:
    """Of those that are still there: the others were renamed or removed since they were asked for."""
    found: dict[str, None] = {}
    for one in typed:
        try:
            found[resolve_symbol(graph, one).id] = None
        except UserError:
            continue
    return tuple(found)


def _kept_first(found: Subgraph, beside: Sequence[str]) -> Subgraph:
    """What was asked for beside the radius is left out last."""
    if not beside:
        return found
    return replace(found, focus=tuple(number for number, node in enumerate(found.nodes) if node.hops is None))


def _name_of(question: GraphMap, graph: Graph, changed: Sequence[Changed]) -> str:
    if question.working_tree:
        return "Uncommitted changes"
    if question.commits or question.base:
        return f"Changes of {question.commits or question.base}"
    if question.diff:
        return "Changes of a patch"
    named = graph.symbol(changed[0].symbol) if len(changed) == 1 and changed[0].symbol is not None else None
    return named.qualname if named is not None else ", ".join(question.symbols)
