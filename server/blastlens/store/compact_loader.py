"""Making a `CompactGraph`: all of it, or from an older one what changed in between.

An edge that is still there keeps its row, whatever its sites: so what was derived from rows outlives a save.
"""

import contextlib
import gc
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from blastlens.facts.file_facts import DefFlag
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import EdgeKind, UnresolvedUse
from blastlens.model.symbol import Symbol, SymbolKind, file_of
from blastlens.store import catalog, codes
from blastlens.store.compact_graph import NO_ROWS, CompactGraph
from blastlens.store.database import read_meta, translated
from blastlens.store.sqlite_graph import make_unresolved

_NOTHING: Final[tuple[UnresolvedUse, ...]] = ()
_HIERARCHY: Final = frozenset({codes.EDGE_CODE[EdgeKind.EXTENDS], codes.EDGE_CODE[EdgeKind.IMPLEMENTS]})
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
# Rows of a step: some ten milliseconds.
_STEP: Final = 4_000


def begin(database: sqlite3.Connection) -> tuple[CompactGraph, Iterator[None]]:
    """An empty graph, and the steps of some milliseconds that load all there is at the current revision into it."""
    loader = _Loader(CompactGraph(), database)
    return loader.graph, loader.steps()


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
        graph = self.graph = CompactGraph()
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
        graph._blind = before._blind.copy()
        graph._live_rows = before._live_rows
        graph._sites = before._sites.copy()
        graph._edges = before._edges.copy()
        self._spare: defaultdict[tuple[Any, ...], list[int]] = defaultdict(list)  # rows of edges that may come back
        self._touched: set[int] = set()
        self._reshaped = False
        self._were: dict[int, Symbol] = {}  # symbols of the outdated files
        self._were_entries: dict[str, str] = {}  # their entry points
        self._uses: Counter[tuple[Any, ...]] = (
            Counter()
        )  # unresolved uses that came, without their places; negative: that went
        self._spots: Counter[tuple[Any, ...]] = Counter()  # blind spots, as well

    def run(self) -> CompactGraph:
        for _ in self.steps():
            pass
        return self.graph

    def steps(self) -> Iterator[None]:
        """Make `graph`: some milliseconds a step where it is the whole graph, else all of it in one."""
        with translated(), _without_collector():
            self._database.execute("BEGIN")
            try:
                yield from self._load()
            finally:
                self._database.execute("ROLLBACK")

    def _load(self) -> Iterator[None]:
        graph, database, before, columns = self.graph, self._database, self._before, self.graph._columns
        graph._revision = int(read_meta(database).get("revision", "0"))
        changed = catalog.records_since(database, before.revision)
        gone = before._numbers.keys() - catalog.file_numbers(database)
        yield from self._load_ids()
        outdated = (gone | changed.keys()) & before._numbers.keys()
        self._drop({before._numbers[number] for number in outdated})
        for number in gone:
            del graph._records[graph._numbers.pop(number)]
        for number, record in changed.items():
            graph._numbers[number] = record.path
            graph._records[record.path] = record
        if before.revision == 0:
            yield from self._add("")
        else:
            for number in changed:
                for _ in self._add("WHERE {column} = ?", number):
                    pass
            self._let_go()
            if before._uses_named is not None:
                paths = {before._numbers[number] for number in outdated} | {row.path for row in changed.values()}
                graph._uses_named = self._uses_named(before._uses_named, paths)
            if not gone and not self._is_reshaped(changed):
                uses = [use for use, count in self._uses.items() if count]
                self._touched.update(
                    columns.index[one] for _, _, found in uses for one in found if one in columns.index
                )
                graph._touched = (before.revision, frozenset(self._touched))
                if not any(self._spots.values()):
                    graph._renamed = frozenset(name for name, _, _ in uses)

    def _load_ids(self) -> Iterator[None]:
        columns, graph = self.graph._columns, self.graph
        query = "SELECT id, text FROM ident WHERE id >= ? ORDER BY id"
        for rows in self._rows(query, (len(columns.ids),)):
            for number, text in rows:
                columns.ids.extend([""] * (number - len(columns.ids)))
                columns.ids.append(text)
                columns.index[text] = number
            yield
        missing = len(columns.ids) - len(graph._symbols)
        graph._symbols += [None] * missing
        graph._incoming += [NO_ROWS] * missing
        graph._outgoing += [NO_ROWS] * missing

    def _drop(self, paths: set[str]) -> None:
        """Take the files' symbols and edges out of this snapshot's lists; edges that lead to them wait for `_let_go`."""
        graph, spare = self.graph, self._spare
        names: defaultdict[str, set[int]] = defaultdict(set)
        for path in paths:
            self._uses.subtract(map(_without_place, graph._unresolved.pop(path, _NOTHING)))
            self._were_entries.update(graph._entries.pop(path, ()))
            self._spots.subtract(map(_spot_without_place, graph._blind.pop(path, ())))
            for node in graph._in_file.pop(path, NO_ROWS):
                for row in graph._outgoing[node]:
                    spare[self._shape(row)].append(row)
                graph._outgoing[node] = NO_ROWS
                symbol = graph._symbols[node]
                if symbol is not None:
                    self._were[node] = symbol
                    names[symbol.name].add(node)
                graph._symbols[node] = None
        for name, nodes in names.items():
            graph._named[name] = tuple(node for node in graph._named[name] if node not in nodes)

    def _let_go(self) -> None:
        """Of the edges that did not come back."""
        graph, columns = self.graph, self.graph._columns
        dead = {row for rows in self._spare.values() for row in rows}
        for node in {columns.target[row] for row in dead}:
            graph._incoming[node] = tuple(row for row in graph._incoming[node] if row not in dead)
        graph._live_rows -= len(dead)
        self._touch_rows(dead)

    def _shape(self, row: int) -> tuple[Any, ...]:
        """All of an edge but its sites."""
        c = self.graph._columns
        return (c.source[row], c.target[row], c.kind[row], c.confidence[row], c.basis[row], c.exact[row], c.timing[row])

    def _uses_named(self, known: dict[str, list[UnresolvedUse]], paths: set[str]) -> dict[str, list[UnresolvedUse]]:
        """Unresolved uses by called name, in order of path and place; `known`: before these files were linked again."""
        new: dict[str, list[UnresolvedUse]] = {}
        for path in paths:
            for use in self._before._unresolved.get(path, _NOTHING):
                new.setdefault(use.name, [])  # there may be none left
            for use in self.graph._unresolved.get(path, _NOTHING):
                new.setdefault(use.name, []).append(use)
        found = known.copy()
        for name, uses in new.items():
            kept = [use for use in known.get(name, ()) if file_of(use.source) not in paths]
            found[name] = sorted([*kept, *uses], key=lambda use: file_of(use.source))
        return found

    def _touch_rows(self, rows: Iterable[int]) -> None:
        columns = self.graph._columns
        for row in rows:
            self._touched.add(columns.source[row])
            self._touched.add(columns.target[row])
            self._reshaped = self._reshaped or columns.kind[row] in _HIERARCHY

    def _is_reshaped(self, changed: Iterable[int]) -> bool:
        """Whether classes, their members or their bases differ; notes other symbols that differ."""
        graph = self.graph
        now = {node for number in changed for node in graph._in_file.get(graph._numbers[number], NO_ROWS)}
        reshaped = self._reshaped
        for node in self._other_entries(changed):
            self._touched.add(node)
            symbol = graph._symbols[node] or self._were.get(node)
            reshaped = reshaped or (symbol is not None and self._is_of_class(symbol))
        for node in now | self._were.keys():
            old, new = self._were.get(node), graph._symbols[node]
            if old is None or new is None or _nature(old) != _nature(new):
                self._touched.add(node)
                self._touched.update(graph._columns.target[row] for row in graph._outgoing[node])
                reshaped = reshaped or any(self._is_of_class(one) for one in (old, new) if one is not None)
        return reshaped

    def _other_entries(self, changed: Iterable[int]) -> list[int]:
        """Nodes that became entry points, ceased to be, or are for another reason."""
        graph = self.graph
        are = {one: why for number in changed for one, why in graph._entries.get(graph._numbers[number], ())}
        differing = {one for one, _ in are.items() ^ self._were_entries.items()}
        return [graph._columns.index[one] for one in sorted(differing)]

    def _is_of_class(self, symbol: Symbol) -> bool:
        if symbol.kind in _CLASSES or symbol.parent is None:
            return symbol.kind in _CLASSES
        node = self.graph._columns.index[symbol.parent]
        return any(
            one is not None and one.kind in _CLASSES for one in (self._were.get(node), self.graph._symbols[node])
        )

    def _rows(self, query: str, values: tuple[int, ...]) -> Iterator[list[tuple[Any, ...]]]:
        """What a query finds, as much as a step takes at once."""
        cursor = self._database.execute(query, values)
        while rows := cursor.fetchmany(_STEP):
            yield rows

    def _add(self, where: str, *values: int) -> Iterator[None]:
        yield from self._add_symbols(where.format(column="s.file"), values)
        yield from self._add_edges(where.format(column="owner"), values)
        yield from self._add_unresolved(where.format(column="owner"), values)
        self._add_rest(where.format(column="owner"), values)

    def _add_symbols(self, where: str, values: tuple[int, ...]) -> Iterator[None]:
        graph, ids, numbers = self.graph, self.graph._columns.ids, self.graph._numbers
        query = (
            "SELECT file, ident, kind, name, line, col, end_col, first_line, last_line, parent, flags, in_test,"
            f" cyclomatic, cognitive, hash, parts FROM symbol s {where} ORDER BY file, ordinal"
        )
        in_file: defaultdict[str, list[int]] = defaultdict(list)
        named: defaultdict[str, list[int]] = defaultdict(list)
        kinds, unpack = codes.SYMBOL_KINDS, codes.unpack_ranges
        for rows in self._rows(query, values):
            for (file, node, kind, name, line, col, end, first, last, parent, flags, in_test, cyclo, cogni, digest,
                 parts) in rows:  # fmt: skip
                path = numbers[file]
                graph._symbols[node] = Symbol(
                    ids[node], kinds[kind], name, path, line, col, end, first, last,
                    None if parent is None else ids[parent], flags, bool(in_test), cyclo, cogni, digest, unpack(parts),
                )  # fmt: skip
                in_file[path].append(node)
                named[name].append(node)
            yield
        for path, nodes in in_file.items():
            graph._in_file[path] = tuple(nodes)
        for name, nodes in named.items():
            graph._named[name] = graph._named.get(name, NO_ROWS) + tuple(nodes)

    def _add_edges(self, where: str, values: tuple[int, ...]) -> Iterator[None]:
        query = (
            "SELECT source, target, kind, confidence, basis, exact, timing, sites"
            f" FROM edge {where} ORDER BY owner, source, seq"
        )
        if self._spare:  # rows that come back are told by all the edges of a node
            self._append_edges(self._without_known(self._database.execute(query, values).fetchall()))
            return
        for rows in self._rows(query, values):
            self._append_edges(rows)
            yield

    def _append_edges(self, rows: list[tuple[Any, ...]]) -> None:
        if not rows:
            return
        graph, columns = self.graph, self.graph._columns
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
        graph, spare = self.graph, self._spare
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
                if codes.count_sites(graph._sites[row]) != codes.count_sites(values[-1]):
                    self._touched.update(values[:2])
                graph._sites[row] = values[-1]
                graph._edges.pop(row, None)
        for node, kept in back.items():
            graph._outgoing[node] = tuple(kept)
        return new

    def _add_unresolved(self, where: str, values: tuple[int, ...]) -> Iterator[None]:
        graph, ids, numbers = self.graph, self.graph._columns.ids, self.graph._numbers
        uses: defaultdict[str, list[UnresolvedUse]] = defaultdict(list)
        query = (
            f"SELECT owner, source, name, line, col, end_col, candidates FROM unresolved {where} ORDER BY owner, seq"
        )
        for rows in self._rows(query, values):
            for owner, source, *rest in rows:
                uses[numbers[owner]].append(make_unresolved((ids[source], *rest)))
            yield
        graph._unresolved.update({path: tuple(found) for path, found in uses.items()})
        if self._before.revision:
            self._uses.update(_without_place(use) for found in uses.values() for use in found)

    def _add_rest(self, where: str, values: tuple[int, ...]) -> None:
        graph, ids, numbers = self.graph, self.graph._columns.ids, self.graph._numbers
        entries: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for owner, node, why in self._database.execute(f"SELECT owner, symbol, why FROM entry_point {where}", values):
            entries[numbers[owner]].append((ids[node], why))
        graph._entries.update({path: tuple(found) for path, found in entries.items()})
        spots: defaultdict[str, list[BlindSpot]] = defaultdict(list)
        query = f"SELECT owner, source, line, kind, pattern, about FROM blind {where} ORDER BY owner, seq"
        for owner, source, line, kind, pattern, about in self._database.execute(query, values):
            meant = "" if about is None else ids[about]
            spots[numbers[owner]].append(BlindSpot(ids[source], line, codes.BLIND_KINDS[kind], pattern, meant))
        graph._blind.update({path: tuple(found) for path, found in spots.items()})
        if self._before.revision:
            self._spots.update(_spot_without_place(spot) for found in spots.values() for spot in found)


def _nature(symbol: Symbol) -> tuple[object, ...]:
    """What of a symbol bears on what is connected."""
    decorators = symbol.content_hash if symbol.flags & DefFlag.DECORATED else 0
    return (symbol.kind, symbol.name, symbol.parent, symbol.flags, symbol.in_test_code, decorators)


def _without_place(use: UnresolvedUse) -> tuple[Any, ...]:
    return (use.name, use.source, use.candidates)


def _spot_without_place(spot: BlindSpot) -> tuple[Any, ...]:
    return spot._replace(line=0)


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
