"""Rows of answers."""

from collections.abc import Iterable, Sequence
from typing import Any

from blastlens.analyses.walk import Reach
from blastlens.model.edge import Edge, tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, file_of
from blastlens.views.wording import why

Row = dict[str, Any]


def display(graph: Graph, symbol_id: str) -> str:
    """The id as users see it; the id itself where the symbol is gone."""
    symbol = graph.symbol(symbol_id)
    return symbol.display_id if symbol is not None else symbol_id


def place(graph: Graph, symbol_id: str) -> Row:
    """Symbol, file, line and kind."""
    symbol = graph.symbol(symbol_id)
    if symbol is None:
        return {"symbol": symbol_id, "file": file_of(symbol_id), "line": 1, "kind": "gone"}
    return placed(symbol)


def placed(symbol: Symbol) -> Row:
    return {"symbol": symbol.display_id, "file": symbol.file, "line": symbol.line, "kind": symbol.kind.value}


def lines_of(edges: Iterable[Edge]) -> list[int]:
    """1-based lines of the edges' sites, in the file of the source."""
    return sorted({site.line for edge in edges for site in edge.sites})


def step_row(graph: Graph, reach: Reach, symbol_id: str) -> Row:
    """A symbol that a walk reached, with the path that led to it (from it to what it reaches)."""
    step = reach.step(symbol_id)
    return {
        **place(graph, step.symbol),
        "confidence": rounded(step.confidence),
        "hops": step.hops,
        "path": [display(graph, one) for one in reach.path(step.symbol)],
        "edge": step.edge.kind.value,
        "basis": step.hop.basis.value,
        "tier": tier_of(step.hop.basis).value,
        "why": why(step.hop.basis),
        "sites": lines_of([step.edge]),
    }


def edge_row(graph: Graph, edge: Edge, end: str, edges: Sequence[Edge] = ()) -> Row:
    """One end of an edge. `edges`: all that lie behind the row."""
    return {
        **place(graph, end),
        "confidence": rounded(edge.confidence),
        "edge": edge.kind.value,
        "basis": edge.basis.value,
        "tier": edge.tier.value,
        "why": why(edge.basis),
        "sites": lines_of(edges or [edge]),
    }


def rounded(confidence: float) -> float:
    return round(confidence, 4)
