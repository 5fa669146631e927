"""What breaks a cycle."""

from itertools import combinations

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses import breaking
from blastlens.analyses.breaking import feedback_arcs, ways_to_break
from blastlens.analyses.cycles import call_cycles, components, import_cycles
from blastlens.model.edge import Timing
from blastlens.model.symbol import file_of

Pairs = list[tuple[int, int]]
PAIRS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda pair: pair[0] != pair[1]), max_size=11, unique=True
)


def is_broken(pairs: Pairs, removed: list[int]) -> bool:
    following: dict[str, list[str]] = {}
    for at, (source, target) in enumerate(pairs):
        if at not in removed:
            following.setdefault(str(source), []).append(str(target))
    return all(len(one) == 1 for one in components(following))


def lightest(pairs: Pairs, weights: list[int]) -> int:
    """By trying every set of edges."""
    every = range(len(pairs))
    sets = (list(chosen) for size in range(len(pairs) + 1) for chosen in combinations(every, size))
    return min(sum(weights[at] for at in chosen) for chosen in sets if is_broken(pairs, chosen))


@given(PAIRS, st.lists(st.integers(1, 9), min_size=11, max_size=11))
def test_no_set_of_edges_that_breaks_all_cycles_is_lighter(pairs: Pairs, weights: list[int]) -> None:
    weights = weights[: len(pairs)]
    chosen, exact = feedback_arcs(6, pairs, weights)
    assert exact
    assert is_broken(pairs, chosen)
    assert sum(weights[at] for at in chosen) == lightest(pairs, weights)


@given(st.integers(3, 30), st.data())
def test_a_large_cycle_is_broken_too_and_not_said_to_be_broken_best(nodes: int, data: st.DataObject) -> None:
    node = st.integers(0, nodes - 1)
    pair = st.tuples(node, node).filter(lambda one: one[0] != one[1])
    pairs = data.draw(st.lists(pair, min_size=1, max_size=120, unique=True))
    weights = [1 + (7 * source + target) % 9 for source, target in pairs]
    padded = pairs + [(nodes + at, nodes + at + 1) for at in range(breaking.MOST_EXACT)]
    count = nodes + breaking.MOST_EXACT + 1
    chosen, exact = feedback_arcs(count, padded, weights + [1] * breaking.MOST_EXACT)
    assert not exact
    assert is_broken(padded, chosen)
    best, _ = feedback_arcs(nodes, pairs, weights)
    assert sum(weights[at] for at in best) <= sum(weights[at] for at in chosen if at < len(pairs))


def test_the_cheapest_import_to_remove_is_the_type_only_one() -> None:
    drawing = Drawing().imports("a.py", "b.py").imports("b.py", "a.py", timing=Timing.TYPE_ONLY)
    drawing.imports("b.py", "c.py", 2).imports("c.py", "a.py", timing=Timing.DEFERRED)
    (cycle,) = import_cycles(drawing.graph(), load_time=False)
    ways = ways_to_break(drawing.graph(), cycle)
    assert [(arc.source, arc.target) for arc in ways.smallest.arcs] == [("a.py", "b.py")]
    assert [(arc.source, arc.target) for arc in ways.cheapest.arcs] == [("b.py", "a.py"), ("c.py", "a.py")]
    assert [(arc.source, arc.target) for arc in ways.shortest] == [("a.py", "b.py"), ("b.py", "a.py")]


def test_an_import_costs_as_many_lines_as_use_it() -> None:
    drawing = Drawing().imports("a.py", "b.py").imports("b.py", "a.py")
    for line in (4, 4, 5):
        drawing.edge("a.py::f", "b.py::g", line=line)
    drawing.edge("b.py::h", "a.py::f", line=9)
    (cycle,) = import_cycles(drawing.graph())
    ways = ways_to_break(drawing.graph(), cycle)
    assert ways.uses == {("a.py", "b.py"): 3, ("b.py", "a.py"): 2}
    assert [file_of(arc.edge.source) for arc in ways.cheapest.arcs] == ["b.py"]


def test_the_shortest_cycle_may_start_anywhere() -> None:
    drawing = Drawing().calls("a.py::a", "a.py::b").calls("a.py::b", "a.py::c").calls("a.py::c", "a.py::d")
    drawing.calls("a.py::d", "a.py::a").calls("a.py::d", "a.py::b")
    (cycle,) = call_cycles(drawing.hops(), 0.7)
    ways = ways_to_break(drawing.graph(), cycle)
    assert [arc.source for arc in ways.shortest] == ["a.py::b", "a.py::c", "a.py::d"]
    assert len(ways.smallest.arcs) == 1
