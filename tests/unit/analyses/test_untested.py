"""Test states: a symbol asked from below, and the whole list from the tests down, must agree."""

import pytest
from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses import untested as analysis
from blastlens.analyses.hops import IMPACT, POSSIBLY, Hops
from blastlens.analyses.tests_of import TestState
from blastlens.analyses.untested import Stated
from blastlens.facts.file_facts import DefFlag
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.memory_graph import MemoryGraph
from blastlens.model.symbol import SymbolKind

INFERRED, NONE_FOUND, UNKNOWN = TestState.INFERRED, TestState.NONE_FOUND, TestState.UNKNOWN


def stated(graph: MemoryGraph, depth: int | None = None) -> dict[str, Stated]:
    found = analysis.untested(Hops(graph), analysis.subjects_of(graph, lambda _: True), depth=depth)
    return {one.symbol.id: one for one in found.functions}


def states(drawing: Drawing, depth: int | None = None) -> dict[str, TestState]:
    return {name: one.state for name, one in stated(drawing.graph(), depth).items()}


def test_what_a_test_reaches_over_helpers_and_fixtures_is_tested() -> None:
    drawing = (
        Drawing().test("test_a.py::test_1").fixture("conftest.py::fix").asks("test_a.py::test_1", "conftest.py::fix")
    )
    drawing.calls("conftest.py::fix", "a.py::by_fixture").calls("test_a.py::test_1", "test_a.py::helper")
    drawing.calls("test_a.py::helper", "a.py::by_helper").calls("test_a.py::unused", "a.py::by_unused")
    assert states(drawing) == {
        "a.py::by_fixture": INFERRED,
        "a.py::by_helper": INFERRED,
        "a.py::by_unused": NONE_FOUND,
    }


def test_the_path_of_what_is_reached_leads_to_the_test() -> None:
    drawing = Drawing().test("test_a.py::test_1").calls("test_a.py::test_1", "a.py::f").calls("a.py::f", "a.py::g")
    found = stated(drawing.graph())["a.py::g"]
    assert found.path == ("a.py::g", "a.py::f", "test_a.py::test_1")
    assert found.confidence == pytest.approx(0.99**2, abs=1e-4)


def test_beyond_the_depth_a_test_does_not_count_and_is_not_denied() -> None:
    drawing = Drawing().test("test_a.py::test_1").calls("test_a.py::test_1", "a.py::f").calls("a.py::f", "a.py::g")
    assert states(drawing, depth=1) == {"a.py::f": INFERRED, "a.py::g": UNKNOWN}


def test_what_the_nearest_test_replaces_is_tested_by_the_next_one_over_its_path() -> None:
    drawing = Drawing().test("test_a.py::test_1").test("test_a.py::test_2").replaces("test_a.py::test_1", "a.py::f")
    drawing.calls("test_a.py::test_1", "a.py::f").calls("test_a.py::test_2", "a.py::g").calls("a.py::g", "a.py::f")
    found = stated(drawing.graph())["a.py::f"]
    assert (found.state, found.path) == (INFERRED, ("a.py::f", "a.py::g", "test_a.py::test_2"))
    assert found.confidence == pytest.approx(0.99**2, abs=1e-4)
    assert states(drawing, depth=1)["a.py::f"] == UNKNOWN


def test_a_fixture_nobody_has_to_ask_for_reaches_what_it_calls() -> None:
    drawing = Drawing().fixture("conftest.py::fix", autouse=True).calls("conftest.py::fix", "a.py::f")
    drawing.fixture("conftest.py::idle").calls("conftest.py::idle", "a.py::g")
    assert states(drawing) == {"a.py::f": INFERRED, "a.py::g": NONE_FOUND}


def test_top_level_code_of_test_files_counts_when_a_test_run_loads_them() -> None:
    drawing = Drawing().calls("test_a.py::<module>", "a.py::f").calls("tests/lib.py::<module>", "a.py::by_lib")
    drawing.imports("test_a.py", "tests/lib.py").calls("tests/alone.py::<module>", "a.py::by_alone")
    assert states(drawing) == {"a.py::f": INFERRED, "a.py::by_lib": INFERRED, "a.py::by_alone": NONE_FOUND}


def test_what_only_imports_run_is_unknown_and_what_they_hand_over_is_likely_tested() -> None:
    drawing = (
        Drawing().imports("test_a.py", "a.py").imports("a.py", "b.py").imports("a.py", "c.py", timing=Timing.DEFERRED)
    )
    drawing.calls("b.py::<module>", "b.py::set_up").names("b.py::<module>", "b.py::handler")
    drawing.calls("c.py::<module>", "c.py::never")
    found = stated(drawing.graph())
    assert {name: one.state for name, one in found.items()} == {
        "b.py::set_up": UNKNOWN,
        "b.py::handler": INFERRED,
        "c.py::never": NONE_FOUND,
    }
    assert "runs when a test imports the code that calls it" in found["b.py::set_up"].reason


