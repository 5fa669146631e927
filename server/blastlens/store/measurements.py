"""What coverage reports said of functions when they were first seen, by the hash of the report: disposable, one file beside the
graph. Losing it costs that reports are taken as made of the sources as they are then."""

import contextlib
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

LAYOUT: Final = 1
# Of so many reports the last ones are kept.
_MOST_REPORTS: Final = 20


class Measurement(msgspec.Struct, array_like=True, frozen=True):
    """Of one function, as of `content_hash`. `tests`: places in the `tests` of its report."""

    content_hash: int
    was_run: bool
    tests: list[int]


class Measurements(msgspec.Struct, frozen=True):
    """Of one report. `functions`: by symbol id. `fresh`: whether the sources were as the report has them, file by file: those that were
    not are in `stale`."""

    format: str
    functions: dict[str, Measurement]
    tests: list[str]
    stale: list[str]
    ambiguous: list[str]
    unknown: int


def remembered(folder: Path, report_hash: str, make: Callable[[], Measurements]) -> Measurements:
    """What is known of a report; made, and kept where that is possible, when it is seen for the first time."""
    path = folder / "coverage.db"
    with (
        contextlib.suppress(sqlite3.Error, msgspec.DecodeError, zlib.error),
        contextlib.closing(_open(path)) as database,
    ):
        row = database.execute("SELECT data FROM report WHERE hash = ?", (report_hash,)).fetchone()
        if row is not None:
            return msgspec.msgpack.decode(zlib.decompress(row[0]), type=Measurements)
    made = make()
    with contextlib.suppress(sqlite3.Error), contextlib.closing(_open(path)) as database, database:
        data = zlib.compress(msgspec.msgpack.encode(made), 1)
        database.execute("INSERT OR IGNORE INTO report(hash, data) VALUES (?, ?)", (report_hash, data))
        database.execute(
            "DELETE FROM report WHERE number <= (SELECT max(number) FROM report) - ?",
            (_MOST_REPORTS,),
        )
    return made


def _open(path: Path) -> sqlite3.Connection:
    """Raises `sqlite3.Error`. A file of another layout is begun anew."""
    database = sqlite3.connect(path, timeout=5.0)
    try:
        if database.execute("PRAGMA user_version").fetchone()[0] != LAYOUT:
            with database:
                database.execute("DROP TABLE IF EXISTS report")
                database.execute(f"PRAGMA user_version = {LAYOUT}")
        database.execute(
            "CREATE TABLE IF NOT EXISTS report (number INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT UNIQUE, data BLOB) STRICT"
        )
        return database
    except sqlite3.DatabaseError:
        database.close()
        with contextlib.suppress(OSError):
            path.unlink()
        raise
