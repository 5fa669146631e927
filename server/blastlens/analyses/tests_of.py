"""Which tests reach a symbol, and how sure that is."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops
from blastlens.analyses.walk import Reach, Step, walk
from blastlens.facts.file_facts import DefFlag
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind


class TestState(enum.StrEnum):
    """What is known about tests of a function. The four are never merged."""

    __test__ = False

    MEASURED = "MEASURED"  # coverage data says that a test runs it
    INFERRED = "INFERRED"  # a test reaches it over edges
    NONE_FOUND = "NONE FOUND"  # no test reaches it, not even possibly, over a whole graph
    UNKNOWN = "UNKNOWN"  # reached only below the threshold or by name, or the graph is incomplete


@dataclass(frozen=True, slots=True)
class TestsOf:
    """`tests`: steps to test symbols, best first; `hops`: of the nearest one, 0 without any."""

    __test__ = False

    state: TestState
    tests: tuple[Step, ...]
    reason: str = ""

    @property
    def hops(self) -> int:
        return min((step.hops for step in self.tests), default=0)


def is_test_root(symbol: Symbol | None) -> bool:
    """Code that a test run starts by itself: tests, fixtures nobody has to ask for, top-level code of test files."""
    if symbol is None:
        return False
    if symbol.kind is SymbolKind.TEST:
        return True
    if symbol.kind is SymbolKind.FIXTURE:
        return bool(symbol.flags & DefFlag.AUTOUSE)
    return symbol.kind is SymbolKind.MODULE and symbol.in_test_code


def tests_among(graph: Graph, reach: Reach) -> tuple[Step, ...]:
    """Steps to tests in a reach, best first."""
    return tuple(step for step in reach.steps.values() if _kind(graph, step.symbol) is SymbolKind.TEST)


def _kind(graph: Graph, symbol_id: str) -> SymbolKind | None:
    symbol = graph.symbol(symbol_id)
    return symbol.kind if symbol is not None else None


def tests_of(hops: Hops, symbol_ids: Sequence[str], min_confidence: float, reach: Reach | None = None) -> TestsOf:
    """Tests of any of the symbols. `reach`: the walk up from them with `hops.IMPACT` at this threshold, when at hand."""
    graph = hops.graph
    if reach is None:
        reach = walk(hops, symbol_ids, follow=IMPACT, min_confidence=min_confidence)
    tests = tests_among(graph, reach)
    if tests or any(is_test_root(graph.symbol(one)) for one in (*symbol_ids, *reach.steps)):
        return TestsOf(TestState.INFERRED, tests)
    return TestsOf(*possibly_reached(hops, symbol_ids))


def possibly_reached(hops: Hops, symbol_ids: Sequence[str]) -> tuple[TestState, tuple[Step, ...], str]:
    """For symbols that no test reaches for sure: whether one may."""
    graph = hops.graph
    wide = walk(hops, symbol_ids, follow=POSSIBLY, stop=lambda one: is_test_root(graph.symbol(one)))
    if wide.steps and is_test_root(graph.symbol(next(reversed(wide.steps)))):
        last = next(reversed(wide.steps.values()))
        return TestState.UNKNOWN, (), f"a test may reach it ({last.confidence:.2f})"
    return TestState.NONE_FOUND, (), ""
