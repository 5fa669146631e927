from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from blastlens.analyses.tests_paths import TestPaths
from blastlens.analyses.tests_running import TestRuns, Way


@dataclass
class _Runs:
    """Ways of a graph whose test is node 0."""

    ways_of: Mapping[int, list[Way]]

    @property
    def bit_of(self) -> dict[int, int]:
        return {0: 1}

    @property
    def bits(self) -> dict[int, int]:
        return dict.fromkeys({*self.ways_of, *(to for ways in self.ways_of.values() for to, _ in ways)}, 1)

    @property
    def callers(self) -> dict[int, list[Way]]:
        found: dict[int, list[Way]] = {}
        for node, ways in self.ways_of.items():
            for other, cost in ways:
                found.setdefault(other, []).append((node, cost))
        return found

    def ways(self, node: int) -> list[Way]:
        return self.ways_of.get(node, [])


def _path(ways: Mapping[int, list[Way]], start: int) -> list[int]:
    paths = TestPaths(cast(TestRuns, _Runs(ways)), [start])
    ((test, table),) = paths.tests()
    return paths.path(test, table)[0]


def test_a_path_leads_to_what_is_run() -> None:
    assert _path({0: [(1, 0)], 1: [(2, 0)]}, 2) == [0, 1, 2]


def test_a_hub_is_no_hop() -> None:
    assert _path({0: [(-1, 0)], -1: [(1, 0)], 1: [(2, 0)]}, 2) == [0, 1, 2]


def test_hubs_that_lead_to_hubs_are_none_either() -> None:
    assert _path({0: [(-1, 0)], -1: [(-2, 0), (3, 0)], -2: [(1, 0)], 1: [(2, 0)]}, 2) == [0, 1, 2]


def test_a_path_that_begins_at_a_hub_of_hubs() -> None:
    assert _path({0: [(-1, 0)], -1: [(-2, 0)], -2: [(2, 0)]}, 2) == [0, 2]
