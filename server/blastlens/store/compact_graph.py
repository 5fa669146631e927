"""The graph held in memory, for servers: loaded in one go, brought to a later revision by what changed in between.

Nodes are the store's numbers of symbol ids; they never change meaning, so node indexes and the append-only edge columns are
shared by all snapshots of one database. A snapshot owns only its lists of rows per node and of symbols, copied shallowly for
the next snapshot; an older one keeps what it had.
"""

import contextlib
import gc
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from blastlens.model.edge import Edge, EdgeKind, UnresolvedUse
from blastlens.model.graph import FileRecord
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.store import catalog, codes, hierarchy
from blastlens.store.database import read_meta, translated
from blastlens.store.sqlite_graph import make_unresolved

_NONE: Final[tuple[int, ...]] = ()
_NOTHING: Final[tuple[UnresolvedUse, ...]] = ()
_HELD_EDGES: Final = 50_000
_HIERARCHY: Final = frozenset({codes.EDGE_CODE[EdgeKind.EXTENDS], codes.EDGE_CODE[EdgeKind.IMPLEMENTS]})
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


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
    """`IndexedGraph` in memory. Immutable once made; make one with `load` or `advance`."""

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
        self._uses_named: dict[str, list[UnresolvedUse]] | None = None  # by called name, made when first asked for
        self._live_rows = 0
        self._sites: list[bytes] = []  # by row; an edge keeps its row while only its sites change
        self._edges: dict[int, Edge] = {}  # rows asked for lately, as edges
        self._touched: tuple[int, frozenset[int]] | None = None  # since which revision, and nodes

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
        return self._present(self._in_file.get(path, _NONE))

    def symbols_named(self, name: str) -> Sequence[Symbol]:
        return sorted(self._present(self._named.get(name, _NONE)), key=lambda s: (s.file, s.line, s.id))

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

    def overriding(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overriding(self, symbol_id)

    def overridden(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overridden(self, symbol_id)

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

    def index_of(self, symbol_id: str) -> int:
        index = self._columns.index.get(symbol_id, -1)
        return index if index < len(self._symbols) else -1

    def id_at(self, index: int) -> str:
        return self._columns.ids[index]

    def symbol_at(self, index: int) -> Symbol | None:
        return self._symbols[index]

    def incoming_rows(self, index: int) -> Sequence[int]:
        return self._incoming[index] if index >= 0 else _NONE

    def outgoing_rows(self, index: int) -> Sequence[int]:
        return self._outgoing[index] if index >= 0 else _NONE

    def edge_at(self, row: int) -> Edge:
        held = self._edges
        found = held.get(row)
        if found is None:
            if len(held) >= _HELD_EDGES:
                held.clear()
            found = held[row] = self._make_edge(row)
        return found

    def touched_since(self, before: object) -> frozenset[int] | None:
        """Nodes with other edges, either way, another symbol or another place among the candidates of unresolved uses than
        in an earlier graph. None: nobody knows, or the hierarchy of classes and their members differs."""
        if not isinstance(before, CompactGraph) or before._columns is not self._columns or self._touched is None:
            return None
        return self._touched[1] if self._touched[0] == before.revision else None

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


def load(database: sqlite3.Connection) -> CompactGraph:
    """The whole graph at the current revision."""
    return _Loader(CompactGraph(), database).run()


def advance(graph: CompactGraph, database: sqlite3.Connection) -> CompactGraph:
    """The graph at the current revision of the same database; `graph` itself when that is its own. Costs what changed
    in between, and a shallow copy."""
    with translated():
        revision = int(read_meta(database).get("revision", "0"))
    if revision == graph.revision:
        return graph
    columns = graph._columns
    if revision < graph.revision or len(columns.source) > 2 * graph._live_rows + 10_000:
        return load(database)  # another database took its place, or half of the columns is of the past
    return _Loader(graph, database).run()


class _Loader:
    """Makes the next snapshot from an older one and the files linked since."""

    def __init__(self, before: CompactGraph, database: sqlite3.Connection) -> None:
        self._database = database
        self._before = before
        graph = self._graph = CompactGraph()
        graph._columns = before._columns
        graph._symbols = before._symbols.copy()
        graph._incoming = before._incoming.copy()
        graph._outgoing = before._outgoing.copy()
        graph._numbers = before._numbers.copy()
        graph._records = before._records.copy()
        graph._in_file = before._in_file.copy()
        graph._named = before._named.copy()
        graph._unresolved = before._unresolved.copy()
        graph._entries = before._entries.copy()
        graph._live_rows = before._live_rows
        graph._sites = before._sites.copy()
        graph._edges = before._edges.copy()
        self._spare: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)  # rows of edges that may come back
        self._touched: set[int] = set()
        self._reshaped = False
        self._were: dict[int, Symbol] = {}  # symbols of the outdated files

    def run(self) -> CompactGraph:
        with translated(), _without_collector():
            self._database.execute("BEGIN")
            try:
                return self._load()
            finally:
                self._database.execute("ROLLBACK")

    def _load(self) -> CompactGraph:
        graph, database, before = self._graph, self._database, self._before
        graph._revision = int(read_meta(database).get("revision", "0"))
        changed = catalog.records_since(database, before.revision)
        gone = before._numbers.keys() - catalog.file_numbers(database)
        self._load_ids()
        outdated = (gone | changed.keys()) & before._numbers.keys()
        self._drop({before._numbers[number] for number in outdated})
        for number in gone:
            del graph._records[graph._numbers.pop(number)]
        for number, record in changed.items():
            graph._numbers[number] = record.path
            graph._records[record.path] = record
        if before.revision == 0:
            self._add("")
        else:
            for number in changed:
                self._add("WHERE {column} = ?", number)
            self._let_go()
            if not gone and not self._is_reshaped(changed):
                graph._touched = (before.revision, frozenset(self._touched))
        return graph

    def _load_ids(self) -> None:
        columns, graph = self._graph._columns, self._graph
        rows = self._database.execute("SELECT id, text FROM ident WHERE id >= ? ORDER BY id", (len(columns.ids),))
        for number, text in rows:
            columns.ids.extend([""] * (number - len(columns.ids)))
            columns.ids.append(text)
            columns.index[text] = number
        missing = len(columns.ids) - len(graph._symbols)
        graph._symbols += [None] * missing
        graph._incoming += [_NONE] * missing
        graph._outgoing += [_NONE] * missing

    def _drop(self, paths: set[str]) -> None:
        """Take the files' symbols and edges out of this snapshot's lists; edges that lead to them wait for `_let_go`."""
        graph, spare = self._graph, self._spare
        names: defaultdict[str, set[int]] = defaultdict(set)
        for path in paths:
            self._touch_candidates(graph._unresolved.pop(path, _NOTHING))
            graph._entries.pop(path, None)
            for node in graph._in_file.pop(path, _NONE):
                for row in graph._outgoing[node]:
                    spare[self._shape(row)].append(row)
                graph._outgoing[node] = _NONE
                symbol = graph._symbols[node]
                if symbol is not None:
                    self._were[node] = symbol
                    names[symbol.name].add(node)
                graph._symbols[node] = None
        for name, nodes in names.items():
            graph._named[name] = tuple(node for node in graph._named[name] if node not in nodes)

    def _let_go(self) -> None:
        """Of the edges that did not come back."""
        graph, columns = self._graph, self._graph._columns
        dead = {row for rows in self._spare.values() for row in rows}
        for node in {columns.target[row] for row in dead}:
            graph._incoming[node] = tuple(row for row in graph._incoming[node] if row not in dead)
        graph._live_rows -= len(dead)
        self._touch_rows(dead)

    def _shape(self, row: int) -> tuple[Any, ...]:
        """All of an edge but its sites."""
        c = self._graph._columns
        return (c.source[row], c.target[row], c.kind[row], c.confidence[row], c.basis[row], c.exact[row], c.timing[row])

    def _touch_rows(self, rows: Iterable[int]) -> None:
        columns = self._graph._columns
        for row in rows:
            self._touched.add(columns.source[row])
            self._touched.add(columns.target[row])
            self._reshaped = self._reshaped or columns.kind[row] in _HIERARCHY

    def _touch_candidates(self, uses: Iterable[UnresolvedUse]) -> None:
        index = self._graph._columns.index
        self._touched.update(index[one] for use in uses for one in use.candidates if one in index)

    def _is_reshaped(self, changed: Iterable[int]) -> bool:
        """Whether classes, their members or their bases differ; notes other symbols that differ."""
        graph = self._graph
        now = {node for number in changed for node in graph._in_file.get(graph._numbers[number], _NONE)}
        reshaped = self._reshaped
        for node in now | self._were.keys():
            old, new = self._were.get(node), graph._symbols[node]
            if old is None or new is None or _nature(old) != _nature(new):
                self._touched.add(node)
                self._touched.update(graph._columns.target[row] for row in graph._outgoing[node])
                reshaped = reshaped or any(self._is_of_class(one) for one in (old, new) if one is not None)
        return reshaped

    def _is_of_class(self, symbol: Symbol) -> bool:
        if symbol.kind in _CLASSES or symbol.parent is None:
            return symbol.kind in _CLASSES
        node = self._graph._columns.index[symbol.parent]
        return any(
            one is not None and one.kind in _CLASSES for one in (self._were.get(node), self._graph._symbols[node])
        )

    def _add(self, where: str, *values: int) -> None:
        self._add_symbols(where.format(column="s.file"), values)
        self._add_edges(where.format(column="owner"), values)
        self._add_rest(where.format(column="owner"), values)

    def _add_symbols(self, where: str, values: tuple[int, ...]) -> None:
        graph, ids, numbers = self._graph, self._graph._columns.ids, self._graph._numbers
        query = (
            "SELECT file, ident, kind, name, line, col, end_col, first_line, last_line, parent, flags, in_test,"
            f" cyclomatic, cognitive, hash, parts FROM symbol s {where} ORDER BY file, ordinal"
        )
        in_file: defaultdict[str, list[int]] = defaultdict(list)
        named: defaultdict[str, list[int]] = defaultdict(list)
        kinds, unpack = codes.SYMBOL_KINDS, codes.unpack_ranges
        for (file, node, kind, name, line, col, end, first, last, parent, flags, in_test, cyclo, cogni, digest,
             parts) in self._database.execute(query, values):  # fmt: skip
            path = numbers[file]
            graph._symbols[node] = Symbol(
                ids[node], kinds[kind], name, path, line, col, end, first, last,
                None if parent is None else ids[parent], flags, bool(in_test), cyclo, cogni, digest, unpack(parts),
            )  # fmt: skip
            in_file[path].append(node)
            named[name].append(node)
        for path, nodes in in_file.items():
            graph._in_file[path] = tuple(nodes)
        for name, nodes in named.items():
            graph._named[name] = graph._named.get(name, _NONE) + tuple(nodes)

    def _add_edges(self, where: str, values: tuple[int, ...]) -> None:
        query = (
            "SELECT source, target, kind, confidence, basis, exact, timing, sites"
            f" FROM edge {where} ORDER BY owner, source, seq"
        )
        rows: list[tuple[Any, ...]] = self._database.execute(query, values).fetchall()
        if not rows:
            return
        graph, columns = self._graph, self._graph._columns
        if self._spare:
            rows = self._without_known(rows)
            if not rows:
                return
        start = len(columns.source)
        sources, targets, kinds, confidences, bases, exacts, timings, sites = zip(*rows, strict=True)
        columns.source.extend(sources)
        columns.target.extend(targets)
        columns.kind.extend(kinds)
        columns.confidence.extend(confidences)
        columns.basis.extend(bases)
        columns.exact.extend(exacts)
        columns.timing.extend(timings)
        graph._sites.extend(sites)
        _append(graph._outgoing, sources, start)
        _append(graph._incoming, targets, start)
        graph._live_rows += len(rows)
        if self._before.revision:
            self._touch_rows(range(start, start + len(rows)))

    def _without_known(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Give edges that were there before their rows back; the others are left."""
        graph, spare = self._graph, self._spare
        new = []
        back: defaultdict[int, list[int]] = defaultdict(list)
        for values in rows:
            known = spare.get(values[:-1])
            if not known:
                new.append(values)
                continue
            row = known.pop(0)
            back[values[0]].append(row)
            if graph._sites[row] != values[-1]:
                graph._sites[row] = values[-1]
                graph._edges.pop(row, None)
        for node, kept in back.items():
            graph._outgoing[node] = tuple(kept)
        return new

    def _add_rest(self, where: str, values: tuple[int, ...]) -> None:
        graph, ids, numbers = self._graph, self._graph._columns.ids, self._graph._numbers
        uses: defaultdict[str, list[UnresolvedUse]] = defaultdict(list)
        query = (
            f"SELECT owner, source, name, line, col, end_col, candidates FROM unresolved {where} ORDER BY owner, seq"
        )
        for owner, source, *rest in self._database.execute(query, values):
            uses[numbers[owner]].append(make_unresolved((ids[source], *rest)))
        graph._unresolved.update({path: tuple(found) for path, found in uses.items()})
        if self._before.revision:
            self._touch_candidates(use for found in uses.values() for use in found)
        entries: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for owner, node, why in self._database.execute(f"SELECT owner, symbol, why FROM entry_point {where}", values):
            entries[numbers[owner]].append((ids[node], why))
        graph._entries.update({path: tuple(found) for path, found in entries.items()})


def _nature(symbol: Symbol) -> tuple[object, ...]:
    """What of a symbol bears on what is connected."""
    return (symbol.kind, symbol.name, symbol.parent, symbol.flags, symbol.in_test_code)


def _append(lists: list[tuple[int, ...]], nodes: Sequence[int], start: int) -> None:
    """Add row `start + i` to the list of `nodes[i]`."""
    added: defaultdict[int, list[int]] = defaultdict(list)
    for row, node in enumerate(nodes, start):
        added[node].append(row)
    for node, rows in added.items():
        lists[node] = (*lists[node], *rows)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """A graph is many small tuples without cycles; the cyclic collector would walk them again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
