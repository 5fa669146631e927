"""Which tests reach a symbol, and how sure that is."""

import enum
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.hops import Hops
from blastlens.analyses.walk import Reach
from blastlens.model.edge import Timing
from blastlens.model.symbol import Symbol, SymbolKind


class TestState(enum.StrEnum):
    """What is known of tests of a function: measured, one way or the other; inferred; none found; unknown. They are never merged."""

    __test__ = False

    MEASURED = "MEASURED"  # coverage data says that a test runs it
    NOT_RUN = "NOT RUN"  # coverage data says that nothing ran it in the run that was measured
    INFERRED = "INFERRED"  # a test reaches it over edges, surely or likely
    NONE_FOUND = "NONE FOUND"  # no test reaches it, not even possibly, over a whole graph
    UNKNOWN = "UNKNOWN"  # reached only below the threshold or by name, or the graph is incomplete


@dataclass(frozen=True, slots=True)
class TestsOf:
    """`count`: tests that reach it at or above the threshold; `likely`: none does, but one over a path that is good enough
    (`thresholds.TESTED`), and then `path` and `confidence` as in `untested.Stated`; `reason`: how that goes, or why it is not known
    whether one does; `measured`: tests that ran it, by coverage data that tells them."""

    __test__ = False

    state: TestState
    count: int = 0
    reason: str = ""
    likely: bool = False
    path: tuple[str, ...] = ()
    confidence: float = 0.0
    measured: tuple[str, ...] = ()

    @property
    def is_tested(self) -> bool:
        return self.state in (TestState.MEASURED, TestState.INFERRED)


def nearest_tests(hops: Hops, reach: Reach, most: int) -> list[tuple[str, int]]:
    """(test, hops) of a walk up, the fewest hops first."""
    hides = hops.replaced.hides
    tests = [one.id for one in reach.symbols() if one.is_run_as_test and not hides(reach, one)]
    ranked = sorted((reach.hops_to(one), one) for one in tests)
    return [(one, hops) for hops, one in ranked[:most]]


# What may be called untested.
UNTESTED: Final = (TestState.NONE_FOUND, TestState.NOT_RUN)


class Tally(NamedTuple):
    """Sizes of a reach: symbols without tests, the files they are in, tests; `rooted`: a test run starts in it."""

    symbols: int
    files: int
    tests: int
    rooted: bool


def _only_started(reach: Reach, symbol: Symbol) -> bool:
    """Whether top-level code leads on only where its file is started as a program."""
    return symbol.kind is SymbolKind.MODULE and reach.step(symbol.id).edge.timing is Timing.STARTED


def tally(hops: Hops, reach: Reach) -> Tally:
    others, tests, rooted = 0, 0, False
    files: set[str] = set()
    for symbol in reach.symbols():
        kind = symbol.kind
        if symbol.is_test:
            tests += symbol.is_run_as_test and not hops.replaced.hides(reach, symbol)
            continue
        others += 1
        files.add(symbol.file)
        if kind is not SymbolKind.METHOD and kind is not SymbolKind.CLASS:
            rooted = rooted or (hops.roots.is_root(symbol) and not _only_started(reach, symbol))
    return Tally(others, len(files), tests, rooted or tests > 0)
