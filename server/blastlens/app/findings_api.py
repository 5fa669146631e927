"""The part of `Blastlens` that is about findings, and about what can be done at a place."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from blastlens.app.ask.context import Context
from blastlens.app.mending import mendable
from blastlens.app.settings import Settings
from blastlens.app.snapshot import Snapshot
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

if TYPE_CHECKING:
    from blastlens.app.unsaved import UnsavedSymbols
    from blastlens.app.wanted_findings import Stage, Wanted
    from blastlens.views.actions import Action, Change
    from blastlens.views.findings import Finding


class FindingsApi(ABC):
    """See `Blastlens`."""

    root: Path
    settings: Settings
    _session: Session
    _lock: "threading.RLock"

    @abstractmethod
    def _current(self) -> Snapshot: ...

    @abstractmethod
    def _context(self) -> Context: ...

    @abstractmethod
    def _unsaved(self) -> "UnsavedSymbols": ...

    def judge(self, wanted: "Wanted | None" = None) -> "Iterator[Stage]":
        """The findings that an editor shows, see `app.editor_findings`; what is quick to find comes first."""
        from blastlens.app.editor_findings import editor_findings
        from blastlens.app.wanted_findings import Wanted

        with self._lock, mendable():
            if not self._current().is_empty:
                yield from editor_findings(self._context(), wanted or Wanted())

    def findings(self, path: str | None = None, wanted: "Wanted | None" = None) -> "list[Finding]":
        """The last stage of `judge`: of one file, or of all."""
        found = [stage.findings for stage in self.judge(wanted)][-1:]
        return [one for findings in found for one in findings if path in (None, one.file)]

    def actions_at(self, path: str, line: int, column: int, text: bytes | None = None) -> "list[Action]":
        """What can be asked at a place: of the definition whose name stands there, or of the call."""
        from blastlens.app.place_actions import place_actions
        from blastlens.app.positions import find_at
        from blastlens.session.judged_edges import read_judged

        with self._lock:
            graph, unsaved = self._current().graph, self._unsaved()
            found = find_at(self._session, unsaved, graph, path, line, column, text)
            return list(place_actions(graph, unsaved, read_judged(self.root), path, line, column, text, found))

    def actions_for(
        self, finding: "Finding", text: bytes, *, baseline: bool = False, later: bool = False
    ) -> "list[Action]":
        """What can be done about a finding, see `app.finding_actions`."""
        from blastlens.app.finding_actions import finding_actions

        with self._lock:
            return list(finding_actions(self._session, self._current(), finding, text, baseline=baseline, later=later))

    def import_for_types(self, path: str, text: bytes, line: int) -> "tuple[Change, ...]":
        """The changes of an action whose changes come later, see `app.type_only`. Raises `UserError`."""
        from blastlens.app.type_only import import_for_types

        with self._lock:
            return import_for_types(self._session, self._current(), path, text, line)

    def differs(self, path: str) -> bool:
        """Whether the graph knows another content of an indexed file than the disk has."""
        with self._lock:
            record = self._current().graph.file(path)
            found = read_blob(self.root, path)
            return (
                record is not None
                and record.state in ("indexed", "partial")
                and (not isinstance(found, Blob) or found.content_hash != record.content_hash)
            )

    def judge_edge(self, caller: str, callee: str, verdict: str | None, reason: str = "") -> str:
        """See `app.judging_edges`; refresh the file that is given back."""
        from blastlens.app.judging_edges import judge_edge

        with self._lock:
            return judge_edge(self.root, self._current().graph, caller, callee, verdict, reason)

    def accept(self, finding: "Finding", named: str | None = None) -> None:
        """Add a finding to the file of known ones: the one that is `named`, else that of the settings. Raises `UserError` where
        there is none, and for one that cannot be used or written."""
        from blastlens.app.accepting import accept

        accept(self.root, finding, named or self.settings.check.baseline)
