"""From one symbol to those around it, for hierarchies and references: part of the API of all faces."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from blastlens.app.snapshot import Snapshot

if TYPE_CHECKING:
    from blastlens.model.edge import Edge, Site
    from blastlens.model.symbol import Symbol


class Importer(NamedTuple):
    """A file that imports, and the line of its first import of what was asked for."""

    file: str
    line: int


class Navigation(ABC):
    """Answers of the current revision; see `app.api.Blastlens`, which has the state."""

    _lock: threading.RLock
    _threshold: float

    @abstractmethod
    def _current(self) -> Snapshot: ...

    def is_known(self, symbol_id: str) -> bool:
        """Whether the graph has the symbol: one of a buffer that is not saved may not be in it, nor one that is gone."""
        with self._lock:
            return self._current().graph.symbol(symbol_id) is not None

    def incoming_calls(self, symbol_id: str) -> "Sequence[tuple[Symbol, Edge]]":
        """Callers for a call hierarchy, one row per (caller, edge), uncertain ones too (override, candidates)."""
        from blastlens.app.hierarchies import incoming_calls

        with self._lock:
            return incoming_calls(self._current().hops, symbol_id)

    def outgoing_calls(self, symbol_id: str) -> "Sequence[tuple[Symbol, Edge]]":
        """What a symbol calls, as in `incoming_calls`."""
        from blastlens.app.hierarchies import outgoing_calls

        with self._lock:
            return outgoing_calls(self._current().hops, symbol_id)

    def supertypes(self, symbol_id: str) -> "Sequence[tuple[Symbol, Edge | None]]":
        """Direct bases of a class; what a method overrides. With the edge that says so, where one does."""
        from blastlens.app.hierarchies import related_types

        with self._lock:
            return related_types(self._current().graph, symbol_id, up=True)

    def subtypes(self, symbol_id: str) -> "Sequence[tuple[Symbol, Edge | None]]":
        """Direct subclasses of a class; what overrides a method."""
        from blastlens.app.hierarchies import related_types

        with self._lock:
            return related_types(self._current().graph, symbol_id, up=False)

    def call_sites(self, symbol_id: str) -> "Sequence[tuple[str, Site]]":
        """(file, site) of every call of the symbol at or above the review threshold."""
        from blastlens.app.hierarchies import call_sites

        with self._lock:
            return call_sites(self._current().hops, symbol_id, self._threshold)

    def reference_sites(self, symbol_id: str) -> "Sequence[tuple[str, Site]]":
        """(file, site) of everything that names the symbol or stands for it, at or above the review threshold."""
        from blastlens.app.hierarchies import reference_sites

        with self._lock:
            return reference_sites(self._current().graph, symbol_id, self._threshold)

    def caller_count(self, symbol_id: str) -> int:
        """Sure direct callers; 0 for a symbol that is gone."""
        with self._lock:
            return len(self._current().callers(symbol_id, self._threshold).sure)

    def files_at(self, path: str) -> list[str]:
        """The indexed file of this path, or those below the folder."""
        with self._lock:
            graph = self._current().graph
            record = graph.file(path)
            if record is not None and graph.symbols_in(path):
                return [path]
            return [one.path for one in graph.files() if one.path.startswith(f"{path}/") and graph.symbols_in(one.path)]

    def importers(self, path: str) -> list[Importer]:
        """Files that import this file, or what lies below this folder, from outside of it; in order."""
        from blastlens.analyses.dependents import dependents_of

        with self._lock:
            graph, inside = self._current().graph, set(self.files_at(path))
            lines: dict[str, int] = {}
            for step in (step for file in sorted(inside) for step in dependents_of(graph, file)):
                line = min((site.line for site in step.edge.sites), default=1)
                if step.file not in inside:
                    lines[step.file] = min(line, lines.get(step.file, line))
            return [Importer(file, line) for file, line in sorted(lines.items())]

    def imports_from(self, file: str, path: str) -> bool:
        """Whether a file imports another, or something below a folder."""
        from blastlens.analyses.dependents import imports_of

        with self._lock:
            graph = self._current().graph
            return any(step.file == path or step.file.startswith(f"{path}/") for step in imports_of(graph, file))
