"""Which tests put something else in the place of a symbol, and therefore do not run it."""

from collections.abc import Iterable, Iterator

from blastlens.analyses.hops import is_fixture_request
from blastlens.analyses.implied import Implied
from blastlens.analyses.walk import Reach
from blastlens.model import thresholds
from blastlens.model.blind_spot import BlindKind
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind


class Replaced:
    """Of one graph."""

    def __init__(self, graph: Graph, implied: Implied) -> None:
        self._graph = graph
        self._implied = implied
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
        """Tests for which something is replaced here: the test itself, all of a class, those that a set-up method, a fixture or
        a function of test code is run for."""
        tests: dict[str, None] = {}
        todo = [source]
        seen = {source}
        for here in todo:
            symbol = self._graph.symbol(here)
            if symbol is None or not symbol.in_test_code:
                continue
            if symbol.kind is SymbolKind.TEST:
                tests[here] = None
            else:
                ways = [one for one in self._run_by(symbol) if one not in seen]
                seen.update(ways)
                todo += ways
        return list(tests)

    def _run_by(self, symbol: Symbol) -> Iterator[str]:
        """What a test run has this run for. Of a class, that is its tests."""
        if symbol.kind is SymbolKind.CLASS:
            members = self._graph.symbols_in(symbol.file)
            yield from (one.id for one in members if one.parent == symbol.id and one.kind is SymbolKind.TEST)
            return
        if symbol.kind is SymbolKind.MODULE:
            return
        yield from self._implied.tests_of(symbol)
        for edge in self._graph.incoming(symbol.id):
            if is_fixture_request(edge) or (edge.kind is EdgeKind.CALLS and edge.confidence >= thresholds.REVIEW):
                yield edge.source
