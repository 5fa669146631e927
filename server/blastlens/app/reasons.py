"""Why an edge is believed, in words that hold in the graph at hand."""

from blastlens.model.edge import Basis
from blastlens.model.graph import Graph
from blastlens.views.wording import why, why_by_name


class Reasons:
    """Of one graph; remembers what it looked up."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._by_name: dict[str, str] = {}

    def of(self, basis: Basis, target: str) -> str:
        """`target`: what the edge leads to."""
        if basis is not Basis.UNIQUE_NAME:
            return why(basis)
        if target not in self._by_name:
            self._by_name[target] = self._of_name(target)
        return self._by_name[target]

    def _of_name(self, target: str) -> str:
        symbol = self._graph.symbol(target)
        if symbol is None or symbol.parent is None:
            return why(Basis.UNIQUE_NAME)
        family = {target, *self._graph.overriding(target)}
        others = [one for one in self._graph.symbols_named(symbol.name) if one.is_callable and one.id not in family]
        return why_by_name(len(family) - 1, in_tests=any(one.in_test_code for one in others))


def why_of(graph: Graph, basis: Basis, target: str) -> str:
    """The same of one edge."""
    return Reasons(graph).of(basis, target)
