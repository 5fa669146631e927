"""coverage.py's own data file: SQLite, schema 7 (coverage 5 and later). Foreign, so nothing in it is trusted but plain tables."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.store.errors import StoreDamagedError

SIGNATURE: Final = b"SQLite format 3\0"
_TABLES: Final = frozenset({"file", "context", "line_bits", "arc", "coverage_schema"})


class RunLine(NamedTuple):
    """One line of a file that ran in a context ("" outside of all tests)."""

    path: str
    context: str
    line: int


def measured_files(path: Path) -> list[str]:
    """The files that were measured, also those of which nothing ran. Raises `StoreDamagedError`."""
    with _opened(path) as database:
        return [str(row[0]) for row in _rows(database, "SELECT path FROM file ORDER BY path")]


def run_lines(path: Path) -> Iterator[RunLine]:
    """Raises `StoreDamagedError`. Where branches were measured, lines are those that they lead from and to."""
    with _opened(path) as database:
        bits = (
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
        )
        for name, context, data in _rows(database, bits):
            if isinstance(data, bytes):
                for line in _lines(data):
                    yield RunLine(str(name), str(context), line)
        arcs = (
            "SELECT DISTINCT file.path, context.context, arc.fromno, arc.tono FROM arc "
            "JOIN file ON file.id = arc.file_id JOIN context ON context.id = arc.context_id"
        )
        for name, context, *ends in _rows(database, arcs):
            for end in ends:
                if isinstance(end, int) and end > 0:
                    yield RunLine(str(name), str(context), end)


def _lines(data: bytes) -> Iterator[int]:
    """The numbers whose bit is set: bit `n % 8` of byte `n // 8`. An empty file runs as line 0, which is none."""
    for place, byte in enumerate(data):
        for bit in range(8):
            if byte >> bit & 1 and (place or bit):
                yield place * 8 + bit


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        # Immutable: neither locks nor side files, whatever its writer is doing.
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except (sqlite3.Error, ValueError) as error:
        raise StoreDamagedError(str(error)) from error
    try:
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA query_only = ON")
        kinds = dict(database.execute("SELECT name, type FROM sqlite_master").fetchall())
        if any(kinds.get(name) != "table" for name in _TABLES):
            raise StoreDamagedError("it is no data file of coverage.py 5 or later")
        yield database
    except sqlite3.Error as error:
        raise StoreDamagedError(str(error)) from error
    finally:
        database.close()


def _rows(database: sqlite3.Connection, query: str) -> Iterator[tuple[object, ...]]:
    yield from database.execute(query)
