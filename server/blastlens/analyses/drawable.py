"""Subgraphs made small enough to be drawn."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from blastlens.analyses.subgraph import Link, Node, Omitted, Subgraph


def joined(whole: Subgraph) -> Subgraph:
    """One link for all between two nodes, whose kind names all of theirs ("calls, imports")."""

    def links() -> Iterator[Link]:
        for _, run in groupby(whole.links(), key=lambda link: link[:2]):
            yield _as_one(list(run))

    return replace(whole, links=links)


def _as_one(links: list[Link]) -> Link:
    best = max(links, key=lambda link: link.confidence)
    return best._replace(
        kind=", ".join(dict.fromkeys(link.kind for link in links)),
        lines=tuple(sorted({line for link in links for line in link.lines})),
        edges=sum(link.edges for link in links),
        impact=max(link.impact for link in links),
    )


def bounded(whole: Subgraph, most_nodes: int, most_links: int) -> Subgraph:
    """At most so many nodes, those with the most links, what is in focus or changes before all others; of the links between
    them the most certain."""
    degrees = [0] * len(whole.nodes)
    total = 0
    for link in whole.links():
        total += 1
        degrees[link.source] += 1
        degrees[link.target] += 1
    if len(whole.nodes) <= most_nodes and total <= most_links:
        return whole
    focus = set(whole.focus)

    def rank(one: int) -> tuple[bool, float, int, int]:
        hops = whole.nodes[one].hops
        return (one not in focus, hops if hops is not None else float("inf"), -degrees[one], one)

    kept = sorted(sorted(range(len(degrees)), key=rank)[:most_nodes])
    index = {old: new for new, old in enumerate(kept)}
    nodes = [_moved(whole.nodes[old], index) for old in kept]
    links = [
        link._replace(source=index[link.source], target=index[link.target])
        for link in whole.links()
        if link.source in index and link.target in index
    ]
    if len(links) > most_links:
        best = sorted(range(len(links)), key=lambda one: (-links[one].confidence, one))[:most_links]
        links = [links[one] for one in sorted(best)]
    omitted = Omitted(len(whole.nodes) - len(nodes), total - len(links))
    focused = tuple(index[one] for one in whole.focus if one in index)
    return Subgraph(whole.level, nodes, lambda: iter(links), omitted, focused, whole.facts)


def _moved(node: Node, index: dict[int, int]) -> Node:
    return node._replace(parent=index.get(node.parent) if node.parent is not None else None)
