"""Which tests reach a symbol, and how sure that is."""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops
from blastlens.analyses.walk import Reach, walk
from blastlens.facts.file_facts import DefFlag
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
    """`count`: tests that reach it at or above the threshold; `reason`: why it is not known whether one does."""

    __test__ = False

    state: TestState
    count: int = 0
    reason: str = ""
    reach: Reach | None = None

    def nearest(self, most: int) -> list[tuple[str, int]]:
        """(test, hops), the fewest hops first."""
        if self.reach is None or not self.count:
            return []
        reach = self.reach
        tests = [symbol.id for symbol in reach.symbols() if symbol.kind is SymbolKind.TEST]
        ranked = sorted((reach.hops_to(one), one) for one in tests)
        return [(one, hops) for hops, one in ranked[:most]]


def is_test_root(symbol: Symbol) -> bool:
    """Code that a test run starts by itself: tests, fixtures nobody has to ask for, top-level code of test files."""
    if symbol.kind is SymbolKind.TEST:
        return True
    if symbol.kind is SymbolKind.FIXTURE:
        return bool(symbol.flags & DefFlag.AUTOUSE)
    return symbol.kind is SymbolKind.MODULE and symbol.in_test_code


def tests_of(hops: Hops, symbol_ids: Sequence[str], min_confidence: float, reach: Reach | None = None) -> TestsOf:
    """Tests of any of the symbols. `reach`: the walk up from them with `hops.IMPACT` at this threshold, when at hand."""
    if reach is None:
        reach = walk(hops, symbol_ids, follow=IMPACT, min_confidence=min_confidence)
    count, rooted = 0, False
    for symbol in reach.symbols():
        count += symbol.kind is SymbolKind.TEST
        rooted = rooted or is_test_root(symbol)
    starts = (hops.graph.symbol(one) for one in symbol_ids)
    if count or rooted or any(symbol is not None and is_test_root(symbol) for symbol in starts):
        return TestsOf(TestState.INFERRED, count, reach=reach)
    return TestsOf(possibly_reached(hops, symbol_ids))


def possibly_reached(
    hops: Hops, symbol_ids: Sequence[str], is_tested: Callable[[Symbol], bool] = is_test_root
) -> TestState:
    """For symbols that no test reaches for sure: UNKNOWN when one may, else NONE_FOUND. `is_tested` may also accept what a
    test is known to reach, which ends the walk sooner."""
    found = False

    def stop(symbol: Symbol) -> bool:
        nonlocal found
        found = found or is_tested(symbol)
        return found

    walk(hops, symbol_ids, follow=POSSIBLY, stop=stop)
    return TestState.UNKNOWN if found else TestState.NONE_FOUND
