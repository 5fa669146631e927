"""Which tests may run which function: of all tests at once.

A set of tests is one number with a bit for each. Sets flow along the ways of `downward`, from each test to what it may run, until
nothing changes, and what cannot be true of a test is held back where it would flow in:

* a function that is defined inside another one runs only in tests that run the outer one;
* a method runs only in tests that may make an object of its class or of one below (rapid type analysis, Bacon and Sweeney 1996,
  for each test by itself), in languages where only calls of a class make its objects;
* what stands in test code runs only in tests of its folder, and in those whose file imports it.

What top-level code of the product runs is there for every test, whatever the test runs itself.
"""

import heapq
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from blastlens.analyses.downward import Downward
from blastlens.analyses.held import NOTHING_HELD, Held
from blastlens.analyses.hops import Hops
from blastlens.analyses.instances import Instances
from blastlens.analyses.loaded_late import LoadedLate
from blastlens.analyses.named_at_top import NamedAtTop
from blastlens.analyses.tests_placed import TestPlaces
from blastlens.analyses.weights import cost_of
from blastlens.languages.registry import language_for
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.symbol import Symbol, SymbolKind, file_of

# What is likelier not to happen than to happen is no way from a test.
_FARTHEST: Final = cost_of(thresholds.EXPLORATION)
_SURE: Final = cost_of(thresholds.REVIEW)
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)

# (node, or a hub: negative; cost)
Way = tuple[int, int]


class TestRuns:
    """Of one graph; computed when first asked for, and remembered."""

    __test__ = False

    def __init__(self, hops: Hops, held: Held = NOTHING_HELD) -> None:
        self._hops = hops
        self._held = held
        self._asked = frozenset((hops.node(source), hops.node(target)) for source, target in held.asked)
        self._downward = Downward(hops, self._asked)
        self.tests: tuple[Symbol, ...] = tuple(one for one in hops.graph.symbols() if one.is_run_as_test)
        self._places = TestPlaces(hops, self.tests)
        self._named = NamedAtTop(hops, held)
        self._late = LoadedLate(hops)
        self._kept: dict[int, list[Way]] = {}

    def of(self, symbol_id: str) -> int:
        """The tests that may run a symbol, as bits by their place in `tests`."""
        return self.bits.get(self._hops.node(symbol_id), 0)

    def named(self, bits: int) -> Iterator[Symbol]:
        """The tests of a set."""
        while bits:
            lowest = bits & -bits
            yield self.tests[lowest.bit_length() - 1]
            bits ^= lowest

    def loading(self, module: Symbol) -> int:
        """The tests whose file imports a module itself; of test code, those whose file imports it over other files too, and those
        below a file of fixtures."""
        bits = self._places.of_test_file.get(module.file, 0)
        for edge in self._hops.graph.incoming(module.id, _IMPORTS):
            if edge.timing < Timing.STARTED:
                bits |= self._places.of_test_file.get(file_of(edge.source), 0)
        if module.in_test_code:
            bits |= self._places.importing(module.file)
            language = language_for(module.file)
            if language is not None and module.file in language.rules.tests.fixture_files(module.file):
                bits |= self._places.below(module.file.rpartition("/")[0])
        return bits

    def loaded_for(self, module: Symbol) -> int:
        """The tests that run the top-level code of a file, whatever else they run: their file imports it over any number of files,
        or files of fixtures do; in languages where use loads a file, they run something of it or of its package."""
        language = language_for(module.file)
        scoping = language.rules.scoping if language is not None else None
        if scoping is None or not scoping.loaded_by_use:
            return self.loading(module) | self._places.importing(module.file) | self._places.prepared(module.file)
        bits = self._places.of_test_file.get(module.file, 0)
        for path in self._places.package_of(module.file) if scoping.package == "folder" else (module.file,):
            for symbol in self._hops.graph.symbols_in(path):
                bits |= self.of(symbol.id)
        return bits

    @cached_property
    def bit_of(self) -> dict[int, int]:
        """Node of a test -> its bit."""
        return {self._hops.node(test.id): 1 << place for place, test in enumerate(self.tests)}

    def ways(self, node: int) -> list[Way]:
        """What a node (or, below 0, a hub) runs over ways that are good enough."""
        found = self._kept.get(node)
        if found is None:
            found = [way for way in self._all_ways(node) if way[1] <= _FARTHEST]
            self._kept[node] = found
        return found

    def _all_ways(self, node: int) -> list[Way]:
        if node < 0:
            return [(one, self._dispatched(one, cost)) for one, cost in self._downward.hub_ways(node)]
        return [*self._downward.ways(node), *self._named.ways(node), *self._late.ways(node)]

    def _dispatched(self, node: int, cost: int) -> int:
        """Of one of the methods that a call may mean: likelier by half of what it lacks, on a logarithmic scale, where it is known that
        the test makes an object with it."""
        symbol = self._hops.symbol(node)
        language = language_for(symbol.file) if symbol is not None else None
        return cost // 2 if language is not None and language.rules.scoping.made_by_calls else cost

    @cached_property
    def callers(self) -> dict[int, list[Way]]:
        """`ways` the other way round, among what tests may run."""
        found: dict[int, list[Way]] = {}
        for node in self._order:
            for other, cost in self.ways(node):
                found.setdefault(other, []).append((node, cost))
        return found

    @cached_property
    def _order(self) -> dict[int, int]:
        """What tests reach, callers before callees as far as there are no cycles (reverse postorder)."""
        seen: set[int] = set()
        done: list[int] = []
        for start in self.bit_of:
            if start in seen:
                continue
            seen.add(start)
            stack: list[tuple[int, Iterator[Way]]] = [(start, iter(self.ways(start)))]
            while stack:
                node, rest = stack[-1]
                for other, _ in rest:
                    if other not in seen:
                        seen.add(other)
                        stack.append((other, iter(self.ways(other))))
                        break
                else:
                    done.append(node)
                    stack.pop()
        return {node: place for place, node in enumerate(reversed(done))}

    @cached_property
    def _run_by_imports(self) -> frozenset[int]:
        """What top-level code that a test run loads runs, over ways of any certainty."""
        todo = [self._hops.node(one) for one in self._hops.roots.loaded]
        seen = set(todo)
        for here in todo:
            for other, _ in self._all_ways(here):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return frozenset(one for one in seen if one >= 0)

    @cached_property
    def bits(self) -> dict[int, int]:
        """Node -> tests that may run it."""
        return _Flow(self, self._order, self._outer, self._instances, self._places).bits

    @cached_property
    def _instances(self) -> Instances:
        return Instances(self._hops, self._places, self._held, self._asked)

    @cached_property
    def _outer(self) -> dict[int, int]:
        """Node of what is defined inside a function -> node of that function, unless imports run it too."""
        found: dict[int, int] = {}
        for node in self._order:
            around = self._hops.symbol(node) if node >= 0 else None
            while around is not None:
                around = self._hops.graph.symbol(around.parent) if around.parent is not None else None
                if around is None or around.kind not in _CLASSES:
                    break
            if around is not None and around.is_callable:
                outer = self._hops.node(around.id)
                if outer not in self._run_by_imports:
                    found[node] = outer
        return found


