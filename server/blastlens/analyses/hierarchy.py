"""Type hierarchies: direct bases and subclasses, overridden and overriding methods."""

from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph

INHERITS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


def supertypes(graph: Graph, symbol_id: str) -> list[str]:
    """Direct bases in the order of the class statement. For a method: what it overrides."""
    edges = sorted(graph.outgoing(symbol_id, INHERITS), key=lambda e: (e.sites, e.target))
    return list(dict.fromkeys(e.target for e in edges)) or sorted(graph.overridden(symbol_id))


def subtypes(graph: Graph, symbol_id: str) -> list[str]:
    """Direct subclasses. For a method: what overrides it."""
    return sorted({e.source for e in graph.incoming(symbol_id, INHERITS)}) or sorted(graph.overriding(symbol_id))
