"""Bulk work in another process: first index, branch switch, wide relink."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from blastlens.session.ports import ProgressListener


class BulkIndex(Protocol):
    """Brings the index of a root up to date in a process of its own, so that this one goes on answering."""

    def run(
        self,
        root: Path,
        exclude: Sequence[str],
        rebuild: bool,
        progress: ProgressListener,
        cancelled: Callable[[], bool],
    ) -> None:
        """Blocks until done; call it off the event loop. `progress` is called in the calling thread. Stops the process
        and returns early once `cancelled()`. Raises `UserError` when the work could not be done."""
        ...


class BulkProcess:
    """`BulkIndex` over the session's background process."""

    def run(
        self,
        root: Path,
        exclude: Sequence[str],
        rebuild: bool,
        progress: ProgressListener,
        cancelled: Callable[[], bool],
    ) -> None:
        raise NotImplementedError
