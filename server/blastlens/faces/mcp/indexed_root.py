"""The index that the tools ask, opened at the first call and brought up to date before each."""

import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import Question
from blastlens.session.ports import IndexStatus, ProgressListener


class IndexedRoot:
    """One root for the life of the server. Safe to use from several threads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = threading.Lock()
        self._app: Blastlens | None = None
        self._files = -1  # -1: not looked yet

    def refresh(self, progress: ProgressListener | None = None) -> None:
        """Bring the index up to the files on disk. Raises `UserError`."""
        with self._lock:
            self._files = self._opened().refresh(progress=progress).total_files

    def ask(self, question: Question) -> Answer:
        """The answer as of the last refresh. Raises `UserError`, also where there is nothing to ask about."""
        if self._files == 0:
            raise UserError(
                f"no source file is indexed below {self.root}", "index_status says what was left out and why"
            )
        with self._lock:
            app = self._opened()
        return app.ask(question)

    def status(self) -> IndexStatus:
        with self._lock:
            app = self._opened()
        return app.status()

    def place(self, given: str) -> str:
        """A path or symbol id as an agent gives it (absolute, or relative to the root), relative to the root."""
        file, separator, name = given.rpartition("::") if "::" in given else (given, "", "")
        if file.startswith("./") or Path(file).is_absolute():
            path = Path(os.path.normpath(self.root / file))
            file = path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else file
        return f"{file}{separator}{name}"

    def close(self) -> None:
        with self._lock:
            if self._app is not None:
                self._app.close()
                self._app = None

    def _opened(self) -> Blastlens:
        if self._app is None:
            self._app = Blastlens.open(self.root, refresh=False, resident=True)
        return self._app


def envelope_of(answer: Answer) -> Mapping[str, Any]:
    """What every page says beside its rows."""
    return {
        "complete": answer.complete,
        "reason": answer.reason,
        "stale": answer.stale,
        "revision": answer.revision,
    }
