"""Call hierarchies: one row for each edge, uncertain ones too."""

from collections.abc import Iterable

from blastlens.analyses.callers import callers
from blastlens.analyses.hops import Hop, Hops
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import Symbol, file_of


def incoming_calls(hops: Hops, symbol_id: str) -> list[tuple[Symbol, Edge]]:
    """(caller, edge), surest first. The edge of an override has the walk's confidence and basis."""
    return _rows(hops, hops.edges_up(symbol_id))


def outgoing_calls(hops: Hops, symbol_id: str) -> list[tuple[Symbol, Edge]]:
    """(callee, edge), surest first."""
    named = [hop for hop in hops.edges_down(symbol_id) if _is_named(hops, hop)]
    return _rows(hops, named)


def _is_named(hops: Hops, hop: Hop) -> bool:
    """A class that is constructed is shown, its constructor beside it is not."""
    return hop.symbol == hop.edge.target or hop.symbol not in hops.runs(hop.edge.target)


def _rows(hops: Hops, found: Iterable[Hop]) -> list[tuple[Symbol, Edge]]:
    rows = []
    for hop in found:
        symbol = hops.graph.symbol(hop.symbol)
        if symbol is not None:
            rows.append((symbol, hop.edge._replace(confidence=hop.confidence, basis=hop.basis)))
    return sorted(rows, key=lambda row: (-row[1].confidence, row[0].file, row[0].line, row[0].id, row[1]))


def call_sites(hops: Hops, symbol_id: str, min_confidence: float) -> list[tuple[str, Site]]:
    found = {
        (file_of(caller.symbol), site)
        for caller in callers(hops, symbol_id, min_confidence).sure
        for edge in caller.edges
        if edge.confidence >= min_confidence
        for site in edge.sites
    }
    return sorted(found)
