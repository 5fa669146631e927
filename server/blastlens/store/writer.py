"""Writing one revision: files come, go or are replaced whole, in one transaction."""

import sqlite3
from collections.abc import Iterable
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.link.ports import FileLinks
from blastlens.model.definitions import listed_names, named_defs, symbols_of
from blastlens.model.members import is_member
from blastlens.store import codes
from blastlens.store.database import create_indices, read_meta, statements, write_meta
from blastlens.store.rows import FileRow, LinkedFile

_BATCH: Final = 20_000
_OWNED: Final = (
    "DELETE FROM symbol WHERE file = ?",
    "DELETE FROM edge WHERE owner = ?",
    "DELETE FROM unresolved WHERE owner = ?",
    "DELETE FROM entry_point WHERE owner = ?",
    "DELETE FROM blind WHERE owner = ?",
    "DELETE FROM file_reads WHERE file = ?",
    "DELETE FROM derived WHERE file = ?",
)
_EMPTY: Final = """
DELETE FROM file;
DELETE FROM symbol;
DELETE FROM edge;
DELETE FROM unresolved;
DELETE FROM entry_point;
DELETE FROM blind;
DELETE FROM file_reads;
DELETE FROM derived;
DROP INDEX IF EXISTS derived_name;
DROP INDEX IF EXISTS symbol_ident;
DROP INDEX IF EXISTS symbol_name;
DROP INDEX IF EXISTS edge_target;
DROP INDEX IF EXISTS unresolved_name;
"""
_COLUMNS: Final = """(path, language, hash, size, mtime_ns, ctime_ns, inode, line_count, uses, resolved, external, is_test,
                  state, reason, inferred, ambiguous, linked"""
_NEW_FILE: Final = f"INSERT INTO file {_COLUMNS}, id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
_FILE: Final = f"""
INSERT INTO file {_COLUMNS})
VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
ON CONFLICT (path) DO UPDATE SET language = excluded.language, hash = excluded.hash, size = excluded.size,
    mtime_ns = excluded.mtime_ns, ctime_ns = excluded.ctime_ns, inode = excluded.inode,
    line_count = excluded.line_count, uses = excluded.uses, resolved = excluded.resolved,
    external = excluded.external, is_test = excluded.is_test, state = excluded.state, reason = excluded.reason,
    inferred = excluded.inferred, ambiguous = excluded.ambiguous, linked = excluded.linked
"""


