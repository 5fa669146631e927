"""Why an edge is believed, in words that hold in the graph at hand."""

from blastlens.model.edge import Basis
from blastlens.model.graph import Graph
from blastlens.views.wording import why, why_by_name


def why_of(graph: Graph, basis: Basis, target: str) -> str:
    """`target`: what the edge leads to."""
    symbol = graph.symbol(target) if basis is Basis.UNIQUE_NAME else None
    if symbol is None or symbol.parent is None:
        return why(basis)
    family = {target, *graph.overriding(target)}
    others = [one for one in graph.symbols_named(symbol.name) if one.is_callable and one.id not in family]
    return why_by_name(len(family) - 1, in_tests=any(one.in_test_code for one in others))
