"""Which tests reach a symbol, and how sure that is."""

import enum
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.hops import Hops
from blastlens.analyses.walk import Reach
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import LANGUAGES
from blastlens.model.symbol import Symbol, SymbolKind, module_id

_HOOKS: Final = tuple(language.rules.tests.hook_prefix for language in LANGUAGES)


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


def nearest_tests(reach: Reach, most: int) -> list[tuple[str, int]]:
    """(test, hops) of a walk up, the fewest hops first."""
    tests = [symbol.id for symbol in reach.symbols() if symbol.kind is SymbolKind.TEST]
    ranked = sorted((reach.hops_to(one), one) for one in tests)
    return [(one, hops) for hops, one in ranked[:most]]


def is_test_root(symbol: Symbol) -> bool:
    """Code that a test run starts by itself: tests, fixtures nobody has to ask for, hooks of the runner, top-level code of
    test files."""
    if symbol.kind is SymbolKind.TEST:
        return True
    if symbol.kind is SymbolKind.FIXTURE:
        return bool(symbol.flags & DefFlag.AUTOUSE)
    if symbol.kind is SymbolKind.FUNCTION:
        return symbol.name.startswith(_HOOKS) and symbol.parent == module_id(symbol.file)
    return symbol.kind is SymbolKind.MODULE and symbol.in_test_code


class Tally(NamedTuple):
    """Sizes of a reach: symbols without tests, the files they are in, tests; `rooted`: a test run starts in it."""

    symbols: int
    files: int
    tests: int
    rooted: bool


def tally(reach: Reach) -> Tally:
    others, tests, rooted = 0, 0, False
    files: set[str] = set()
    for symbol in reach.symbols():
        kind = symbol.kind
        if kind is SymbolKind.TEST:
            tests += 1
            continue
        others += 1
        files.add(symbol.file)
        if kind is not SymbolKind.METHOD and kind is not SymbolKind.CLASS:
            rooted = rooted or is_test_root(symbol)
    return Tally(others, len(files), tests, rooted or tests > 0)


def tests_in(hops: Hops, symbol_id: str, sizes: Tally) -> TestsOf:
    """Tests of the symbol, with the sizes of the walk up from it at hand (IMPACT). NONE_FOUND says only that none reaches it
    for sure; `untested.state_of_unreached` tells whether one may."""
    symbol = hops.graph.symbol(symbol_id)
    if sizes.rooted or (symbol is not None and is_test_root(symbol)):
        return TestsOf(TestState.INFERRED, sizes.tests)
    return TestsOf(TestState.NONE_FOUND)
