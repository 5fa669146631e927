"""One hop over the graph: who runs a symbol, and what a symbol runs.

Both directions follow the same rules, so a walk up and a walk down agree on what is connected:

* a call-like edge runs its target;
* constructing a class runs its constructor, its own or the nearest inherited one, and calling a constructor
  (`super().__init__()`) counts as constructing its class;
* a call of a method may run a method that overrides it, at `OVERRIDE_FACTOR` of the edge's confidence and with basis
  `override`, unless the edge is exact; a call of the overriding method never counts for the overridden one;
* a test or fixture that asks for a fixture by name runs it (`Follow.fixtures`);
* naming a symbol as a value, and an unresolved use with the symbol among its few candidates, may run it
  (`Follow.possible`).
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from blastlens.model.edge import CALL_LIKE, Basis, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind

# Measured share of overriding methods below a static callee that did run in test runs: possible, not proven.
OVERRIDE_FACTOR: Final = 0.6
# What naming a symbol as a value, or a few equal candidates, says at most about a call: below every review threshold.
POSSIBLE_AT_MOST: Final = 0.5
# Methods that run when a class is called.
CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__"})

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_WITH_REFERENCES: Final = CALL_LIKE | {EdgeKind.REFERENCES}


class Follow(NamedTuple):
    """Which hops a walk takes, beside calls."""

    fixtures: bool = False
    overrides: bool = True
    possible: bool = False


CALLS: Final = Follow()
IMPACT: Final = Follow(fixtures=True)
POSSIBLY: Final = Follow(fixtures=True, possible=True)


class Hop(NamedTuple):
    """One hop to `symbol`. `edge` is the stored edge it rests on; for an override its target is the overridden method."""

    symbol: str
    confidence: float
    basis: Basis
    edge: Edge


class Hops:
    """Hops of one graph, remembered: one instance per revision. `former`: edges to symbols that are gone, which count too."""

    def __init__(self, graph: Graph, former: Iterable[Edge] = ()) -> None:
        self.graph = graph
        self.former: dict[str, list[Edge]] = {}
        for edge in former:
            self.former.setdefault(edge.target, []).append(edge)
        self._up: dict[tuple[str, Follow], tuple[Hop, ...]] = {}
        self._down: dict[tuple[str, Follow], tuple[Hop, ...]] = {}

    def up(self, symbol_id: str, follow: Follow = CALLS) -> tuple[Hop, ...]:
        """Who runs the symbol: the best hop of each, by id of the other end."""
        key = (symbol_id, follow)
        if key not in self._up:
            self._up[key] = _best(self._all_up(symbol_id, follow))
        return self._up[key]

    def down(self, symbol_id: str, follow: Follow = CALLS) -> tuple[Hop, ...]:
        """What the symbol runs: the best hop of each, by id of the other end. `follow.possible` leaves unresolved uses
        out here (they are found by name, from below)."""
        key = (symbol_id, follow)
        if key not in self._down:
            self._down[key] = _best(self._all_down(symbol_id, follow))
        return self._down[key]

    def edges_up(self, symbol_id: str) -> Iterator[Hop]:
        """Every call-like hop to the symbol, several for one caller where it has several edges."""
        return self._all_up(symbol_id, CALLS)

    def edges_down(self, symbol_id: str) -> Iterator[Hop]:
        """Every call-like hop from the symbol, as `edges_up`."""
        return self._all_down(symbol_id, CALLS)

    def _all_up(self, symbol_id: str, follow: Follow) -> Iterator[Hop]:
        graph = self.graph
        symbol = graph.symbol(symbol_id)
        kinds = _kinds(follow)
        for target in self.run_by(symbol_id, symbol):
            for edge in (*graph.incoming(target, kinds), *self.former.get(target, ())):
                confidence = _confidence(edge, follow)
                if confidence > 0:
                    yield Hop(edge.source, confidence, edge.basis, edge)
        if symbol is None:
            return
        if follow.overrides and overridable(symbol):
            for base in graph.overridden(symbol_id):
                for edge in graph.incoming(base, CALL_LIKE):
                    if not edge.exact and edge.source != symbol_id:
                        yield Hop(edge.source, edge.confidence * OVERRIDE_FACTOR, Basis.OVERRIDE, edge)
        if follow.possible:
            yield from self._unresolved(symbol)

    def _all_down(self, symbol_id: str, follow: Follow) -> Iterator[Hop]:
        graph = self.graph
        for edge in graph.outgoing(symbol_id, _kinds(follow)):
            confidence = _confidence(edge, follow)
            if confidence <= 0:
                continue
            target = graph.symbol(edge.target)
            for ran in self.runs(edge.target, target):
                yield Hop(ran, confidence, edge.basis, edge)
            if follow.overrides and target is not None and edge.kind in CALL_LIKE and not edge.exact:
                if overridable(target):
                    for other in graph.overriding(edge.target):
                        if other != symbol_id:
                            yield Hop(other, edge.confidence * OVERRIDE_FACTOR, Basis.OVERRIDE, edge)

    def _unresolved(self, symbol: Symbol) -> Iterator[Hop]:
        for use in self.graph.unresolved(symbol.name):
            if symbol.id in use.candidates:
                confidence = POSSIBLE_AT_MOST / len(use.candidates)
                edge = Edge(use.source, EdgeKind.CALLS, symbol.id, confidence, Basis.CANDIDATES, (use.site,))
                yield Hop(use.source, confidence, Basis.CANDIDATES, edge)

    def run_by(self, symbol_id: str, symbol: Symbol | None = None) -> list[str]:
        """Targets of edges that run the symbol: itself first."""
        symbol = symbol or self.graph.symbol(symbol_id)
        if symbol is None:
            return [symbol_id]
        if symbol.kind in (SymbolKind.CLASS, SymbolKind.INTERFACE):
            return [symbol_id, *self._own_constructors(symbol_id)]
        if symbol.name in CONSTRUCTORS and symbol.parent is not None:
            return [symbol_id, symbol.parent, *self._inheriting(symbol.parent, symbol.name)]
        return [symbol_id]

    def runs(self, target_id: str, target: Symbol | None = None) -> list[str]:
        """What an edge to the target runs: the target first."""
        target = target or self.graph.symbol(target_id)
        if target is None:
            return [target_id]
        if target.kind in (SymbolKind.CLASS, SymbolKind.INTERFACE):
            found = [self._nearest(target_id, name) for name in sorted(CONSTRUCTORS)]
            return [target_id, *dict.fromkeys(one for several in found for one in several)]
        if target.name in CONSTRUCTORS and target.parent is not None:
            return [target_id, target.parent]
        return [target_id]

    def _own_constructors(self, class_id: str) -> list[str]:
        made = (f"{class_id}.{name}" for name in sorted(CONSTRUCTORS))
        return [one for one in made if self.graph.symbol(one) is not None]

    def _inheriting(self, class_id: str, name: str) -> list[str]:
        """Subclasses at any depth that have no constructor of this name of their own."""
        found: list[str] = []
        seen, todo = {class_id}, [class_id]
        while todo:
            for edge in self.graph.incoming(todo.pop(), _INHERITS):
                if edge.source not in seen and self.graph.symbol(f"{edge.source}.{name}") is None:
                    seen.add(edge.source)
                    todo.append(edge.source)
                    found.append(edge.source)
        return found

    def _nearest(self, class_id: str, name: str) -> list[str]:
        """The class's own method of this name, else the nearest ones on every line of its bases."""
        found: list[str] = []
        seen, todo = {class_id}, [class_id]
        while todo:
            here = todo.pop()
            if self.graph.symbol(f"{here}.{name}") is not None:
                found.append(f"{here}.{name}")
                continue
            for edge in self.graph.outgoing(here, _INHERITS):
                if edge.target not in seen:
                    seen.add(edge.target)
                    todo.append(edge.target)
        return found


