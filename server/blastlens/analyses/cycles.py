"""Cycles: strongly connected components of imports or of calls.

Tarjan, "Depth-first search and linear graph algorithms" (SIAM J. Comput. 1, 1972), with an explicit stack.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from blastlens.analyses.hops import Hops
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind, ImportTiming
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, file_of, qualname_of


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component of two or more. `members`: files (imports) or symbol ids (calls), sorted. `edges`:
    every edge between members, by place. `closing`: the import at which loading the members in order first meets one
    that is still being loaded (for calls: the call that leads back); `hops` is the elementary cycle it closes, the
    closing edge last."""

    members: tuple[str, ...]
    edges: tuple[Edge, ...]
    hops: tuple[Edge, ...]

    @property
    def closing(self) -> Edge:
        return self.hops[-1]

    @property
    def timing(self) -> ImportTiming:
        """The latest import without which the elementary cycle is broken."""
        return max(edge.timing for edge in self.hops)


def import_cycles(graph: Graph, *, load_time: bool = True) -> list[Cycle]:
    """Cycles of imports; with `load_time` only over imports that run while modules load."""
    edges = [
        edge
        for edge in graph.edges(frozenset({EdgeKind.IMPORTS}))
        if (edge.timing is ImportTiming.LOAD or not load_time) and qualname_of(edge.target) == MODULE_NAME
    ]
    return _cycles({_Named(file_of(e.source), file_of(e.target), e) for e in edges})


def call_cycles(hops: Hops, min_confidence: float) -> list[Cycle]:
    """Mutual recursion over calls at or above the threshold. A call of a class counts as one of its constructor."""
    named = set()
    for edge in hops.graph.edges(CALL_LIKE):
        if edge.confidence >= min_confidence:
            named |= {_Named(edge.source, target, edge) for target in hops.runs(edge.target)}
    return _cycles(named)


@dataclass(frozen=True, slots=True, order=True)
class _Named:
    source: str
    target: str
    edge: Edge


def _place(edge: Edge) -> tuple[str, tuple[tuple[int, int, int], ...], str, str]:
    return (file_of(edge.source), tuple(edge.sites), edge.source, edge.target)


def _cycles(named: Iterable[_Named]) -> list[Cycle]:
    following: dict[str, dict[str, Edge]] = {}
    for one in sorted(named):
        if one.source != one.target:
            known = following.setdefault(one.source, {}).get(one.target)
            if known is None or _place(one.edge) < _place(known):
                following[one.source][one.target] = one.edge
    found = []
    for component in components({source: sorted(targets) for source, targets in following.items()}):
        if len(component) > 1:
            found.append(_cycle(tuple(sorted(component)), following))
    return sorted(found, key=lambda c: c.members)


def _cycle(members: tuple[str, ...], following: Mapping[str, Mapping[str, Edge]]) -> Cycle:
    inside = set(members)
    ordered = {
        one: sorted(((_place(e), t, e) for t, e in following.get(one, {}).items() if t in inside), key=lambda x: x[:2])
        for one in members
    }
    edges = sorted((edge for rows in ordered.values() for _, _, edge in rows), key=_place)
    return Cycle(
        members, tuple(edges), tuple(_first_closed(members[0], {m: [x[1:] for x in r] for m, r in ordered.items()}))
    )


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
