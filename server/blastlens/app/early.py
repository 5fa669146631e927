"""Answers from an index of a few files, while the whole one is made."""

from pathlib import Path

from blastlens.app.api import Blastlens
from blastlens.app.mending import mendable
from blastlens.app.settings import load_settings
from blastlens.session.early_reading import early_session


class EarlyBlastlens(Blastlens):
    """Over an index that another process makes in a folder of its own. What it answers is right and not complete, and says so."""

    @classmethod
    def over(cls, root: Path, folder: Path) -> "EarlyBlastlens":
        with mendable():
            return cls(early_session(root, folder), load_settings(root), resident=True)

    def look_again(self) -> None:
        """Answer from the newest revision."""
        with self._lock, mendable():
            if self._snapshot is not None and self._snapshot.graph.revision != self._session.stored()[0]:
                self._former, self._snapshot = self._snapshot, None
