"""One hop over the graph: who runs a symbol, and what a symbol runs.

Both directions follow the same rules, so a walk up and a walk down agree on what is connected:

* a call-like edge runs its target;
* constructing a class runs its constructor, its own or the nearest inherited one, and calling a constructor
  (`super().__init__()`) counts as constructing its class;
* a call of a method may run a method that overrides it, at `OVERRIDE_FACTOR` of the edge's confidence and with basis
  `override` (for the method of an interface, which has none to run itself, more: see `dispatch`), unless the edge is exact; a
  call of the overriding method never counts for the overridden one;
* a test or fixture that asks for a fixture by name runs it, and a test runs the set-up methods of its class and the
  fixtures that apply to it unasked (`implied`; `Follow.fixtures`);
* what test code names as a value is run for it; a function runs what is defined inside it, and a decorated one the parts of its
  decorator (`unwritten`; `Follow.fixtures`);
* naming a symbol as a value, making an object that has it as a method, and an unresolved use with the symbol among its few
  candidates, may run it (`Follow.possible`).

Nodes are numbers here (see `numbered`), and confidences are weights.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from blastlens.analyses.constructing import Constructing, is_constructor
from blastlens.analyses.dispatch import Dispatch
from blastlens.analyses.implied import Implied
from blastlens.analyses.numbered import numbered
from blastlens.analyses.roots import Roots
from blastlens.analyses.set_ups import SetUps
from blastlens.analyses.unwritten import Unwritten, UnwrittenHops
from blastlens.analyses.weights import POSSIBLE_AT_MOST, Follow, Weights, confidence_of
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis, Edge, EdgeKind, UnresolvedUse
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

if TYPE_CHECKING:
    from blastlens.analyses.replaced import Replaced

_MOST_MADE: Final = 100_000
_IMPLIED: Final = confidences()[Basis.FIXTURE]


CALLS: Final = Follow()
IMPACT: Final = Follow(fixtures=True)
LOADING: Final = Follow(started=False)
POSSIBLY: Final = Follow(fixtures=True, possible=True, started=False)


class Hop(NamedTuple):
    """One hop to `symbol`. `edge` is the stored edge it rests on; for an override its target is the overridden method."""

    symbol: str
    confidence: float
    basis: Basis
    edge: Edge


class Link(NamedTuple):
    """A hop in numbers. `weight`: what the hop adds to the level of a path. `row`: of the edge; negative ones are former
    and made-up edges. `by_override`: the edge's target is only overridden by what runs."""

    node: int
    weight: int
    row: int
    by_override: bool


