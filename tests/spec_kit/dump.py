"""The graph as text, so that two graphs can be compared and a difference can be read."""

from collections.abc import Iterator

from blastlens.model.graph import Graph


def dump(graph: Graph) -> list[str]:
    """Everything the graph says, one fact a line, sorted. Equal graphs give equal dumps; the revision is left out."""
    return sorted(_lines(graph))


def _lines(graph: Graph) -> Iterator[str]:
    for record in graph.files():
        yield f"file {record}"
    for symbol in graph.symbols():
        yield f"symbol {symbol}"
        for edge in graph.outgoing(symbol.id):
            yield f"edge {edge._replace(sites=tuple(sorted(edge.sites)))}"
    for entry in graph.entry_points():
        yield f"entry point {entry}"
    for spot in graph.blind_spots():
        yield f"blind spot {spot}"
    for name in sorted({symbol.name for symbol in graph.symbols()}):
        for use in graph.unresolved(name):
            yield f"unresolved {use}"


def relations(graph: Graph) -> set[str]:
    """What a step's report compares: `source kind target`, without place and confidence."""
    out = set()
    for symbol in graph.symbols():
        for edge in graph.outgoing(symbol.id):
            out.add(f"{_short(edge.source)} {edge.kind.value} {_short(edge.target)}")
    return out


def unresolved_of(graph: Graph, names: frozenset[str]) -> set[str]:
    return {f"{_short(use.source)} unresolved {use.name}" for name in names for use in graph.unresolved(name)}


def _short(symbol_id: str) -> str:
    return symbol_id.removesuffix("::<module>")


def difference(one: list[str], other: list[str]) -> list[str]:
    """Lines of only one dump, signed: `-` only in the first, `+` only in the second."""
    first, second = set(one), set(other)
    return [f"- {line}" for line in sorted(first - second)] + [f"+ {line}" for line in sorted(second - first)]
