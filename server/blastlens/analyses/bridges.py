"""Bridges: nodes that paths between others lead over.

Betweenness: the number of pairs of other nodes whose shortest path leads over a node, several shortest paths sharing the pair
(Freeman 1977), found by Brandes, "A faster algorithm for betweenness centrality" (J. Math. Sociol. 25, 2001), along the direction
of use. Where nodes times edges exceed `MOST_STEPS`, only paths from `PIVOTS` nodes are counted, drawn with a fixed seed, and
the sums are scaled up (Brandes and Pich, "Centrality estimation in large networks", Int. J. Bifurc. Chaos 17, 2007). The error is
told in two ways: for each node half the width of its 95 % interval, from the spread between `BATCHES` batches of pivots (Student's t);
and for all nodes at once Hoeffding's bound at 95 %, which assumes nothing and is wide.

What falls apart without a node: `articulation`.
"""

import random
from collections.abc import Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from blastlens.analyses.articulation import cut_off
from blastlens.analyses.network import Network

if TYPE_CHECKING:
    from igraph import Graph as Igraph

# Nodes times edges; what takes some five seconds in the worst case.
MOST_STEPS: Final = 5_000_000_000
PIVOTS: Final = 1_000
BATCHES: Final = 10
SEED: Final = 2007
_STUDENT: Final = 2.262  # 97.5 % of Student's t with nine degrees of freedom
_DOUBT: Final = 0.05


class Bridge(NamedTuple):
    """`paths`: betweenness, in pairs of nodes; `share`: of all ordered pairs of other nodes. `error`: half the width of the 95 % interval
    of `paths`, 0 where it is exact. `cuts_off`: nodes that nothing else connects to the largest of the parts that are left
    without this one."""

    node: int
    paths: float
    share: float
    error: float
    cuts_off: int


class Bridges(NamedTuple):
    """The first nodes by betweenness. `pivots`: how many were drawn, 0 where all were counted; `bound`: of the error of every
    `share`, with a confidence of 95 %. `total`: nodes that any path leads over; `articulations`: how many articulation points there are."""

    found: tuple[Bridge, ...]
    pivots: int
    bound: float
    total: int
    articulations: int


def bridges(network: Network, limit: int, *, most_steps: int = MOST_STEPS) -> Bridges:
    """The `limit` nodes with the highest betweenness, then by id."""
    from igraph import Graph as Igraph

    count = len(network.ids)
    if count < 3:
        return Bridges((), 0, 0.0, 0, 0)
    directed = Igraph(count, list(network.pairs), directed=True)
    exact = count <= PIVOTS or count * len(network.pairs) <= most_steps
    paths, errors = (directed.betweenness(), [0.0] * count) if exact else _sampled(directed)
    chosen = [node for node in sorted(range(count), key=lambda node: (-paths[node], node)) if paths[node] > 0]
    cutting = cut_off(count, network.pairs)
    everything = (count - 1) * (count - 2)
    found = tuple(
        Bridge(node, paths[node], paths[node] / everything, errors[node], cutting.get(node, 0))
        for node in chosen[:limit]
    )
    bound = 0.0 if exact else sqrt(log(2 * count / _DOUBT) / (2 * PIVOTS))
    return Bridges(found, 0 if exact else PIVOTS, bound, len(chosen), len(cutting))


def _sampled(directed: "Igraph") -> tuple[list[float], list[float]]:
    """Estimates and their errors, by node."""
    count = directed.vcount()
    drawn = random.Random(SEED).sample(range(count), PIVOTS)
    size = PIVOTS // BATCHES
    batches = [
        [count / size * one for one in directed.betweenness(sources=drawn[at : at + size])]
        for at in range(0, PIVOTS, size)
    ]
    means = [sum(column) / BATCHES for column in zip(*batches, strict=True)]
    errors = [_STUDENT * _spread(column, mean) for column, mean in zip(zip(*batches, strict=True), means, strict=True)]
    return means, errors


def _spread(values: Sequence[float], mean: float) -> float:
    """The standard error of the mean."""
    return sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
