"""Call hierarchies: one row for each edge, uncertain ones too."""

from collections.abc import Iterable

from blastlens.analyses.callers import callers
from blastlens.analyses.hierarchy import INHERITS, subtypes, supertypes
from blastlens.analyses.hops import Hop, Hops
from blastlens.model.edge import Edge, EdgeKind, Site
from blastlens.model.graph import Graph
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


def related_types(graph: Graph, symbol_id: str, *, up: bool) -> list[tuple[Symbol, Edge | None]]:
    """What a class or method inherits from or overrides (`up`), or what does so of it, with the surest edge that says so."""
    ids = supertypes(graph, symbol_id) if up else subtypes(graph, symbol_id)
    edges = graph.outgoing(symbol_id, INHERITS) if up else graph.incoming(symbol_id, INHERITS)
    by_end: dict[str, Edge] = {}
    for edge in sorted(edges, key=lambda one: one.confidence):
        by_end[edge.target if up else edge.source] = edge
    found = ((graph.symbol(one), by_end.get(one)) for one in ids)
    return [(symbol, edge) for symbol, edge in found if symbol is not None]


def reference_sites(graph: Graph, symbol_id: str, min_confidence: float) -> list[tuple[str, Site]]:
    """Where the text names a symbol itself, or something that stands for it; not where only the language leads to it."""
    named = (edge for edge in graph.incoming(symbol_id) if edge.kind is not EdgeKind.IMPLICIT)
    edges = [edge for edge in named if edge.confidence >= min_confidence]
    return sorted({(file_of(edge.source), site) for edge in edges for site in edge.sites})


def call_sites(hops: Hops, symbol_id: str, min_confidence: float) -> list[tuple[str, Site]]:
    found = {
        (file_of(caller.symbol), site)
        for caller in callers(hops, symbol_id, min_confidence).sure
        for edge in caller.edges
        if edge.confidence >= min_confidence
        for site in edge.sites
    }
    return sorted(found)
