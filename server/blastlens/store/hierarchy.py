"""Overriding and overridden methods, found by walking the class hierarchy of a graph."""

from collections.abc import Callable, Iterable
from typing import Final

from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph

INHERITANCE: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


def overriding(graph: Graph, symbol_id: str) -> list[str]:
    """Methods of the same name in all classes below the one that has this method; sorted."""
    return _namesakes(graph, symbol_id, lambda c: (edge.source for edge in graph.incoming(c, INHERITANCE)))


def overridden(graph: Graph, symbol_id: str) -> list[str]:
    """Methods of the same name in all classes above the one that has this method; sorted."""
    return _namesakes(graph, symbol_id, lambda c: (edge.target for edge in graph.outgoing(c, INHERITANCE)))


def _namesakes(graph: Graph, symbol_id: str, step: Callable[[str], Iterable[str]]) -> list[str]:
    symbol = graph.symbol(symbol_id)
    if symbol is None or symbol.parent is None or not symbol.is_callable:
        return []
    classes = _reached(symbol.parent, step)
    if not classes:
        return []
    found = [other.id for other in graph.symbols_named(symbol.name) if other.parent in classes and other.is_callable]
    return sorted(found)


def _reached(start: str, step: Callable[[str], Iterable[str]]) -> set[str]:
    seen: set[str] = {start}
    stack = [start]
    while stack:
        for other in step(stack.pop()):
            if other not in seen:
                seen.add(other)
                stack.append(other)
    seen.discard(start)
    return seen
