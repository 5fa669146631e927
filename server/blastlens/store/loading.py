"""The whole graph in memory, made in small steps beside other work."""

from pathlib import Path

from blastlens.store import compact_loader
from blastlens.store.compact_graph import CompactGraph
from blastlens.store.database import connect_to_read, distrust
from blastlens.store.errors import StoreDamagedError


class Loading:
    """Of the present revision of the database at a path, whatever is written meanwhile."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database = connect_to_read(path)
        self._graph, self._steps = compact_loader.begin(self._database)

    def step(self) -> bool:
        """Go on for some milliseconds; whether there is more to do."""
        try:
            if next(self._steps, self) is None:
                return True
        except StoreDamagedError:
            distrust(self._path)
            raise
        self._database.close()
        return False

    def finish(self) -> CompactGraph:
        """The graph; what is not done yet is done now."""
        while self.step():
            pass
        return self._graph
