"""Bulk work in another process: first index, branch switch, wide relink."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Protocol

from blastlens.app.errors import UserError
from blastlens.app.root_folder import check_present
from blastlens.app.settings import load_settings
from blastlens.session.background import BackgroundIndex, BulkResult
from blastlens.session.ports import ProgressListener
from blastlens.session.workspace import MAX_FILE_BYTES

# Seconds between looks at whether the user has cancelled.
_LOOK: Final = 0.05


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
        """Blocks until done; call it off the event loop. `exclude` is added to the root's own settings; `rebuild` links
        every file again. `progress` is called from another thread. Stops the process and returns early once
        `cancelled()`; the index is then as before. Raises `UserError` when the work could not be done."""
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
        check_present(root)
        settings = load_settings(root)
        work = BackgroundIndex(
            root,
            progress=progress,
            exclude=(*settings.exclude, *exclude),
            max_file_bytes=settings.max_file_bytes or MAX_FILE_BYTES,
            frameworks=settings.frameworks,
            anew=rebuild,
            humble=True,
        )
        work.start()
        result = work.wait(_LOOK)
        while result is None:
            if cancelled():
                work.cancel()
            result = work.wait(_LOOK)
        if result.error and result.error != "cancelled":
            raise _error_of(result)


def _error_of(result: BulkResult) -> UserError:
    return UserError(result.message, result.hint, code=result.error)