class Neighbours(dict[int, tuple[tuple[int, int, Link], ...]]):
    """Node -> (neighbour, weight, link) of each neighbour's best link; made when first asked for. Plain tuples, because
    walks take them apart by the ten thousand."""

    def __init__(self, make: Callable[[int], Iterable[Link]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, node: int) -> tuple[tuple[int, int, Link], ...]:
        made = self[node] = tuple((link.node, link.weight, link) for link in self._make(node))
        return made


class Hops:
    """Hops of one graph, remembered: one instance per revision. `former`: edges to symbols that are gone, which count
    too."""

    def __init__(self, graph: Graph, former: Iterable[Edge] = (), before: "Hops | None" = None) -> None:
        """`before`: of an earlier revision, not used any more; what it remembers and still holds is taken over."""
        self.graph = graph
        self.numbers = numbered(graph)
        self.constructing = Constructing(self.numbers)
        self.set_ups = SetUps(graph, self.numbers)
        self.implied = Implied(graph)
        self.roots = Roots(graph, self.numbers)
        self.unwritten = UnwrittenHops(graph, self.numbers)
        self._implied_rows: dict[str, int] = {}  # by fixture: one edge for all its tests
        self._implied_nodes: set[int] = set()  # fixtures that were found to have tests
        self._near: dict[tuple[Follow, bool], Neighbours] = {}
        self.dispatch = Dispatch(graph, self.numbers)
        self.weights: Weights = Weights(self.numbers, self.dispatch, before.weights if before is not None else None)
        self._made: list[Edge] = []
        self._known_made: dict[Edge, int] = {}
        self._strangers: list[str] = []
        self._stranger_index: dict[str, int] = {}
        # Nodes near which something may differ from `before`; None: anything may.
        self.outdated: frozenset[int] | None = None
        self._former: dict[int, list[int]] = {}
        for edge in former:
            self._former.setdefault(self.node(edge.target), []).append(self._make_row(edge))
        if before is not None:
            self._take_over(before)

    # -- numbers and ids -----------------------------------------------------------------------------------
    def node(self, symbol_id: str) -> int:
        """The number of an id; ids that the graph does not know have numbers below -1."""
        found = self.numbers.index_of(symbol_id)
        if found >= 0:
            return found
        if symbol_id not in self._stranger_index:
            self._strangers.append(symbol_id)
            self._stranger_index[symbol_id] = -1 - len(self._strangers)
        return self._stranger_index[symbol_id]

    def id(self, node: int) -> str:
        return self.numbers.id_at(node) if node >= 0 else self._strangers[-2 - node]

    def symbol(self, node: int) -> Symbol | None:
        return self.numbers.symbol_at(node) if node >= 0 else None

    def edge(self, row: int) -> Edge:
        return self.numbers.edge_at(row) if row >= 0 else self._made[-1 - row]

    def hop(self, link: Link) -> Hop:
        edge = self.edge(link.row)
        basis = edge.basis
        if link.by_override:
            basis = self.dispatch.of(self.node(edge.target))[0]
        return Hop(self.id(link.node), confidence_of(link.weight), basis, edge)

    def _make_row(self, edge: Edge) -> int:
        self._made.append(edge)
        return -len(self._made)

    def _made_row(self, edge: Edge) -> int:
        """One row for equal made-up edges, however often they are met."""
        row = self._known_made.get(edge)
        if row is None:
            row = self._known_made[edge] = self._make_row(edge)
        return row

    def forget(self) -> None:
        """Let go of what was remembered; it would otherwise wait for the cycle collector."""
        self._near.clear()

    def _take_over(self, before: "Hops") -> None:
        """Neighbours depend on the edges and symbols of the node, of what it constructs or overrides, and on unresolved
        uses that may mean it; the hierarchy of classes is the same."""
        touched = self.numbers.touched_since(before.graph)
        if touched is None or before._strangers or self._made or len(before._made) > _MOST_MADE:
            return
        self.dispatch.take_over(before.dispatch)
        self._made = before._made
        self._implied_rows, self._implied_nodes = before._implied_rows, before._implied_nodes
        outdated = {node for one in touched for node in self._told_by(one)}
        were = (before.graph.symbol(self.id(node)) for node in touched)
        outdated |= {self.node(told) for one in were if one is not None for told in before.unwritten.told_by(one)}
        kinds = {self._kind(node) for node in touched}
        kinds |= {one.kind if (one := before.graph.symbol(self.id(node))) else None for node in touched}
        if not kinds.isdisjoint((SymbolKind.TEST, None)):
            outdated |= self._implied_nodes
        if SymbolKind.MODULE not in kinds:
            self.roots.take_over(before.roots)
            self.outdated = frozenset(outdated | touched)
        tests_too = not kinds.isdisjoint((SymbolKind.FIXTURE, None))
        for key, near in before._near.items():
            if key[0].possible and key[1]:
                continue  # they follow from unresolved uses too, which touch only what they may mean
            mine = self.neighbours(key[0], downward=key[1])
            mine.update(near)
            for node in outdated:
                mine.pop(node, None)
            if tests_too and key[1] and key[0].fixtures:
                for node in [one for one in mine if self._kind(one) is SymbolKind.TEST]:
                    del mine[node]

    def _kind(self, node: int) -> SymbolKind | None:
        symbol = self.symbol(node)
        return symbol.kind if symbol is not None else None

    def _told_by(self, node: int) -> Iterator[int]:
        """Nodes whose neighbours follow from the edges of this one."""
        yield from self.constructing.runs(node)
        yield from self.constructing.run_by(node)
        yield from self.set_ups.tests_in(node)
        symbol = self.symbol(node)
        if symbol is not None:
            yield from map(self.node, self.unwritten.told_by(symbol))
        if symbol is not None and is_overridable(symbol):
            yield from map(self.node, self.graph.overriding(symbol.id))
            yield from map(self.node, self.graph.overridden(symbol.id))

    @cached_property
    def replaced(self) -> "Replaced":
        """Which tests put something else in the place of what."""
        from blastlens.analyses.replaced import Replaced

        return Replaced(self.graph, self.implied)

    # -- hops ----------------------------------------------------------------------------------------------
    def neighbours(self, follow: Follow, *, downward: bool = False) -> Neighbours:
        """Who runs a node, or with `downward` what it runs: the best link of each."""
        key = (follow, downward)
        if key not in self._near:
            every = self._all_down if downward else self._all_up
            self._near[key] = Neighbours(lambda node: self._best(every(node, follow)))
        return self._near[key]

    def up(self, symbol_id: str, follow: Follow = CALLS) -> list[Hop]:
        """Who runs the symbol: the best hop of each, by id of the other end."""
        return sorted(self.hop(link) for _, _, link in self.neighbours(follow)[self.node(symbol_id)])

    def down(self, symbol_id: str, follow: Follow = CALLS) -> list[Hop]:
        """What the symbol runs: the best hop of each, by id of the other end."""
        return sorted(self.hop(link) for _, _, link in self.neighbours(follow, downward=True)[self.node(symbol_id)])

    def edges_up(self, symbol_id: str) -> list[Hop]:
        """Every call-like hop to the symbol, several for one caller where it has several edges."""
        return [self.hop(link) for link in self._all_up(self.node(symbol_id), CALLS)]

    def edges_down(self, symbol_id: str) -> list[Hop]:
        """Every call-like hop from the symbol, as `edges_up`."""
        return [self.hop(link) for link in self._all_down(self.node(symbol_id), CALLS)]

    def runs(self, symbol_id: str) -> list[str]:
        """What a call-like edge to the symbol runs, overriding methods aside: the symbol first."""
        return [self.id(node) for node in self.constructing.runs(self.node(symbol_id))]

    def _all_up(self, node: int, follow: Follow) -> Iterator[Link]:
        symbol = self.symbol(node)
        source = self.numbers.row_source
        for target in self.constructing.run_by(node):
            for row in self.numbers.incoming_rows(target) if target >= 0 else ():
                weight = self.weights.running(row, follow, symbol)
                if weight is not None and (target == node or self.constructing.constructs(row, node)):
                    for ran_by in self.set_ups.asking(row) or (source[row],):
                        yield Link(ran_by, weight, row, False)
        for row in self._former.get(node, ()):
            edge = self._made[-1 - row]
            yield Link(self.node(edge.source), self.weights.of(edge.confidence), row, False)
        if symbol is None:
            return
        if follow.fixtures and symbol.kind is SymbolKind.FIXTURE:
            for test in self.implied.tests_of(symbol):
                self._implied_nodes.add(node)
                yield self._implied(self.node(test), symbol.id)
        if follow.fixtures:
            for way in self.unwritten.up(symbol, objects=follow.possible):
                yield self._unwritten(way, way.symbol, symbol.id)
        if follow.overrides and is_overridable(symbol):
            yield from self._through_overridden(node, symbol, follow)
        if follow.possible:
            yield from self._through_unresolved(symbol)

    def _through_overridden(self, node: int, symbol: Symbol, follow: Follow) -> Iterator[Link]:
        numbers = self.numbers
        for overridden in self.graph.overridden(symbol.id):
            for row in numbers.incoming_rows(self.node(overridden)):
                weight = self.weights.running_override(row, follow)
                if weight is not None and numbers.row_source[row] != node:
                    yield Link(numbers.row_source[row], weight, row, True)

    def _through_unresolved(self, symbol: Symbol) -> Iterator[Link]:
        for use in self.graph.unresolved(symbol.name):
            if symbol.id in use.candidates:
                yield self._candidate(self.node(use.source), use.source, symbol.id, _likely(use))

    def _candidate(self, node: int, source: str, target: str, confidence: float) -> Link:
        edge = Edge(source, EdgeKind.CALLS, target, confidence, Basis.CANDIDATES)
        return Link(node, self.weights.of(confidence), self._made_row(edge), False)

    @cached_property
    def candidates(self) -> dict[str, list[tuple[str, float]]]:
        """Source -> (what one of its unresolved uses may mean, how likely)."""
        found: dict[str, list[tuple[str, float]]] = {}
        for name in {symbol.name for symbol in self.graph.symbols()}:
            for use in self.graph.unresolved(name):
                found.setdefault(use.source, []).extend((one, _likely(use)) for one in use.candidates)
        return found

    def _all_down(self, node: int, follow: Follow) -> Iterator[Link]:
        numbers = self.numbers
        set_ups = self.set_ups.rows_of(node) if follow.fixtures else ()
        here = self.symbol(node) if follow.fixtures else None
        if here is not None and here.kind is SymbolKind.TEST:
            for fixture in self.implied.fixtures_of(here):
                yield self._implied(self.node(fixture), fixture)
        if here is not None:
            for way in self.unwritten.down(here, objects=follow.possible):
                yield self._unwritten(way, here.id, way.symbol)
            for meant, likely in self.candidates.get(here.id, ()) if follow.possible else ():
                yield self._candidate(self.node(meant), here.id, meant, likely)
        for row in (*numbers.outgoing_rows(node), *set_ups) if node >= 0 else ():
            target = numbers.row_target[row]
            for ran in self.constructing.run_over(row):
                weight = self.weights.running(row, follow, self.symbol(ran))
                if weight is None:
                    break
                yield Link(ran, weight, row, False)
            weight = self.weights.running_override(row, follow) if follow.overrides else None
            if weight is not None:
                symbol = numbers.symbol_at(target)
                for other in self.graph.overriding(symbol.id) if symbol and is_overridable(symbol) else ():
                    if self.node(other) != node:
                        yield Link(self.node(other), weight, row, True)

    def _implied(self, node: int, fixture: str) -> Link:
        row = self._implied_rows.get(fixture)
        if row is None:
            edge = Edge(module_id(file_of(fixture)), EdgeKind.REFERENCES, fixture, _IMPLIED, Basis.FIXTURE)
            row = self._implied_rows[fixture] = self._make_row(edge)
        return Link(node, self.weights.implied, row, False)

    def _unwritten(self, way: Unwritten, source: str, target: str) -> Link:
        edge = Edge(source, EdgeKind.REFERENCES, target, way.confidence, way.basis)
        return Link(self.node(way.symbol), self.weights.of(way.confidence), self._made_row(edge), False)

    def _best(self, links: Iterator[Link]) -> Iterable[Link]:
        found: dict[int, Link] = {}
        for link in links:
            known = found.get(link.node)
            if (
                known is None
                or link.weight < known.weight
                or (link.weight == known.weight and link.row != known.row and self._rank(link) < self._rank(known))
            ):
                found[link.node] = link
        return found.values()

    def _rank(self, link: Link) -> tuple[bool, Edge]:
        return (link.by_override, self.edge(link.row))


def _likely(use: UnresolvedUse) -> float:
    """How likely a use means one of its candidates."""
    return POSSIBLE_AT_MOST / len(use.candidates)


def is_overridable(symbol: Symbol) -> bool:
    """Constructors are left out: who constructs a class names it."""
    return symbol.is_callable and symbol.parent is not None and not is_constructor(symbol)


def is_fixture_request(edge: Edge) -> bool:
    return edge.kind is EdgeKind.REFERENCES and edge.basis is Basis.FIXTURE
