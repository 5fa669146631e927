"""Cycles that a change closes: of the links that are there now, those that were not and that lead back to where they start.

Strongly connected components as in `analyses.cycles`; a component is new when no component of the former links holds all of it,
and then at least one link is new whose ends no former component had in common.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from blastlens.analyses.cycles import Step, call_steps, class_steps, components, import_steps
from blastlens.analyses.hops import Hops
from blastlens.model.edge import Edge
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of

Pair = tuple[str, str]
Links = Mapping[Pair, Edge]
"""(from, to) -> the first edge by place that makes the link; nothing leads to itself."""


class NewCycle(NamedTuple):
    """`closing`: the new link, which stands first; `way`: the links from its end back to its start, the fewest there are; `members`:
    the whole component, sorted; `others`: further new links that close cycles in it."""

    closing: Pair
    way: tuple[Pair, ...]
    members: tuple[str, ...]
    others: tuple[Pair, ...]


def import_links(graph: Graph) -> Links:
    """File to file, over imports that run while modules load."""
    return _first(import_steps(graph))


def class_links(graph: Graph, min_confidence: float, more: Iterable[Edge] = ()) -> Links:
    """Class to class, as `class_cycles`."""
    return _first(class_steps(graph, min_confidence, more))


def call_links(hops: Hops, min_confidence: float) -> Links:
    """Function to function."""
    return _first(call_steps(hops, min_confidence))


def new_cycles(now: Links, before: Iterable[Pair]) -> list[NewCycle]:
    """One for each component that the links of `before` do not have, by its members. Ends are named as they are now."""
    known = set(before)
    former = _component_of(known)
    following = _following(now)
    found = []
    for members in _knots(following):
        inside = set(members)
        closing = [
            pair
            for pair in now
            if pair not in known
            and inside.issuperset(pair)
            and (pair[0] not in former or former[pair[0]] != former.get(pair[1]))
        ]
        if closing:
            first, *others = sorted(closing, key=lambda pair: (_place(now[pair]), pair))
            way = _way_back(first, following, inside)
            found.append(NewCycle(first, way, tuple(sorted(members)), tuple(others)))
    return sorted(found, key=lambda one: one.members)


def links_in_cycles(now: Links) -> Iterator[Pair]:
    """Every link whose ends lie on one cycle."""
    component = _component_of(now)
    return (pair for pair in now if pair[0] in component and component[pair[0]] == component.get(pair[1]))


def _first(steps: Iterable[Step]) -> Links:
    found: dict[Pair, Edge] = {}
    for source, target, edge in ((one.source, one.target, one.edge) for one in steps):
        if source != target:
            known = found.get((source, target))
            if known is None or _place(edge) < _place(known):
                found[source, target] = edge
    return found


def _place(edge: Edge) -> tuple[str, tuple[tuple[int, int, int], ...], str, str]:
    return (file_of(edge.source), tuple(edge.sites), edge.source, edge.target)


def _following(links: Iterable[Pair]) -> dict[str, list[str]]:
    following: dict[str, list[str]] = {}
    for source, target in sorted(links):
        following.setdefault(source, []).append(target)
    return following


def _knots(following: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    return (component for component in components(following) if len(component) > 1)


def _component_of(links: Iterable[Pair]) -> dict[str, int]:
    """Members of components of two or more, by the number of their component."""
    return {one: number for number, knot in enumerate(_knots(_following(links))) for one in knot}


def _way_back(closing: Pair, following: Mapping[str, Sequence[str]], inside: set[str]) -> tuple[Pair, ...]:
    """The fewest links from the end of one to its start (breadth first)."""
    goal, start = closing
    came: dict[str, str] = {start: start}
    todo = deque([start])
    while goal not in came:
        here = todo.popleft()
        for one in following.get(here, ()):
            if one in inside and one not in came:
                came[one] = here
                todo.append(one)
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(zip(way[:0:-1], way[-2::-1], strict=True))
