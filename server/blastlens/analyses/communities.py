"""Communities: parts of the code that use themselves more than the rest.

Leiden (Traag, Waltman and van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", Scientific Reports 9, 2019) for
modularity, over uses in both directions, until nothing improves, with a fixed seed. A definition is bound to what it stands in
by a use more, so that a class does not fall apart over what its methods call.

Coupling: an edge between two communities surprises where they use one another less often than their sizes let expect. Expected are
`out * in / all` uses from one to the other, as in the null model of modularity (Newman and Girvan, Phys. Rev. E 69, 2004).
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log2
from typing import Final, NamedTuple

from blastlens.analyses.community_names import name_communities
from blastlens.analyses.network import Network
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of

SEED: Final = 2019
SMALLEST: Final = 3  # members of a community that is told
_CONTAINED: Final = 1
_AGAINST: Final = 4  # so many times as many uses in the other direction make one go against the grain
_MOST_USERS: Final = 3  # what more communities use is there for everyone
_MOST_OF_A_PAIR: Final = 2


class Community(NamedTuple):
    """`members`: ids, those with most uses inside first. `cohesion`: uses inside by all uses that touch it, 0 to 1. `path`: the deepest
    folder or file with three fifths of the members, "" for none."""

    name: str
    path: str
    words: tuple[str, ...]
    members: tuple[str, ...]
    cohesion: float


class Coupling(NamedTuple):
    """An edge between two communities (positions in `Communities.found`). `uses`: all in this direction between them, `expected` by
    the null model, `back`: in the other direction."""

    source: str
    target: str
    of: int
    to: int
    uses: int
    expected: float
    back: int
    surprise: float


class Communities(NamedTuple):
    """The largest first. `small`: further ones with too few members to be told. `modularity`: of the uses, -0.5 to 1."""

    found: tuple[Community, ...]
    small: int
    modularity: float
    couplings: tuple[Coupling, ...]


def communities(graph: Graph, network: Network) -> Communities:
    """Every node of the network is in exactly one community. Not to be called from two threads at once: the random numbers of
    the library are one stream."""
    ids, contained = _containers(graph, network.ids)
    place = {one: at for at, one in enumerate(ids)}
    uses = [
        (place[network.ids[source]], place[network.ids[target]], weight)
        for (source, target), weight in zip(network.pairs, network.weights, strict=True)
    ]
    inside = [(place[one], place[container], _CONTAINED) for one, container in contained]
    membership = leiden(len(ids), [*uses, *inside])
    groups: dict[int, list[int]] = {}
    for node, group in enumerate(membership):
        groups.setdefault(group, []).append(node)
    ordered = sorted(groups.values(), key=lambda nodes: (-len(nodes), nodes))
    told = [nodes for nodes in ordered if len(nodes) >= SMALLEST]
    at = {node: number for number, nodes in enumerate(ordered) for node in nodes}
    return Communities(
        _described(ids, told, uses, at),
        len(ordered) - len(told),
        _modularity(len(ids), uses, [at[node] for node in range(len(ids))]),
        _couplings(ids, uses, at, len(told)),
    )


def _containers(graph: Graph, ids: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """The ids with those of what they stand in, sorted; and who stands in what."""
    known = set(ids)
    contained: list[tuple[str, str]] = []
    todo = list(ids)
    while todo:
        symbol = graph.symbol(todo.pop())
        if symbol is not None and symbol.parent is not None:
            contained.append((symbol.id, symbol.parent))
            if symbol.parent not in known:
                known.add(symbol.parent)
                todo.append(symbol.parent)
    return sorted(known), sorted(contained)


def leiden(nodes: int, weighted: Iterable[tuple[int, int, int]]) -> list[int]:
    """The community of every node, of edges (one end, other end, weight); edges between the same two add up."""
    from igraph import Graph as Igraph
    from igraph import set_random_number_generator

    weights: Counter[tuple[int, int]] = Counter()
    for source, target, weight in weighted:
        weights[min(source, target), max(source, target)] += weight
    pairs = sorted(weights)
    network = Igraph(nodes, pairs)
    set_random_number_generator(random.Random(SEED))
    try:
        found = network.community_leiden("modularity", weights=[weights[pair] for pair in pairs], n_iterations=-1)
    finally:
        set_random_number_generator(random)
    return list(found.membership)


def _described(
    ids: Sequence[str], groups: Sequence[Sequence[int]], uses: Sequence[tuple[int, int, int]], at: dict[int, int]
) -> tuple[Community, ...]:
    degree: Counter[int] = Counter()
    within: Counter[int] = Counter()
    touching: Counter[int] = Counter()
    for source, target, weight in uses:
        touching[at[source]] += weight
        if at[source] == at[target]:
            within[at[source]] += weight
            degree[source] += weight
            degree[target] += weight
        else:
            touching[at[target]] += weight
    members = [tuple(ids[node] for node in sorted(nodes, key=lambda node: (-degree[node], node))) for nodes in groups]
    return tuple(
        Community(*name, ones, within[group] / touching[group] if touching[group] else 0.0)
        for group, (name, ones) in enumerate(zip(name_communities(members), members, strict=True))
    )


def _modularity(nodes: int, uses: Sequence[tuple[int, int, int]], membership: list[int]) -> float:
    from igraph import Graph as Igraph

    if not uses:
        return 0.0
    network = Igraph(nodes, [use[:2] for use in uses])
    return float(network.modularity(membership, weights=[use[2] for use in uses]))


def _couplings(
    ids: Sequence[str], uses: Sequence[tuple[int, int, int]], at: dict[int, int], told: int
) -> tuple[Coupling, ...]:
    """Edges between files of communities that are told, the most surprising first, few of each pair of communities. What many
    communities use is left out."""
    between: Counter[tuple[int, int]] = Counter()
    leaving: Counter[int] = Counter()
    entering: Counter[int] = Counter()
    users: dict[int, set[int]] = {}
    for source, target, weight in uses:
        between[at[source], at[target]] += weight
        leaving[at[source]] += weight
        entering[at[target]] += weight
        users.setdefault(target, set()).add(at[source])
    everything = sum(leaving.values())
    found = []
    for source, target, _ in uses:
        of, to = at[source], at[target]
        if of == to or max(of, to) >= told or len(users[target]) > _MOST_USERS or _is_within_file(ids, source, target):
            continue
        expected = leaving[of] * entering[to] / everything
        back = between[to, of]
        against = back >= _AGAINST * between[of, to]
        surprise = log2(expected / between[of, to]) + against
        if surprise > 0:
            found.append(
                Coupling(ids[source], ids[target], of, to, between[of, to], expected, back, round(surprise, 3))
            )
    found.sort(key=lambda one: (-one.surprise, one.source, one.target))
    return tuple(_few_of_each(found))


def _is_within_file(ids: Sequence[str], source: int, target: int) -> bool:
    return file_of(ids[source]) == file_of(ids[target])


def _few_of_each(found: Iterable[Coupling]) -> Iterable[Coupling]:
    seen: Counter[tuple[int, int]] = Counter()
    for one in found:
        seen[one.of, one.to] += 1
        if seen[one.of, one.to] <= _MOST_OF_A_PAIR:
            yield one
