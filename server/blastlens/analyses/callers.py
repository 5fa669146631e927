"""Who calls a symbol, directly."""

from typing import NamedTuple

from blastlens.analyses.hops import Hop, Hops
from blastlens.model.edge import Basis, Edge


class Caller(NamedTuple):
    """One calling symbol; `edges` are all edges from it that count, best first."""

    symbol: str
    confidence: float
    basis: Basis
    edges: tuple[Edge, ...]


class Callers(NamedTuple):
    """`sure`: at or above the threshold; `possible`: below it (overrides, candidates). Both best first."""

    sure: tuple[Caller, ...]
    possible: tuple[Caller, ...]


def callers(hops: Hops, symbol_id: str, min_confidence: float) -> Callers:
    """Callers of a symbol, each once. The symbol itself is among them only when it calls itself."""
    grouped: dict[str, list[Hop]] = {}
    for hop in hops.edges_up(symbol_id):
        grouped.setdefault(hop.symbol, []).append(hop)
    rows = sorted((_caller(name, found) for name, found in grouped.items()), key=lambda c: (-c.confidence, c.symbol))
    sure = tuple(row for row in rows if row.confidence >= min_confidence)
    return Callers(sure, tuple(rows[len(sure) :]))


def _caller(symbol: str, found: list[Hop]) -> Caller:
    found.sort(key=lambda h: (-h.confidence, h.basis, h.edge))
    edges = tuple(dict.fromkeys(hop.edge for hop in found))
    return Caller(symbol, found[0].confidence, found[0].basis, edges)
