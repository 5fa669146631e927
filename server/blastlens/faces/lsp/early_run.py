"""Starting what looks at the open files first."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from blastlens.app.settings import load_settings
from blastlens.faces.lsp.configuration import Settings
from blastlens.session.early_process import EarlyNews, EarlyProcess
from blastlens.session.early_spare import Spare
from blastlens.session.workspace import MAX_FILE_BYTES


class EarlyRun(Protocol):
    """A process that is told which files to look at first."""

    def want(self, file: str) -> None: ...

    def stop(self) -> None: ...


class EarlyStart:
    """Starts one such process for a root. `spare` waits for the first root; it ends with `let_go` when there is none."""

    def __init__(self, spare: Spare | None = None) -> None:
        self._spare = spare

    def start(self, root: Path, settings: Settings, told: Callable[[EarlyNews], None]) -> EarlyRun:
        """Raises `OSError`."""
        own = load_settings(root)
        spare, self._spare = self._spare, None
        return EarlyProcess(
            root,
            told,
            exclude=(*own.exclude, *settings.exclude),
            max_file_bytes=own.max_file_bytes or MAX_FILE_BYTES,
            frameworks=own.frameworks,
            spare=spare,
        )

    def let_go(self) -> None:
        """Nothing that is open needs it. Waits until the spare process has ended."""
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.communicate()
