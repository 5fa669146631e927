"""The fact cache: encoded facts by content hash, shared by all work trees of a repository, bounded, disposable."""

import contextlib
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from blastlens.store import database as graph_database
from blastlens.store.errors import StoreDamagedError, StoreError, StoreFullError

LAYOUT: Final = 2
LIMIT_BYTES: Final = 256 << 20
# Not compressed: that would save a third of the place and cost more time than all else here together.
_SUM_BYTES: Final = 4

Key = tuple[str, str]  # (content hash, language with its extractor version)


class FactCache:
    """Encoded facts by key. Every loss is a miss, never an error: a damaged file is thrown away, a place that cannot be
    written leaves the cache empty. Only a full disk is reported (`StoreFullError`). Entries carry the number of the write
    that last used them; the least recently used go first when `limit` bytes are exceeded."""

    def __init__(self, path: Path | None, limit: int = LIMIT_BYTES) -> None:
        """`path` None: nothing is kept."""
        self._path = path
        self._limit = limit
        self._database = self._open()

    @property
    def is_open(self) -> bool:
        """False: nothing is kept."""
        return self._database is not None

    def get(self, key: Key) -> bytes | None:
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[Key]) -> dict[Key, bytes]:
        """What is there of `keys`."""
        if self._database is None:
            return {}
        found: dict[Key, bytes] = {}
        query = "SELECT data FROM facts WHERE key = ?"
        try:
            for key in keys:
                row = self._database.execute(query, (_text(key),)).fetchone()
                if row is not None:
                    data: bytes = row[0]
                    if zlib.crc32(data[_SUM_BYTES:]).to_bytes(_SUM_BYTES, "little") == data[:_SUM_BYTES]:
                        found[key] = data[_SUM_BYTES:]
        except sqlite3.Error as error:
            self._lose(error)
        return found

    def present(self, keys: Iterable[Key]) -> set[Key]:
        """Which of `keys` are there, without reading them."""
        if self._database is None:
            return set()
        try:
            query = "SELECT 1 FROM facts WHERE key = ?"
            return {key for key in keys if self._database.execute(query, (_text(key),)).fetchone()}
        except sqlite3.Error as error:
            self._lose(error)
            return set()

    def is_empty(self) -> bool:
        if self._database is None:
            return True
        try:
            return self._database.execute("SELECT 1 FROM facts LIMIT 1").fetchone() is None
        except sqlite3.Error as error:
            self._lose(error)
            return True

    def put_many(self, entries: Mapping[Key, bytes], live: Iterable[Key] = ()) -> None:
        """Add entries. `live`: keys of the graph that writes, which
        are marked as used now if something has to go."""
        if self._database is None or not entries:
            return
        try:
            with graph_database.transaction(self._database):
                turn = self._turn()
                rows = [(_text(key), turn, _with_sum(blob)) for key, blob in entries.items()]
                self._database.executemany("INSERT OR REPLACE INTO facts (key, used, data) VALUES (?,?,?)", rows)
                if self._bytes() > self._limit:
                    self._evict(turn, live)
        except sqlite3.Error as error:
            self._lose(error)

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    # -- below: private ------------------------------------------------------------------------------------
    def _open(self) -> sqlite3.Connection | None:
        if self._path is None:
            return None
        for _attempt in range(2):
            try:
                with graph_database.translated():
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    return self._connect(self._path)
            except StoreFullError:
                raise
            except StoreError as error:
                if not isinstance(error, StoreDamagedError):
                    return None
                with contextlib.suppress(OSError):
                    graph_database.replace(self._path)
        return None

    @staticmethod
    def _connect(path: Path) -> sqlite3.Connection:
        database = graph_database.connect(path)
        try:
            (version,) = database.execute("PRAGMA user_version").fetchone()
            if version not in (0, LAYOUT):
                raise sqlite3.DatabaseError("unknown layout")
            with graph_database.transaction(database):
                database.execute(
                    "CREATE TABLE IF NOT EXISTS facts"
                    " (key TEXT NOT NULL UNIQUE, used INTEGER NOT NULL, data BLOB NOT NULL) STRICT"
                )
                database.execute("CREATE INDEX IF NOT EXISTS facts_used ON facts (used)")
                database.execute(f"PRAGMA user_version={LAYOUT}")
        except BaseException:
            database.close()
            raise
        return database

    def _lose(self, error: sqlite3.Error) -> None:
        """After an error: a damaged cache is thrown away, a busy one is left alone."""
        try:
            with graph_database.translated():
                raise error
        except StoreFullError:
            raise
        except StoreError as translated:
            damaged = isinstance(translated, StoreDamagedError)
        if damaged and self._path is not None:
            self.close()
            with contextlib.suppress(OSError):
                graph_database.replace(self._path)
            self._database = self._open()

    def _turn(self) -> int:
        assert self._database is not None
        (turn,) = self._database.execute("SELECT coalesce(max(used), 0) + 1 FROM facts").fetchone()
        return int(turn)

    def _bytes(self) -> int:
        assert self._database is not None
        (pages,) = self._database.execute("PRAGMA page_count").fetchone()
        (free,) = self._database.execute("PRAGMA freelist_count").fetchone()
        (size,) = self._database.execute("PRAGMA page_size").fetchone()
        return int((pages - free) * size)

    def _evict(self, turn: int, live: Iterable[Key]) -> None:
        assert self._database is not None
        marks = [(turn, _text(key)) for key in live]
        self._database.executemany("UPDATE facts SET used = ? WHERE key = ?", marks)
        excess = self._bytes() - self._limit * 4 // 5
        doomed: list[tuple[int]] = []
        for row, size in self._database.execute("SELECT rowid, length(data) FROM facts ORDER BY used, rowid"):
            if excess <= 0:
                break
            excess -= size
            doomed.append((row,))
        self._database.executemany("DELETE FROM facts WHERE rowid = ?", doomed)


def _with_sum(blob: bytes) -> bytes:
    return zlib.crc32(blob).to_bytes(_SUM_BYTES, "little") + blob


def _text(key: Key) -> str:
    return f"{key[0]}/{key[1]}"
