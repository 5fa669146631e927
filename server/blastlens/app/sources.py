"""Source lines that belong to the graph: a line is given only where the file's bytes are those that were indexed."""

from blastlens.model.graph import Graph
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob
from blastlens.text.decode import decode


class Sources:
    """Of one answer: each file is read once. `changed`: files that were asked for and are not as they were indexed."""

    def __init__(self, session: Session, graph: Graph) -> None:
        self._session = session
        self._graph = graph
        self._lines: dict[str, tuple[str, ...]] = {}
        self.changed: set[str] = set()

    def lines(self, path: str) -> tuple[str, ...]:
        """All lines of a file, without their ends; none where it differs from what was indexed."""
        if path not in self._lines:
            self._lines[path] = self._read(path)
        return self._lines[path]

    def _read(self, path: str) -> tuple[str, ...]:
        record = self._graph.file(path)
        blob = read_blob(self._session.root, path)
        if record is None or not isinstance(blob, Blob) or blob.content_hash != record.content_hash:
            self.changed.add(path)
            return ()
        text = decode(blob.data).source.decode("utf-8")
        return tuple(line.removesuffix("\r") for line in text.split("\n"))
