"""A session over one root."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType

from blastlens.facts.file_facts import FileFacts
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.session.ports import IndexStatus, ProgressListener, Refresh


class Session:
    """One root, its files, its store. Not thread-safe: one thread at a time (app holds the lock).

    Several sessions, in several processes, may have the same root open: one writes at a time, readers never wait.
    """

    root: Path

    @classmethod
    def open(cls, root: Path, *, exclude: Sequence[str] = (), resident: bool = False) -> "Session":
        """Open or create the index of `root`. A read-only root keeps its index in the user's cache directory; a damaged
        or newer database is rebuilt (said in `note`). `exclude`: gitignore-style patterns on top of the built-in rules.
        `resident`: `graph()` is an `IndexedGraph` held in memory (servers) instead of one that asks SQLite (one question).
        Raises `SessionError` (code, message, hint): not a directory, disk full."""

    note: str

    def refresh(
        self,
        paths: Iterable[str] | None = None,
        *,
        progress: ProgressListener | None = None,
        cancelled: Callable[[], bool] | None = None,
        workers: int | None = None,
    ) -> Refresh:
        """Bring the graph up to the files on disk; `paths` (relative, POSIX) limits the look to these files, which may be
        new, changed or gone. Never raises for what is in a file."""

    def graph(self) -> Graph:
        """The graph at the current revision. Stays valid (and unchanged) while held, also when a refresh follows."""

    def facts(self, path: str) -> FileFacts | None:
        """Facts of an indexed file as of the current revision."""

    def facts_of(self, path: str, data: bytes) -> FileFacts | None:
        """Facts of given bytes as if they stood at `path` (unsaved buffer, git blob); nothing is stored. None when no
        language folder reads such a path."""

    def symbols_of(self, path: str, facts: FileFacts) -> Sequence[Symbol]:
        """The symbols that these facts define at this path; the module symbol first."""

    def status(self) -> IndexStatus: ...

    def close(self) -> None: ...

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