def test_overrides_values_and_candidates_are_enough_once_and_not_again_and_again() -> None:
    drawing = Drawing().test("test_a.py::test_1").add("a.py::Base.run").extends("a.py::Sub", "a.py::Base")
    drawing.add("a.py::Sub.run").calls("test_a.py::test_1", "a.py::Base.run")
    drawing.calls("a.py::Base.run", "a.py::f").names("a.py::f", "a.py::named").names("a.py::named", "a.py::again")
    drawing.names("a.py::again", "a.py::too_far").add("a.py::X.go")
    drawing.unresolved("a.py::f", "go", ["a.py::X.go"])
    found = states(drawing)
    assert {name for name, state in found.items() if state is UNKNOWN} == {"a.py::again", "a.py::too_far"}
    assert {found[one] for one in ("a.py::Sub.run", "a.py::named", "a.py::X.go")} == {INFERRED}


def test_what_a_test_hands_over_or_defines_is_run_for_it() -> None:
    drawing = (
        Drawing()
        .test("test_a.py::test_1")
        .add("test_a.py::test_1.view")
        .add("test_a.py::test_1.View", SymbolKind.CLASS)
    )
    drawing.add("test_a.py::test_1.View.get").calls("test_a.py::test_1.view", "a.py::f")
    drawing.calls("test_a.py::test_1.View.get", "a.py::g").names("test_a.py::test_1", "test_a.py::command")
    drawing.calls("test_a.py::command", "a.py::h")
    reached = Hops(drawing.graph())
    assert {analysis.tests_of(reached, one, thresholds.REVIEW).count for one in ("a.py::f", "a.py::g", "a.py::h")} == {
        1
    }


def test_what_outside_code_calls_is_unknown_and_published_names_are_not() -> None:
    drawing = (
        Drawing().add("a.py::view").add("a.py::public").test("test_a.py::test_1").calls("a.py::view", "a.py::inner")
    )
    drawing.entries = {"a.py::view": "registered by @app.route", "a.py::public": "listed in __all__"}
    assert states(drawing) == {"a.py::view": UNKNOWN, "a.py::public": NONE_FOUND, "a.py::inner": UNKNOWN}


def test_whoever_makes_an_object_has_its_protocol_and_its_overrides_of_foreign_methods_run() -> None:
    drawing = Drawing().test("test_a.py::test_1").add("a.py::C.__len__").add("a.py::D.__len__").add("a.py::C.__eq__")
    drawing.add("a.py::C.convert").add("a.py::C.plain").extends("a.py::C", "a.py::B").add("a.py::B.__iter__")
    drawing.calls("test_a.py::test_1", "a.py::C")
    drawing.entries = {"a.py::C.convert": "may override a method of click.ParamType"}
    assert states(drawing) == {
        "a.py::C.__len__": INFERRED,
        "a.py::D.__len__": NONE_FOUND,
        "a.py::C.__eq__": UNKNOWN,  # every object has one
        "a.py::C.convert": INFERRED,
        "a.py::C.plain": NONE_FOUND,
        "a.py::B.__iter__": INFERRED,
    }


def test_hooks_of_a_module_that_a_test_loads_are_likely_run() -> None:
    drawing = Drawing().add("a.py::__getattr__").add("b.py::__getattr__").imports("test_a.py", "a.py")
    drawing.entries = dict.fromkeys(("a.py::__getattr__", "b.py::__getattr__"), "called by the language")
    assert states(drawing) == {"a.py::__getattr__": INFERRED, "b.py::__getattr__": UNKNOWN}


def test_running_a_decorated_function_runs_the_innermost_functions_of_its_decorator() -> None:
    drawing = Drawing().test("test_a.py::test_1").add("a.py::plain.wrapper").add("a.py::asked.apply.wrapper")
    drawing.symbols["a.py::plain"] = drawing.symbols["a.py::plain"]._replace(kind=SymbolKind.FUNCTION)
    for name in ("a.py::asked", "a.py::asked.apply"):
        drawing.symbols[name] = drawing.symbols[name]._replace(kind=SymbolKind.FUNCTION)
    for name, decorator in (("a.py::f", "a.py::plain"), ("a.py::g", "a.py::asked")):
        drawing.add(name, flags=DefFlag.DECORATED)
        symbol = drawing.symbols[name] = drawing.symbols[name]._replace(first_line=drawing.symbols[name].line - 1)
        drawing.edge("a.py::<module>", decorator, EdgeKind.DECORATES, line=symbol.first_line)
    drawing.calls("test_a.py::test_1", "a.py::f", "a.py::g").imports("test_a.py", "a.py")
    found = states(drawing)
    assert (found["a.py::plain.wrapper"], found["a.py::asked.apply.wrapper"]) == (INFERRED, INFERRED)
    assert (found["a.py::plain"], found["a.py::asked.apply"]) == (UNKNOWN, UNKNOWN)