class RevisionWriter:
    """Writes one revision inside a transaction that the caller has begun. Either `begin_anew` or any number of
    `remove`, `skip`; then any number of `link`; then `finish`."""

    def __init__(self, database: sqlite3.Connection, idents: dict[str, int] | None = None) -> None:
        """`idents`: numbers of symbol ids that are known from earlier revisions of this database."""
        self._database = database
        self.revision = int(read_meta(database).get("revision", "0")) + 1
        self._idents = idents if isinstance(idents, _Interner) else _Interner(idents or {})
        self._idents.begin(database)
        self._anew = False
        self._last_file = 0
        self._pending = _Rows()

    def begin_anew(self) -> None:
        """Forget every file; indices are made by `finish`, after the bulk insert."""
        self._anew = True
        for statement in statements(_EMPTY):
            self._database.execute(statement)
        self._idents.load_all()
        # Numbers of files are not used again, see the schema; those of this revision are given here.
        found = self._database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'file'").fetchone()
        self._last_file = int(found[0]) if found is not None else 0

    def remove(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._forget(path)
            self._database.execute("DELETE FROM file WHERE path = ?", (path,))

    def skip(self, row: FileRow) -> None:
        """Record a file that is known but not indexed."""
        self._forget(row.path)
        self._put_file(row)

    def stamp(self, rows: Iterable[FileRow]) -> None:
        """New stat hints of files whose content is the same."""
        query = "UPDATE file SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE path = ?"
        self._database.executemany(query, [(*row.stamp, row.path) for row in rows])

    def link(self, linked: LinkedFile) -> None:
        """Replace a file's symbols, edges, unresolved uses, reads and entry points."""
        self._forget(linked.row.path)
        owner = self._put_file(linked.row)
        facts, links = linked.facts, linked.links
        symbols = self._put_symbols(owner, linked.row.path, facts, links)
        self._put_edges(owner, links)
        self._put_unresolved(owner, links)
        self._put_blind(owner, links)
        pending = self._pending
        listed = listed_names(facts) if linked.listed is None else linked.listed
        pending.derived += [(name, owner, index) for index, name in listed]
        if links.reads:
            pending.reads.append((owner, links.reads))
        if links.entry_points:
            pending.entry_points += sorted(
                {(owner, symbols[definition], why) for definition, why in links.entry_points if definition in symbols}
            )
        # The next file's link may ask for the symbols of this one, unless everything is made anew.
        if not self._anew or len(pending.edges) >= _BATCH:
            self._flush()

    def finish(self, meta: dict[str, str]) -> int:
        """The number of the revision, which is what readers see once the transaction commits."""
        self._flush()
        write_meta(self._database, {**meta, "revision": str(self.revision)})
        create_indices(self._database)
        return self.revision

    @property
    def known_idents(self) -> dict[str, int]:
        """Numbers met in this revision, and those given; none after `begin_anew`, which met them all."""
        return {} if self._anew else self._idents

    # -- below: private ------------------------------------------------------------------------------------
    def _flush(self) -> None:
        """Write what is pending; few large batches cost less than many small ones."""
        many, pending = self._database.executemany, self._pending
        many(_NEW_FILE, pending.files)
        many("INSERT INTO ident VALUES (?,?)", self._idents.take_new())
        many("INSERT INTO symbol VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", pending.symbols)
        pending.edges.sort()  # in the order of the table's key
        many("INSERT INTO edge VALUES (?,?,?,?,?,?,?,?,?,?)", pending.edges)
        many("INSERT INTO unresolved VALUES (?,?,?,?,?,?,?,?)", pending.unresolved)
        many("INSERT INTO blind VALUES (?,?,?,?,?,?,?)", pending.blind)
        many("INSERT INTO derived VALUES (?,?,?)", pending.derived)
        many("INSERT INTO file_reads VALUES (?,?)", pending.reads)
        many("INSERT INTO entry_point VALUES (?,?,?)", pending.entry_points)
        self._pending = _Rows()

    def _forget(self, path: str) -> None:
        if self._anew:
            return
        found = self._database.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()
        if found is not None:
            for statement in _OWNED:
                self._database.execute(statement, found)

    def _put_file(self, row: FileRow) -> int:
        if self._anew:
            self._last_file += 1
            self._pending.files.append((*row, self.revision, self._last_file))
            return self._last_file
        self._database.execute(_FILE, (*row, self.revision))
        (owner,) = self._database.execute("SELECT id FROM file WHERE path = ?", (row.path,)).fetchone()
        return int(owner)

    def _put_symbols(self, owner: int, path: str, facts: FileFacts, links: FileLinks) -> dict[int, int]:
        """Ident numbers of the file's symbols by def index (-1: the module)."""
        symbols = symbols_of(path, facts, links.tests, links.fixtures, links.is_test, links.owners)
        idents, code, pack = self._idents, codes.SYMBOL_CODE_BY_IDENTITY, codes.pack
        indexes = [-1, *named_defs(facts)]
        numbers: dict[int, int] = {}
        put = self._pending.symbols.append
        for ordinal, (index, symbol) in enumerate(zip(indexes, symbols, strict=True)):
            number = numbers[index] = idents[symbol[0]]
            _id, kind, name, _file, line, col, end, first, last, parent, flags, in_test, cyclo, cogni, digest, parts = (
                symbol
            )
            put(
                (owner, ordinal, number, code[id(kind)], name, line, col, end, first, last,
                 None if parent is None else idents[parent], int(flags), 1 if in_test else 0, cyclo, cogni, digest,
                 pack(parts) if parts else None, index,
                 1 if index >= 0 and facts.defs[index].primary == index and is_member(facts, index) else 0)
            )  # fmt: skip
        return numbers

    def _put_edges(self, owner: int, links: FileLinks) -> None:
        idents, pack = self._idents, codes.pack
        kinds, bases = codes.EDGE_CODE_BY_IDENTITY, codes.BASIS_CODE_BY_IDENTITY
        # Plain ints: what only derives from int (bool, enums) the database library first tries to adapt, value by value.
        self._pending.edges += [
            (owner, idents[source], seq, kinds[id(kind)], idents[target], confidence, bases[id(basis)],
             1 if exact else 0, int(timing), pack(sites))
            for seq, (source, kind, target, confidence, basis, sites, exact, timing) in enumerate(links.edges)
        ]  # fmt: skip

    def _put_unresolved(self, owner: int, links: FileLinks) -> None:
        idents, pack = self._idents, codes.pack
        self._pending.unresolved += [
            (owner, seq, idents[source], name, *site, pack(candidates) if candidates else None)
            for seq, (source, name, site, candidates) in enumerate(links.unresolved)
        ]

    def _put_blind(self, owner: int, links: FileLinks) -> None:
        idents, kinds = self._idents, codes.BLIND_CODE
        self._pending.blind += [
            (owner, seq, idents[source], line, kinds[kind], pattern, idents[about] if about else None)
            for seq, (source, line, kind, pattern, about) in enumerate(links.blind)
        ]


class _Rows:
    """Rows that wait to be written, by table."""

    __slots__ = ("blind", "derived", "edges", "entry_points", "files", "reads", "symbols", "unresolved")

    def __init__(self) -> None:
        self.symbols: list[tuple[Any, ...]] = []
        self.edges: list[tuple[Any, ...]] = []
        self.files: list[tuple[Any, ...]] = []
        self.unresolved: list[tuple[Any, ...]] = []
        self.blind: list[tuple[Any, ...]] = []
        self.derived: list[tuple[str, int, int]] = []
        self.reads: list[tuple[int, bytes]] = []
        self.entry_points: list[tuple[int, int, str]] = []


class _Interner(dict[str, int]):
    """Symbol ids to numbers: one that is not known yet is looked up, or gets the next number when it is first asked for.
    A dictionary, because two are asked for with every edge."""

    _database: sqlite3.Connection
    _next: int
    _complete: bool
    _new: list[tuple[int, str]]

    def begin(self, database: sqlite3.Connection) -> None:
        """Serve one more revision."""
        self._database = database
        self._new = []
        self._complete = False
        (last,) = database.execute("SELECT coalesce(max(id), 0) FROM ident").fetchone()
        self._next = int(last) + 1

    def load_all(self) -> None:
        self.clear()
        self.update(self._database.execute("SELECT text, id FROM ident"))
        self._complete = True

    def __missing__(self, text: str) -> int:
        if not self._complete:
            row = self._database.execute("SELECT id FROM ident WHERE text = ?", (text,)).fetchone()
            if row is not None:
                self[text] = row[0]
                return int(row[0])
        number = self[text] = self._next
        self._next += 1
        self._new.append((number, text))
        return number

    def take_new(self) -> list[tuple[int, str]]:
        """Those that are not written yet."""
        new, self._new = self._new, []
        return new
