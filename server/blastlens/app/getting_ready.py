"""What is done beside questions, in small steps, so that questions find it done: part of the API of faces that stay."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from blastlens.app import collecting
from blastlens.app.mending import mendable
from blastlens.app.snapshot import Snapshot
from blastlens.session.session import Session

if TYPE_CHECKING:
    from blastlens.app.since_head import SinceHead
    from blastlens.session.diff import FileDiff

# Seconds after which the lenses that are shown are made when they are asked for.
_LENSES: Final = 2.0


class GettingReady(ABC):
    """Of one root; see `app.api.Blastlens`, which has the state. Between two steps anything may be asked, which does at once what it
    needs and is not done yet. `changes`: what `read_changes` has just told; None: ask git in a step."""

    _lock: threading.RLock
    _session: Session
    _resident: bool
    _outlived: Snapshot | None

    @abstractmethod
    def _current(self) -> Snapshot: ...

    @abstractmethod
    def _changed(self) -> "SinceHead": ...

    @abstractmethod
    def lens_steps(self, path: str) -> Iterator[None]:
        """See there."""

    def load(self) -> None:
        """Have the graph at hand before the first question, all of it now."""
        with self._lock, mendable():
            self._current()

    def load_steps(self, changes: "Sequence[FileDiff] | None" = None, shown: Sequence[str] = ()) -> Iterator[None]:
        """Have at hand the graph, what questions about any definition look at, and the lenses of the files that are `shown`."""
        with collecting.to_stay():
            while self._loads():
                yield
            with self._lock, mendable():
                ready, compared = self._current().get_ready(), self._changed().steps(changes)
            for steps in (ready, compared):
                while self._takes(steps):
                    yield
            latest = time.monotonic() + _LENSES
            for steps in map(self.lens_steps, shown):
                while time.monotonic() < latest and self._takes(steps):
                    yield

    def rehearsal(self, path: str, changes: "Sequence[FileDiff] | None" = None) -> Iterator[None]:
        """For an idle moment after a file was opened: its next save is answered as fast as later ones."""
        with collecting.to_stay():
            with self._lock, mendable():
                is_empty = self._current().is_empty
                steps = self._session.rehearse(path)
            while self._takes(steps):
                yield
            if not is_empty:
                with self._lock:
                    steps = self._changed().rehearse(path, changes)
                while self._takes(steps):
                    yield

    def settle(self, *, quiet: bool = True) -> None:
        """For idle moments of a resident process: look for garbage, which is not done while someone waits. `quiet`: whether nobody
        has asked anything for a while; else it is done when there is much of it."""
        with self._lock:
            if self._outlived is not None:
                self._outlived.hops.forget()
                self._outlived = None
            if self._resident and (quiet or collecting.is_due()):
                collecting.settle()

    def _loads(self) -> bool:
        """Whether more of the graph is to be loaded."""
        with self._lock, mendable():
            return self._session.load()

    def _takes(self, steps: Iterator[None]) -> bool:
        """Whether there was a step to take."""
        with self._lock, mendable():
            return next(steps, self) is None
