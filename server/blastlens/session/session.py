"""A session over one root."""

import contextlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.link.ports import Program
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.session.background import run_elsewhere
from blastlens.session.control import CancelledError, Control, WideError
from blastlens.session.errors import SessionError
from blastlens.session.extraction import FileExtractor
from blastlens.session.held_graph import HeldGraph
from blastlens.session.index_status import index_status
from blastlens.session.listing import Lister, is_rule
from blastlens.session.location import Location, keep_folder, locate
from blastlens.session.other_versions import OtherVersions
from blastlens.session.overlay import other_symbols, overlaid
from blastlens.session.ports import SO_FAR, IndexStatus, ProgressListener, Refresh
from blastlens.session.refresh import LostFactsError, Outcome, Refresher
from blastlens.session.repository import head_of
from blastlens.session.scan import Scan, scan
from blastlens.session.toolchain import Frameworks, Toolchain, installed_toolchain
from blastlens.session.trouble import UNWRITABLE, explain, explained, open_fact_cache
from blastlens.session.unread import UnreadTexts
from blastlens.session.workspace import MAX_FILE_BYTES, content_hash
from blastlens.store.errors import StoreDamagedError, StoreError
from blastlens.store.fact_cache import FactCache
from blastlens.store.graph_store import GraphStore
from blastlens.store.lock import WriterLock
from blastlens.store.rows import FileRow

LOCK_SECONDS: Final = 60.0
# Changing this many files is left to a process that ends afterwards: its memory goes with it.
BULK_FILES: Final = 400
_ATTEMPTS: Final = 3


