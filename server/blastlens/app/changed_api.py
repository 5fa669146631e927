"""The part of `Blastlens` that is about what is changed and not committed."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from blastlens.app.mending import mendable
from blastlens.session.session import Session

if TYPE_CHECKING:
    from blastlens.app.leaving import Leaving, MayLeave
    from blastlens.app.since_head import SinceHead
    from blastlens.session.diff import FileDiff


class ChangedApi(ABC):
    """See `Blastlens`."""

    root: Path
    _session: Session
    _lock: "threading.RLock"
    _leaving: "Leaving | None" = None

    @abstractmethod
    def _changed(self) -> "SinceHead": ...

    def read_changes(self) -> "list[FileDiff]":
        """What git says of what is not committed. May be called from any thread and waits for nothing but git. Raises `UserError`
        "no-git" where it cannot say anything."""
        from blastlens.session import git

        with mendable():
            return git.diff(self.root)

    def may_leave_behind(self, changes: "Sequence[FileDiff]") -> "Iterator[MayLeave]":
        """Whether `changes` can have left callers behind (`NotUpdated`), in small steps of which the last one tells; looks at the
        changed files alone."""
        from blastlens.app.leaving import Leaving

        with self._lock:
            if self._leaving is None:
                self._leaving = Leaving(self._session)
            steps = self._leaving.steps(changes)
        while True:
            with self._lock, mendable():
                found = next(steps, None)
            if found is None:
                return
            yield found

    def changed_in(self, path: str) -> frozenset[str]:
        """Ids of what a file defines and differs from HEAD; none outside git."""
        with self._lock, mendable():
            return self._changed().of(path)
