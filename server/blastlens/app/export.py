"""Rows of `export --format edges-jsonl`."""

from collections.abc import Iterator
from typing import Any, Final

from blastlens.analyses.dispatch import Dispatch
from blastlens.analyses.hops import is_overridable
from blastlens.analyses.numbered import numbered
from blastlens.analyses.unwritten import UnwrittenHops
from blastlens.app.ask.rows import lines_of, rounded
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind

KINDS: Final = {
    EdgeKind.CALLS: "call",
    EdgeKind.REFERENCES: "ref",
    EdgeKind.DECORATES: "decorator",
    EdgeKind.READS: "property",
    EdgeKind.IMPLICIT: "implicit",
    EdgeKind.EXTENDS: "extends",
    EdgeKind.IMPLEMENTS: "implements",
    EdgeKind.IMPORTS: "imports",
}
# What walks add though no edge says it; not a call of the one by the other.
WALKED: Final = "runs"
# Their source is the class itself; all other edges of a class body belong to the code around it.
_OF_CLASSES: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


def export_rows(graph: Graph, *, walked: bool = False) -> Iterator[dict[str, object]]:
    """One row an edge, plus one of kind "tests" for each call of code outside tests from a test or a fixture. Edges to
    what is no longer in the graph are left out. `walked`: also what walks add, with the basis and confidence of a hop there:
    calls of methods that override the callee, and rows of kind "runs" (see `analyses.unwritten`)."""
    numbers = numbered(graph)
    dispatch = Dispatch(graph, numbers)
    for edge in graph.edges():
        source, target = graph.symbol(edge.source), graph.symbol(edge.target)
        if source is None or target is None:
            continue
        yield _row(graph, edge, source, target, KINDS[edge.kind])
        if edge.kind in CALL_LIKE and source.kind in (SymbolKind.TEST, SymbolKind.FIXTURE) and not target.in_test_code:
            yield _row(graph, edge, source, target, "tests")
        if walked and edge.kind in CALL_LIKE and not edge.exact and is_overridable(target):
            basis, factor = dispatch.of(numbers.index_of(target.id))
            hop = edge._replace(basis=basis, confidence=edge.confidence * factor)
            for other in map(graph.symbol, graph.overriding(target.id)):
                if other is not None and other.id != source.id:
                    yield _row(graph, hop, source, other, KINDS[edge.kind])
    if walked:
        yield from _unwritten_rows(graph)


def _unwritten_rows(graph: Graph) -> Iterator[dict[str, object]]:
    hops = UnwrittenHops(graph, numbered(graph))
    for source in graph.symbols():
        for hop in hops.down(source, objects=True):
            target = graph.symbol(hop.symbol)
            if target is not None:
                edge = Edge(source.id, EdgeKind.CALLS, target.id, hop.confidence, hop.basis)
                yield {**_row(graph, edge, source, target, WALKED), "caller": _end(source)}


def _row(graph: Graph, edge: Edge, source: Symbol, target: Symbol, kind: str) -> dict[str, object]:
    return {
        "caller": _end(source if edge.kind in _OF_CLASSES else _running(graph, source)),
        "callee": _end(target),
        "kind": kind,
        "confidence": rounded(edge.confidence),
        "basis": edge.basis.value,
        "sites": lines_of([edge]),
    }


def _end(symbol: Symbol) -> dict[str, Any]:
    return {"file": symbol.file, "line": symbol.line, "name": symbol.name}


def _running(graph: Graph, symbol: Symbol) -> Symbol:
    """The function whose call runs the code: a class body runs with what is around it, at last the module. A class that is
    a function at the same time, and so has a complexity, runs its own."""
    here: Symbol | None = symbol
    while here is not None and not here.is_callable and not here.cyclomatic and here.name != MODULE_NAME:
        parent = graph.symbol(here.parent) if here.parent is not None else None
        here = parent
    return here or symbol
