"""Overriding and overridden methods, found by walking the class hierarchy of a graph; the methods of an object, which is no symbol,
name those that they implement themselves."""

from collections.abc import Callable, Iterable
from typing import Final

from blastlens.facts.file_facts import may_override
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.promotion import asked_of, brought_for
from blastlens.model.symbol import Symbol

INHERITANCE: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_IMPLEMENTS: Final = frozenset({EdgeKind.IMPLEMENTS})


# Classes below a class, or above it, by its id: for the methods of one class this is asked for again and again.
Known = dict[str, set[str]]
_MOST_KNOWN: Final = 500


def overriding(graph: Graph, symbol_id: str, known: Known | None = None) -> list[str]:
    """Methods of the same name in all classes below the one that has this method; sorted. `known`: of earlier calls about
    the same graph, filled here."""
    found = _namesakes(graph, symbol_id, lambda c: (edge.source for edge in graph.incoming(c, INHERITANCE)), known)
    found = _and(found, [edge.source for edge in graph.incoming(symbol_id, _IMPLEMENTS)])
    return _with_brought(graph, symbol_id, found, brought_for)


def overridden(graph: Graph, symbol_id: str, known: Known | None = None) -> list[str]:
    """Methods of the same name in all classes above the one that has this method; sorted. `known` as above."""
    found = _namesakes(graph, symbol_id, lambda c: (edge.target for edge in graph.outgoing(c, INHERITANCE)), known)
    found = _and(found, [edge.target for edge in graph.outgoing(symbol_id, _IMPLEMENTS)])
    return _with_brought(graph, symbol_id, found, asked_of)


def below(graph: Graph, class_id: str) -> set[str]:
    """The classes below a class, at any depth."""
    return _reached(class_id, lambda one: (edge.source for edge in graph.incoming(one, INHERITANCE)))


def _and(found: list[str], others: list[str]) -> list[str]:
    return sorted({*found, *others}) if others else found


def _with_brought(
    graph: Graph, symbol_id: str, found: list[str], brought: Callable[[Graph, Symbol], set[str]]
) -> list[str]:
    method = graph.symbol(symbol_id)
    others = brought(graph, method) if method is not None and method.is_callable else set()
    return sorted({*found, *others} - {symbol_id}) if others else found


def _namesakes(graph: Graph, symbol_id: str, step: Callable[[str], Iterable[str]], known: Known | None) -> list[str]:
    symbol = graph.symbol(symbol_id)
    if symbol is None or symbol.parent is None or not symbol.is_callable:
        return []
    classes = known.get(symbol.parent) if known is not None else None
    if classes is None:
        classes = _reached(symbol.parent, step)
        if known is not None:
            if len(known) >= _MOST_KNOWN:
                known.clear()
            known[symbol.parent] = classes
    if not classes:
        return []
    found = [
        other.id
        for other in graph.symbols_named(symbol.name)
        if other.parent in classes and other.is_callable and may_override(symbol.flags, other.flags)
    ]
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
