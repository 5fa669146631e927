"""Set-up methods: the graph has one edge from a test class to each, and every test of the class runs it."""

from collections.abc import Sequence
from typing import Final

from blastlens.analyses.numbered import BASIS_CODES, KIND_CODES, Numbers
from blastlens.model.edge import Basis, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import SymbolKind

_FIXTURE: Final = BASIS_CODES[Basis.FIXTURE]
_REFERENCE: Final = KIND_CODES[EdgeKind.REFERENCES]


class SetUps:
    """Remembers what it found: one instance per revision."""

    def __init__(self, graph: Graph, numbers: Numbers) -> None:
        self._graph = graph
        self._numbers = numbers
        self._tests: dict[int, tuple[int, ...]] = {}

    def asking(self, row: int) -> tuple[int, ...]:
        """The tests for which the row's set-up method runs; empty when the row is no edge to one."""
        if self._numbers.row_kind[row] != _REFERENCE:
            return ()
        source = self._numbers.row_source[row]
        symbol = self._numbers.symbol_at(source)
        if symbol is None or symbol.kind is not SymbolKind.CLASS or not self._is_fixture(row):
            return ()
        return self.tests_in(source)

    def rows_of(self, node: int) -> Sequence[int]:
        """Rows from a test's class to the set-up methods that run for the test."""
        symbol = self._numbers.symbol_at(node) if node >= 0 else None
        if symbol is None or symbol.kind is not SymbolKind.TEST or symbol.parent is None:
            return ()
        parent = self._numbers.index_of(symbol.parent)
        rows = self._numbers.outgoing_rows(parent) if parent >= 0 else ()
        return [row for row in rows if self._numbers.row_kind[row] == _REFERENCE and self._is_fixture(row)]

    def _is_fixture(self, row: int) -> bool:
        return self._numbers.row_basis[row] == _FIXTURE

    def tests_in(self, node: int) -> tuple[int, ...]:
        """The tests of a class; none for what is no class."""
        found = self._tests.get(node)
        if found is None:
            symbol = self._numbers.symbol_at(node) if node >= 0 else None
            if symbol is None or symbol.kind is not SymbolKind.CLASS:
                return ()
            members = self._graph.symbols_in(symbol.file)
            tests = [one.id for one in members if one.parent == symbol.id and one.is_run_as_test]
            found = self._tests[node] = tuple(self._numbers.index_of(test) for test in tests)
        return found
