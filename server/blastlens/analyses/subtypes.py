"""What inherits from a changed class, or overrides a changed method: it has to fit what changed, whoever calls it."""

import heapq
from collections.abc import Callable, Iterable
from typing import NamedTuple

from blastlens.analyses.hierarchy import INHERITS
from blastlens.analyses.hops import Hops, is_overridable
from blastlens.facts.file_facts import DefFlag
from blastlens.model.dispatching import DECLARED_FACTOR
from blastlens.model.edge import Basis, Edge
from blastlens.model.graph import Graph

OVERRIDES = "overrides"


class Subtype(NamedTuple):
    """`path`: ids from it to what changed; of a method, the one that it overrides. `kind`: `extends`, `implements` or
    `OVERRIDES`. `confidence`: the product along the classes between, of the best way."""

    symbol: str
    kind: str
    basis: Basis
    confidence: float
    hops: int
    path: tuple[str, ...]


def subtypes_of(hops: Hops, changed: Iterable[str], min_confidence: float) -> list[Subtype]:
    """All levels, best first; one entry for each, without what is changed itself."""
    changed = list(dict.fromkeys(changed))
    found: dict[str, Subtype] = {}
    for one in changed:
        symbol = hops.graph.symbol(one)
        if symbol is None:
            continue
        below = _overriding(hops, one) if is_overridable(symbol) else _inheriting(hops.graph, one)
        for subtype in below:
            known = found.get(subtype.symbol)
            if subtype.confidence >= min_confidence and (known is None or _rank(subtype) < _rank(known)):
                found[subtype.symbol] = subtype
    return sorted((one for one in found.values() if one.symbol not in changed), key=_rank)


def _rank(one: Subtype) -> tuple[float, int, tuple[str, ...]]:
    return -one.confidence, one.hops, one.path


def _inheriting(graph: Graph, start: str) -> list[Subtype]:
    """The best way from each class below."""
    found = _best(graph, start, lambda here: ((edge.source, edge) for edge in graph.incoming(here, INHERITS)))
    return [
        Subtype(one, last.kind.value, last.basis, confidence, len(path) - 1, path[::-1])
        for one, (confidence, path, last) in found.items()
    ]


def _overriding(hops: Hops, method: str) -> list[Subtype]:
    graph = hops.graph
    symbol = graph.symbol(method)
    owner = symbol.parent if symbol is not None else None
    out = []
    for other in graph.overriding(method):
        member = graph.symbol(other)
        above = _best(
            graph,
            (member.parent if member is not None else None) or other,
            lambda here: ((edge.target, edge) for edge in graph.outgoing(here, INHERITS)),
        )
        if owner in above:
            confidence, path, last = above[owner]
            out.append(Subtype(other, OVERRIDES, last.basis, confidence, len(path) - 1, (other, method)))
        else:
            # It has no declared way to the class: as sure as the walk is that a call of the method may enter it.
            basis, confidence = hops.dispatch.of(hops.node(method))
            out.append(Subtype(other, OVERRIDES, basis, confidence, 1, (other, method)))
    return out


_Way = tuple[float, tuple[str, ...], Edge]


def _best(graph: Graph, start: str, near: Callable[[str], Iterable[tuple[str, Edge]]]) -> dict[str, _Way]:
    """Class -> confidence, path from the start, and last edge of the best way to it (Dijkstra, 1959)."""
    done: dict[str, _Way] = {}
    todo: list[tuple[float, int, tuple[str, ...], Edge | None]] = [(-1.0, 0, (start,), None)]
    seen: set[str] = set()
    while todo:
        minus, hops, path, last = heapq.heappop(todo)
        here = path[-1]
        if here in seen:
            continue
        seen.add(here)
        if last is not None:
            done[here] = (-minus, path, last)
        for other, edge in near(here):
            if other not in seen:
                heapq.heappush(todo, (minus * _sure(graph, edge), hops + 1, (*path, other), edge))
    return done


def _sure(graph: Graph, edge: Edge) -> float:
    """How sure a class inherits; of a declared interface as sure as the walk is (`dispatch`) that its methods are meant."""
    asked = graph.symbol(edge.target)
    declared = edge.basis is Basis.INTERFACE and asked is not None and asked.flags & DefFlag.INTERFACE
    return max(edge.confidence, DECLARED_FACTOR) if declared else edge.confidence