class Session(contextlib.AbstractContextManager["Session"]):
    """One root, its files, its store. Not thread-safe: one thread at a time (app holds the lock).

    Several sessions, in several processes, may have the same root open: one writes at a time, readers never wait.
    """

    root: Path

    def __init__(
        self,
        root: Path,
        location: Location,
        tools: Toolchain,
        *,
        exclude: Sequence[str] = (),
        resident: bool = False,
        max_file_bytes: int = MAX_FILE_BYTES,
        frameworks: Frameworks | None = None,
        fact_cache: FactCache | None = None,
    ) -> None:
        """Use `open`; this is for sessions in other places (`session.verify`)."""
        self.root = root
        self.location = location
        self._tools = tools
        self._settings = (tuple(exclude), max_file_bytes, frameworks)
        self._resident = resident
        self._lister = Lister(root, lambda path: tools.language_for(path) is not None, exclude)
        self._extractor = FileExtractor(root, tools, max_file_bytes)
        self._store = GraphStore(location.database)
        self._cache = fact_cache if fact_cache is not None else open_fact_cache(location)
        self._refresher = Refresher(tools, self._extractor, self._store, self._cache)
        self._delegates = False
        self._settles = True  # for the last revision, where a refresh cannot write
        self._rows: dict[str, FileRow] = {}
        self._reads: dict[str, bytes] | None = None
        self._others = OtherVersions(tools)
        self._graph = HeldGraph(self._store, resident, lambda error: explain(error, location))

    @classmethod
    def open(
        cls,
        root: Path,
        *,
        exclude: Sequence[str] = (),
        resident: bool = False,
        max_file_bytes: int = MAX_FILE_BYTES,
        frameworks: Frameworks | None = None,
        tools: Toolchain | None = None,
        for_bulk: bool = False,
    ) -> "Session":
        """Open or create the index of `root`. A read-only root keeps its index in the user's cache directory; a damaged
        or newer database is rebuilt (said in `note`). `exclude`: gitignore-style patterns on top of the built-in rules.
        `frameworks`: class -> attribute -> type, on top of the built-in tables; with others the graph is made anew.
        `resident`: `graph()` is an `IndexedGraph` held in memory (servers) instead of one that asks SQLite (one question).
        Work on many files is done in a process of its own, unless this is that one (`for_bulk`) or `tools` are given.
        Raises `SessionError` (code, message, hint): not a directory, disk full."""
        root = Path(root).resolve()
        location = locate(root)
        with explained(location):
            session = cls(
                root,
                location,
                tools or installed_toolchain(frameworks),
                exclude=exclude,
                resident=resident,
                max_file_bytes=max_file_bytes,
                frameworks=frameworks,
            )
        session._delegates = tools is None and not for_bulk
        session._settles = not for_bulk
        session._refresher.hold = [] if for_bulk else None
        return session

    def stored(self) -> tuple[int, str]:
        """(revision, how much of the repository an early index has read: "" of any other)."""
        with explained(self.location):
            meta = self._store.meta()
            return int(meta.get("revision", "0")), meta.get(SO_FAR, "")

    @property
    def openings(self) -> int:
        """Grows whenever the graph may come from another database than before: nothing of the one holds for the other."""
        return self._store.openings

    @property
    def frameworks(self) -> Frameworks | None:
        """The user's table that files are linked with."""
        return self._settings[2]

    @property
    def note(self) -> str:
        """What the user should know about where and how the index is kept; "" when all is as usual."""
        return "; ".join(filter(None, (self.location.note, self._store.note, self._refresher.judged.problem)))

    # -- refreshing ----------------------------------------------------------------------------------------
    def refresh(
        self,
        paths: Iterable[str] | None = None,
        *,
        progress: ProgressListener | None = None,
        cancelled: Callable[[], bool] | None = None,
        workers: int | None = None,
        most: int | None = None,
    ) -> Refresh:
        """Bring the graph up to the files on disk; `paths` (relative, POSIX) limits the look to these files or folders,
        which may be new, changed or gone. Never raises for what is in a file. `progress` may be called from another
        thread. `cancelled`: when it returns true nothing is changed and the answer's `note` is "cancelled". When nothing
        can be written (a full disk) the graph stays as it is, `note` says so and `stale` names what has changed since.
        `most`: when more files than that have to be linked again nothing is changed and the answer's `is_wide` is true.
        Raises `SessionError` "disk-full" or "read-only" when there is no graph yet, or "locked"."""
        started = time.monotonic()
        wanted = None if paths is None else sorted(paths)
        if wanted is not None and any(is_rule(path) for path in wanted):
            wanted = None
        control = Control(progress, cancelled, workers, most)
        try:
            with explained(self.location):
                outcome = self._refresh(wanted, control)
        except CancelledError:
            return self._report(self._unchanged(), started, "cancelled")
        except WideError:
            return self._report(self._unchanged(), started, self.note)._replace(is_wide=True)
        except SessionError as error:
            if not self._settles or error.code not in UNWRITABLE or self._store.revision() == 0:
                raise
            return self._stay(error, started)
        return self._report(outcome, started, self.note)

    def _stay(self, error: SessionError, started: float) -> Refresh:
        """The report of a refresh that could not write."""
        with explained(self.location):
            stale = self.stale()
            since = f"{len(stale)} {'file has' if len(stale) == 1 else 'files have'} changed since"
            note = f"{error.message}; answers are of the last revision that was written, {since}"
            return self._report(self._unchanged(), started, note)._replace(stale=stale)

    def rehearse(self, path: str) -> Iterator[None]:
        """Have at hand what the refresh of a file needs that is about to be saved for the first time, in steps between which
        anything may be done."""
        with explained(self.location):
            if self._load_state() or path not in self._rows:
                return
            yield
            if self._reads is None:
                self._reads = self._store.reads()
            yield
            yield from self._refresher.rehearse(path)

    def reindex(
        self, *, progress: ProgressListener | None = None, cancelled: Callable[[], bool] | None = None
    ) -> Refresh:
        """Link everything again into an empty graph; the fact cache is kept."""
        started = time.monotonic()
        with explained(self.location):
            try:
                outcome = self._refresh(None, Control(progress, cancelled), anew=True)
            except CancelledError:
                return self._report(self._unchanged(), started, "cancelled")
        return self._report(outcome, started, self.note)

    def _refresh(self, paths: list[str] | None, control: Control, *, anew: bool = False) -> Outcome:
        for attempt in range(_ATTEMPTS):
            try:
                return self._refresh_once(paths, control, anew)
            except LostFactsError as lost:
                # The file moved on while others were linked against it: distrust its stamp and look again.
                row = self._rows[lost.args[0]]
                self._rows[row.path] = row._replace(mtime_ns=0)
            except StoreDamagedError as damage:
                if attempt + 1 == _ATTEMPTS:
                    raise
                with WriterLock(self.location.lock, LOCK_SECONDS):
                    self._store.rebuild(str(damage))
                self._forget_state()
            paths = None
        raise SessionError("locked", "files keep changing while they are read", "Run again when they are at rest.")

    def _refresh_once(self, paths: list[str] | None, control: Control, anew: bool) -> Outcome:
        keep_folder(self.root, self.location)
        outdated = self._load_state(to_write=True) or anew
        if paths is not None and self._store.revision() == 0:
            control.whole()  # there is no index yet, or it was removed
            paths = None
        control.report("read", 0, 1)
        found = self._scan(None if outdated else paths)
        control.report("read", 1, 1)
        if found.is_empty and not outdated:
            self._note_touched(found)
            return self._unchanged()
        if self._delegates and max(len(found.changed), len(self._rows) if outdated else 0) >= BULK_FILES:
            elsewhere = self._refresh_elsewhere(control, anew)
            if elsewhere is not None:
                return elsewhere
        with WriterLock(self.location.lock, LOCK_SECONDS):
            if self._store.was_changed_elsewhere():
                self._forget_state(seen=True)
                outdated = self._load_state(seen=True) or anew
                found = self._scan(None if outdated else paths)
                if found.is_empty and not outdated:
                    return self._unchanged()
            self._reads = self._store.reads() if self._reads is None else self._reads
            known = {} if outdated and not anew else self._rows
            outcome = self._refresher.run(found, known, self._reads, self._meta(found), control, anew=outdated)
        self._rows, self._reads = outcome.rows, outcome.reads
        self._refresher.use_rows(self._rows)
        return outcome

    def _refresh_elsewhere(self, control: Control, anew: bool) -> Outcome | None:
        exclude, max_file_bytes, frameworks = self._settings
        done = run_elsewhere(
            self.root, control, exclude=exclude, max_file_bytes=max_file_bytes, frameworks=frameworks, anew=anew
        )
        if done is None:
            return None
        self._load_state()
        return Outcome(done.revision, done.extracted, done.relinked, done.removed, self._rows, self._reads or {})

    def _load_state(self, *, seen: bool = False, to_write: bool = False) -> bool:
        """Know what the store knows. True when the whole graph has to be made again."""
        if seen or self._store.was_changed_elsewhere(to_write=to_write):
            self._rows, self._reads = self._store.rows(), None
            self._refresher.look_anew(self._rows)
        return self._is_outdated()

    def _is_outdated(self) -> bool:
        meta = self._store.meta()
        return meta.get("revision", "0") != "0" and meta.get("version") != self._version()

    def _version(self) -> str:
        return json.dumps([self._tools.version, self._settings[1]])

    def _forget_state(self, *, seen: bool = False) -> None:
        self._rows, self._reads = {}, None
        self._graph.forget(held=not seen)

    def _scan(self, paths: list[str] | None) -> Scan:
        known = {} if self._is_outdated() else self._rows
        return self._refresher.rejudged(self.root, scan(self._lister, self._extractor, known, paths))

    def _note_touched(self, found: Scan) -> None:
        """Keep newer stamps of unchanged files, if no one else is writing; it only saves reading them again."""
        if not found.touched:
            return
        with contextlib.suppress(StoreError), WriterLock(self.location.lock, 0.0):
            if self._store.was_changed_elsewhere():
                self._rows, self._reads = self._store.rows(), None
                return
            self._store.stamp(found.touched, {})
            self._rows.update((row.path, row) for row in found.touched)

    def _meta(self, found: Scan) -> dict[str, str]:
        judged = self._refresher.judged.digest()
        meta = {"version": self._version(), "head": head_of(self.location.repository)[0], "judged": judged}
        return {**meta, "other": found.other} if found.other != "" else meta

    def _unchanged(self) -> Outcome:
        return Outcome(self._store.revision(), (), (), (), self._rows, self._reads or {})

    def _report(self, outcome: Outcome, started: float, note: str) -> Refresh:
        total = sum(1 for row in self._rows.values() if row.is_indexed)
        seconds = time.monotonic() - started
        return Refresh(outcome.revision, outcome.extracted, outcome.relinked, outcome.removed, total, seconds, note)

    # -- reading -------------------------------------------------------------------------------------------
    def graph(self) -> Graph:
        """The graph at the current revision. Stays valid (and unchanged) while held, also when a refresh follows."""
        with explained(self.location):
            return self._graph.get()

    def load(self) -> bool:
        """Go on for some milliseconds with what the first `graph()` of a resident session has to do. Whether there is more."""
        with explained(self.location):
            return self._graph.load()

    def facts(self, path: str) -> FileFacts | None:
        """Facts of an indexed file as of the current revision."""
        with explained(self.location):
            self._load_state()
            row = self._rows.get(path)
            return self._refresher.decoded.get(path) if row is not None and row.is_indexed else None

    def program(self, others: Mapping[str, FileFacts | None]) -> Program:
        """What linking sees where some files are other than indexed, or gone (None)."""
        self._load_state()
        indexed = [row.path for row in self._rows.values() if row.is_indexed]
        return overlaid(indexed, self.facts, self._store, others, self._refresher.judged)

    def unread(self, wanted: Callable[[str], bool]) -> UnreadTexts:
        """Text files below the root that are not indexed, those that the user leaves out aside."""
        self._load_state()
        known = {path for path, row in self._rows.items() if row.is_indexed}
        return UnreadTexts(self.root, known, wanted, self._settings[0])

    def facts_of(self, path: str, data: bytes) -> FileFacts | None:
        """Facts of given bytes as if they stood at `path`; nothing is stored. None when no language folder reads such a path."""
        language = self._tools.language_for(path)
        if language is None:
            return None
        row = self._rows.get(path)
        if row is not None and row.is_indexed and row.content_hash == content_hash(data):
            return self.facts(path)
        return self._others.facts(language, data)

    def symbols_of(self, path: str, facts: FileFacts) -> Sequence[Symbol]:
        """The symbols that these facts define at this path, the module first. Tests and fixtures of the graph are so here too."""
        return other_symbols(self.graph(), path, facts)

    def status(self) -> IndexStatus:
        with explained(self.location):
            self._load_state()
            head, branch = head_of(self.location.repository)
            return index_status(
                self._store,
                self._rows,
                root=self.root,
                head=head,
                branch=branch,
                stale=self.stale(),
                note=self.note,
                other_suffixes=self._tools.other_suffixes,
            )

    def stale(self) -> tuple[str, ...]:
        """Paths whose content on disk differs from the graph."""
        self._load_state()
        found = self._scan(None)
        differing = {item.path for item in found.changed} | {row.path for row in found.left_out} | set(found.removed)
        return tuple(sorted(differing))

    def rows_to_verify(self) -> tuple[list[tuple[object, ...]], dict[str, bytes]]:
        """Every unresolved use as comparable rows, and the look-up keys that each file's link read."""
        with explained(self.location):
            return self._store.unresolved_rows(), dict(self._store.reads())

    def beside(self, location: Location, fact_cache: FactCache) -> "Session":
        """A session over the same files with an index of its own elsewhere."""
        exclude, limit, frameworks = self._settings
        with explained(location):
            return Session(
                self.root,
                location,
                self._tools,
                exclude=exclude,
                max_file_bytes=limit,
                frameworks=frameworks,
                fact_cache=fact_cache,
            )

    def close(self) -> None:
        """Snapshots handed out stay usable."""
        self._graph.forget(held=False)
        self._store.close()
        self._cache.close()

    def __exit__(self, *_: object) -> None:
        self.close()
