"""What the store knows of files: read by the session to tell what changed and who has to be linked again."""

import sqlite3
from collections.abc import Sequence

from blastlens.facts.file_facts import DefFlag
from blastlens.model.blind_spot import FEW_CALLS, BlindKind, BlindSpot
from blastlens.model.graph import FileRecord
from blastlens.model.members import BASE_MARK
from blastlens.store import codes
from blastlens.store.rows import FileRow

_COLUMNS = "path, language, hash, size, mtime_ns, ctime_ns, inode, line_count, uses, resolved, external, is_test, state, reason, inferred, ambiguous"


def file_rows(database: sqlite3.Connection) -> dict[str, FileRow]:
    return {row[0]: FileRow._make(row) for row in database.execute(f"SELECT {_COLUMNS} FROM file")}


def file_record(row: FileRow) -> FileRecord:
    unresolved = max(row.uses - row.resolved - row.inferred - row.ambiguous - row.external, 0)
    return FileRecord(
        row.path, row.language, row.content_hash, row.line_count, bool(row.is_test), row.state, row.reason,
        row.uses, row.resolved, row.external, unresolved, row.inferred, row.ambiguous,
    )  # fmt: skip


def file_records(database: sqlite3.Connection, states: frozenset[str] | None = None) -> list[FileRecord]:
    """Sorted by path; with `states`, only the files in one of them."""
    wanted = sorted(states or ())
    where = f"WHERE state IN ({','.join('?' * len(wanted))})" if states is not None else ""
    query = f"SELECT {_COLUMNS} FROM file {where} ORDER BY path"
    return [file_record(FileRow._make(row)) for row in database.execute(query, wanted)]


def records_since(database: sqlite3.Connection, revision: int) -> dict[int, FileRecord]:
    """Files that came or were replaced after a revision, by their number."""
    query = f"SELECT id, {_COLUMNS} FROM file WHERE linked > ?"
    return {number: file_record(FileRow._make(row)) for number, *row in database.execute(query, (revision,))}


def file_numbers(database: sqlite3.Connection) -> set[int]:
    return {number for (number,) in database.execute("SELECT id FROM file")}


def one_file(database: sqlite3.Connection, path: str) -> FileRecord | None:
    row = database.execute(f"SELECT {_COLUMNS} FROM file WHERE path = ?", (path,)).fetchone()
    return None if row is None else file_record(FileRow._make(row))


def reads(database: sqlite3.Connection) -> dict[str, bytes]:
    """The look-up keys each file's link read, by path."""
    return dict(database.execute("SELECT f.path, r.keys FROM file_reads r JOIN file f ON f.id = r.file"))


def members_named(database: sqlite3.Connection, name: str) -> Sequence[tuple[str, int]]:
    """(path, def index) of every method of this name, sorted; with `BASE_MARK` before the name, of every class with such a
    base."""
    if name.startswith(BASE_MARK):
        query = (
            "SELECT f.path, d.definition FROM derived d JOIN file f ON f.id = d.file WHERE d.name = ?"
            " ORDER BY f.path, d.definition"
        )
        return database.execute(query, (name.removeprefix(BASE_MARK),)).fetchall()
    query = (
        "SELECT f.path, s.definition FROM symbol s JOIN file f ON f.id = s.file"
        " WHERE s.name = ? AND s.member = 1 ORDER BY f.path, s.definition"
    )
    return database.execute(query, (name,)).fetchall()


def getters_named(database: sqlite3.Connection, name: str) -> Sequence[str]:
    """Paths of the files with a class that has a property of this name."""
    query = (
        "SELECT DISTINCT f.path FROM symbol s JOIN file f ON f.id = s.file"
        " WHERE s.name = ? AND s.member = 1 AND s.flags & ? != 0"
    )
    return [path for (path,) in database.execute(query, (name, int(DefFlag.PROPERTY)))]


def unresolved_rows(database: sqlite3.Connection) -> list[tuple[object, ...]]:
    """(source, name, line, column, end column, packed candidates) of every unresolved use."""
    query = "SELECT i.text, u.name, u.line, u.col, u.end_col, u.candidates FROM unresolved u JOIN ident i ON i.id = u.source"
    return database.execute(query).fetchall()


def blind_spots(database: sqlite3.Connection, path: str | None = None) -> list[BlindSpot]:
    """By file and place; of one file, where `path` is given."""
    where = "" if path is None else "WHERE f.path = ?"
    query = (
        "SELECT i.text, b.line, b.kind, b.pattern, coalesce(a.text, '') FROM blind b JOIN ident i ON i.id = b.source"
        f" JOIN file f ON f.id = b.owner LEFT JOIN ident a ON a.id = b.about {where} ORDER BY f.path, b.seq"
    )
    rows = database.execute(query, () if path is None else (path,))
    return [BlindSpot(source, line, codes.BLIND_KINDS[kind], *rest) for source, line, kind, *rest in rows]


def blind_files(database: sqlite3.Connection) -> list[tuple[BlindKind, int]]:
    """How many files have blind spots of each kind; of façades, how many there are with more than a few calls behind them."""
    behind = codes.BLIND_CODE[BlindKind.BEHIND_FACADE]
    query = "SELECT kind, count(DISTINCT owner) FROM blind WHERE kind != ? GROUP BY kind"
    counts = {codes.BLIND_KINDS[kind]: int(files) for kind, files in database.execute(query, (behind,))}
    heavy = "SELECT count(*) FROM (SELECT about FROM blind WHERE kind = ? GROUP BY about HAVING count(*) >= ?)"
    (counts[BlindKind.BEHIND_FACADE],) = database.execute(heavy, (behind, FEW_CALLS)).fetchone()
    return [(kind, counts[kind]) for kind in codes.BLIND_KINDS if counts.get(kind)]


def totals(database: sqlite3.Connection) -> tuple[int, int]:
    """(symbols, edges)."""
    (symbols,) = database.execute("SELECT count(*) FROM symbol").fetchone()
    (edges,) = database.execute("SELECT count(*) FROM edge").fetchone()
    return int(symbols), int(edges)
