"""Any `Graph` with nodes and edges numbered, as far as they are asked for: what an `IndexedGraph` offers by itself.

So the rules of `hops` are written once, over numbers.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeGuard

from blastlens.model.edge import Basis, Edge, EdgeKind
from blastlens.model.graph import Graph, IndexedGraph
from blastlens.model.symbol import Symbol

KIND_CODES: Final = {kind: code for code, kind in enumerate(EdgeKind)}
BASIS_CODES: Final = {basis: code for code, basis in enumerate(Basis)}


class Numbers(Protocol):
    """The part of `IndexedGraph` that walks need."""

    @property
    def row_source(self) -> Sequence[int]: ...
    @property
    def row_target(self) -> Sequence[int]: ...
    @property
    def row_kind(self) -> Sequence[int]: ...
    @property
    def row_confidence(self) -> Sequence[float]: ...
    @property
    def row_exact(self) -> Sequence[int]: ...
    @property
    def row_basis(self) -> Sequence[int]: ...
    @property
    def row_timing(self) -> Sequence[int]: ...

    def index_of(self, symbol_id: str) -> int: ...
    def id_at(self, index: int) -> str: ...
    def symbol_at(self, index: int) -> Symbol | None: ...
    def incoming_rows(self, index: int) -> Sequence[int]: ...
    def outgoing_rows(self, index: int) -> Sequence[int]: ...
    def edge_at(self, row: int) -> Edge: ...
    def touched_since(self, before: object) -> frozenset[int] | None: ...
    def renamed_since(self, before: object) -> frozenset[str] | None: ...


def numbered(graph: Graph) -> Numbers:
    """The graph's own numbers, or numbers given on the way."""
    return graph if _is_indexed(graph) else NumberedGraph(graph)


def _is_indexed(graph: Graph) -> TypeGuard[IndexedGraph]:
    return hasattr(graph, "incoming_rows")


class NumberedGraph:
    """Numbers are given in the order of asking; they mean nothing outside this object."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._ids: list[str] = []
        self._index: dict[str, int] = {}
        self._edges: list[Edge] = []
        self._rows: dict[Edge, int] = {}
        self._incoming: dict[int, tuple[int, ...]] = {}
        self._outgoing: dict[int, tuple[int, ...]] = {}
        self._symbols: dict[int, Symbol | None] = {}
        self.row_source: list[int] = []
        self.row_target: list[int] = []
        self.row_kind: list[int] = []
        self.row_confidence: list[float] = []
        self.row_exact: list[int] = []
        self.row_basis: list[int] = []
        self.row_timing: list[int] = []

    def index_of(self, symbol_id: str) -> int:
        found = self._index.get(symbol_id)
        if found is None:
            found = self._index[symbol_id] = len(self._ids)
            self._ids.append(symbol_id)
        return found

    def id_at(self, index: int) -> str:
        return self._ids[index]

    def symbol_at(self, index: int) -> Symbol | None:
        if index not in self._symbols:
            self._symbols[index] = self._graph.symbol(self._ids[index])
        return self._symbols[index]

    def incoming_rows(self, index: int) -> Sequence[int]:
        found = self._incoming.get(index)
        if found is None:
            edges = self._graph.incoming(self._ids[index])
            found = self._incoming[index] = tuple(self._row(edge) for edge in edges)
        return found

    def outgoing_rows(self, index: int) -> Sequence[int]:
        found = self._outgoing.get(index)
        if found is None:
            edges = self._graph.outgoing(self._ids[index])
            found = self._outgoing[index] = tuple(self._row(edge) for edge in edges)
        return found

    def edge_at(self, row: int) -> Edge:
        return self._edges[row]

    def touched_since(self, before: object) -> frozenset[int] | None:  # noqa: ARG002
        """Nobody knows."""
        return None

    def renamed_since(self, before: object) -> frozenset[str] | None:  # noqa: ARG002
        """Nobody knows."""
        return None

    def _row(self, edge: Edge) -> int:
        row = self._rows.get(edge)
        if row is None:
            row = self._rows[edge] = len(self._edges)
            self._edges.append(edge)
            self.row_source.append(self.index_of(edge.source))
            self.row_target.append(self.index_of(edge.target))
            self.row_kind.append(KIND_CODES[edge.kind])
            self.row_confidence.append(edge.confidence)
            self.row_exact.append(int(edge.exact))
            self.row_basis.append(BASIS_CODES[edge.basis])
            self.row_timing.append(int(edge.timing))
        return row
