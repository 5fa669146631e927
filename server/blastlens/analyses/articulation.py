"""Articulation points: nodes without which what was connected falls apart.

Hopcroft and Tarjan, "Efficient algorithms for graph manipulation" (Commun. ACM 16, 1973), with an explicit stack: a child of a node in a
depth-first search hangs on the node alone when nothing below the child leads to above the node. The sizes of such subtrees are
the sizes of the parts.
"""

from collections.abc import Iterable, Iterator


def cut_off(nodes: int, pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Articulation points of the network of these edges, the direction aside: node -> how many nodes lie outside the largest of the
    parts that are left without it."""
    near: list[list[int]] = [[] for _ in range(nodes)]
    for source, target in pairs:
        near[source].append(target)
        near[target].append(source)
    order = [-1] * nodes
    found: dict[int, int] = {}
    for root in range(nodes):
        if order[root] < 0:
            _search(root, near, order, found)
    return found


def _search(root: int, near: list[list[int]], order: list[int], found: dict[int, int]) -> None:
    """One connected part of the network. `order`: in which nodes are met, -1 for those that are not met yet."""
    low: dict[int, int] = {}
    size: dict[int, int] = {}
    parts: dict[int, list[int]] = {}
    order[root] = low[root] = 0
    size[root] = 1
    stack: list[tuple[int, int, Iterator[int]]] = [(root, -1, iter(near[root]))]
    while stack:
        here, above, rest = stack[-1]
        other = next(rest, None)
        if other is None:
            stack.pop()
            if above >= 0:
                low[above] = min(low[above], low[here])
                size[above] += size[here]
                if low[here] >= order[above]:
                    parts.setdefault(above, []).append(size[here])
        elif order[other] < 0:
            order[other] = low[other] = len(low)
            size[other] = 1
            stack.append((other, here, iter(near[other])))
        elif other != above:
            low[here] = min(low[here], order[other])
    everything = size[root]
    for node, sizes in parts.items():
        left = everything - 1 - sum(sizes)
        every = [*sizes, left] if left else sizes
        if len(every) > 1:
            found[node] = sum(every) - max(every)
