"""Starting what looks at the open files first."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from blastlens.app.settings import load_settings
from blastlens.faces.lsp.configuration import Settings
from blastlens.session.early_process import EarlyNews, EarlyProcess
from blastlens.session.workspace import MAX_FILE_BYTES


class EarlyRun(Protocol):
    """A process that is told which files to look at first."""

    def want(self, file: str) -> None: ...

    def stop(self) -> None: ...


StartEarly = Callable[[Path, Settings, Callable[[EarlyNews], None]], EarlyRun]


def start_process(root: Path, settings: Settings, told: Callable[[EarlyNews], None]) -> EarlyRun:
    """Raises `OSError`."""
    own = load_settings(root)
    return EarlyProcess(
        root,
        told,
        exclude=(*own.exclude, *settings.exclude),
        max_file_bytes=own.max_file_bytes or MAX_FILE_BYTES,
        frameworks=own.frameworks,
    )
