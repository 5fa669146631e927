"""Which of the tests for a change are which: the list that a lens opens says which of them it counts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.analyses.affected_tests import Affected
from blastlens.analyses.tests_of import TestState
from blastlens.app.ask.rows import Row
from blastlens.app.snapshot import Snapshot
from blastlens.views.wording import tests_in_group

REACHING: Final = "reaching"
INSIDE: Final = "inside"
LIKELY: Final = "likely"
LOADING: Final = "loading"
GROUPS: Final = (REACHING, INSIDE, LIKELY, LOADING)


class Counted:
    """The tests of one definition that its lens counts, or that are seen to run it."""

    def __init__(self, snapshot: Snapshot, symbol_id: str, min_confidence: float) -> None:
        reach = snapshot.reach(symbol_id, min_confidence)
        state = snapshot.tests(symbol_id, min_confidence)
        symbol = snapshot.graph.symbol(symbol_id)
        hides = snapshot.hops.replaced.hides
        self.is_class = symbol is not None and not symbol.is_callable
        self._tests = {
            one.id: one
            for one in reach.symbols()
            if one.is_run_as_test and state.state is TestState.INFERRED and state.count and not hides(reach, one)
        }
        self.ids = frozenset((*self._tests, *state.measured, symbol_id))

    def left_out(self, found: Iterable[Affected]) -> int:
        """How many of them a closer look holds back: they do not make, or define, what is on the way."""
        return len(self._tests.keys() - {one.test.id for one in found})


def group_of(row: Row, test: str, counted: Counted | None) -> str:
    """`counted`: where one definition is asked about."""
    is_counted = row["sure"] if counted is None else test in counted.ids
    if is_counted and ("loads" not in row or counted is not None):
        return REACHING
    if "loads" in row:
        return LOADING
    return INSIDE if row["sure"] and counted is not None and counted.is_class else LIKELY


def told(rows: Sequence[Row], *, of_one: bool) -> list[dict[str, object]]:
    """The groups that there are: name, what is said of it, and how many tests are in it."""
    counts = Counter(row["group"] for row in rows)
    what = "it" if of_one else "what is changed"
    return [
        {"name": name, "head": tests_in_group(name, counts[name], what), "count": counts[name]}
        for name in GROUPS
        if counts[name]
    ]
