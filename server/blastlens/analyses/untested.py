"""Functions and methods outside test code that no test reaches."""

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.constructing import CONSTRUCTORS
from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops
from blastlens.analyses.tests_of import TestsOf, TestState, is_test_root, tally, tests_in
from blastlens.analyses.walk import walk
from blastlens.facts.file_facts import DefFlag
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


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


def tests_of(hops: Hops, symbol_id: str, min_confidence: float) -> TestsOf:
    """Tests of one symbol at this threshold."""
    found = tests_in(hops, symbol_id, tally(walk(hops, [symbol_id], follow=IMPACT, min_confidence=min_confidence)))
    symbol = hops.graph.symbol(symbol_id)
    if found.state is not TestState.NONE_FOUND or symbol is None:
        return found
    outside = run_from_outside(hops.graph)
    state, reason = state_of_unreached(hops, symbol, lambda one: outside.get(one.id, ""))
    return TestsOf(state, reason=reason)


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
        state, reason = state_of_unreached(hops, symbol, lambda one: outside.get(one.id, ""), tested)
        (none_found if state is TestState.NONE_FOUND else unknown).append(Unreached(symbol, state, reason))
    return Untested(_ordered(none_found), _ordered(unknown), count, tests)


def state_of_unreached(
    hops: Hops, symbol: Symbol, outside: Callable[[Symbol], str], tested: Set[str] = frozenset()
) -> tuple[TestState, str]:
    """For a symbol that no test reaches for sure: NONE_FOUND or UNKNOWN, and why. `outside`: why code outside the repository
    may call a symbol, or nothing (see `run_from_outside`); `tested`: ids known to be reached, which spares steps."""
    if why := outside(symbol):
        return TestState.UNKNOWN, why
    seen: set[str] = set()
    batch = [symbol.id]
    from_outside = False
    while batch:
        found = _look_up(hops, batch, outside, tested)
        if found.by_test:
            if not seen:
                return TestState.UNKNOWN, "a test may reach it over uncertain edges"
            itself = is_run_by_language(symbol.name)
            what = "it" if itself else "what reaches it"
            return TestState.UNKNOWN, f"the language may call {what} on an object that a test makes"
        from_outside = from_outside or found.from_outside
        seen.update(batch)
        batch = [one for one in found.makers if one not in seen]
    if from_outside:
        return TestState.UNKNOWN, "code that is called from outside the repository reaches it"
    return TestState.NONE_FOUND, ""


class _Found(NamedTuple):
    """`makers`: classes whose objects have the language call one of the methods that were met."""

    by_test: bool
    from_outside: bool
    makers: tuple[str, ...]


def _look_up(hops: Hops, starts: list[str], outside: Callable[[Symbol], str], tested: Set[str]) -> _Found:
    """What runs the starts, possibly too."""
    by_test = from_outside = False
    makers: dict[str, None] = {}

    def meet(one: Symbol) -> bool:
        nonlocal by_test, from_outside
        by_test = by_test or is_test_root(one) or one.id in tested
        if not by_test:
            from_outside = from_outside or bool(outside(one))
            if one.parent is not None and is_run_by_language(one.name):
                makers.update(dict.fromkeys(_class_and_below(hops.graph, one.parent)))
        return by_test

    first = [one for one in map(hops.graph.symbol, starts) if one is not None]
    if not any(meet(one) for one in first):
        walk(hops, starts, follow=POSSIBLY, stop=meet)
    return _Found(by_test, from_outside, tuple(makers))


def _class_and_below(graph: Graph, class_id: str) -> list[str]:
    found = [class_id]
    for one in found:
        found += [edge.source for edge in graph.incoming(one, _INHERITS) if edge.source not in found]
    return found


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
