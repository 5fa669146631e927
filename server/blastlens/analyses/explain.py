"""Why there is, or is not, an edge between two symbols."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.hops import CALLS, Hop, Hops, is_fixture_request
from blastlens.analyses.walk import Reach, walk
from blastlens.model.edge import CALL_LIKE, Basis, Edge, EdgeKind, Site, UnresolvedUse


class Rival(NamedTuple):
    """Another target that the same place may mean."""

    symbol: str
    confidence: float
    site: Site


@dataclass(frozen=True, slots=True)
class Explanation:
    """`hops`: every hop from caller to callee, best first, references too. Without any: `unresolved`, uses of the callee's
    name in the caller whose target is not known, and `way`, the best path of several hops. `rivals`: other targets of
    the same places."""

    hops: tuple[Hop, ...]
    rivals: tuple[Rival, ...]
    unresolved: tuple[UnresolvedUse, ...]
    way: Reach | None


def explain(hops: Hops, caller: str, callee: str) -> Explanation:
    graph = hops.graph
    direct = [hop for hop in hops.edges_up(callee) if hop.symbol == caller]
    called = {hop.edge for hop in direct}
    direct += [_as_hop(edge) for edge in graph.outgoing(caller) if edge.target == callee and edge not in called]
    direct.sort(key=lambda h: (-h.confidence, h.basis, h.edge))
    symbol = graph.symbol(callee)
    uses = [u for u in graph.unresolved(symbol.name) if u.source == caller] if symbol is not None else []
    way = None if direct else walk(hops, [callee], follow=CALLS, stop=lambda one: one.id == caller)
    return Explanation(tuple(direct), _rivals(hops, caller, direct, uses, callee), tuple(uses), way)


def _as_hop(edge: Edge) -> Hop:
    return Hop(edge.source, edge.confidence, edge.basis, edge)


def _of_the_family(hops: Hops, direct: list[Hop]) -> Iterator[tuple[str, float, Site]]:
    """The method that calls by a name alone lead to, and what overrides it."""
    for edge in {hop.edge: None for hop in direct if hop.edge.basis is Basis.UNIQUE_NAME}:
        factor = hops.weights.dispatch_factor(hops.node(edge.target), CALLS)
        yield edge.target, edge.confidence, min(edge.sites)
        if not edge.exact:
            for other in hops.graph.overriding(edge.target):
                yield other, edge.confidence * factor, min(edge.sites)


def _rivals(hops: Hops, caller: str, direct: list[Hop], uses: list[UnresolvedUse], callee: str) -> tuple[Rival, ...]:
    sites = {site for hop in direct for site in hop.edge.sites} | {use.site for use in uses}
    meant = {callee, *(hop.edge.target for hop in direct if hop.edge.kind in CALL_LIKE)}
    found: dict[str, Rival] = {}
    for edge in hops.graph.outgoing(caller):
        shared = sites.intersection(edge.sites)
        is_rival = edge.kind is not EdgeKind.IMPLICIT and not is_fixture_request(edge)
        if shared and is_rival and edge.target not in meant:
            found.setdefault(edge.target, Rival(edge.target, edge.confidence, min(shared)))
    for one, confidence, site in _of_the_family(hops, direct):
        if one != callee:
            found.setdefault(one, Rival(one, confidence, site))
    for use in uses:
        for one in use.candidates:
            if one != callee:
                found.setdefault(one, Rival(one, 0.9 / len(use.candidates), use.site))
    return tuple(sorted(found.values(), key=lambda r: (-r.confidence, r.symbol)))
