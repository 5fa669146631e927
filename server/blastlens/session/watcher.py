"""Watching a root for changes made outside the editor. Imports watchdog, so import this module only where it is used."""

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

from blastlens.session.listing import SILENT, VENDORED
from blastlens.session.repository import find_repository

DEBOUNCE_SECONDS: Final = 0.3
# More paths at once (a checkout) are quicker found by looking at everything.
_MANY: Final = 500
# Each watched folder takes one of the 128 inotify instances a user has; with more, the root is watched as one.
_MOST_FOLDERS: Final = 32
# Without this list watchdog reports reads too, and its own scans of large trees overflow its queue.
_EVENTS: Final[list[type[FileSystemEvent]]] = [
    FileCreatedEvent, FileModifiedEvent, FileDeletedEvent, FileMovedEvent, FileClosedEvent, DirCreatedEvent,
    DirDeletedEvent, DirMovedEvent,
]  # fmt: skip
_GIT_SIGNS: Final = frozenset({"HEAD", "packed-refs"})

# Paths relative to the root (files and folders), or None: look at everything.
ChangeListener = Callable[[list[str] | None], None]


class Watcher:
    """Calls `listener` from a thread of its own, at the earliest `debounce` seconds after the last change of a burst.

    Watched are the root and each of its top-level folders that can hold sources, and what tells the commit of the work tree,
    wherever it lies: HEAD and the branches; `commits_only`: nothing but these. Where the system cannot watch (too many folders), `start` returns False: refresh
    by looking at everything now and then."""

    def __init__(
        self, root: Path, listener: ChangeListener, debounce: float = DEBOUNCE_SECONDS, *, commits_only: bool = False
    ) -> None:
        self._root = root.resolve()
        self._listener = listener
        self._debounce = debounce
        self._commits_only = commits_only
        self._observer: Any = None
        self._branches: Path | None = None
        self._lock = threading.Lock()
        self._paths: set[str] = set()
        self._everything = False
        self._timer: threading.Timer | None = None
        self._stopped = False

    def start(self) -> bool:
        observer = Observer()
        handler = _Handler(self._take)
        try:
            if not self._commits_only:
                self._watch_files(observer, handler)
            self._watch_commits(observer, handler)
            observer.start()
        except OSError:
            observer.unschedule_all()
            return False
        self._observer = observer
        return True

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._timer is not None:
                self._timer.cancel()
        if self._observer is not None:
            self._observer.stop()
            self._observer.join()

    def _watch_files(self, observer: Any, handler: "_Handler") -> None:
        folders = self._folders()
        whole = len(folders) > _MOST_FOLDERS
        observer.schedule(handler, str(self._root), recursive=whole, event_filter=_EVENTS)
        for folder in () if whole else folders:
            observer.schedule(handler, str(folder), recursive=True, event_filter=_EVENTS)

    def _watch_commits(self, observer: Any, handler: "_Handler") -> None:
        repository = find_repository(self._root)
        if repository is None:
            return
        # A work tree has a HEAD of its own; the branches are those of all.
        for folder in {repository.directory, repository.common}:
            observer.schedule(handler, str(folder), recursive=False, event_filter=_EVENTS)
        self._branches = repository.common / "refs" / "heads"
        if self._branches.is_dir():
            observer.schedule(handler, str(self._branches), recursive=True, event_filter=_EVENTS)

    def _tells_commit(self, path: Path) -> bool:
        is_branch = self._branches is not None and path.is_relative_to(self._branches)
        return path.name in _GIT_SIGNS or (is_branch and path.suffix != ".lock")

    def _folders(self) -> list[Path]:
        with os.scandir(self._root) as entries:
            return [
                Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False) and _wanted(entry.name)
            ]

    def _take(self, path: str, is_folder: bool) -> None:
        relative = os.path.relpath(path, self._root).replace(os.sep, "/")
        parts = relative.split("/")
        with self._lock:
            if self._stopped:
                return
            if ".git" in parts or parts[0] == "..":
                if is_folder or not self._tells_commit(Path(path)):
                    return
                self._everything = True
            elif not all(_wanted(part) for part in (parts if is_folder else parts[:-1])):
                return
            elif is_folder and len(parts) == 1 and relative != ".":
                self._watch_new(path)
                self._paths.add(relative)
            elif relative != ".":
                self._paths.add(relative)
            self._everything = self._everything or len(self._paths) > _MANY
            self._arm()

    def _watch_new(self, path: str) -> None:
        """A folder that came at the top of the root."""
        if self._observer is not None and Path(path).is_dir():
            try:
                self._observer.schedule(_Handler(self._take), path, recursive=True, event_filter=_EVENTS)
            except OSError:
                self._everything = True

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(self._debounce, self._tell)
        self._timer.daemon = True
        self._timer.start()

    def _tell(self) -> None:
        with self._lock:
            paths = None if self._everything else sorted(self._paths)
            self._paths = set()
            self._everything = False
            if self._stopped or paths == []:
                return
        self._listener(paths)


class _Handler(FileSystemEventHandler):
    def __init__(self, take: Callable[[str, bool], None]) -> None:
        super().__init__()
        self._take = take

    def on_any_event(self, event: FileSystemEvent) -> None:
        for path in (event.src_path, event.dest_path):
            if path:
                self._take(os.fsdecode(path), event.is_directory)


def _wanted(name: str) -> bool:
    return not name.startswith(".") and name not in SILENT and name not in VENDORED
