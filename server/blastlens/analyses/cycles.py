"""Cycles: strongly connected components of imports, of classes or of calls.

Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1, 1972), with an explicit stack. What breaks a cycle:
`breaking`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from blastlens.analyses.constructing import is_constructor
from blastlens.analyses.hops import Hops, is_overridable
from blastlens.languages.registry import language_for
from blastlens.model.edge import CALL_LIKE, Basis, Edge, EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, file_of, qualname_of

# What one class may do with another: be one, make one, name one.
_BETWEEN_CLASSES = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS, EdgeKind.CALLS, EdgeKind.REFERENCES})


@dataclass(frozen=True, slots=True)
class Arc:
    """All edges from one member of a cycle to another, by place."""

    source: str
    target: str
    edges: tuple[Edge, ...]

    @property
    def edge(self) -> Edge:
        return self.edges[0]

    @property
    def lines(self) -> int:
        """On how many lines of the source it is written."""
        return len({(file_of(edge.source), site.line) for edge in self.edges for site in edge.sites})


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component of two or more. `members`: files (imports) or symbol ids (classes, calls), sorted.
    `arcs`: every step between members, by place. `closing`: the import at which loading the members in order first meets
    one that is still being loaded (else: the edge that leads back); `hops` is the elementary cycle it closes, the closing
    edge last."""

    members: tuple[str, ...]
    arcs: tuple[Arc, ...]
    hops: tuple[Edge, ...]

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The first edge of each step."""
        return tuple(arc.edge for arc in self.arcs)

    @property
    def closing(self) -> Edge:
        return self.hops[-1]

    @property
    def timing(self) -> Timing:
        """The latest import without which the elementary cycle is broken."""
        return max(edge.timing for edge in self.hops)


def import_cycles(graph: Graph, *, load_time: bool = True) -> list[Cycle]:
    """Cycles of imports; with `load_time` only over imports that run while modules load."""
    return _cycles(import_steps(graph, load_time=load_time))


def import_steps(graph: Graph, *, load_time: bool = True) -> "set[Step]":
    """From file to file. With `load_time` without those between a module and one that it holds, in languages where that is how modules
    are made."""
    edges = [
        edge
        for edge in graph.edges(frozenset({EdgeKind.IMPORTS}))
        if (edge.timing is Timing.LOAD or not load_time) and qualname_of(edge.target) == MODULE_NAME
    ]
    steps = {Step(file_of(e.source), file_of(e.target), e) for e in edges}
    return {one for one in steps if not _is_nested(one)} if load_time else steps


def _is_nested(step: "Step") -> bool:
    language = language_for(step.source)
    nests = language.rules.scoping.nests if language is not None else None
    return nests is not None and (nests(step.source, step.target) or nests(step.target, step.source))


def call_cycles(hops: Hops, min_confidence: float) -> list[Cycle]:
    """Mutual recursion over calls at or above the threshold. A call of a class counts as one of its constructor, one of a method as
    one of those that may run in its place. Calls of one of many that were registered are left out: all that a decorator wraps would
    seem to call one another over the wrapper."""
    return _cycles(call_steps(hops, min_confidence))


def call_steps(hops: Hops, min_confidence: float) -> "set[Step]":
    """From function to function."""
    found = set()
    for edge in hops.graph.edges(CALL_LIKE):
        if edge.confidence >= min_confidence and edge.basis is not Basis.REGISTERED:
            found |= {Step(edge.source, target, edge) for target in hops.runs(edge.target)}
            found |= {Step(edge.source, target, edge) for target in _in_place(hops, edge, min_confidence)}
    return found


def _in_place(hops: Hops, edge: Edge, min_confidence: float) -> Iterator[str]:
    """What may run in the place of a called method, as surely as asked for."""
    target = hops.graph.symbol(edge.target)
    if target is None or edge.exact or not is_overridable(target):
        return
    others = hops.graph.overriding(target.id)
    if others and edge.confidence * hops.dispatch.of(hops.node(target.id))[1] >= min_confidence:
        yield from (other for other in others if other != edge.source)


def class_cycles(graph: Graph, min_confidence: float, more: Iterable[Edge] = ()) -> list[Cycle]:
    """Classes that need one another: by inheriting, by making objects, by naming the other as a value, at or above the
    threshold, and over `more` edges (`link.annotated`). Classes inside a class, and methods, count as the outermost class."""
    return _cycles(class_steps(graph, min_confidence, more))


def class_steps(graph: Graph, min_confidence: float, more: Iterable[Edge] = ()) -> "set[Step]":
    """From class to class."""
    found = set()
    outer = OuterClasses(graph)
    for edge in (*graph.edges(_BETWEEN_CLASSES), *more):
        if edge.confidence >= min_confidence:
            source, target = outer.of(edge.source), outer.of_class(edge.target)
            if source and target:
                found.add(Step(source, target, edge))
    return found


class OuterClasses:
    """The outermost class around a symbol; "" where there is none."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: dict[str, str] = {}

    def of(self, symbol_id: str) -> str:
        known = self._known.get(symbol_id)
        if known is None:
            symbol = self._graph.symbol(symbol_id)
            known = self._known[symbol_id] = self._found(symbol) if symbol is not None else ""
        return known

    def of_class(self, symbol_id: str) -> str:
        """The same, for a class or a constructor only."""
        symbol = self._graph.symbol(symbol_id)
        if symbol is None or not (_is_class(symbol) or is_constructor(symbol)):
            return ""
        return self.of(symbol_id)

    def _found(self, symbol: Symbol) -> str:
        above = self.of(symbol.parent) if symbol.parent is not None else ""
        return above or (symbol.id if _is_class(symbol) else "")


