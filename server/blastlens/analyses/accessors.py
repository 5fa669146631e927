"""What reading, setting and deleting one attribute runs."""

from blastlens.facts.file_facts import DefFlag
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, qualname_of


def accessors_of(graph: Graph, symbol: Symbol) -> list[Symbol]:
    """What runs when a property is set or deleted, where that is not `symbol` itself."""
    if not symbol.flags & DefFlag.PROPERTY:
        return []
    return [one for one in graph.symbols_in(symbol.file) if one.accessor and qualname_of(one.id) == symbol.qualname]
