"""How a caller follows a refresh, and what ends it early."""

from collections.abc import Callable
from typing import Final, NamedTuple

from blastlens.session.ports import Progress, ProgressListener

_PROGRESS_EVERY: Final = 20


class CancelledError(Exception):
    """The caller asked to stop; nothing was changed."""


class WideError(Exception):
    """More files have to be linked again than the caller wants to wait for; nothing was changed."""


class Control(NamedTuple):
    """How the caller follows and stops a refresh. `most`: files that may be linked again here."""

    progress: ProgressListener | None = None
    cancelled: Callable[[], bool] | None = None
    workers: int | None = None
    most: int | None = None

    def check(self) -> None:
        if self.cancelled is not None and self.cancelled():
            raise CancelledError

    def report(self, phase: str, done: int, total: int) -> None:
        if self.progress is not None and (done % _PROGRESS_EVERY == 0 or done == total):
            self.progress(Progress(phase, done, total))

    def whole(self) -> None:
        """All files have to be looked at, for nothing is known of them. Raises `WideError` where the caller will not wait."""
        if self.most is not None:
            raise WideError
