"""`Bridges`."""

from typing import Any

from blastlens.analyses.bridges import Bridge, bridges
from blastlens.analyses.network import Network
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT, first_told, level_of, network_of, node_row, totals
from blastlens.app.ask.rows import Row
from blastlens.app.questions import Bridges
from blastlens.model.graph import Graph

# Of the nodes by betweenness those that are no answer (top-level code, classes) are few: nothing leads to the first, little on from the others.
_SPARE = 4


def answer_bridges(context: Context, question: Bridges) -> Answer:
    """Raises `UserError` for a level that does not exist."""
    level = level_of(question.level)
    graph, threshold = context.snapshot.graph, question.min_confidence
    asked = network_of(context, level, threshold, tests=question.tests)
    key = ("bridges", level, threshold, question.tests, question.limit)
    found = context.snapshot.kept(key, lambda: bridges(asked, _SPARE * question.limit))
    ids = [asked.ids[bridge.node] for bridge in found.found]
    shown = first_told(graph, level, found.found, ids, question.limit)
    rows = [_row(graph, asked, bridge, threshold) for bridge in shown]
    extra: dict[str, Any] = {
        **totals(found.total, len(shown)),
        "articulations": found.articulations,
        "nodes": len(asked.ids),
        "edges": len(asked.pairs),
    }
    notes = [] if question.tests else [TESTS_LEFT_OUT]
    if found.pivots:
        extra["sampled"] = {"pivots": found.pivots, "bound": round(found.bound, 4)}
        notes.append(f"estimated from the paths of {found.pivots:,} of {len(asked.ids):,} nodes")
    return context.answer("bridges", question, rows, notes, extra=extra)


def _row(graph: Graph, asked: Network, bridge: Bridge, min_confidence: float) -> Row:
    """`confidence`: of every edge that is counted, at least."""
    row = {
        **node_row(graph, asked.ids[bridge.node]),
        "confidence": min_confidence,
        "paths": round(bridge.paths, 1),
        "share": round(bridge.share, 6),
        "cuts_off": bridge.cuts_off,
    }
    return {**row, "error": round(bridge.error, 1)} if bridge.error else row