def test_a_method_without_a_body_that_others_override_is_not_called_tested() -> None:
    drawing = (
        Drawing().test("test_a.py::test_1").add("a.py::Base.run", flags=DefFlag.STUB).extends("a.py::Sub", "a.py::Base")
    )
    drawing.add("a.py::Sub.run").add("a.py::Lone.run", flags=DefFlag.STUB)
    drawing.calls("test_a.py::test_1", "a.py::Base.run", "a.py::Lone.run")
    assert states(drawing) == {"a.py::Base.run": UNKNOWN, "a.py::Sub.run": INFERRED, "a.py::Lone.run": INFERRED}


def test_who_wants_more_than_the_review_threshold_wants_it_of_tests_too() -> None:
    drawing = Drawing().test("test_a.py::test_1").edge("test_a.py::test_1", "a.py::f", confidence=0.8)
    hops = drawing.hops()
    assert analysis.tests_of(hops, "a.py::f", thresholds.REVIEW).count == 1
    assert analysis.tests_of(hops, "a.py::f", thresholds.STRICT).state is UNKNOWN
    likely = analysis.tests_of(
        Drawing().test("test_a.py::test_1").edge("test_a.py::test_1", "a.py::f", confidence=0.4).hops(),
        "a.py::f",
        thresholds.REVIEW,
    )
    assert (likely.state, likely.count, likely.likely) == (INFERRED, 0, True)
    assert likely.reason == "reached from test_a.py::test_1, 1 hop away, confidence 0.40"


@st.composite
def _graphs(draw: st.DrawFn) -> MemoryGraph:
    drawing = Drawing().test("test_a.py::test_1").fixture("test_a.py::fix").imports("test_a.py", "a.py")
    drawing.extends("a.py::Sub", "a.py::Base").add("a.py::Outer.__len__").extends("a.py::Sub", "a.py::Outer")
    flags = st.sampled_from([0, int(DefFlag.STUB), int(DefFlag.DECORATED)])
    names = ["test_a.py::test_1", "test_a.py::fix", "a.py::<module>", "test_a.py::<module>", "test_a.py::test_1.inner"]
    names += ["a.py::Base", "a.py::Sub", "a.py::Base.run", "a.py::Sub.run", "a.py::Sub.__init__", "a.py::Sub.__iter__"]
    names += [f"a.py::f{n}" for n in range(3)]
    for one in names:
        if drawing.symbols.get(one) is None:
            drawing.add(one, flags=draw(flags))
    kinds = st.sampled_from([EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.DECORATES])
    rows = st.tuples(st.sampled_from(names), st.sampled_from(names[4:]), kinds, st.sampled_from([0.99, 0.8, 0.5]))
    for source, target, kind, confidence in draw(st.lists(rows, max_size=12)):
        drawing.edge(source, target, kind, confidence, line=draw(st.sampled_from([9, 19, 29, 109, 119, 129])))
    for one, symbol in list(drawing.symbols.items()):
        drawing.symbols[one] = symbol._replace(first_line=symbol.line - 1)
    if draw(st.booleans()):
        drawing.unresolved(draw(st.sampled_from(names)), "run", ["a.py::Base.run", "a.py::Sub.run"])
    reasons = st.sampled_from(
        ["registered by @x", "may override a method of y.Y", "listed in __all__", "called by the language"]
    )
    drawing.entries = draw(st.dictionaries(st.sampled_from(names[4:]), reasons, max_size=2))
    return drawing.graph()


@given(_graphs())
def test_asking_for_one_symbol_agrees_with_the_list(graph: MemoryGraph) -> None:
    for name, one in stated(graph).items():
        assert analysis.tests_of(Hops(graph), name, thresholds.REVIEW).state is one.state


@given(_graphs(), st.sampled_from([IMPACT, POSSIBLY]))
def test_hops_up_and_down_are_each_others_inverse(graph: MemoryGraph, follow: object) -> None:
    hops = Hops(graph)
    ids = [symbol.id for symbol in graph.symbols()]
    up = {(hop.symbol, one, round(hop.confidence, 4)) for one in ids for hop in hops.up(one, follow)}  # type: ignore[arg-type]
    down = {(one, hop.symbol, round(hop.confidence, 4)) for one in ids for hop in hops.down(one, follow)}  # type: ignore[arg-type]
    assert up == down
