"""Functions and methods outside test code that no test reaches."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.constructing import CONSTRUCTORS
from blastlens.analyses.hops import IMPACT, Hops
from blastlens.analyses.tests_of import TestState, is_test_root, possibly_reached
from blastlens.analyses.walk import walk
from blastlens.facts.file_facts import DefFlag
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind


class Unreached(NamedTuple):
    symbol: Symbol
    state: TestState  # NONE_FOUND or UNKNOWN
    reason: str


@dataclass(frozen=True, slots=True)
class Untested:
    """`none_found` is the answer; `unknown` may be reached after all. In order of file and line. `subjects`: functions
    looked at; `tests`: tests there are."""

    none_found: tuple[Unreached, ...]
    unknown: tuple[Unreached, ...]
    subjects: int
    tests: int


def is_subject(symbol: Symbol) -> bool:
    """Functions and methods outside test code that have a body to test."""
    callable_kind = symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
    return callable_kind and not symbol.in_test_code and not symbol.flags & DefFlag.ABSTRACT


def tested_set(hops: Hops, min_confidence: float) -> frozenset[str]:
    """Ids of everything a test reaches at or above the threshold, tests included."""
    roots = [symbol.id for symbol in hops.graph.symbols() if is_test_root(symbol)]
    reach = walk(hops, roots, follow=IMPACT, min_confidence=min_confidence, downward=True)
    return reach.starts.union(symbol.id for symbol in reach.symbols())


def untested(hops: Hops, tested: frozenset[str], subjects: Iterable[Symbol], tests: int) -> Untested:
    """Which of `subjects` (see `is_subject`) are not in `tested` (see `tested_set`)."""
    outside = run_from_outside(hops.graph)
    none_found: list[Unreached] = []
    unknown: list[Unreached] = []
    count = 0
    for symbol in subjects:
        count += 1
        if symbol.id in tested:
            continue
        state, reason = state_of_unreached(hops, symbol, outside, symbol.parent in tested, tested)
        (none_found if state is TestState.NONE_FOUND else unknown).append(Unreached(symbol, state, reason))
    return Untested(_ordered(none_found), _ordered(unknown), count, tests)


def state_of_unreached(
    hops: Hops, symbol: Symbol, outside: Mapping[str, str], in_tested: bool, tested: Set[str] = frozenset()
) -> tuple[TestState, str]:
    """For a symbol that no test reaches for sure: NONE_FOUND or UNKNOWN, and why. `outside`: see `run_from_outside`;
    `in_tested`: whether a test reaches what it is defined in; `tested`: ids known to be reached, which spares steps."""
    if symbol.id in outside:
        return TestState.UNKNOWN, outside[symbol.id]
    if in_tested and is_run_by_language(symbol.name):
        return TestState.UNKNOWN, "the language may call it on an object that a test makes"
    state = possibly_reached(hops, [symbol.id], lambda one: is_test_root(one) or one.id in tested)
    return state, "a test may reach it over uncertain edges" if state is TestState.UNKNOWN else ""


def is_run_by_language(name: str) -> bool:
    """Methods `__x__` other than constructors: operators, protocols."""
    return name.startswith("__") and name.endswith("__") and name not in CONSTRUCTORS


def run_from_outside(graph: Graph, path: str | None = None) -> dict[str, str]:
    """Symbol id -> why edges to it are missing from the graph; symbols of one file, where `path` is given."""
    return {
        symbol_id: f"code outside the repository may call it: {why}"
        for symbol_id, why in graph.entry_points(path)
        # Published names are for others; a test of one that is in the repository is in the graph.
        if not why.startswith("listed in")
    }


def _ordered(rows: list[Unreached]) -> tuple[Unreached, ...]:
    return tuple(sorted(rows, key=lambda r: (r.symbol.file, r.symbol.line, r.symbol.id)))