def overridable(symbol: Symbol) -> bool:
    """Constructors are left out: who constructs a class names it."""
    return symbol.is_callable and symbol.parent is not None and symbol.name not in CONSTRUCTORS


def is_fixture_request(edge: Edge) -> bool:
    return edge.kind is EdgeKind.REFERENCES and edge.basis is Basis.FIXTURE


def _kinds(follow: Follow) -> frozenset[EdgeKind]:
    return _WITH_REFERENCES if follow.fixtures or follow.possible else CALL_LIKE


def _confidence(edge: Edge, follow: Follow) -> float:
    """How far the edge says that its target runs; 0: this walk does not take it."""
    if edge.kind is not EdgeKind.REFERENCES:
        return edge.confidence
    if follow.fixtures and edge.basis is Basis.FIXTURE:
        return edge.confidence
    return min(edge.confidence, POSSIBLE_AT_MOST) if follow.possible else 0.0


def _best(hops: Iterator[Hop]) -> tuple[Hop, ...]:
    found: dict[str, Hop] = {}
    for hop in hops:
        known = found.get(hop.symbol)
        if known is None or _rank(hop) < _rank(known):
            found[hop.symbol] = hop
    return tuple(found[name] for name in sorted(found))


def _rank(hop: Hop) -> tuple[float, str, str]:
    return (-hop.confidence, hop.basis, hop.edge.target)
