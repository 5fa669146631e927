"""The walk: best paths, thresholds, depths, and that it equals a search of every path."""

import math
import random
from itertools import product

import pytest
from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.hops import CALLS, IMPACT, POSSIBLY, Hops
from blastlens.analyses.walk import walk
from blastlens.analyses.weights import confidence_of, cost_of, weight_of
from blastlens.model.memory_graph import MemoryGraph


def reached(hops: Hops, *starts: str, **options: object) -> dict[str, tuple[float, int]]:
    reach = walk(hops, starts, **options)  # type: ignore[arg-type]
    return {one: (round(step.confidence, 4), step.hops) for one, step in reach.steps.items()}


def test_the_best_product_wins_over_fewer_hops() -> None:
    drawing = Drawing().calls("a.py::far", "a.py::mid", confidence=0.95).calls("a.py::mid", "a.py::f", confidence=0.95)
    drawing.calls("a.py::far", "a.py::f", confidence=0.8)
    hops = drawing.hops()
    assert reached(hops, "a.py::f") == {"a.py::mid": (0.95, 1), "a.py::far": (0.9025, 2)}
    assert walk(hops, ["a.py::f"]).path("a.py::far") == ["a.py::far", "a.py::mid", "a.py::f"]


def test_of_equal_products_the_fewest_hops_win() -> None:
    drawing = Drawing().calls("a.py::x", "a.py::m", confidence=1.0).calls("a.py::m", "a.py::f", confidence=0.9)
    drawing.calls("a.py::x", "a.py::f", confidence=0.9)
    assert reached(drawing.hops(), "a.py::f")["a.py::x"] == (0.9, 1)


def test_of_equal_paths_the_first_by_id_wins_whatever_the_order() -> None:
    drawing = (
        Drawing().calls("a.py::x", "a.py::m2", "a.py::m1").calls("a.py::m2", "a.py::f").calls("a.py::m1", "a.py::f")
    )
    assert walk(drawing.hops(), ["a.py::f"]).path("a.py::x") == ["a.py::x", "a.py::m1", "a.py::f"]


def test_the_threshold_is_on_the_whole_path_and_inclusive() -> None:
    drawing = Drawing().calls("a.py::g", "a.py::f", confidence=0.7).calls("a.py::h", "a.py::g", confidence=0.99)
    assert set(reached(drawing.hops(), "a.py::f", min_confidence=0.7)) == {"a.py::g"}


def test_a_depth_keeps_the_best_path_that_is_short_enough() -> None:
    drawing = Drawing().calls("a.py::far", "a.py::mid").calls("a.py::mid", "a.py::f")
    drawing.calls("a.py::far", "a.py::f", confidence=0.5)
    hops = drawing.hops()
    assert reached(hops, "a.py::f", depth=1) == {"a.py::far": (0.5, 1), "a.py::mid": (0.99, 1)}
    assert reached(hops, "a.py::f", depth=2) == {"a.py::far": (0.9801, 2), "a.py::mid": (0.99, 1)}
    assert walk(hops, ["a.py::f"], depth=2).path("a.py::far") == ["a.py::far", "a.py::mid", "a.py::f"]


def test_recursion_does_not_reach_the_start() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::f", "a.py::g").calls("a.py::g", "a.py::f")
    assert set(reached(drawing.hops(), "a.py::f")) == {"a.py::g"}


def test_stop_ends_the_walk_and_says_so() -> None:
    drawing = Drawing().calls("a.py::b", "a.py::a").calls("a.py::c", "a.py::b").calls("a.py::d", "a.py::b")
    reach = walk(drawing.hops(), ["a.py::a"], stop=lambda symbol: symbol.name == "b")
    assert reach.ids() == ["a.py::b"]
    assert reach.complete
    reach = walk(drawing.hops(), ["a.py::a"], stop=lambda symbol: symbol.name in "cd")
    assert not reach.complete


def test_what_is_unknown_reaches_nothing() -> None:
    assert reached(Drawing().calls("a.py::f", "a.py::g").hops(), "gone.py::x") == {}


def test_a_symbol_that_is_gone_is_reached_by_its_former_callers() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g").calls("a.py::h", "a.py::f")
    former = drawing.edges[0]._replace(target="b.py::gone")
    hops = Hops(drawing.graph(), [former])
    assert set(reached(hops, "b.py::gone")) == {"a.py::f", "a.py::h"}


@given(st.floats(min_value=0.001, max_value=1.0))
def test_costs_keep_four_digits(confidence: float) -> None:
    assert math.isclose(confidence_of(weight_of(confidence)), confidence, rel_tol=1e-6)


_NAMES = [f"a.py::f{number}" for number in range(6)]
_EDGES = st.lists(
    st.tuples(st.sampled_from(_NAMES), st.sampled_from(_NAMES), st.sampled_from([1.0, 0.99, 0.9, 0.75, 0.6])),
    max_size=14,
)


