"""The tests that a change may affect, the likeliest first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.hops import IMPACT, LOADING, Hops
from blastlens.analyses.roots import runs_when_loaded
from blastlens.analyses.tests_paths import TestPaths
from blastlens.analyses.tests_running import TestRuns
from blastlens.analyses.walk import walk
from blastlens.analyses.weights import HOP_BITS, confidence_of
from blastlens.model import thresholds
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, module_id

_CLASSES = (SymbolKind.CLASS, SymbolKind.INTERFACE)


class Affected(NamedTuple):
    """A test, and how it comes to run something changed. `path`: ids from the test to that; only itself for a changed test.
    `confidence`: of the path, as the product of its hops."""

    test: Symbol
    confidence: float
    path: tuple[str, ...]
    loads: str = ""  # where it does not run the change itself: a file that is loaded for it, whose top-level code does

    @property
    def hops(self) -> int:
        return len(self.path) - 1


@dataclass(frozen=True, slots=True)
class AffectedTests:
    """`tests`: changed ones, then those that reach a change directly, then by confidence and hops, last those that only import it. `skipped`: changed or reaching, but never run. `total`: tests there are. `sure`: ids
    of those that a blast radius tells, over ways of at least `thresholds.REVIEW`; the others may run it."""

    tests: tuple[Affected, ...]
    skipped: tuple[str, ...]
    total: int
    sure: frozenset[str] = frozenset()


def affected_tests(
    hops: Hops, runs: TestRuns, changed: Iterable[str], users: Mapping[str, Sequence[str]], *, followed: bool = False
) -> AffectedTests:
    """`changed`: ids; `users`: of what is gone, and of variables of changed top-level code, who uses it. `followed`: of the latter these
    are all."""
    starts: dict[str, tuple[str, ...]] = {}  # what is run -> the way from there to what is changed
    skipped: dict[str, None] = {}
    for one in changed:
        symbol = hops.graph.symbol(one)
        for user in users.get(one, ()):
            starts.setdefault(user, (one,))
        if symbol is None:
            continue
        starts[one] = ()
        if followed and symbol.kind is SymbolKind.MODULE:
            continue
        for inside in _stands_for(hops.graph, symbol):
            starts.setdefault(inside, (one,))
    found = {one.test.id: one for one in _changed_tests(hops.graph, starts)}
    for one in starts:
        symbol = hops.graph.symbol(one)
        if symbol is not None and symbol.is_skipped:
            skipped[one] = None
    for each in _reached(hops, runs, starts):
        found.setdefault(each.test.id, each)
    told = {one.test.id: one for one in _with_importers(hops, runs, changed, found)}
    for each in _loading(hops, runs, [one for one in changed if followed or not _is_module(hops, one)]):
        told.setdefault(each.test.id, each)
    surely = walk(hops, list(starts), follow=IMPACT, min_confidence=thresholds.REVIEW)
    sure = {one for one in told if one in surely or one in starts or told[one].loads}
    return AffectedTests(tuple(told.values()), tuple(skipped), len(runs.tests), frozenset(sure))


def _stands_for(graph: Graph, symbol: Symbol) -> Iterator[str]:
    """What has to be run for a change to be noticed where what changed is run by nobody: the functions of a file for its
    top-level code, the methods of a class for its body."""
    if symbol.kind is SymbolKind.MODULE and not symbol.is_test:
        yield from (one.id for one in graph.symbols_in(symbol.file) if one.is_callable)
    elif symbol.kind in _CLASSES:
        yield from (one.id for one in graph.symbols_in(symbol.file) if one.parent == symbol.id and one.is_callable)


def _changed_tests(graph: Graph, starts: Mapping[str, tuple[str, ...]]) -> Iterator[Affected]:
    for one, rest in starts.items():
        symbol = graph.symbol(one)
        if symbol is not None and symbol.is_run_as_test:
            yield Affected(symbol, 1.0, (one, *rest))


def _reached(hops: Hops, runs: TestRuns, starts: Mapping[str, tuple[str, ...]]) -> Iterator[Affected]:
    nodes = {hops.node(one): one for one in starts}
    paths = TestPaths(runs, nodes)
    found = []
    for node, table in paths.tests():
        test = hops.symbol(node)
        if test is None or node in nodes:
            continue
        path, cost = paths.path(node, table)
        ids = (*(hops.id(one) for one in path), *starts[nodes[path[-1]]])
        if not hops.replaced.on_path(test.id, ids):
            found.append(Affected(test, confidence_of(cost << HOP_BITS), ids))
    yield from sorted(found, key=_rank)


def _rank(one: Affected) -> tuple[bool, int, int, str]:
    """Direct ones first, then by confidence in steps of a tenth, then by hops."""
    return one.hops > 1, -round(10 * one.confidence), one.hops, one.test.id


def _is_module(hops: Hops, symbol_id: str) -> bool:
    symbol = hops.graph.symbol(symbol_id)
    return symbol is not None and symbol.kind is SymbolKind.MODULE


def _loading(hops: Hops, runs: TestRuns, changed: Sequence[str]) -> Iterator[Affected]:
    """Tests for which a file is loaded whose top-level code runs something changed, surely."""
    reach = walk(hops, changed, follow=LOADING, min_confidence=thresholds.REVIEW)
    for name, _, symbol in reach.ranked():
        if symbol is None or not runs_when_loaded(symbol):
            continue
        step = reach.step(name)
        way = reach.path(name)
        for test in runs.named(runs.loaded_for(symbol)):
            path = tuple(dict.fromkeys((test.id, module_id(test.file), *way)))
            yield Affected(test, step.confidence, path, loads=symbol.file)


def _with_importers(
    hops: Hops, runs: TestRuns, changed: Iterable[str], found: Mapping[str, Affected]
) -> Iterator[Affected]:
    """Tests of files that import changed top-level code come last: the code is run for them, and its variables may be theirs."""
    yield from found.values()
    seen = set(found)
    for one in changed:
        symbol = hops.graph.symbol(one)
        if symbol is None or symbol.kind is not SymbolKind.MODULE:
            continue
        for test in runs.named(runs.loading(symbol)):
            if test.id not in seen:
                seen.add(test.id)
                yield Affected(test, 1.0, tuple(dict.fromkeys((test.id, module_id(test.file), one))))