class _Flow:
    """Sets of tests on their way, to the fixed point."""

    def __init__(
        self, runs: TestRuns, order: dict[int, int], outer: dict[int, int], instances: Instances, places: TestPlaces
    ) -> None:
        self._runs, self._order, self._outer, self._places = runs, order, outer, places
        self._instances = instances
        self._inner: dict[int, list[int]] = {}
        for inside, around in outer.items():
            self._inner.setdefault(around, []).append(inside)
        self._arrived: dict[int, int] = {}
        self.bits: dict[int, int] = {}
        self._heap: list[tuple[int, int]] = []
        for node, bit in runs.bit_of.items():
            self._arrive(node, bit)
        self._run()

    def _run(self) -> None:
        waiting = self._heap
        while waiting:
            _, node = heapq.heappop(waiting)
            while waiting and waiting[0][1] == node:
                heapq.heappop(waiting)
            bits = self.bits[node]
            for other, _ in self._runs.ways(node):
                if bits & ~self._arrived.get(other, 0):
                    self._arrive(other, bits)
            for inside in self._inner.get(node, ()):
                self._admit(inside)
            for method in self._instances.made_by(node, bits):
                self._admit(method)

    def _arrive(self, node: int, bits: int) -> None:
        self._arrived[node] = self._arrived.get(node, 0) | bits
        self._admit(node)

    def _admit(self, node: int) -> None:
        """Let in what may be true of what arrived."""
        bits = self._arrived.get(node, 0)
        if not bits:
            return
        if node >= 0:
            bits &= self._places.of_node(node) & self._instances.of_method(node)
            around = self._outer.get(node)
            if around is not None:
                bits &= self.bits.get(around, 0)
        before = self.bits.get(node, 0)
        if bits & ~before:
            self.bits[node] = before | bits
            heapq.heappush(self._heap, (self._order.get(node, 0), node))
