"""Test states: a symbol asked from below, and the whole list from the tests down, must agree."""

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses import untested as analysis
from blastlens.analyses.hops import Hops
from blastlens.analyses.tests_of import TestState
from blastlens.model.edge import EdgeKind
from blastlens.model.memory_graph import MemoryGraph


def states(graph: MemoryGraph) -> tuple[list[str], list[str]]:
    hops = Hops(graph)
    subjects = [symbol for symbol in graph.symbols() if analysis.is_subject(symbol)]
    found = analysis.untested(hops, analysis.tested_set(hops, 0.7), subjects, 1)
    return [one.symbol.id for one in found.none_found], [one.symbol.id for one in found.unknown]


def test_what_a_test_reaches_over_helpers_and_fixtures_is_tested() -> None:
    drawing = (
        Drawing().test("test_a.py::test_1").fixture("conftest.py::fix").asks("test_a.py::test_1", "conftest.py::fix")
    )
    drawing.calls("conftest.py::fix", "a.py::by_fixture").calls("test_a.py::test_1", "test_a.py::helper")
    drawing.calls("test_a.py::helper", "a.py::by_helper").calls("test_a.py::unused", "a.py::by_unused")
    assert states(drawing.graph()) == (["a.py::by_unused"], [])


def test_a_fixture_nobody_has_to_ask_for_reaches_what_it_calls() -> None:
    drawing = Drawing().fixture("conftest.py::fix", autouse=True).calls("conftest.py::fix", "a.py::f")
    drawing.fixture("conftest.py::idle").calls("conftest.py::idle", "a.py::g")
    assert states(drawing.graph()) == (["a.py::g"], [])


def test_top_level_code_of_a_test_file_reaches_what_it_calls() -> None:
    assert states(Drawing().calls("test_a.py::<module>", "a.py::f").graph()) == ([], [])


def test_overrides_references_and_candidates_leave_it_unknown() -> None:
    drawing = Drawing().test("test_a.py::test_1").add("a.py::Base.run").extends("a.py::Sub", "a.py::Base")
    drawing.add("a.py::Sub.run").calls("test_a.py::test_1", "a.py::Base.run")
    drawing.names("test_a.py::test_1", "a.py::named").add("a.py::X.go")
    drawing.unresolved("test_a.py::test_1", "go", ["a.py::X.go", "b.py::Y.go"])
    none_found, unknown = states(drawing.graph())
    assert none_found == []
    assert sorted(unknown) == ["a.py::Sub.run", "a.py::X.go", "a.py::named"]


def test_what_is_reached_only_from_the_possibly_reached_is_unknown_too() -> None:
    drawing = Drawing().test("test_a.py::test_1").names("test_a.py::test_1", "a.py::f").calls("a.py::f", "a.py::g")
    assert sorted(states(drawing.graph())[1]) == ["a.py::f", "a.py::g"]


def test_what_outside_code_calls_is_unknown_and_published_names_are_not() -> None:
    drawing = Drawing().add("a.py::view").add("a.py::public").test("test_a.py::test_1")
    drawing.entries = {"a.py::view": "registered by @app.route", "a.py::public": "listed in __all__"}
    assert states(drawing.graph()) == (["a.py::public"], ["a.py::view"])


def test_methods_that_the_language_calls_on_tested_objects_are_unknown() -> None:
    drawing = Drawing().test("test_a.py::test_1").add("a.py::C.__len__").add("a.py::D.__len__")
    drawing.calls("test_a.py::test_1", "a.py::C")
    assert states(drawing.graph()) == (["a.py::D.__len__"], ["a.py::C.__len__"])


@st.composite
def _graphs(draw: st.DrawFn) -> MemoryGraph:
    drawing = Drawing().test("test_a.py::test_1").fixture("test_a.py::fix")
    plain = [f"a.py::f{n}" for n in range(5)]
    for one in plain:
        drawing.add(one)
    names = ["test_a.py::test_1", "test_a.py::fix", *plain]
    kinds = st.sampled_from([EdgeKind.CALLS, EdgeKind.REFERENCES])
    rows = st.tuples(st.sampled_from(names), st.sampled_from(names[1:]), kinds, st.sampled_from([0.99, 0.8, 0.5]))
    for source, target, kind, confidence in draw(st.lists(rows, max_size=12)):
        drawing.edge(source, target, kind, confidence)
    return drawing.graph()


@given(_graphs())
def test_asking_for_one_symbol_agrees_with_the_list(graph: MemoryGraph) -> None:
    none_found, unknown = states(graph)
    for symbol in graph.symbols():
        if analysis.is_subject(symbol):
            state = analysis.tests_of(Hops(graph), symbol.id, 0.7).state
            listed = {True: TestState.NONE_FOUND, False: TestState.INFERRED}[symbol.id in none_found]
            assert state is (TestState.UNKNOWN if symbol.id in unknown else listed)
