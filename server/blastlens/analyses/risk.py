"""How much a reader of a change should worry about what it reaches.

    risk = likelihood * (0.3 + 0.3 tests + 0.15 complexity + 0.15 dependents + 0.1 churn)

`likelihood` is that of being affected at all: the confidence of the best path, times `PER_HOP` for each hop after the first,
since most functions on the way keep a change from what calls them. The bracket is from 0.3 to 1, so that what is surely
affected always counts for something:

* `tests`: 1 where no test is found, 0.5 where none is known, 0 where a test runs it and would notice;
* `complexity`: cognitive complexity (G. A. Campbell, 2018) of the definition, with the depth of branches around the call where
  that is known (of the likeliest direct callers of a change, for which files are read); `COMPLEX` of both together count in full, as reviewers overlook a call most where the code around it branches;
* `dependents`: how many definitions call it, on a logarithmic scale up to `MANY_DEPENDENTS`: what is central in the graph of
  dependencies has more failures (T. Zimmermann and N. Nagappan, 2008);
* `churn`: how many of the last commits changed its file, on such a scale up to `MANY_COMMITS`: what was changed often is
  more likely to have defects (N. Nagappan and T. Ball, 2005).

What does not apply or is not known (churn outside git, tests of top-level code) counts as 0. The weights are a judgement, not a
measurement: tests and likelihood matter most, since they decide whether something breaks unnoticed; the rest puts those in
order that are alike. Equal input gives equal risk; nothing depends on the clock.
"""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from blastlens.analyses.hops import IMPACT, Hops
from blastlens.analyses.tests_of import TestState
from blastlens.analyses.walk import Reach

PER_HOP: Final = 0.8
COMPLEX: Final = 15
MANY_DEPENDENTS: Final = 30
MANY_COMMITS: Final = 30
_ALWAYS: Final = 0.3
_TESTS: Final = 0.3
_COMPLEXITY: Final = 0.15
_DEPENDENTS: Final = 0.15
_CHURN: Final = 0.1
_NAMING: Final = IMPACT._replace(overrides=False)
_UNNOTICED: Final = {TestState.NONE_FOUND: 1.0, TestState.NOT_RUN: 1.0, TestState.UNKNOWN: 0.5}


class RiskParts(NamedTuple):
    """What a risk is made of. `tests` None: the question does not arise (top-level code, classes). `complexity`: cognitive;
    `branches`: depth of branches around the call; `churn`: commits that changed the file; -1 is not known."""

    confidence: float
    hops: int
    tests: TestState | None
    complexity: int
    dependents: int
    churn: int = -1
    branches: int = -1


def risk_of(parts: RiskParts) -> float:
    """From 0 to 1."""
    likelihood = parts.confidence * PER_HOP ** max(parts.hops - 1, 0)
    unnoticed = _UNNOTICED.get(parts.tests, 0.0) if parts.tests is not None else 0.0
    branching = min((parts.complexity + max(parts.branches, 0)) / COMPLEX, 1.0)
    return likelihood * (
        _ALWAYS
        + _TESTS * unnoticed
        + _COMPLEXITY * branching
        + _DEPENDENTS * _share(parts.dependents, MANY_DEPENDENTS)
        + _CHURN * _share(parts.churn, MANY_COMMITS)
    )


def _share(count: int, many: int) -> float:
    """0 for none, 1 for many or more, in between by the logarithm."""
    return min(math.log1p(max(count, 0)) / math.log1p(many), 1.0)


def dependents_of(hops: Hops, symbol_id: str) -> int:
    """How many definitions call, construct or ask for a symbol, in one hop; calls of what it overrides do not count."""
    return len(hops.neighbours(_NAMING)[hops.node(symbol_id)])


def passed_by_tests(reach: Reach, tests: Iterable[str]) -> set[str]:
    """Ids on the best paths of tests that were reached: each of these tests reaches them too, no less surely."""
    passed: set[str] = set()
    for test in tests:
        here = reach.toward(test)
        while here is not None and here not in passed:
            passed.add(here)
            here = reach.toward(here)
    return passed