def drawn(edges: list[tuple[str, str, float]]) -> Drawing:
    drawing = Drawing()
    for name in _NAMES:
        drawing.add(name)
    for source, target, confidence in edges:
        drawing.calls(source, target, confidence=confidence)
    return drawing


def by_trying_all(
    edges: list[tuple[str, str, float]], start: str, depth: int, least: float
) -> dict[str, tuple[int, int]]:
    """(cost, hops) of the best of all walks of at most `depth` hops."""
    best: dict[str, tuple[int, int]] = {}
    level = {start: 0}
    for hops in range(1, depth + 1):
        following: dict[str, int] = {}
        for source, target, confidence in edges:
            if target in level:
                cost = level[target] + cost_of(confidence)
                following[source] = min(cost, following.get(source, cost))
        for name, cost in following.items():
            if name != start and cost <= cost_of(least):
                best[name] = min(best.get(name, (cost, hops)), (cost, hops))
        level = following
    return best


@given(_EDGES, st.sampled_from([0.3, 0.6, 0.7, 0.9]))
def test_the_walk_equals_trying_every_path(edges: list[tuple[str, str, float]], least: float) -> None:
    found = walk(drawn(edges).hops(), [_NAMES[0]], min_confidence=least)
    expected = by_trying_all(edges, _NAMES[0], len(_NAMES), least)
    assert {one: (cost_of(s.confidence), s.hops) for one, s in found.steps.items()} == expected


@given(_EDGES, st.integers(1, 4))
def test_a_limited_walk_equals_trying_every_short_path(edges: list[tuple[str, str, float]], depth: int) -> None:
    found = walk(drawn(edges).hops(), [_NAMES[0]], min_confidence=0.3, depth=depth)
    expected = by_trying_all(edges, _NAMES[0], depth, 0.3)
    assert {one: cost_of(s.confidence) for one, s in found.steps.items()} == pytest.approx(
        {one: cost for one, (cost, _) in expected.items()}
    )
    for one in found.ids():
        path = found.path(one)
        assert path[0] == one and path[-1] == _NAMES[0] and len(path) <= depth + 1


@given(_EDGES, st.randoms(use_true_random=False))
def test_the_order_of_edges_never_matters(edges: list[tuple[str, str, float]], order: random.Random) -> None:
    shuffled = edges.copy()
    order.shuffle(shuffled)
    one, other = (walk(drawn(e).hops(), [_NAMES[0]], min_confidence=0.3) for e in (edges, shuffled))
    assert one.ids() == other.ids()
    assert [one.path(i) for i in one.ids()] == [other.path(i) for i in other.ids()]


@st.composite
def _families(draw: st.DrawFn) -> MemoryGraph:
    """Classes with methods and constructors, calls between them, fixtures and tests."""
    drawing = Drawing()
    classes = [f"a.py::{name}" for name in "ABC"]
    for below, above in (("B", "A"), ("C", "B")):
        if draw(st.booleans()):
            drawing.extends(f"a.py::{below}", f"a.py::{above}")
    members = [f"{c}.{m}" for c, m in product(classes, ("__init__", "run")) if draw(st.booleans())]
    for one in members:
        drawing.add(one)
    for one in classes:
        if one not in drawing.symbols:
            drawing.add(f"{one}.other")
    drawing.fixture("test_a.py::fix").test("test_a.py::test_1").add("a.py::f").add("a.py::g")
    targets = [*classes, *members, "a.py::f", "a.py::g", "test_a.py::fix"]
    sources = [*members, "a.py::f", "a.py::g", "test_a.py::fix", "test_a.py::test_1"]
    for source, target, exact in draw(
        st.lists(st.tuples(st.sampled_from(sources), st.sampled_from(targets), st.booleans()), max_size=10)
    ):
        drawing.calls(source, target, exact=exact)
    if draw(st.booleans()):
        drawing.asks("test_a.py::test_1", "test_a.py::fix")
    return drawing.graph()


@given(_families(), st.sampled_from([CALLS, IMPACT]))
def test_up_and_down_agree(graph: MemoryGraph, follow: object) -> None:
    hops = Hops(graph)
    ids = [symbol.id for symbol in graph.symbols()]
    up = {(hop.symbol, one, hop.confidence) for one in ids for hop in hops.up(one, follow)}  # type: ignore[arg-type]
    down = {(one, hop.symbol, hop.confidence) for one in ids for hop in hops.down(one, follow)}  # type: ignore[arg-type]
    assert up == down


def test_possible_hops_stay_below_every_threshold() -> None:
    drawing = Drawing().names("a.py::f", "a.py::g").unresolved("a.py::h", "g", ["a.py::g", "b.py::g"])
    found = {hop.symbol: hop.confidence for hop in drawing.hops().up("a.py::g", POSSIBLY)}
    assert found == pytest.approx({"a.py::f": 0.5, "a.py::h": 0.25}, rel=1e-4)
    assert drawing.hops().up("a.py::g") == []
