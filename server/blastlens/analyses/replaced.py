"""Which tests put something else in the place of a symbol, and therefore do not run it."""

from collections.abc import Iterable

from blastlens.analyses.walk import Reach
from blastlens.model.blind_spot import BlindKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of


class Replaced:
    """Of one graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._by: dict[str, set[str]] = {}
        self._replacing: dict[str, set[str]] = {}
        for spot in graph.blind_spots():
            if spot.kind is BlindKind.REPLACED:
                for test in self._tests(spot.source):
                    self._by.setdefault(spot.about, set()).add(test)
                    self._replacing.setdefault(test, set()).add(spot.about)

    def by(self, symbol_id: str) -> frozenset[str]:
        """Ids of the tests that replace a symbol."""
        return frozenset(self._by.get(symbol_id, ()))

    @property
    def any(self) -> bool:
        return bool(self._by)

    def on_path(self, test: str, path: Iterable[str]) -> bool:
        """Whether a test replaces something on a path."""
        replaced = self._replacing.get(test)
        return replaced is not None and not replaced.isdisjoint(path)

    def hides(self, reach: Reach, test: Symbol) -> bool:
        """Whether the path on which a test reaches what was asked for leads through something that it replaces."""
        return test.id in self._replacing and self.on_path(test.id, reach.path(test.id))

    def _tests(self, source: str) -> list[str]:
        """The test itself, or all of a class."""
        symbol = self._graph.symbol(source)
        if symbol is None or symbol.kind is not SymbolKind.CLASS:
            return [source] if symbol is not None and symbol.kind is SymbolKind.TEST else []
        members = self._graph.symbols_in(file_of(source))
        return [one.id for one in members if one.parent == source and one.kind is SymbolKind.TEST]
