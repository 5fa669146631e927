"""Rows of answers."""

from collections.abc import Iterable, Sequence
from typing import Any

from blastlens.analyses.callers import Caller
from blastlens.analyses.walk import Reach
from blastlens.app.reasons import Reasons, why_of
from blastlens.model.edge import Edge, tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, file_of

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


class StepRows:
    """Rows of what a walk reached, each with the path that led to it (from it to what it reaches)."""

    def __init__(self, graph: Graph, reach: Reach) -> None:
        self._graph = graph
        self._reach = reach
        self._reasons = Reasons(graph)
        self._paths: dict[str, list[str]] = {}

    def row(self, symbol_id: str) -> Row:
        step = self._reach.step(symbol_id)
        hop = step.hop
        basis = hop.basis
        return {
            **place(self._graph, symbol_id),
            "confidence": rounded(step.confidence),
            "hops": step.hops,
            "path": self._path(symbol_id),
            "edge": hop.edge.kind.value,
            "basis": basis.value,
            "tier": tier_of(basis).value,
            "why": self._reasons.of(basis, hop.edge.target),
            "sites": lines_of([hop.edge]),
        }

    def rows(self, ids: Iterable[str]) -> list[Row]:
        """Best first, as `Reach.ids` gives them: then most of a path is at hand already."""
        return [self.row(one) for one in ids]

    def _path(self, symbol_id: str) -> list[str]:
        found = self._paths.get(symbol_id)
        if found is None:
            rest = self._paths.get(self._reach.toward(symbol_id) or "")
            if rest is None:
                rest = [display(self._graph, one) for one in self._reach.path(symbol_id)[1:]]
            found = self._paths[symbol_id] = [display(self._graph, symbol_id), *rest]
        return found


def edge_row(graph: Graph, edge: Edge, end: str, edges: Sequence[Edge] = ()) -> Row:
    """One end of an edge. `edges`: all that lie behind the row."""
    return {
        **place(graph, end),
        "confidence": rounded(edge.confidence),
        "edge": edge.kind.value,
        "basis": edge.basis.value,
        "tier": edge.tier.value,
        "why": why_of(graph, edge.basis, edge.target),
        "sites": lines_of(edges or [edge]),
    }


def caller_row(graph: Graph, caller: Caller, reasons: Reasons) -> Row:
    return {
        **place(graph, caller.symbol),
        "confidence": rounded(caller.confidence),
        "edge": caller.edges[0].kind.value,
        "basis": caller.basis.value,
        "tier": tier_of(caller.basis).value,
        "why": reasons.of(caller.basis, caller.edges[0].target),
        "sites": lines_of(caller.edges),
    }


def rounded(confidence: float) -> float:
    return round(confidence, 4)
