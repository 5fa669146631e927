"""`Hubs`."""

from typing import Final

from blastlens.analyses.hubs import Hub, hubs
from blastlens.analyses.network import Network
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import TESTS_LEFT_OUT, is_told, level_of, network_of, node_row, totals
from blastlens.app.ask.rows import Row
from blastlens.app.errors import UserError
from blastlens.app.questions import Hubs
from blastlens.model.graph import Graph

_ORDERS: Final = ("in", "out", "both")


def answer_hubs(context: Context, question: Hubs) -> Answer:
    """Raises `UserError` for a level or an order that does not exist."""
    level = level_of(question.level)
    if question.by not in _ORDERS:
        raise UserError(f"no such order: {question.by}", f"one of {', '.join(_ORDERS)}")
    graph = context.snapshot.graph
    asked = network_of(context, level, question.min_confidence, tests=question.tests)
    every = [hub for hub in hubs(asked, question.by) if is_told(graph, level, asked.ids[hub.node])]
    shown = every[: question.limit]
    rows = [_row(graph, asked, hub, question.min_confidence) for hub in shown]
    extra = {**totals(len(every), len(shown)), "nodes": len(asked.ids), "edges": len(asked.pairs)}
    return context.answer("hubs", question, rows, [] if question.tests else [TESTS_LEFT_OUT], extra=extra)


def _row(graph: Graph, asked: Network, hub: Hub, min_confidence: float) -> Row:
    """`confidence`: of every edge that is counted, at least."""
    return {
        **node_row(graph, asked.ids[hub.node]),
        "confidence": min_confidence,
        "degree": hub.degree,
        "in": hub.used_by,
        "out": hub.uses,
        "files": hub.files,
    }
