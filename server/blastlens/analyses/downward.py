"""Everything that is run from many starts at once: the hops of `hops`, downwards, for walks over the whole graph.

A call of a method that others override leads to all of them, and there may be many calls and many others; so such calls meet in
a *hub*, a node that is no hop, from which each of the others is one way. What is run for every test of a class has one too.
Rounds of relaxation as Bellman and Ford have them, one a hop, make the depth a limit of the same walk.
"""

from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import Final

from blastlens.analyses.hops import POSSIBLY, Hops, is_overridable
from blastlens.analyses.numbered import KIND_CODES
from blastlens.analyses.weights import CALL_CODES, HOP_BITS, ONE_OF_MANY, REGISTERED_CODE, confidence_of, cost_of
from blastlens.facts.file_facts import is_overloaded, may_override
from blastlens.model.edge import Basis, EdgeKind
from blastlens.model.promotion import brought_for
from blastlens.model.symbol import Symbol, SymbolKind

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_INHERIT_CODES: Final = frozenset(KIND_CODES[kind] for kind in _INHERITS)
_NO_RUN: Final = _INHERIT_CODES | {KIND_CODES[EdgeKind.IMPORTS]}
_IMPLEMENTS: Final = KIND_CODES[EdgeKind.IMPLEMENTS]
_IMPLICIT: Final = KIND_CODES[EdgeKind.IMPLICIT]
# Above so many classes below, looking at all methods of a name is cheaper than looking into each class.
_MANY: Final = 30

# (node, or a hub: negative; cost)
_Way = tuple[int, int]


class Downward:
    """Of one graph. Follows what `POSSIBLY` follows."""

    def __init__(self, hops: Hops, left_out: Container[tuple[int, int]] = ()) -> None:
        """`left_out`: (source, target) of references that run nothing."""
        self._hops = hops
        self._left_out = left_out
        self._ways: dict[int, list[_Way]] = {}
        self._hubs: list[list[_Way]] = []
        self._calls: dict[int, int] = {}  # method -> hub of its calls; 0: nothing overrides it
        self._of_tests: dict[str, int] = {}  # place of tests -> hub of what is run for all of them
        self._classes_below: dict[str, frozenset[str]] = {}
        self._costs = _Costs()
        numbers = hops.numbers
        self._columns = (
            numbers.row_kind,
            numbers.row_target,
            numbers.row_exact,
            numbers.row_confidence,
            numbers.row_basis,
        )

    def walk(self, starts: Iterable[str], depth: int | None = None) -> "Run":
        """What the starts run, by best paths; with `depth`, within so many hops."""
        first = [self._hops.node(one) for one in starts]
        run = Run(self._hops, dict.fromkeys(first, 0), {})
        frontier = first
        count = 0
        while frontier and (depth is None or count < depth):
            count += 1
            better: dict[int, int] = {}
            for node in frontier:
                run.relax(node, self.ways(node), run.costs[node], better)
            for hub in [one for one in better if one < 0]:
                run.relax(run.toward[hub], self.hub_ways(hub), better[hub], better)
            frontier = [one for one in better if one >= 0]
        return run

    def ways(self, node: int) -> list[_Way]:
        """What a node runs: nodes, and hubs, which are numbers below 0."""
        found = self._ways.get(node)
        if found is None:
            found = self._ways[node] = self._found(node)
        return found

    def hub_ways(self, hub: int) -> list[_Way]:
        return self._hubs[-1 - hub]

    def _hub(self, ways: list[_Way]) -> int:
        self._hubs.append(ways)
        return -len(self._hubs)

    def _found(self, node: int) -> list[_Way]:
        hops = self._hops
        numbers, here = hops.numbers, hops.symbol(node)
        if here is None or here.kind is SymbolKind.MODULE:
            rows = numbers.outgoing_rows(node) if node >= 0 else ()
            found = [way for row in rows for way in self._weighed(row, numbers.row_target[row])]
            return found if here is None else found + self._unwritten(here)
        kinds, targets, exact, confidences, bases = self._columns
        naming = hops.weights.naming_in(here)
        runs, calls, costs = hops.constructing.runs, self._calls, self._costs
        found = []
        for row in numbers.outgoing_rows(node):
            kind = kinds[row]
            if kind in _NO_RUN:
                continue
            target = targets[row]
            confidence = confidences[row]
            if kind not in CALL_CODES:
                if (node, target) in self._left_out:
                    continue
                confidence = min(confidence, naming(row))
            elif bases[row] == REGISTERED_CODE:
                confidence *= ONE_OF_MANY
            cost = costs[confidence]
            hub = 0
            if not exact[row]:
                known = calls.get(target)
                hub = self._calls_of(target) if known is None else known
            if hub:
                found.append((hub, cost))
            else:
                found += [
                    (ran, cost) for ran in (runs(target) if kind != _IMPLICIT else hops.constructing.run_over(row))
                ]
        return found + self._unwritten(here)

    def _weighed(self, row: int, target: int) -> Iterator[_Way]:
        """What running a node over an edge runs, in the terms of `Weights`."""
        hops = self._hops
        hub = self._calls_of(target) if hops.weights.running_override(row, POSSIBLY) is not None else 0
        for ran in (target,) if hub else hops.constructing.run_over(row):
            weight = hops.weights.running(row, POSSIBLY, hops.symbol(ran))
            if weight is not None:
                yield hub or ran, weight >> HOP_BITS

    def _unwritten(self, here: Symbol) -> list[_Way]:
        hops, costs = self._hops, self._costs
        found = [(self._shared_by_tests(here), 0)] if here.kind is SymbolKind.TEST else []
        if hops.unwritten.leads_down(here):
            found += [(hops.node(way.symbol), costs[way.confidence]) for way in hops.unwritten.down(here, objects=True)]
        meant = hops.candidates.get(here.id)
        if meant is not None:
            found += [(hops.node(one), costs[confidence]) for one, confidence in meant]
        return found

    def _shared_by_tests(self, test: Symbol) -> int:
        """Hub of the set-up methods and of the fixtures that are run for every test of a class, or of a file."""
        place = test.parent or test.file
        hub = self._of_tests.get(place)
        if hub is None:
            hops = self._hops
            ways = [(hops.node(one), hops.weights.implied >> HOP_BITS) for one in hops.implied.fixtures_of(test)]
            for row in hops.set_ups.rows_of(hops.node(test.id)):
                ways += self._weighed(row, hops.numbers.row_target[row])
            hub = self._of_tests[place] = self._hub(ways)
        return hub

    # -- overriding ----------------------------------------------------------------------------------------------
    def _calls_of(self, node: int) -> int:
        """Hub of the calls of a method and of what overrides it; 0 where nothing does."""
        hub = self._calls.get(node)
        if hub is None:
            symbol = self._hops.symbol(node)
            hub = 0
            if symbol is not None and is_overridable(symbol):
                below = symbol.parent is not None and symbol.parent in self._subclasses
                others = [*(self._overriding(symbol.parent or "", symbol) if below else ()), *self._of_objects(node)]
                if below and self._hops.dispatch.of(node)[0] is not Basis.OVERRIDE:
                    known = set(others)
                    brought = map(self._hops.node, sorted(brought_for(self._hops.graph, symbol)))
                    others = [*others, *(one for one in brought if one not in known)]
                if others:
                    cost = cost_of(self._hops.weights.dispatch_factor(node, POSSIBLY))
                    hub = self._hub([(node, 0), *((one, cost) for one in others)])
            self._calls[node] = hub
        return hub

    def _of_objects(self, node: int) -> Iterator[int]:
        """Methods that implement one by themselves, as those of objects that no class is made for."""
        numbers = self._hops.numbers
        for row in numbers.incoming_rows(node):
            if numbers.row_kind[row] == _IMPLEMENTS:
                yield numbers.row_source[row]

    def _overriding(self, class_id: str, method: Symbol) -> list[int]:
        below = self._below(class_id)
        node = self._hops.node
        if len(below) > _MANY or method.accessor or is_overloaded(method.flags):
            named = self._hops.graph.symbols_named(method.name)
            alike = [one for one in named if one.is_callable and may_override(method.flags, one.flags)]
            return [node(one.id) for one in alike if one.parent in below]
        members = self._hops.unwritten.members_of
        return [node(found.id) for one in sorted(below) if (found := members(one).get(method.name)) is not None]

    def _below(self, class_id: str) -> frozenset[str]:
        found = self._classes_below.get(class_id)
        if found is None:
            seen, todo = {class_id}, [class_id]
            for here in todo:
                for one in self._subclasses.get(here, ()):
                    if one not in seen:
                        seen.add(one)
                        todo.append(one)
            found = self._classes_below[class_id] = frozenset(seen - {class_id})
        return found

    @cached_property
    def _subclasses(self) -> dict[str, list[str]]:
        numbers = self._hops.numbers
        found: dict[str, list[str]] = {}
        for symbol in self._hops.graph.symbols():
            if symbol.kind is SymbolKind.CLASS or symbol.kind is SymbolKind.INTERFACE:
                for row in numbers.outgoing_rows(self._hops.node(symbol.id)):
                    if numbers.row_kind[row] in _INHERIT_CODES:
                        found.setdefault(numbers.id_at(numbers.row_target[row]), []).append(symbol.id)
        return found


