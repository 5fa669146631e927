"""Entry points and what runs from them."""

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.flows import Entry, Flows, flows, starts
from blastlens.analyses.network import Level, network
from blastlens.model.edge import EdgeKind


def flows_in(drawing: Drawing, *, tests: bool = False, limit: int = 10) -> Flows:
    hops = drawing.hops()
    made = network(hops, Level.FUNCTION, 0.7, tests=tests)
    return flows(hops, made, starts(hops.graph, made, tests=tests), 0.7, limit)


def test_entry_points_of_each_kind() -> None:
    drawing = Drawing().calls("a.py::_private", "a.py::used").calls("a.py::offered", "a.py::used")
    drawing.add("a.py::f").calls("a.py::f.inner", "a.py::used").calls("b.py::<module>", "a.py::used").imports(
        "b.py", "a.py"
    )
    drawing.calls("a.py::_route", "a.py::used").test("test_a.py::test_f").calls("test_a.py::test_f", "a.py::offered")
    drawing.calls("a.py::<module>", "a.py::used")
    drawing.entries = {"a.py::_route": "registered by @route"}
    hops = drawing.hops()
    made = network(hops, Level.FUNCTION, 0.7)
    assert [(one.symbol, one.entry) for one in starts(hops.graph, made, tests=False)] == [
        ("a.py::_route", Entry.CALLED),
        ("a.py::offered", Entry.UNUSED),
        ("b.py::<module>", Entry.SCRIPT),
    ]
    assert [one.symbol for one in starts(hops.graph, made, tests=True)] == ["test_a.py::test_f"]


def test_reach_depth_and_the_way_that_most_runs_over() -> None:
    drawing = Drawing().calls("a.py::main", "a.py::thin", "a.py::thick").calls("a.py::thick", "b.py::x", "b.py::y")
    drawing.calls("b.py::x", "b.py::z").calls("b.py::used_by_nobody", "b.py::z")
    (flow,) = flows_in(drawing).found
    assert (flow.reach, flow.files, flow.depth, flow.others) == (5, 2, 3, 0)
    assert flow.way == ("a.py::main", "a.py::thick", "b.py::x", "b.py::z")
    assert flow.criticality == 1.0
    assert round(flow.confidence, 3) == 0.970


def test_entry_points_that_another_flow_runs_over_or_resembles_are_counted() -> None:
    drawing = Drawing().calls("a.py::get", "a.py::request").calls("a.py::post", "a.py::request")
    drawing.calls("a.py::request", "a.py::send").calls("a.py::send", "a.py::hook").calls("a.py::hook", "a.py::log")
    drawing.entries = {"a.py::hook": "registered by @hook"}
    found = flows_in(drawing)
    (flow,) = found.found
    assert (flow.start.symbol, flow.alike, flow.others) == ("a.py::get", ("a.py::post",), 1)
    assert (found.total, found.entries) == (1, 2)


def test_flows_enter_no_test_code() -> None:
    drawing = Drawing().calls("a.py::main", "a.py::f").calls("a.py::f", "a.py::g")
    drawing.edge("a.py::f", "test_a.py::handed", EdgeKind.IMPLICIT).calls("test_a.py::handed", "a.py::h")
    (flow,) = flows_in(drawing).found
    assert flow.reach == 2


@given(
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=20),
    st.integers(1, 4),
)
def test_flows_are_bounded_and_ranked(pairs: list[tuple[int, int]], limit: int) -> None:
    drawing = Drawing()
    for source, target in pairs:
        drawing.calls(f"m{source}.py::f{source}", f"m{target}.py::f{target}")
    found = flows_in(drawing, limit=limit)
    assert len(found.found) <= limit
    assert found.walked <= found.entries
    assert len(found.found) <= found.total
    scores = [flow.criticality for flow in found.found]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
    assert all(flow.way[0] == flow.start.symbol and flow.depth >= len(flow.way) - 1 for flow in found.found)