def _is_class(symbol: Symbol) -> bool:
    return symbol.kind in (SymbolKind.CLASS, SymbolKind.INTERFACE)


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """An edge, and the members of a cycle that it leads from and to."""

    source: str
    target: str
    edge: Edge


def _place(edge: Edge) -> tuple[str, tuple[tuple[int, int, int], ...], str, str]:
    return (file_of(edge.source), tuple(edge.sites), edge.source, edge.target)


def _cycles(named: Iterable[Step]) -> list[Cycle]:
    following: dict[str, dict[str, list[Edge]]] = {}
    for one in named:
        if one.source != one.target:
            following.setdefault(one.source, {}).setdefault(one.target, []).append(one.edge)
    found = []
    for component in components({source: sorted(targets) for source, targets in following.items()}):
        if len(component) > 1:
            found.append(_cycle(tuple(sorted(component)), following))
    return sorted(found, key=lambda c: c.members)


def _cycle(members: tuple[str, ...], following: Mapping[str, Mapping[str, list[Edge]]]) -> Cycle:
    inside = set(members)
    arcs = [
        Arc(one, target, tuple(sorted(edges, key=lambda edge: (_place(edge), edge))))
        for one in members
        for target, edges in following.get(one, {}).items()
        if target in inside
    ]
    arcs.sort(key=lambda arc: (_place(arc.edge), arc.target))
    ordered: dict[str, list[tuple[str, Edge]]] = {one: [] for one in members}
    for arc in arcs:
        ordered[arc.source].append((arc.target, arc.edge))
    return Cycle(members, tuple(arcs), tuple(_first_closed(members[0], ordered)))


def _first_closed(start: str, following: Mapping[str, Sequence[tuple[str, Edge]]]) -> list[Edge]:
    """Edges of the first cycle that a depth-first load from `start` closes, in order; each statement loads its target
    before the next one runs."""
    trail = [start]
    taken: list[Edge] = []
    done: set[str] = set()
    pending: list[Iterator[tuple[str, Edge]]] = [iter(following[start])]
    while pending:
        step = next(pending[-1], None)
        if step is None:
            done.add(trail.pop())
            pending.pop()
            del taken[len(trail) - 1 :]
            continue
        target, edge = step
        if target in trail:
            return [*taken[trail.index(target) :], edge]
        if target not in done:
            trail.append(target)
            taken.append(edge)
            pending.append(iter(following[target]))
    raise ValueError("not strongly connected")


def components(following: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Strongly connected components, each after those it leads to."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    held: list[str] = []
    on_held: set[str] = set()
    found: list[list[str]] = []
    for root in sorted(following):
        if root in index:
            continue
        work: list[tuple[str, Iterator[str]]] = []
        _enter(root, following, index, low, held, on_held, work)
        while work:
            here, rest = work[-1]
            target = next(rest, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[here])
                if low[here] == index[here]:
                    found.append(_taken(here, held, on_held))
            elif target not in index:
                _enter(target, following, index, low, held, on_held, work)
            elif target in on_held:
                low[here] = min(low[here], index[target])
    return found


def _enter(
    node: str,
    following: Mapping[str, Sequence[str]],
    index: dict[str, int],
    low: dict[str, int],
    held: list[str],
    on_held: set[str],
    work: list[tuple[str, Iterator[str]]],
) -> None:
    index[node] = low[node] = len(index)
    held.append(node)
    on_held.add(node)
    work.append((node, iter(following.get(node, ()))))


def _taken(root: str, held: list[str], on_held: set[str]) -> list[str]:
    component = []
    while True:
        node = held.pop()
        on_held.discard(node)
        component.append(node)
        if node == root:
            return component
