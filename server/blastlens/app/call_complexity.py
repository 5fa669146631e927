"""How complex the logic is around a call: how deep it stands in choices and loops, and how complex its function is."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from blastlens.languages.registry import language_for
from blastlens.model.edge import Edge, Site
from blastlens.model.graph import Graph
from blastlens.model.symbol import SymbolKind, file_of
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, content_hash, read_blob


class CallComplexity(NamedTuple):
    """`branch_depth`: of the deepest of the calls, None where that is not known (the file has changed since). `cyclomatic`
    (McCabe, 1976) and `cognitive` (Campbell, SonarSource, 2018): of the calling function; 0 for top-level code."""

    branch_depth: int | None
    cyclomatic: int
    cognitive: int


@dataclass(slots=True)
class CallComplexities:
    """Of one graph; what is read of a file is remembered."""

    session: Session
    graph: Graph
    _data: dict[str, bytes | None] = field(default_factory=dict)
    _depths: dict[tuple[str, Site], int | None] = field(default_factory=dict)

    def between(self, caller: str, callee: str) -> CallComplexity:
        """Of the calls that lead from one symbol straight to another."""
        return self.of(caller, [edge for edge in self.graph.outgoing(caller) if edge.target == callee])

    def of(self, caller: str, edges: Iterable[Edge]) -> CallComplexity:
        """Of the places of edges of one caller."""
        symbol = self.graph.symbol(caller)
        sites = [site for edge in edges if edge.source == caller for site in edge.sites]
        self._measure(caller, sites)
        depths = [found for site in sites if (found := self._depths.get((caller, site))) is not None]
        if symbol is None or symbol.kind is SymbolKind.MODULE:
            return CallComplexity(max(depths, default=None), 0, 0)
        return CallComplexity(max(depths, default=None), symbol.cyclomatic, symbol.cognitive)

    def _measure(self, caller: str, sites: Iterable[Site]) -> None:
        new = [site for site in sites if (caller, site) not in self._depths]
        if not new:
            return
        path = file_of(caller)
        language, data, symbol = language_for(path), self._read(path), self.graph.symbol(caller)
        if language is None or data is None or symbol is None:
            self._depths.update(((caller, site), None) for site in new)
            return
        # Imported here: who asks for no depth needs no parser.
        from blastlens.extract.nesting import Within, branch_depths

        places = {
            at: Within(site.line, site.column, symbol.first_line, symbol.last_line) for at, site in enumerate(new)
        }
        found = branch_depths(language, data, places)
        self._depths.update(((caller, site), found.get(at)) for at, site in enumerate(new))

    def _read(self, path: str) -> bytes | None:
        """The text of a file, if it is the one that the graph knows."""
        if path not in self._data:
            blob, record = read_blob(self.session.root, path), self.graph.file(path)
            same = isinstance(blob, Blob) and record is not None and record.content_hash == content_hash(blob.data)
            self._data[path] = blob.data if isinstance(blob, Blob) and same else None
        return self._data[path]
