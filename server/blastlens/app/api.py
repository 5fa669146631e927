"""`Blastlens`: what every face talks to.

Imports that only some questions need stay inside the functions that need them, so that one question from a command line
starts fast.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from blastlens.app import collecting
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.changed_api import ChangedApi
from blastlens.app.findings_api import FindingsApi
from blastlens.app.getting_ready import GettingReady
from blastlens.app.indexing import open_session, status_of
from blastlens.app.mending import mendable
from blastlens.app.navigation import Navigation
from blastlens.app.questions import Question
from blastlens.app.reports import Reports, Seen
from blastlens.app.root_folder import check_present, told_of_part
from blastlens.app.settings import Settings, load_settings
from blastlens.app.size_limit import check_size
from blastlens.app.snapshot import Snapshot
from blastlens.session.ports import IndexStatus, ProgressListener, Refresh
from blastlens.session.session import Session

if TYPE_CHECKING:
    from blastlens.app.graph_export import Exported, GraphExport
    from blastlens.app.hovers import Beside
    from blastlens.app.joined import Joined
    from blastlens.app.lenses import LensMaker, LensWay
    from blastlens.app.since_head import SinceHead
    from blastlens.app.unsaved import UnsavedSymbols
    from blastlens.model.graph import Graph
    from blastlens.model.symbol import Symbol
    from blastlens.views.hovers import HoverCard
    from blastlens.views.lenses import Lens


class Blastlens(ChangedApi, FindingsApi, GettingReady, Navigation):
    """One root. Thread-safe: calls from several threads are serialised where they must be. Paths: relative to the root,
    POSIX. Lines 1-based, columns 0-based UTF-8 bytes. Raises `UserError` for what a person can mend."""

    root: Path

    def __init__(
        self,
        session: Session,
        settings: Settings,
        min_confidence: float | None = None,
        *,
        resident: bool = False,
        exclude: Sequence[str] = (),
    ) -> None:
        """For `open`; `session` is closed by `close`."""
        self.root = session.root
        self.settings = settings
        self._threshold = settings.min_confidence if min_confidence is None else min_confidence
        self._session = session
        self._exclude = exclude
        self._resident = resident
        if resident:
            collecting.wait_for_idle_moments()
        self._lock = threading.RLock()
        self._openings = session.openings
        self._snapshot: Snapshot | None = None
        self._former: Snapshot | None = None  # the last one, whose memory the next takes over
        self._outlived: Snapshot | None = None  # one that was taken over; taking it apart waits for an idle moment
        self._stale: list[str] | None = None
        self._since_head: SinceHead | None = None
        self._buffers: UnsavedSymbols | None = None
        self._reports = Reports(session.root, settings.coverage)

    @classmethod
    def open(
        cls,
        root: Path,
        *,
        refresh: bool = True,
        progress: ProgressListener | None = None,
        exclude: Sequence[str] = (),
        min_confidence: float | None = None,
        resident: bool = False,
        one_shot: bool = False,
    ) -> "Blastlens":
        """Settings come from `.code-graph/config.json` and `[tool.blastlens]`; `exclude` is added to theirs and
        `min_confidence` (of lenses, hovers and findings) stands in for theirs. With `refresh`, the index is brought up
        to date (built, the first time) before this returns. `resident`: many questions will follow. `one_shot`: the
        process ends with this work, so that a first index need not be made in another one."""
        settings = load_settings(root)
        session = open_session(root, settings, exclude, resident=resident, one_shot=one_shot)
        app = cls(session, settings, min_confidence, resident=resident, exclude=(*settings.exclude, *exclude))
        if refresh:
            try:
                app.refresh(progress=progress)
            except BaseException:
                app.close()
                raise
        return app

    def refresh(
        self,
        paths: Iterable[str] | None = None,
        *,
        progress: ProgressListener | None = None,
        cancelled: Callable[[], bool] | None = None,
        most: int | None = None,
    ) -> Refresh:
        """Bring the graph up to the files on disk (only to these `paths`, when given). `most`: when more files than that have
        to be linked again, nothing is done and the answer is wide."""
        wanted = None if paths is None else list(paths)
        check_present(self.root)
        with self._lock, mendable():
            if wanted is None and self._session.stored()[0] == 0:
                check_size(self.root, self._exclude, self.settings.max_files)
            done = self._session.refresh(wanted, progress=progress, cancelled=cancelled, most=most)
            if self._since_head is not None:
                self._since_head.refreshed(done, wanted)
            if self._snapshot is not None and self._snapshot.graph.revision != done.revision:
                self._former, self._snapshot = self._snapshot, None
            if wanted is None:
                if self._reports.are_known:
                    self._take_reports(self._reports.look())
                self._stale = None if done.note == "cancelled" else list(done.stale)
            elif self._stale is not None and not done.is_wide:
                self._stale = [path for path in self._stale if path not in wanted]
            return done

    def ask(self, question: Question) -> Answer:
        """Answer one question at the current revision (does not refresh by itself)."""
        from blastlens.app.ask.dispatch import answer

        with self._lock, mendable():
            return answer(self._context(), question)

    def look_around(self) -> bool:
        """Find out anew whether the root is a part of something larger; whether answers may differ now."""
        with self._lock:
            differs = self._snapshot is not None and self._snapshot.part != told_of_part(self.root)
            if differs:
                self._outlived, self._snapshot = self._snapshot, None
            return differs

    # -- editor views ---------------------------------------------------------------------------------------
    def lenses(self, path: str, text: bytes | None = None) -> "list[Lens]":
        """Unresolved lenses (placed, no title) of a file. With `text` (an unsaved buffer, UTF-8) the positions follow the
        buffer and the symbols the saved graph."""
        from blastlens.app.lenses import placed_lenses

        with self._lock:
            return placed_lenses(self.file_symbols(path, text), self._session.facts(path), self.settings)

    def resolve_lens(self, symbol_id: str, how: "LensWay | None" = None) -> "Lens | None":
        """The lens of a symbol with title, parts and numbers; None when the symbol is gone."""
        with self._lock, mendable():
            return self._lens_maker(how).resolved(symbol_id)

    def lens_steps(self, path: str) -> "Iterator[None]":
        """The work of a file's lenses, in small pieces; what is known then is known at once until the next revision. Ends early
        when that comes."""
        with self._lock:
            snapshot, steps = self._current(), self._lens_maker(None).steps(path)
        for _ in steps:
            yield
            with self._lock:
                if self._snapshot is not snapshot:
                    return

    def is_lens_at_hand(self, symbol_id: str) -> bool:
        """Whether `resolve_lens` has little to do."""
        with self._lock:
            return self._current().has_lens_at_hand(symbol_id, self._threshold)

    def hover(
        self, path: str, line: int, column: int, text: bytes | None = None, beside: "Beside | None" = None
    ) -> "HoverCard | None":
        """The card of the symbol whose name stands there or that a use there resolves to. `beside`: what is told with it."""
        from blastlens.app.hovers import Beside, hover_card
        from blastlens.app.lenses import LensWay
        from blastlens.app.positions import find_at

        with self._lock:
            snapshot = self._current()
            found = find_at(self._session, self._unsaved(), snapshot.graph, path, line, column, text)
            if found is None:
                return None
            beside = beside or Beside()
            lens = self._lens_maker(beside.way or LensWay(finds_left=False, patient=False)).of(found.symbol)
            return hover_card(snapshot, found.symbol, found.place, self._threshold, lens, beside)

    def left_out(self, path: str) -> "tuple[str, str] | None":
        """(why a file is not in the index though it looks like a source, what to do about it or ""); None of any other."""
        from blastlens.app.mending import told_of_left_out

        with self._lock:
            return told_of_left_out(self._current().graph.file(path))

    def symbol_at(self, path: str, line: int, column: int, text: bytes | None = None) -> "Symbol | None":
        """The symbol whose name stands there, or that a use there resolves to (highest confidence); else None."""
        from blastlens.app.positions import find_at

        with self._lock:
            found = find_at(self._session, self._unsaved(), self._current().graph, path, line, column, text)
            return found.symbol if found is not None else None

    def enclosing(self, path: str, line: int, text: bytes | None = None) -> "Symbol | None":
        """The innermost definition around a line, of the buffer where `text` is given; the module outside all definitions."""
        from blastlens.app.resolve import innermost

        return innermost(self.file_symbols(path, text), line)

    def file_symbols(self, path: str, text: bytes | None = None) -> "Sequence[Symbol]":
        """What a file defines, with places as in `lenses`."""
        from blastlens.app.positions import symbols_at

        with self._lock:
            return symbols_at(self._unsaved(), self._current().graph, path, text)

    # -- the index -----------------------------------------------------------------------------------------
    def status(self) -> IndexStatus:
        """What is indexed and what is not; problems of the settings and of the installation are in `note`."""
        with self._lock, mendable():
            return status_of(self._session, self.settings, self._stale)

    def verify(self) -> Answer:
        """Rebuild beside the live graph and compare; results list each difference, empty when there is none."""
        from blastlens.app.verify import answer_verify

        with self._lock, mendable():
            return answer_verify(self._session)

    def export_edges(self, *, walked: bool = False) -> Iterable[dict[str, object]]:
        """Rows of `export --format edges-jsonl`; `walked`: with those that walks add."""
        from blastlens.app.export import export_rows

        with self._lock:
            return export_rows(self._current().graph, walked=walked)

    def export_graph(self, wanted: "GraphExport") -> "Exported":
        """The graph, or a part of it, in the format of another tool."""
        from blastlens.app.graph_export import exported

        with self._lock, mendable():
            return exported(self._current(), self.root.name, wanted)

    def reindex(self, *, progress: ProgressListener | None = None) -> Refresh:
        """Throw the graph away (not the fact cache) and build it again."""
        with self._lock, mendable():
            self._drop_snapshot()
            if self._since_head is not None:
                self._since_head.forget()
            self._stale = []
            return self._session.reindex(progress=progress)

    def coverage_reports(self) -> Seen:
        """The reports that there are now, for `take_reports`. May be called from any thread and waits for nothing."""
        return self._reports.look()

    def take_reports(self, seen: Seen) -> bool:
        """Whether answers may differ, as these are other coverage reports than were there before."""
        with self._lock:
            return self._take_reports(seen)

    def close(self) -> None:
        """Idempotent; nothing may be asked afterwards."""
        with self._lock:
            self._drop_snapshot()
            self._session.close()

    # -- inside --------------------------------------------------------------------------------------------
    def _current(self) -> Snapshot:
        if self._openings != self._session.openings:
            self._drop_snapshot()
            self._openings = self._session.openings
        if self._snapshot is None:
            graph, so_far = self._session.graph(), self._session.stored()[1]
            reports = None if so_far else self._read_joined
            self._snapshot = Snapshot(graph, self._former, reports, so_far, told_of_part(self.root))
            if self._former is not None:
                self._outlived, self._former = self._former, None
        return self._snapshot

    def _drop_snapshot(self) -> None:
        for snapshot in (self._snapshot, self._former, self._outlived):
            if snapshot is not None:
                snapshot.hops.forget()
        self._snapshot = self._former = self._outlived = None

    def _context(self) -> Context:
        return Context(self._session, self._current(), self.settings, self._known_stale, self._joined_with)

    def _read_joined(self, graph: "Graph") -> "Joined":
        from blastlens.app.joined import joined
        from blastlens.app.measuring import measure

        return joined(graph, measure(self._session, graph, (), self._reports.paths()))

    def _joined_with(self, named: tuple[str, ...]) -> "Joined":
        """Coverage data at the usual places, and what a user names."""
        if not named:
            return self._current().joined
        from blastlens.app.joined import joined
        from blastlens.app.measuring import measure

        graph = self._current().graph
        return joined(graph, measure(self._session, graph, named, self._reports.paths()))

    def _take_reports(self, seen: Seen) -> bool:
        differ = self._reports.take(seen)
        if differ and self._snapshot is not None:
            self._snapshot.forget_joined()
        return differ

    def _known_stale(self) -> list[str]:
        if self._stale is None:
            self._stale = list(self._session.stale())
        return list(self._stale)

    def _lens_maker(self, how: "LensWay | None") -> "LensMaker":
        from blastlens.app.lenses import LensMaker, LensWay

        return LensMaker(self._context(), self._changed(), self._threshold, how or LensWay())

    def _unsaved(self) -> "UnsavedSymbols":
        from blastlens.app.unsaved import UnsavedSymbols

        if self._buffers is None:
            self._buffers = UnsavedSymbols(self._session)
        return self._buffers

    def _changed(self) -> "SinceHead":
        """What is changed and not committed."""
        from blastlens.app.since_head import SinceHead

        if self._since_head is None:
            self._since_head = SinceHead(self._session)
        return self._since_head
