"""By which paths tests come to run something: best paths for sets of tests.

Dial's bucket form of the shortest path algorithm (1969) with a set of tests in place of a label: what is new at a node is handed
on in the order of cost, to those tests that may run both ends of a way (see `tests_running`). Costs are logarithms of confidences,
rounded so that hops that are all but certain cost nothing; among paths of equal cost those of fewest hops come first.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from blastlens.analyses.tests_running import TestRuns, Way
from blastlens.analyses.weights import cost_of
from blastlens.model import thresholds

_QUANTUM: Final = cost_of(0.95)
_LAST: Final = cost_of(thresholds.TESTED) // _QUANTUM


def _rounded(cost: int) -> int:
    return (cost + _QUANTUM // 2) // _QUANTUM


class TestPaths:
    """From tests to the `starts`, which are nodes. `tables`: what is new, (cost, node -> tests), in the order it was found."""

    __test__ = False

    def __init__(self, runs: TestRuns, starts: Iterable[int], least: int = _LAST) -> None:
        self._runs = runs
        self._tables: list[tuple[int, dict[int, int]]] = []
        self._of_cost: dict[int, list[int]] = {}
        bits = runs.bits
        known: dict[int, int] = {}
        waiting: list[dict[int, int]] = [{} for _ in range(least + 1)]
        waiting[0] = {node: bits[node] for node in starts if bits.get(node)}
        for cost in range(least + 1):
            while waiting[cost]:
                fresh = {}
                for node, some in waiting[cost].items():
                    new = some & ~known.get(node, 0)
                    if new:
                        known[node] = known.get(node, 0) | new
                        fresh[node] = new
                waiting[cost] = {}
                if fresh:
                    self._of_cost.setdefault(cost, []).append(len(self._tables))
                    self._tables.append((cost, fresh))
                for node, new in fresh.items():
                    for source, more in self._sources(node):
                        then = cost + _rounded(more)
                        if then <= least:
                            some = new & bits.get(source, 0) & ~known.get(source, 0)
                            if some:
                                waiting[then][source] = waiting[then].get(source, 0) | some

    def tests(self) -> Iterator[tuple[int, int]]:
        """(node of a test, number of its table), the best first."""
        bit_of = self._runs.bit_of
        for number, (_, table) in enumerate(self._tables):
            for node in table:
                if table[node] & bit_of.get(node, 0):
                    yield node, number

    def path(self, test: int, number: int) -> tuple[list[int], int]:
        """Nodes from a test to the start that it runs, and what the path costs."""
        bit = self._runs.bit_of[test]
        found, total = [test], 0
        while number:
            known = self._toward(found[-1], number, bit)
            if known is None:
                break
            number, cost, node = known
            found.append(node)
            total += cost
        return found, total

    def _toward(self, node: int, number: int, bit: int) -> tuple[int, int, int] | None:
        """(table, cost, node) of the next step from what is in a table; None for a start."""
        cost = self._tables[number][0]
        best: tuple[int, int, int] | None = None
        for other, more in self._run(node):
            for earlier in self._of_cost.get(cost - _rounded(more), ()):
                if earlier < number and self._tables[earlier][1].get(other, 0) & bit:
                    step = (earlier, more, other)
                    best = step if best is None or step < best else best
        return best

    def _sources(self, node: int) -> Iterator[Way]:
        """What runs a node; hubs, which may lead to one another, are no hop."""
        return _without_hubs(node, lambda one: self._runs.callers.get(one, ()))

    def _run(self, node: int) -> Iterator[Way]:
        """What a node runs, the other way round; costs as they are."""
        return _without_hubs(node, self._runs.ways)


def _without_hubs(node: int, near: Callable[[int], Iterable[Way]]) -> Iterator[Way]:
    todo = [(node, 0)]
    while todo:
        here, so_far = todo.pop()
        for other, cost in near(here):
            if other < 0:
                todo.append((other, so_far + cost))
            else:
                yield other, so_far + cost
