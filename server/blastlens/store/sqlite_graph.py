"""The graph read from SQLite, one question at a time: for a process that asks once and ends."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import Edge, EdgeKind, Site, UnresolvedUse
from blastlens.model.graph import FileRecord
from blastlens.model.symbol import Symbol
from blastlens.store import catalog, codes, hierarchy
from blastlens.store.database import connect_to_read, read_meta, translated
from blastlens.store.errors import StoreError

SYMBOL_QUERY = """
SELECT i.text, s.kind, s.name, f.path, s.line, s.col, s.end_col, s.first_line, s.last_line, p.text, s.flags, s.in_test,
       s.cyclomatic, s.cognitive, s.hash, s.parts
FROM symbol s JOIN ident i ON i.id = s.ident JOIN file f ON f.id = s.file LEFT JOIN ident p ON p.id = s.parent
"""
_EDGE_QUERY = """
SELECT a.text, b.text, e.kind, e.confidence, e.basis, e.exact, e.timing, e.sites
FROM edge e JOIN ident a ON a.id = e.source JOIN ident b ON b.id = e.target
"""

P = ParamSpec("P")
R = TypeVar("R")
_Method = Callable[Concatenate["SqliteGraph", P], R]


def make_symbol(row: Sequence[Any]) -> Symbol:
    """A symbol from the columns of `SYMBOL_QUERY`."""
    in_test, parts = bool(row[11]), codes.unpack_ranges(row[15])
    return Symbol._make((row[0], codes.SYMBOL_KINDS[row[1]], *row[2:11], in_test, *row[12:15], parts))


def _guarded(method: _Method[P, R]) -> _Method[P, R]:
    """The method, with the database library's errors as whatever the graph's owner makes of them."""

    @wraps(method)
    def call(self: "SqliteGraph", /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with translated():
                return method(self, *args, **kwargs)
        except StoreError as error:
            raise self.explain(error) from error

    return call


class SqliteGraph:
    """`Graph` over one read transaction: stays at its revision while others write. Not for use by two threads at once.
    A page that cannot be read raises what `explain` makes of the `StoreError`."""

    def __init__(self, path: Path, explain: Callable[[StoreError], Exception] = lambda error: error) -> None:
        self.explain = explain
        with translated():
            self._database = connect_to_read(path)
            self._database.execute("BEGIN")
            self._revision = int(read_meta(self._database).get("revision", "0"))

    @property
    def revision(self) -> int:
        return self._revision

    def close(self) -> None:
        self._database.close()

    def __del__(self) -> None:
        self._database.close()

    @_guarded
    def files(self, states: frozenset[str] | None = None) -> Sequence[FileRecord]:
        return catalog.file_records(self._database, states)

    @_guarded
    def file(self, path: str) -> FileRecord | None:
        return catalog.one_file(self._database, path)

    @_guarded
    def symbol(self, symbol_id: str) -> Symbol | None:
        row = self._database.execute(SYMBOL_QUERY + "WHERE i.text = ?", (symbol_id,)).fetchone()
        return None if row is None else make_symbol(row)

    @_guarded
    def symbols(self) -> Sequence[Symbol]:
        return self._symbols("ORDER BY f.path, s.ordinal")

    @_guarded
    def symbols_in(self, path: str) -> Sequence[Symbol]:
        return self._symbols("WHERE f.path = ? ORDER BY s.ordinal", path)

    @_guarded
    def symbols_named(self, name: str) -> Sequence[Symbol]:
        return self._symbols("WHERE s.name = ? ORDER BY f.path, s.ordinal", name)

    @_guarded
    def incoming(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        number = self._number(symbol_id)
        if number is None:
            return []
        where, values = _kind_filter(kinds)
        query = f"{_EDGE_QUERY} WHERE e.target = ?{where} ORDER BY a.text, e.seq"
        return [_edge(row) for row in self._database.execute(query, (number, *values))]

    @_guarded
    def outgoing(self, symbol_id: str, kinds: frozenset[EdgeKind] | None = None) -> Sequence[Edge]:
        number = self._number(symbol_id)
        if number is None:
            return []
        where, values = _kind_filter(kinds)
        query = (
            f"{_EDGE_QUERY} WHERE e.owner = (SELECT file FROM symbol WHERE ident = ?) AND e.source = ?{where}"
            " ORDER BY e.seq"
        )
        return [_edge(row) for row in self._database.execute(query, (number, number, *values))]

    def edges(self, kinds: frozenset[EdgeKind] | None = None) -> Iterator[Edge]:
        where, values = _kind_filter(kinds)
        query = f"{_EDGE_QUERY} JOIN file f ON f.id = e.owner WHERE 1{where} ORDER BY f.path, e.seq"
        try:
            with translated():
                for row in self._database.execute(query, values):
                    yield _edge(row)
        except StoreError as error:
            raise self.explain(error) from error

    @_guarded
    def unresolved(self, name: str) -> Sequence[UnresolvedUse]:
        query = (
            "SELECT i.text, u.name, u.line, u.col, u.end_col, u.candidates FROM unresolved u"
            " JOIN ident i ON i.id = u.source JOIN file f ON f.id = u.owner WHERE u.name = ? ORDER BY f.path, u.seq"
        )
        return [make_unresolved(row) for row in self._database.execute(query, (name,))]

    @_guarded
    def entry_points(self, path: str | None = None) -> Sequence[tuple[str, str]]:
        query = "SELECT i.text, p.why FROM entry_point p JOIN ident i ON i.id = p.symbol"
        order = " ORDER BY i.text, p.why"
        if path is None:
            return self._database.execute(query + order).fetchall()
        return self._database.execute(
            f"{query} JOIN file f ON f.id = p.owner WHERE f.path = ?{order}", (path,)
        ).fetchall()

    @_guarded
    def blind_spots(self, path: str | None = None) -> Sequence[BlindSpot]:
        return catalog.blind_spots(self._database, path)

    def overriding(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overriding(self, symbol_id)

    def overridden(self, symbol_id: str) -> Sequence[str]:
        return hierarchy.overridden(self, symbol_id)

    @_guarded
    def totals(self) -> tuple[int, int]:
        """(symbols, edges)."""
        return catalog.totals(self._database)

    # -- below: private ------------------------------------------------------------------------------------
    def _symbols(self, tail: str, *values: str) -> list[Symbol]:
        return [make_symbol(row) for row in self._database.execute(SYMBOL_QUERY + tail, values)]

    def _number(self, symbol_id: str) -> int | None:
        row = self._database.execute("SELECT id FROM ident WHERE text = ?", (symbol_id,)).fetchone()
        return None if row is None else int(row[0])


def make_unresolved(row: Sequence[Any]) -> UnresolvedUse:
    """From the columns source, name, line, column, end column, packed candidates."""
    return UnresolvedUse(row[0], row[1], Site(row[2], row[3], row[4]), codes.unpack_texts(row[5]))


def _edge(row: sqlite3.Row) -> Edge:
    return codes.make_edge(*row)


def _kind_filter(kinds: frozenset[EdgeKind] | None) -> tuple[str, list[int]]:
    if kinds is None:
        return "", []
    numbers = sorted(codes.EDGE_CODE[kind] for kind in kinds)
    return f" AND e.kind IN ({','.join('?' * len(numbers))})", numbers
