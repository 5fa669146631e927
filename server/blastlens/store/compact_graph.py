"""The graph held in memory, for servers: loaded in one go, brought to a later revision by what changed in between.

Nodes are the store's numbers of symbol ids; they never change meaning, so node indexes and the append-only edge columns are
shared by all snapshots of one database. A snapshot owns only its lists of rows per node and of symbols, copied shallowly for
the next snapshot; an older one keeps what it had.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Edge, EdgeKind, UnresolvedUse
from blastlens.model.graph import FileRecord
from blastlens.model.symbol import Symbol
from blastlens.store import codes, hierarchy

NO_ROWS: Final[tuple[int, ...]] = ()
_HELD_EDGES: Final = 50_000


@dataclass(slots=True)
class _Columns:
    """Shared by snapshots; only ever grows."""

    ids: list[str] = field(default_factory=list)  # by node; "" where the number is not used
    index: dict[str, int] = field(default_factory=dict)
    source: "array[int]" = field(default_factory=lambda: array("i"))
    target: "array[int]" = field(default_factory=lambda: array("i"))
    kind: "array[int]" = field(default_factory=lambda: array("b"))
    confidence: "array[float]" = field(default_factory=lambda: array("d"))
    basis: "array[int]" = field(default_factory=lambda: array("b"))
    exact: "array[int]" = field(default_factory=lambda: array("b"))
    timing: "array[int]" = field(default_factory=lambda: array("b"))


class CompactGraph:
    """`IndexedGraph` in memory. Immutable once made; see `compact_loader`."""

    def __init__(self) -> None:
        self._columns = _Columns()
        self._revision = 0
        self._numbers: dict[int, str] = {}  # the store's file numbers
        self._records: dict[str, FileRecord] = {}  # by path
        self._symbols: list[Symbol | None] = []  # by node
        self._in_file: dict[str, tuple[int, ...]] = {}  # nodes in source order
        self._named: dict[str, tuple[int, ...]] = {}
        self._incoming: list[tuple[int, ...]] = []
        self._outgoing: list[tuple[int, ...]] = []
        self._unresolved: dict[str, tuple[UnresolvedUse, ...]] = {}  # by path
        self._entries: dict[str, tuple[tuple[str, str], ...]] = {}  # by path
        self._blind: dict[str, tuple[BlindSpot, ...]] = {}  # by path
        self._uses_named: dict[str, list[UnresolvedUse]] | None = None  # by called name, made when first asked for
        self._live_rows = 0
        self._sites: list[bytes] = []  # by row; an edge keeps its row while only its sites change
        self._edges: dict[int, Edge] = {}  # rows asked for lately, as edges
        self._below: hierarchy.Known = {}
        self._above: hierarchy.Known = {}
        self._touched: tuple[int, frozenset[int]] | None = None  # since which revision, and nodes
        self._renamed: frozenset[str] | None = None  # since the same revision: see `renamed_since`

    # -- Graph ---------------------------------------------------------------------------------------------
    @property
    def revision(self) -> int:
        return self._revision

    def files(self, states: frozenset[str] | None = None) -> Sequence[FileRecord]:
        found = [record for record in self._records.values() if states is None or record.state in states]
        return sorted(found, key=lambda record: record.path)

    def file(self, path: str) -> FileRecord | None:
        return self._records.get(path)

    def symbol(self, symbol_id: str) -> Symbol | None:
        index = self._columns.index.get(symbol_id, -1)
        return self._symbols[index] if 0 <= index < len(self._symbols) else None

    def symbols(self) -> Iterator[Symbol]:
        for path in sorted(self._in_file):
            yield from self.symbols_in(path)

    def symbols_in(self, path: str) -> Sequence[Symbol]:
        return self._present(self._in_file.get(path, NO_ROWS))

    def symbols_named(self, name: str) -> Sequence[Symbol]:
        return sorted(self._present(self._named.get(name, NO_ROWS)), key=lambda s: (s.file, s.line, s.id))

    def incoming(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        return self._chosen(self.incoming_rows(self.index_of(symbol_id)), kinds)

    def outgoing(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        return self._chosen(self.outgoing_rows(self.index_of(symbol_id)), kinds)

    def edges(self, kinds: frozenset[EdgeKind] | None = None) -> Iterator[Edge]:
        for path in sorted(self._in_file):
            rows = sorted(row for node in self._in_file[path] for row in self._outgoing[node])
            yield from (self._make_edge(row) for row in self._rows_of(rows, kinds))

    def unresolved(self, name: str) -> Sequence[UnresolvedUse]:
        if self._uses_named is None:
            named: dict[str, list[UnresolvedUse]] = {}
            for path in sorted(self._unresolved):
                for use in self._unresolved[path]:
                    named.setdefault(use.name, []).append(use)
            self._uses_named = named
        return self._uses_named.get(name, [])

    def entry_points(self, path: str | None = None) -> Sequence[tuple[str, str]]:
        if path is not None:
            return sorted(self._entries.get(path, ()))
        return sorted(entry for entries in self._entries.values() for entry in entries)

    def blind_spots(self, path: str | None = None) -> Sequence[BlindSpot]:
        if path is not None:
            return self._blind.get(path, ())
        return [spot for one in sorted(self._blind) for spot in self._blind[one]]

    def overriding(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overriding(self, symbol_id, self._below)

    def overridden(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overridden(self, symbol_id, self._above)

    # -- IndexedGraph --------------------------------------------------------------------------------------
    @property
    def node_count(self) -> int:
        return len(self._symbols)

    @property
    def row_source(self) -> Sequence[int]:
        return self._columns.source

    @property
    def row_target(self) -> Sequence[int]:
        return self._columns.target

    @property
    def row_kind(self) -> Sequence[int]:
        return self._columns.kind

    @property
    def row_confidence(self) -> Sequence[float]:
        return self._columns.confidence

    @property
    def row_exact(self) -> Sequence[int]:
        return self._columns.exact

    @property
    def row_basis(self) -> Sequence[int]:
        return self._columns.basis

    @property
    def row_timing(self) -> Sequence[int]:
        return self._columns.timing

    def index_of(self, symbol_id: str) -> int:
        index = self._columns.index.get(symbol_id, -1)
        return index if index < len(self._symbols) else -1

    def id_at(self, index: int) -> str:
        return self._columns.ids[index]

    def symbol_at(self, index: int) -> Symbol | None:
        return self._symbols[index]

    def incoming_rows(self, index: int) -> Sequence[int]:
        return self._incoming[index] if index >= 0 else NO_ROWS

    def outgoing_rows(self, index: int) -> Sequence[int]:
        return self._outgoing[index] if index >= 0 else NO_ROWS

    def edge_at(self, row: int) -> Edge:
        held = self._edges
        found = held.get(row)
        if found is None:
            if len(held) >= _HELD_EDGES:
                held.clear()
            found = held[row] = self._make_edge(row)
        return found

    def touched_since(self, before: object) -> frozenset[int] | None:
        """Nodes with other edges or another number of sites, either way, another symbol or another place among the candidates of
        unresolved uses than in an earlier graph. None: nobody knows, or the hierarchy of classes and their members differs."""
        if not isinstance(before, CompactGraph) or before._columns is not self._columns or self._touched is None:
            return None
        return self._touched[1] if self._touched[0] == before.revision else None

    def renamed_since(self, before: object) -> frozenset[str] | None:
        """Names of which there are other unresolved uses than in an earlier graph. None: nobody knows, or blind spots differ."""
        return self._renamed if self.touched_since(before) is not None else None

    # -- below: private ------------------------------------------------------------------------------------
    def _make_edge(self, row: int) -> Edge:
        c = self._columns
        source, target = c.ids[c.source[row]], c.ids[c.target[row]]
        return codes.make_edge(
            source, target, c.kind[row], c.confidence[row], c.basis[row], c.exact[row], c.timing[row], self._sites[row]
        )

    def _present(self, nodes: Iterable[int]) -> list[Symbol]:
        return [symbol for node in nodes if (symbol := self._symbols[node]) is not None]

    def _chosen(self, rows: Sequence[int], kinds: frozenset[EdgeKind] | None) -> list[Edge]:
        return [self.edge_at(row) for row in self._rows_of(rows, kinds)]

    def _rows_of(self, rows: Sequence[int], kinds: frozenset[EdgeKind] | None) -> Sequence[int]:
        if kinds is None:
            return rows
        wanted, kind = {codes.EDGE_CODE[k] for k in kinds}, self._columns.kind
        return [row for row in rows if kind[row] in wanted]
