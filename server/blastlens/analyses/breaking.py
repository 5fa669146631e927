"""What breaks a cycle: feedback arc sets, and the shortest example of a cycle.

A feedback arc set is a set of edges without which nothing leads in a circle. The smallest one is found exactly, as a set cover
of cycles by integer programming with constraints made as they are violated (igraph's `ip_cg`), where a cycle has at most
`MOST_EXACT` edges; beyond that the problem (NP-hard: Karp 1972) is solved by the heuristic of Eades, Lin and Smyth ("A fast and
effective heuristic for the feedback arc set problem", Inf. Process. Lett. 47, 1993), whose order is then improved by moving
one node at a time to its best place until none can be moved.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blastlens.analyses.cycles import Arc, Cycle
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of

# Random graphs of this many edges take some 50 ms, three hundred edges seconds.
MOST_EXACT: Final = 200
_MOST_ROUNDS: Final = 40

# How much more a use costs to remove than one of an import that runs no code.
_BY_TIMING: Final = {Timing.LOAD: 4, Timing.DEFERRED: 2, Timing.STARTED: 2, Timing.TYPE_ONLY: 1}
_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})

_Pair = tuple[int, int]


class Removal(NamedTuple):
    """Edges whose removal leaves no cycle, by place. `exact`: no other set is smaller (or cheaper); else there may be one."""

    arcs: tuple[Arc, ...]
    exact: bool


class Ways(NamedTuple):
    """How to break one cycle. `uses`: of every arc of the cycle, the lines that have to change to remove it."""

    smallest: Removal
    cheapest: Removal
    uses: dict[tuple[str, str], int]
    shortest: tuple[Arc, ...]  # an elementary cycle with the fewest edges, in order


def ways_to_break(graph: Graph, cycle: Cycle) -> Ways:
    """`smallest`: the fewest edges, and of such sets one with the lowest cost; `cheapest`: the lowest cost. The cost of an edge is
    the number of its uses, times 4 for what runs while modules load and for inheritance, 2 for deferred imports, 1 for type-only
    ones; of calls and classes the number of lines (inheritance: times 4)."""
    uses = _uses(graph, cycle)
    costs = [uses[arc.source, arc.target] * _factor(arc) for arc in cycle.arcs]
    more = sum(costs) + 1
    smallest = _removal(cycle, [more + cost for cost in costs])
    return Ways(smallest, _removal(cycle, costs), uses, shortest(cycle))


def _factor(arc: Arc) -> int:
    if arc.edge.kind is EdgeKind.IMPORTS:
        return _BY_TIMING[arc.edge.timing]
    return 4 if any(edge.kind in _INHERITS for edge in arc.edges) else 1


def _uses(graph: Graph, cycle: Cycle) -> dict[tuple[str, str], int]:
    """Lines by arc; an import has those of the statement and those that use what lies in the imported file."""
    own = {(arc.source, arc.target): max(arc.lines, 1) for arc in cycle.arcs}
    if cycle.arcs[0].edge.kind is not EdgeKind.IMPORTS:
        return own
    lines: dict[tuple[str, str], set[int]] = {}
    for source in cycle.members:
        for symbol in graph.symbols_in(source):
            for edge in graph.outgoing(symbol.id):
                pair = (source, file_of(edge.target))
                if edge.kind is not EdgeKind.IMPORTS and pair in own:
                    lines.setdefault(pair, set()).update(site.line for site in edge.sites)
    return {pair: count + len(lines.get(pair, ())) for pair, count in own.items()}


def _removal(cycle: Cycle, weights: Sequence[int]) -> Removal:
    index = {member: at for at, member in enumerate(cycle.members)}
    pairs = [(index[arc.source], index[arc.target]) for arc in cycle.arcs]
    chosen, exact = feedback_arcs(len(index), pairs, weights)
    return Removal(tuple(cycle.arcs[at] for at in sorted(chosen)), exact)


def feedback_arcs(nodes: int, pairs: Sequence[_Pair], weights: Sequence[int]) -> tuple[list[int], bool]:
    """Positions in `pairs` of edges without which there is no cycle, of the lowest total weight as far as `exact` (the second
    value) says so. Weights are above zero."""
    from igraph import Graph as Igraph

    network = Igraph(nodes, list(pairs), directed=True)
    exact = len(pairs) <= MOST_EXACT
    chosen = network.feedback_arc_set(weights=list(weights), method="ip_cg" if exact else "eades")
    if exact:
        return sorted(chosen), True
    network.delete_edges(chosen)
    order = _improved(network.topological_sorting(), pairs, weights)
    place = {node: at for at, node in enumerate(order)}
    return [at for at, (source, target) in enumerate(pairs) if place[source] > place[target]], False


def _improved(order: list[int], pairs: Sequence[_Pair], weights: Sequence[int]) -> list[int]:
    """An order with no greater weight of edges that lead backwards: each node in turn is moved to its best place."""
    near: dict[int, list[tuple[int, int, bool]]] = {node: [] for node in order}
    for (source, target), weight in zip(pairs, weights, strict=True):
        near[source].append((target, weight, True))
        near[target].append((source, weight, False))
    for _ in range(_MOST_ROUNDS):
        moved = False
        for node in sorted(order):
            place = {one: at for at, one in enumerate(order)}
            at = _best_place(place, near[node], place[node])
            if at != place[node]:
                order.remove(node)
                order.insert(at if at < place[node] else at - 1, node)
                moved = True
        if not moved:
            break
    return order


def _best_place(place: dict[int, int], near: Sequence[tuple[int, int, bool]], now: int) -> int:
    """Before which place a node stands best; `now` where no other is better."""
    # Before everything, all edges that come in lead backwards; each neighbour that is passed changes that by its edge.
    passed = sorted((place[other], weight if is_out else -weight) for other, weight, is_out in near)
    change, best, best_change, here = 0, 0, 0, 0
    for at, weight in passed:
        change += weight
        if at < now:
            here = change
        if change < best_change:
            best, best_change = at + 1, change
    return now if here == best_change else best


def shortest(cycle: Cycle) -> tuple[Arc, ...]:
    """An elementary cycle with the fewest edges; of several one that starts at the first member."""
    following: dict[str, list[Arc]] = {member: [] for member in cycle.members}
    for arc in cycle.arcs:
        following[arc.source].append(arc)
    best: tuple[Arc, ...] = ()
    for member in cycle.members:
        best = _back_to(member, following, len(best)) or best
        if len(best) == 2:
            break
    return best


def _back_to(start: str, following: dict[str, list[Arc]], below: int) -> tuple[Arc, ...]:
    """The shortest way from a member to itself, if it has fewer edges than `below` (0: any number); breadth first."""
    came: dict[str, Arc] = {}
    level, depth = [start], 0
    while level and (not below or depth + 1 < below):
        depth += 1
        following_level = []
        for here in level:
            for arc in following[here]:
                if arc.target == start:
                    way = [arc]
                    while way[-1].source != start:
                        way.append(came[way[-1].source])
                    return tuple(reversed(way))
                if arc.target not in came:
                    came[arc.target] = arc
                    following_level.append(arc.target)
        level = following_level
    return ()
