"""Coverage reports at the usual places of one root: looked for once, and again when somebody has time for it. A look goes through
many folders, which no save waits for."""

from collections.abc import Sequence
from pathlib import Path

from blastlens.session.coverage.places import signature

# Path, size and time of each report.
Seen = tuple[tuple[str, int, int], ...]


class Reports:
    """`named`: paths or patterns of the settings. Not thread-safe but for `look`."""

    def __init__(self, root: Path, named: Sequence[str]) -> None:
        self._root = root
        self._named = named
        self._seen: Seen | None = None

    def paths(self) -> list[Path]:
        """Those that there were at the last look."""
        if self._seen is None:
            self._seen = self.look()
        return [Path(path) for path, _, _ in self._seen]

    def look(self) -> Seen:
        """What there is now. May be called from any thread, and takes a while."""
        return signature(self._root, self._named)

    def take(self, seen: Seen) -> bool:
        """Whether these are others than were there before, if anybody has asked for those."""
        before, self._seen = self._seen, seen
        return before is not None and before != seen

    @property
    def are_known(self) -> bool:
        """Whether anybody has asked for them."""
        return self._seen is not None
