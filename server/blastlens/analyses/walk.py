"""The bounded best-path walk that every question over several hops uses.

The confidence of a path is the product of its hops'; of all paths to a symbol the one with the highest product counts,
and of equal ones the one with the fewest hops. Products never grow along a path, so Dijkstra's algorithm (1959) finds
them over the order (product descending, hops ascending). A hop limit breaks that order (the best path may be too
long), so a limited walk goes level by level instead, as Bellman and Ford do.
"""

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.hops import CALLS, OVERRIDE_FACTOR, POSSIBLE_AT_MOST, Follow, Hop, Hops
from blastlens.model.edge import Edge


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


@dataclass(frozen=True, slots=True)
class Reach:
    """What a walk reached, best first; the starts themselves are left out. `complete` is False when the walk was cut (by
    `stop` or `limit`, not by the threshold or the depth, which are part of the question)."""

    starts: frozenset[str]
    steps: dict[str, Step]
    paths: dict[str, tuple[str, ...]] | None  # only of depth-limited walks; else they follow from `steps`
    complete: bool = True

    def path(self, symbol_id: str) -> list[str]:
        """Ids from the symbol to the start it reaches, both included; empty for what was not reached."""
        if symbol_id in self.starts:
            return [symbol_id]
        if symbol_id not in self.steps:
            return []
        if self.paths is not None:
            return list(self.paths[symbol_id])
        out = [symbol_id]
        while out[-1] not in self.starts:
            out.append(self.steps[out[-1]].toward)
        return out


def walk(
    hops: Hops,
    starts: Iterable[str],
    *,
    follow: Follow = CALLS,
    min_confidence: float = 0.0,
    depth: int | None = None,
    downward: bool = False,
    stop: Callable[[str], bool] | None = None,
) -> Reach:
    """Everything that reaches `starts` (with `downward`: that they reach) at `min_confidence` or better and, with `depth`,
    within so many hops. The walk ends early at the first symbol that `stop` accepts, which is then the last step."""
    follow = _without_hopeless(follow, min_confidence)
    neighbours = hops.down if downward else hops.up
    first = frozenset(starts)
    if depth is not None:
        return _by_level(lambda one: neighbours(one, follow), first, min_confidence, depth)
    return _by_confidence(lambda one: neighbours(one, follow), first, min_confidence, stop)


def _without_hopeless(follow: Follow, min_confidence: float) -> Follow:
    """Expansions that cannot pass the threshold are not made."""
    return follow._replace(
        overrides=follow.overrides and min_confidence <= OVERRIDE_FACTOR,
        possible=follow.possible and min_confidence <= POSSIBLE_AT_MOST,
    )


def _by_confidence(
    neighbours: Callable[[str], tuple[Hop, ...]],
    starts: frozenset[str],
    min_confidence: float,
    stop: Callable[[str], bool] | None,
) -> Reach:
    steps: dict[str, Step] = {}
    best: dict[str, tuple[float, int]] = dict.fromkeys(starts, (-1.0, 0))
    heap: list[tuple[float, int, str, str, Hop | None]] = [(-1.0, 0, one, "", None) for one in sorted(starts)]
    while heap:
        minus, count, here, toward, led = heapq.heappop(heap)
        if best[here] < (minus, count) or here in steps:
            continue
        if led is not None:
            steps[here] = Step(here, -minus, count, toward, led)
            if stop is not None and stop(here):
                return Reach(starts, steps, None, complete=not heap)
        for hop in neighbours(here):
            found = (minus * hop.confidence, count + 1)
            if -found[0] < min_confidence:
                continue
            known = best.get(hop.symbol)
            if known is None or found < known:
                best[hop.symbol] = found
                heapq.heappush(heap, (*found, hop.symbol, here, hop))
    return Reach(starts, steps, None)


def _by_level(
    neighbours: Callable[[str], tuple[Hop, ...]], starts: frozenset[str], min_confidence: float, depth: int
) -> Reach:
    steps: dict[str, Step] = {}
    paths: dict[str, tuple[str, ...]] = {one: (one,) for one in starts}
    level: dict[str, tuple[float, tuple[str, ...]]] = {one: (1.0, (one,)) for one in sorted(starts)}
    for count in range(1, depth + 1):
        following: dict[str, tuple[float, tuple[str, ...]]] = {}
        for here, (confidence, path) in level.items():
            for hop in neighbours(here):
                found = confidence * hop.confidence
                if found < min_confidence or hop.symbol in starts:
                    continue
                known = steps.get(hop.symbol)
                if known is not None and found <= known.confidence:
                    continue
                steps[hop.symbol] = Step(hop.symbol, found, count, here, hop)
                paths[hop.symbol] = (hop.symbol, *path)
                following[hop.symbol] = (found, paths[hop.symbol])
        level = dict(sorted(following.items()))
    ordered = sorted(steps.values(), key=lambda s: (-s.confidence, s.hops, s.symbol))
    return Reach(starts, {step.symbol: step for step in ordered}, paths)
