"""The bounded best-path walk that every question over several hops uses.

The confidence of a path is the product of its hops'; of all paths to a symbol the one with the highest product counts,
of equal ones the one with the fewest hops, of those the one whose next symbol comes first by id. Costs (logarithms) never
fall along a path, so Dijkstra's algorithm (1959) finds them over the order (cost, hops). A hop limit breaks that order
(the best path may be too long), so a limited walk goes level by level instead, as Bellman and Ford do.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple

from blastlens.analyses.hops import CALLS, Hop, Hops, Link, Neighbours
from blastlens.analyses.weights import (
    HOP_BITS,
    POSSIBLE_AT_MOST,
    Follow,
    confidence_of,
    cost_of,
    override_factor,
)
from blastlens.model.edge import Edge
from blastlens.model.symbol import Symbol

_HOP_MASK: Final = (1 << HOP_BITS) - 1
_NODE_BITS: Final = 26
_NODE_MASK: Final = (1 << _NODE_BITS) - 1
_NO_LIMIT: Final = 1 << 60
# Nodes of symbols that are gone are negative; moved up, they fit into the low bits of the heap's numbers.
_SHIFT: Final = 1 << 20

# How a node was reached: from which node, over which link.
_Way = tuple[int, Link]


class Step(NamedTuple):
    """A symbol that was reached. `hop` led from `toward` (one hop nearer to the start) to it."""

    symbol: str
    confidence: float
    hops: int
    toward: str
    hop: Hop

    @property
    def edge(self) -> Edge:
        return self.hop.edge


class Reach:
    """What a walk reached; the starts themselves are left out. `complete` is False when the walk was cut (by `stop`, not by
    the threshold or the depth, which are part of the question)."""

    def __init__(
        self,
        hops: Hops,
        starts: frozenset[int],
        levels: dict[int, int],
        ways: dict[int, _Way],
        *,
        chains: dict[int, tuple[int, ...]] | None = None,
        complete: bool = True,
    ) -> None:
        self._hops = hops
        self._starts = starts
        self._levels = levels
        self._ways = ways
        self._chains = chains  # only of depth-limited walks; else paths follow from the ways
        self._ranked: list[tuple[str, int, Symbol | None]] | None = None
        self.complete = complete

    def toward(self, symbol_id: str) -> str | None:
        """The next id on the path of what was reached, where paths share their ends; None for the starts and after a
        depth-limited walk."""
        way = self._ways.get(self._hops.node(symbol_id)) if self._chains is None else None
        return self._hops.id(way[0]) if way is not None else None

    @property
    def starts(self) -> frozenset[str]:
        return frozenset(self._hops.id(node) for node in self._starts)

    @property
    def steps(self) -> Mapping[str, Step]:
        """Steps by id, best first; each is made when it is looked at."""
        return _Steps(self)

    def __len__(self) -> int:
        return len(self._ways)

    def __contains__(self, symbol_id: str) -> bool:
        return self._hops.node(symbol_id) in self._ways

    def ids(self) -> list[str]:
        """Ids of what was reached, best first."""
        return [one for one, _, _ in self.ranked()]

    def ranked(self) -> list[tuple[str, int, Symbol | None]]:
        """(id, hops, symbol) of what was reached, best first."""
        if self._ranked is None:
            name, symbol, levels = self._hops.id, self._hops.symbol, self._levels
            rows = sorted((levels[node], name(node), node) for node in self._ways)
            self._ranked = [(one, level & _HOP_MASK, symbol(node)) for level, one, node in rows]
        return self._ranked

    def nodes(self) -> int:
        """A bit for each node of the graph that was reached, or is a start: see `bits_of`."""
        return bits_of((*self._starts, *self._ways))

    def symbols(self) -> Iterator[Symbol]:
        """Symbols of what was reached, in no order."""
        symbol_at = self._hops.numbers.symbol_at
        for node in self._ways:
            symbol = symbol_at(node) if node >= 0 else None
            if symbol is not None:
                yield symbol

    def hops_to(self, symbol_id: str) -> int:
        """How many hops away; 0 for a start."""
        return self._levels[self._hops.node(symbol_id)] & _HOP_MASK

    def step(self, symbol_id: str) -> Step:
        """Raises `KeyError` for what was not reached."""
        node = self._hops.node(symbol_id)
        way = self._ways[node]
        level = self._levels[node]
        hop = self._hops.hop(way[1])._replace(symbol=symbol_id)
        return Step(symbol_id, confidence_of(level), level & _HOP_MASK, self._hops.id(way[0]), hop)

    def path(self, symbol_id: str) -> list[str]:
        """Ids from the symbol to the start it reaches, both included; empty for what was not reached."""
        node = self._hops.node(symbol_id)
        if node not in self._starts and node not in self._ways:
            return []
        if self._chains is not None:
            return [self._hops.id(one) for one in self._chains[node]]
        out = [symbol_id]
        while node not in self._starts:
            node = self._ways[node][0]
            out.append(self._hops.id(node))
        return out


def bits_of(nodes: Iterable[int]) -> int:
    """A number with bit `n` for each of these nodes; those that the graph does not know have none."""
    known = [node for node in nodes if node >= 0]
    bits = bytearray((max(known, default=0) >> 3) + 1)
    for node in known:
        bits[node >> 3] |= 1 << (node & 7)
    return int.from_bytes(bits, "little")


class _Steps(Mapping[str, Step]):
    """Steps by id, best first; made when asked for."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    def __getitem__(self, symbol_id: str) -> Step:
        return self._reach.step(symbol_id)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reach.ids())

    def __len__(self) -> int:
        return len(self._reach)

    def __contains__(self, symbol_id: object) -> bool:
        return isinstance(symbol_id, str) and symbol_id in self._reach


