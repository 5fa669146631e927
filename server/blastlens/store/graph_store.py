"""`GraphStore`: one graph database as a session uses it. Every method may raise a `StoreError`."""

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from blastlens.model.blind_spot import BlindKind
from blastlens.store import catalog, compact_loader, database
from blastlens.store.compact_graph import CompactGraph
from blastlens.store.errors import StoreDamagedError, StoreError, StoreFullError, StoreReadOnlyError
from blastlens.store.loading import Loading
from blastlens.store.rows import FileRow
from blastlens.store.sqlite_graph import SqliteGraph
from blastlens.store.writer import RevisionWriter


class GraphStore:
    """The database at `path`, made when it is missing and made anew when it cannot be trusted (then `note` says so).
    Where nothing can be written, one that is there already can be read; `obstacle` is what is in the way of writing.
    `openings` grows whenever another database may have taken its place: numbers of the one mean nothing in the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.note = ""
        self.obstacle: StoreError | None = None
        self._database: sqlite3.Connection
        self._identity: tuple[int, int] = (0, 0)
        self._seen = -1
        self._idents: dict[str, int] = {}
        self.openings = 0
        self._compacted = 0
        self._open()

    def _open(self) -> None:
        self.obstacle = None
        try:
            self._database, note = database.open_graph(self.path)
        except (StoreFullError, StoreReadOnlyError) as error:
            fixed = database.open_fixed(self.path)
            if fixed is None:
                raise
            self._database, note, self.obstacle = fixed, "", error
        self.note = self.note or note
        status = self.path.stat()
        identity = (status.st_dev, status.st_ino)
        # What can only be read is opened again and again; a file that was removed may leave its number to the next.
        if self.obstacle is None or identity != self._identity:
            self.openings += 1
        self._identity = identity
        self._seen = -1
        self._idents = {}

    def close(self) -> None:
        self._database.close()

    def rebuild(self, reason: str) -> None:
        """Throw the database away and begin with an empty one."""
        with database.translated():
            self._database.close()
            database.replace(self.path)
            self._open()
        self.note = f"the index was rebuilt: {reason}"

    def was_changed_elsewhere(self, *, to_write: bool = False) -> bool:
        """Whether another process has written (or replaced) the database since the last call; True at the first. One that was
        deleted is read as long as nobody has made another, and made anew where the caller is going `to_write`."""
        with database.translated():
            if self.obstacle is not None or not self._is_same_file(to_write):
                self._database.close()
                self._open()
            (version,) = self._database.execute("PRAGMA data_version").fetchone()
        changed = version != self._seen
        self._seen = version
        return bool(changed)

    def _is_same_file(self, to_write: bool) -> bool:
        try:
            status = self.path.stat()
        except FileNotFoundError:
            # Where all around it is gone too, there is nothing to make it anew for.
            return not (to_write and self.path.parent.exists())
        return (status.st_dev, status.st_ino) == self._identity

    # -- reading -------------------------------------------------------------------------------------------
    def meta(self) -> dict[str, str]:
        with database.translated():
            return database.read_meta(self._database)

    def revision(self) -> int:
        return int(self.meta().get("revision", "0"))

    def rows(self) -> dict[str, FileRow]:
        with database.translated():
            return catalog.file_rows(self._database)

    def reads(self) -> dict[str, bytes]:
        with database.translated():
            return catalog.reads(self._database)

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        with database.translated():
            return catalog.members_named(self._database, name)

    def getters_named(self, name: str) -> Sequence[str]:
        with database.translated():
            return catalog.getters_named(self._database, name)

    def totals(self) -> tuple[int, int]:
        """(symbols, edges)."""
        with database.translated():
            return catalog.totals(self._database)

    def blind_files(self) -> list[tuple[BlindKind, int]]:
        with database.translated():
            return catalog.blind_files(self._database)

    def unresolved_rows(self) -> list[tuple[object, ...]]:
        with database.translated():
            return catalog.unresolved_rows(self._database)

    def bytes_on_disk(self) -> int:
        total = 0
        for suffix in ("", "-wal"):
            with contextlib.suppress(OSError):
                total += self.path.with_name(self.path.name + suffix).stat().st_size
        return total

    def check(self) -> None:
        """Read every page. Raises `StoreDamagedError`."""
        with database.translated():
            found = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if found != ("ok",):
            raise StoreDamagedError(str(found[0]))

    def snapshot(self, explain: Callable[[StoreError], Exception] = lambda error: error) -> SqliteGraph:
        """The graph at the current revision. When a page of it cannot be read, the database is made anew by who opens it
        next, and the graph raises what `explain` makes of the error."""

        def met(error: StoreError) -> Exception:
            if isinstance(error, StoreDamagedError):
                database.distrust(self.path)
            return explain(error)

        return SqliteGraph(self.path, met)

    def compact(self, before: CompactGraph | None) -> CompactGraph:
        """The graph in memory at the current revision, made from an older snapshot where there is one."""
        try:
            is_another, self._compacted = self._compacted != self.openings, self.openings
            if before is None or is_another:
                return compact_loader.load(self._database)
            return compact_loader.advance(before, self._database)
        except StoreDamagedError:
            database.distrust(self.path)
            raise

    def begin_to_load(self) -> Loading:
        """The same of the whole graph, made in small steps."""
        self._compacted = self.openings
        return Loading(self.path)

    def copy_to(self, path: Path) -> None:
        """The database at its present revision as a file of its own, at a path where there is none."""
        with database.translated(), contextlib.closing(sqlite3.connect(path)) as target:
            self._database.backup(target)

    # -- writing -------------------------------------------------------------------------------------------
    @contextlib.contextmanager
    def writing(self) -> Iterator[RevisionWriter]:
        """One revision: committed when the block ends, gone without a trace when it raises."""
        if self.obstacle is not None:
            raise self.obstacle
        with database.translated():
            known, self._idents = self._idents, {}
            with database.transaction(self._database):
                writer = RevisionWriter(self._database, known)
                yield writer
            # Numbers are never given anew, so those of a committed revision serve the next one too.
            self._idents = writer.known_idents

    def stamp(self, rows: Iterable[FileRow], meta: dict[str, str]) -> None:
        """New stat hints and facts about the whole, without a new revision."""
        with database.translated(), database.transaction(self._database):
            RevisionWriter(self._database).stamp(rows)
            database.write_meta(self._database, meta)

    def settle(self) -> None:
        """Fold the write-ahead log back after a bulk write, where no reader is in the way."""
        with contextlib.suppress(sqlite3.Error):
            self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
