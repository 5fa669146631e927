"""Functions and methods outside test code, and whether a test reaches them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.downward import Downward, Run
from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops
from blastlens.analyses.outside import Outside, in_words
from blastlens.analyses.tests_of import Tally, TestsOf, TestState, tally
from blastlens.analyses.walk import Reach, walk
from blastlens.facts.file_facts import DefFlag
from blastlens.model import thresholds
from blastlens.model.blind_spot import BlindSpot
from blastlens.model.edge import CALL_LIKE
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of

_FROM_OUTSIDE: Final = "code that is called from outside the repository reaches it"
_BY_NAME: Final = "it may be called by a computed name"
_MOST_PATCHING: Final = 20  # tests whose patches are looked through, at most
_TOO_FAR: Final = "the nearest test is further away than asked for"
_ONLY_REPLACING: Final = "tests that reach it put something else in its place ({})"
_ONLY_SKIPPED: Final = "only skipped tests reach it ({})"
_FROM_BY_NAME: Final = "code that may be called by a computed name reaches it"


class Stated(NamedTuple):
    """A function and what is known of its tests. Of INFERRED, `path` has the ids from the function to a test, or to the
    top-level code of a test file or a hook of the runner; and `confidence` that of the whole path."""

    symbol: Symbol
    state: TestState
    reason: str = ""
    confidence: float = 0.0
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Untested:
    """In order of file and line. `tests`: tests there are."""

    functions: tuple[Stated, ...]
    tests: int

    def count(self, state: TestState) -> int:
        return sum(one.state is state for one in self.functions)


def is_subject(symbol: Symbol) -> bool:
    """Functions and methods outside test code that have a body to test."""
    callable_kind = symbol.kind in (SymbolKind.FUNCTION, SymbolKind.METHOD)
    if symbol.flags & (DefFlag.DATA | DefFlag.SIGNATURE):
        return False  # without a body there is nothing to test
    return callable_kind and not symbol.in_test_code and not symbol.flags & DefFlag.ABSTRACT


def untested(
    hops: Hops, subjects: Iterable[Symbol], *, threshold: float = thresholds.TESTED, depth: int | None = None
) -> Untested:
    """What is known of each of the subjects (see `is_subject`). `threshold`: of a path from a test; with `depth`, a path of
    more hops does not count. One walk from all tests down, and one from what is called from outside."""
    downward = Downward(hops)
    starts = [symbol.id for symbol in hops.graph.symbols() if hops.roots.is_started_or_loaded(symbol)]
    reach = downward.walk(starts)
    near = reach if depth is None else downward.walk(starts, depth)
    outside = run_unseen(hops.graph, BlindSpots(hops.graph))
    skipped = downward.walk([symbol.id for symbol in hops.graph.symbols() if symbol.is_skipped])
    state = _Deciding(hops, reach, near, threshold, depth, outside, downward.walk(outside), skipped).state
    found = sorted(map(state, subjects), key=lambda one: (one.symbol.file, one.symbol.line, one.symbol.id))
    return Untested(tuple(found), sum(symbol.is_run_as_test for symbol in hops.graph.symbols()))


@dataclass(frozen=True, slots=True)
class _Deciding:
    hops: Hops
    reach: Run
    near: Run
    threshold: float
    depth: int | None
    outside: dict[str, str]
    exposed: Run
    skipped: Run

    def state(self, symbol: Symbol) -> Stated:
        name = symbol.id
        if name in self.reach and self._is_replaced(symbol):
            return self._without_replacing(symbol)
        if self.near.confidence(name) >= self.threshold:
            return self._reached(symbol)
        if name in self.reach and self.reach.confidence(name) >= self.threshold:
            return Stated(symbol, TestState.UNKNOWN, _TOO_FAR)
        if name in self.reach:
            start = self.hops.graph.symbol(self.reach.path(name)[-1])
            return Stated(symbol, TestState.UNKNOWN, _why_uncertain(start))
        if name in self.outside:
            return Stated(symbol, TestState.UNKNOWN, self.outside[name])
        if name in self.exposed:
            return Stated(symbol, TestState.UNKNOWN, _reached_from(self.outside.get(self.exposed.path(name)[-1], "")))
        if name in self.skipped:
            return Stated(symbol, TestState.NONE_FOUND, _ONLY_SKIPPED.format(self.skipped.path(name)[-1]))
        return Stated(symbol, TestState.NONE_FOUND)

    def _is_replaced(self, symbol: Symbol) -> bool:
        """Whether tests put something else in its place, or the nearest one in the place of what leads to it."""
        replaced = self.hops.replaced
        if not replaced.any or replaced.by(symbol.id):
            return replaced.any
        path = self.reach.path(symbol.id)
        return replaced.on_path(path[-1], path)

    def _without_replacing(self, symbol: Symbol) -> Stated:
        """Only the tests count that do not, one by one."""
        found = state_of_unreached(self.hops, symbol, lambda one: self.outside.get(one.id, ""), self.threshold)
        if found.path and self.depth is not None and len(found.path) > self.depth + 1:
            return Stated(symbol, TestState.UNKNOWN, _TOO_FAR)
        return Stated(symbol, found.state, "" if found.path else found.reason, found.confidence, found.path)

    def _reached(self, symbol: Symbol) -> Stated:
        if is_left_to_others(self.hops.graph, symbol):
            return Stated(symbol, TestState.UNKNOWN, left_to_others().reason)
        path = self.near.path(symbol.id)
        path += ran_by(self.hops, path[-1])
        return Stated(symbol, TestState.INFERRED, "", self.near.confidence(symbol.id), path)


def ran_by(hops: Hops, start: str) -> tuple[str, ...]:
    """How a test has run what starts a path, where that is no test: it imports it, or a fixture is applied to it unasked."""
    known = hops.graph.symbol(start)
    if known is not None and known.kind is SymbolKind.FIXTURE:
        return tuple(sorted(hops.implied.tests_of(known))[:1])
    return hops.roots.way_to_test(start)


def is_left_to_others(graph: Graph, symbol: Symbol) -> bool:
    """A method without a body of its own that others override: calls of it mean them."""
    return bool(symbol.flags & DefFlag.STUB) and bool(graph.overriding(symbol.id))


def left_to_others() -> TestsOf:
    return TestsOf(TestState.UNKNOWN, reason="what overrides it may run in its place")


def tests_of(
    hops: Hops,
    symbol_id: str,
    min_confidence: float,
    *,
    sizes: Tally | None = None,
    outside: Callable[[Symbol], str] | None = None,
    listen: Callable[[Reach], None] = lambda _: None,
) -> TestsOf:
    """Tests of one symbol at this threshold; they are looked for over a whole graph. `sizes`: of the walk up from it at the
    threshold (IMPACT), where that is at hand; `outside` and `listen` as in `state_of_unreached`."""
    symbol = hops.graph.symbol(symbol_id)
    if symbol is None:
        return TestsOf(TestState.UNKNOWN, reason="it is no longer there")
    if sizes is None:
        sizes = tally(hops, walk(hops, [symbol_id], follow=IMPACT, min_confidence=min_confidence))
    if sizes.rooted or hops.roots.is_root(symbol):
        return left_to_others() if is_left_to_others(hops.graph, symbol) else TestsOf(TestState.INFERRED, sizes.tests)
    if outside is None:
        known = run_unseen(hops.graph, BlindSpots(hops.graph))
        return state_of_unreached(hops, symbol, lambda one: known.get(one.id, ""), thresholds.for_tests(min_confidence))
    return state_of_unreached(hops, symbol, outside, thresholds.for_tests(min_confidence), listen)


def state_of_unreached(
    hops: Hops,
    symbol: Symbol,
    outside: Callable[[Symbol], str],
    threshold: float = thresholds.TESTED,
    listen: Callable[[Reach], None] = lambda _: None,
) -> TestsOf:
    """For a symbol that no test reaches for sure. `outside`: why code outside the repository may call a symbol, or nothing
    (see `why_unseen`); `threshold`: of a path from a test; `listen` is told of each walk that the answer rests on."""
    replacing = set(hops.replaced.by(symbol.id))
    for _ in range(_MOST_PATCHING):
        search = _Search(hops, outside, frozenset(replacing))
        reach = walk(hops, [symbol.id], follow=POSSIBLY, stop=search.meet)
        listen(reach)
        if search.met is None or not hops.replaced.hides(reach, search.met):
            break
        replacing.add(search.met.id)
    if search.met is not None:
        return _state_by(hops, symbol, search.met, reach, threshold)
    why = outside(symbol) or search.from_outside
    if why:
        return TestsOf(TestState.UNKNOWN, reason=why)
    if search.replacing:
        return TestsOf(TestState.NONE_FOUND, reason=_ONLY_REPLACING.format(search.replacing))
    return TestsOf(TestState.NONE_FOUND, reason=_ONLY_SKIPPED.format(search.skipped) if search.skipped else "")


class _Search:
    """What a walk up from a symbol meets. `left_out`: tests that put something else in the place of the symbol, or of all
    that leads to it."""

    def __init__(self, hops: Hops, outside: Callable[[Symbol], str], left_out: frozenset[str]) -> None:
        self._hops, self._outside, self._left_out = hops, outside, left_out
        self.met: Symbol | None = None  # what a test run starts
        self.from_outside = ""
        self.skipped = ""
        self.replacing = ""

    def meet(self, one: Symbol) -> bool:
        if one.id in self._left_out:
            self.replacing = self.replacing or one.id
        elif one.is_skipped:
            self.skipped = self.skipped or one.id
        elif self._hops.roots.is_started_or_loaded(one):
            self.met = one
        elif not self.from_outside and (why := self._outside(one)):
            self.from_outside = _reached_from(why)
        return self.met is not None


def _state_by(hops: Hops, symbol: Symbol, start: Symbol, reach: Reach, threshold: float) -> TestsOf:
    step = reach.step(start.id)
    if step.confidence < threshold:
        return TestsOf(TestState.UNKNOWN, reason=_why_uncertain(start))
    if is_left_to_others(hops.graph, symbol):
        return left_to_others()
    first = start.id
    way = ran_by(hops, first)
    start = hops.graph.symbol(way[-1]) or start if way else start
    path = (*reach.path(first)[::-1], *way)
    why = how_likely(start, len(path) - 1, step.confidence)
    return TestsOf(TestState.INFERRED, reason=why, likely=True, path=path, confidence=step.confidence)


def how_likely(start: Symbol, hops: int, confidence: float) -> str:
    """In words, how what a test run starts reaches a symbol over a path that is not sure."""
    away = "1 hop" if hops == 1 else f"{hops} hops"
    return f"reached from {start.display_id}, {away} away, confidence {confidence:.2f}"


def _why_uncertain(start: Symbol | None) -> str:
    if start is not None and start.kind is SymbolKind.MODULE and not start.in_test_code:
        return "it runs when a test imports the code that calls it; no test is known to call it"
    return "a test may reach it over uncertain edges"


def run_unseen(graph: Graph, blind: BlindSpots) -> dict[str, str]:
    """Symbol id -> why edges to it may be missing from the graph."""
    named = {symbol.id: why for symbol in graph.symbols() if (why := _by_name(graph, symbol, blind))}
    outside = Outside(graph)
    whys = outside.through_interfaces() | outside.every()
    return named | {one: in_words(why) for one, why in whys.items()}


def why_unseen(graph: Graph, symbol: Symbol, blind: BlindSpots, outside: Outside) -> str:
    """The same of one symbol; "" for no reason."""
    return in_words(why) if (why := outside.why(symbol)) else _by_name(graph, symbol, blind)


def _by_name(graph: Graph, symbol: Symbol, blind: BlindSpots) -> str:
    spots = blind.calling(symbol)
    # Little speaks for these, so they matter only where nothing else calls it.
    if not spots and (perhaps := blind.perhaps_calling(symbol)) and not graph.incoming(symbol.id, CALL_LIKE):
        spots = perhaps
    return f"{_BY_NAME} ({_first(spots)})" if spots else ""


def _first(spots: Sequence[BlindSpot]) -> str:
    return f"{file_of(spots[0].source)}:{spots[0].line}"


def _reached_from(why: str) -> str:
    """Why it is not known whether a symbol runs that is reached from one that may run unseen for this reason."""
    return _FROM_BY_NAME if why.startswith(_BY_NAME) else _FROM_OUTSIDE


def subjects_of(graph: Graph, wanted: Callable[[str], bool]) -> Iterator[Symbol]:
    """The functions of the files that are wanted."""
    return (symbol for symbol in graph.symbols() if is_subject(symbol) and wanted(symbol.file))