def walk(
    hops: Hops,
    starts: Iterable[str],
    *,
    follow: Follow = CALLS,
    min_confidence: float = 0.0,
    depth: int | None = None,
    downward: bool = False,
    stop: Callable[[Symbol], bool] | None = None,
    tests: bool = True,
) -> Reach:
    """Everything that reaches `starts` (with `downward`: that they reach) at `min_confidence` or better and, with `depth`,
    within so many hops. The walk ends early at the first symbol that `stop` accepts. Without `tests` it enters no test code."""
    near = hops.neighbours(_without_hopeless(hops, follow, min_confidence), downward=downward)
    if not tests:
        near = Neighbours(partial(_outside_tests, hops, near))
    first = frozenset(hops.node(one) for one in starts)
    limit = cost_of(min_confidence) if min_confidence > 0 else _NO_LIMIT
    if depth is not None:
        return _by_level(hops, near, first, limit, depth)
    return _by_cost(hops, near, first, limit, stop)


def _outside_tests(hops: Hops, near: Neighbours, node: int) -> Iterator[Link]:
    for other, _, link in near[node]:
        symbol = hops.symbol(other)
        if symbol is None or not symbol.in_test_code:
            yield link


def _without_hopeless(hops: Hops, follow: Follow, min_confidence: float) -> Follow:
    """Expansions that cannot pass the threshold are not made."""
    follow = follow._replace(possible=follow.possible and min_confidence <= POSSIBLE_AT_MOST)
    return follow._replace(
        overrides=follow.overrides and min_confidence <= max(override_factor(follow), hops.dispatch.best)
    )


def _by_cost(
    hops: Hops, near: Neighbours, starts: frozenset[int], limit: int, stop: Callable[[Symbol], bool] | None
) -> Reach:
    levels = dict.fromkeys(starts, 0)
    ways: dict[int, _Way] = {}
    last = (limit << HOP_BITS) | _HOP_MASK
    heap = sorted(node + _SHIFT for node in starts)
    push, pop, level_of = heapq.heappush, heapq.heappop, levels.get
    while heap:
        top = pop(heap)
        node = (top & _NODE_MASK) - _SHIFT
        level = top >> _NODE_BITS
        if levels[node] != level:
            continue
        if stop is not None and node not in starts:
            symbol = hops.symbol(node)
            if symbol is not None and stop(symbol):
                return Reach(hops, starts, levels, _settled(levels, ways, level), complete=not heap)
        for other, weight, link in near[node]:
            found = level + weight
            if found > last:
                continue
            known = level_of(other)
            if known is None or found < known:
                levels[other] = found
                ways[other] = (node, link)
                push(heap, (found << _NODE_BITS) + other + _SHIFT)
            elif found == known and hops.id(node) < hops.id(ways[other][0]):
                ways[other] = (node, link)
    return Reach(hops, starts, levels, ways)


def _settled(levels: dict[int, int], ways: dict[int, _Way], level: int) -> dict[int, _Way]:
    return {node: way for node, way in ways.items() if levels[node] <= level}


def _by_level(hops: Hops, near: Neighbours, starts: frozenset[int], limit: int, depth: int) -> Reach:
    levels = dict.fromkeys(starts, 0)
    ways: dict[int, _Way] = {}
    chains: dict[int, tuple[int, ...]] = {one: (one,) for one in starts}
    frontier: dict[int, tuple[int, tuple[int, ...]]] = {one: (0, (one,)) for one in starts}
    for count in range(1, depth + 1):
        following: dict[int, tuple[int, tuple[int, ...]]] = {}
        for node in sorted(frontier, key=hops.id):
            spent, chain = frontier[node]
            for other, weight, link in near[node]:
                cost = spent + (weight >> HOP_BITS)
                known = levels.get(other)
                if cost > limit or (known is not None and known >> HOP_BITS <= cost):
                    continue
                levels[other] = (cost << HOP_BITS) | count
                ways[other] = (node, link)
                chains[other] = (other, *chain)
                following[other] = (cost, chains[other])
        frontier = following
    return Reach(hops, starts, levels, ways, chains=chains)
