"""Opening the graph database: WAL, STRICT tables, numbered layouts; one that cannot be trusted is replaced."""

import contextlib
import errno
import hashlib
import sqlite3
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Final

from blastlens.store.codes import CODES_NAME, EDGE_KINDS, LAYOUT, SYMBOL_KINDS
from blastlens.store.errors import StoreDamagedError, StoreError, StoreFullError, StoreLockedError, StoreReadOnlyError

APPLICATION_ID: Final = 0x424C4153  # "BLAS"
BUSY_MS: Final = 5000
_MARK: Final = "-damaged"
# Beside "disk full" itself: what a write, or making room for the shared memory of the log, ends with where none is left.
_FULL = (
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN,
    sqlite3.SQLITE_IOERR_SHMMAP,    sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE,
)  # fmt: skip
# Of all other trouble with a file only this speaks of what is in it.
_UNREADABLE = (
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA,
    sqlite3.SQLITE_IOERR_CORRUPTFS,
)  # fmt: skip
_READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Database and file system errors as `StoreError`s."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translate(error) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise StoreFullError(str(error)) from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST):
            raise StoreReadOnlyError(str(error)) from error
        raise


def _translate(error: sqlite3.Error) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) or 0
    primary = code & 0xFF
    text = str(error)
    if code in _FULL or primary == sqlite3.SQLITE_FULL or "disk is full" in text:
        return StoreFullError(text)
    if primary in _READ_ONLY or (primary == sqlite3.SQLITE_IOERR and code not in _UNREADABLE):
        return StoreReadOnlyError(text)
    if primary in _LOCKED:
        return StoreLockedError(text)
    return StoreDamagedError(text)


def connect(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode; transactions are begun by hand. Waits up to `BUSY_MS` for other writers."""
    database = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=NORMAL")
    except sqlite3.Error:
        database.close()
        raise
    return database


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Like `connect`; where nothing can be written, the file as it stands. Raises `StoreFullError`, `StoreReadOnlyError`
    when that cannot be told from the file alone (its newest part is in a log)."""
    try:
        with translated():
            return connect(path)
    except (StoreFullError, StoreReadOnlyError):
        fixed = connect_fixed(path)
        if fixed is None:
            raise
        return fixed


def connect_fixed(path: Path) -> sqlite3.Connection | None:
    """A connection that reads the file without a lock, a log or shared memory; None where that would not be all of it."""
    with contextlib.suppress(OSError):
        log = path.with_name(path.name + "-wal")
        if path.stat().st_size == 0 or (log.exists() and log.stat().st_size):
            return None
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    return None


def open_fixed(path: Path) -> sqlite3.Connection | None:
    """A database in the newest layout that can only be read; None when it cannot be used."""
    database = connect_fixed(path)
    if database is None:
        return None
    try:
        _settle_layout(database)
    except (sqlite3.Error, StoreError):
        database.close()
        return None
    return database


def open_graph(path: Path) -> tuple[sqlite3.Connection, str]:
    """The graph database at `path` in the newest layout, and a note ("" or why it was made anew).

    Raises `StoreFullError`, `StoreReadOnlyError`, `StoreLockedError`."""
    with translated():
        existed = path.exists()
        try:
            if _mark_of(path).exists():
                raise StoreDamagedError("a part of it could not be read")
            return _open_trusted(path), ""
        except (StoreDamagedError, sqlite3.DatabaseError) as error:
            if isinstance(error, sqlite3.Error) and not isinstance(_translate(error), StoreDamagedError):
                raise
            reason = str(error)
        replace(path)
        database = _open_trusted(path)
        return database, f"the index was rebuilt: {reason}" if existed else ""


def distrust(path: Path) -> None:
    """Have the next one who opens the database make it anew: a reader met damage."""
    with contextlib.suppress(OSError):
        _mark_of(path).touch()


def _mark_of(path: Path) -> Path:
    return path.with_name(path.name + _MARK)


def replace(path: Path) -> None:
    """Remove a database with its journal files; readers that have it open keep their view until they reopen."""
    for suffix in ("", "-wal", "-shm", "-journal", _MARK):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + suffix).unlink()


def _open_trusted(path: Path) -> sqlite3.Connection:
    database = connect(path)
    try:
        _settle_layout(database)
    except BaseException:
        database.close()
        raise
    return database


def _settle_layout(database: sqlite3.Connection) -> None:
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables:
            raise StoreDamagedError("it was not made by this program")
        _create(database)
        return
    (application,) = database.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise StoreDamagedError("it was not made by this program")
    if version > LAYOUT:
        raise StoreDamagedError(f"it was written by a newer version (layout {version}, this version knows {LAYOUT})")
    if version < LAYOUT:
        migrate(database, version, LAYOUT, _steps())
        write_meta(database, {"codes": _signature()})
    elif read_meta(database).get("codes") != _signature():
        raise StoreDamagedError("it was written by another version")


def _signature() -> str:
    """Tells databases apart whose layout number is the same though tables or codes are not (between releases)."""
    schema = hashlib.blake2b(_text("schema.sql").encode(), digest_size=8).hexdigest()
    return f"{CODES_NAME} {schema}"


def _create(database: sqlite3.Connection) -> None:
    schema = _text("schema.sql")
    with transaction(database):
        # Two processes may open a new root at once: the second finds the first one's tables.
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version:
            return
        for statement in statements(schema):
            database.execute(statement)
        rows = [("symbol", code, kind.value) for code, kind in enumerate(SYMBOL_KINDS)]
        rows += [("edge", code, kind.value) for code, kind in enumerate(EDGE_KINDS)]
        database.executemany("INSERT INTO kind_name VALUES (?,?,?)", rows)
        database.executemany("INSERT INTO meta VALUES (?,?)", [("codes", _signature()), ("revision", "0")])
        database.execute(f"PRAGMA application_id={APPLICATION_ID}")
        database.execute(f"PRAGMA user_version={LAYOUT}")


def migrate(database: sqlite3.Connection, version: int, target: int, steps: dict[int, str]) -> None:
    """Apply `steps` (layout reached -> SQL) one by one, each in a transaction. Raises `StoreDamagedError` where one lacks."""
    for number in range(version + 1, target + 1):
        if number not in steps:
            raise StoreDamagedError(f"it was written by an older version (layout {version})")
        with transaction(database):
            for statement in statements(steps[number]):
                database.execute(statement)
            database.execute(f"PRAGMA user_version={number}")


def _steps() -> dict[int, str]:
    folder = resources.files("blastlens.store.migrations")
    return {
        int(entry.name.removesuffix(".sql")): entry.read_text("utf-8")
        for entry in folder.iterdir()
        if entry.name.endswith(".sql")
    }


def create_indices(database: sqlite3.Connection) -> None:
    for statement in statements(_text("indices.sql")):
        database.execute(statement)


def _text(name: str) -> str:
    return resources.files("blastlens.store").joinpath(name).read_text("utf-8")


def statements(script: str) -> Iterator[str]:
    """The statements of an SQL script, one by one (`executescript` would end the transaction around it)."""
    pending = ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """One write transaction; anything raised inside leaves the database as it was."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def read_meta(database: sqlite3.Connection) -> dict[str, str]:
    return dict(database.execute("SELECT key, value FROM meta").fetchall())


def write_meta(database: sqlite3.Connection, values: dict[str, str]) -> None:
    database.executemany(
        "INSERT INTO meta VALUES (?,?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", list(values.items())
    )