class _Costs(dict[float, int]):
    """Confidence -> cost."""

    def __missing__(self, confidence: float) -> int:
        found = self[confidence] = cost_of(confidence)
        return found


class Run:
    """What a walk reached, the starts included. `costs` by node, and the node `toward` the start of the best path."""

    def __init__(self, hops: Hops, costs: dict[int, int], toward: dict[int, int]) -> None:
        self._hops = hops
        self.costs = costs
        self.toward = toward

    def relax(self, node: int, ways: list[_Way], cost: int, better: dict[int, int]) -> None:
        """Take the ways from a node (or from a hub, that `node` leads to), where they are better than what is known; `better`
        notes what they led to."""
        costs, toward = self.costs, self.toward
        for other, more in ways:
            found = cost + more
            known = costs.get(other)
            if known is None or found < known:
                costs[other] = better[other] = found
                toward[other] = node
            elif found == known and other in better and self._hops.id(node) < self._hops.id(toward[other]):
                toward[other] = node

    def __contains__(self, symbol_id: str) -> bool:
        return self._hops.node(symbol_id) in self.costs

    def confidence(self, symbol_id: str) -> float:
        """Of the best path; 0 for what was not reached."""
        cost = self.costs.get(self._hops.node(symbol_id))
        return 0.0 if cost is None else confidence_of(cost << HOP_BITS)

    def path(self, symbol_id: str) -> tuple[str, ...]:
        """Ids from what was reached to the start that it was reached from."""
        node = self._hops.node(symbol_id)
        found = [node]
        while node in self.toward:
            node = self.toward[node]
            found.append(node)
        return tuple(map(self._hops.id, found))
