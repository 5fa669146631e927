"""The risk of what a change reaches."""

import itertools

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.hops import IMPACT
from blastlens.analyses.risk import RiskParts, dependents_of, passed_by_tests, risk_of
from blastlens.analyses.subtypes import OVERRIDES, subtypes_of
from blastlens.analyses.tests_of import TestState
from blastlens.analyses.walk import walk

PLAIN = RiskParts(confidence=1.0, hops=1, tests=TestState.INFERRED, complexity=0, dependents=0, churn=0)
WORST = RiskParts(1.0, 1, TestState.NONE_FOUND, 1000, 1000, 1000, 10)

PARTS = st.builds(
    RiskParts,
    confidence=st.floats(0.0, 1.0),
    hops=st.integers(0, 40),
    tests=st.sampled_from([None, *TestState]),
    complexity=st.integers(0, 200),
    dependents=st.integers(0, 5000),
    churn=st.integers(-1, 400),
    branches=st.integers(-1, 12),
)


def test_what_is_surely_affected_has_some_risk_and_the_worst_has_all_of_it() -> None:
    assert (round(risk_of(PLAIN), 3), round(risk_of(WORST), 3)) == (0.3, 1.0)


def test_each_part_counts() -> None:
    worse = [
        PLAIN._replace(tests=TestState.UNKNOWN),
        PLAIN._replace(complexity=3),
        PLAIN._replace(branches=2),
        PLAIN._replace(dependents=2),
        PLAIN._replace(churn=2),
    ]
    assert all(risk_of(one) > risk_of(PLAIN) for one in worse)
    better = [PLAIN._replace(confidence=0.8), PLAIN._replace(hops=2)]
    assert all(risk_of(one) < risk_of(PLAIN) for one in better)
    assert risk_of(PLAIN._replace(tests=TestState.NONE_FOUND)) > risk_of(PLAIN._replace(tests=TestState.UNKNOWN))


def test_what_is_changed_itself_and_what_calls_it_are_equally_near() -> None:
    assert risk_of(PLAIN._replace(hops=0)) == risk_of(PLAIN)


@given(PARTS)
def test_a_risk_is_a_share(parts: RiskParts) -> None:
    assert 0.0 <= risk_of(parts) <= 1.0


@given(PARTS, st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
def test_more_to_worry_about_is_no_less_risk(parts: RiskParts, complexity: int, dependents: int, churn: int) -> None:
    more = parts._replace(
        complexity=parts.complexity + complexity,
        dependents=parts.dependents + dependents,
        churn=parts.churn + churn,
    )
    assert risk_of(more) >= risk_of(parts)


def test_dependents_are_counted_once_each() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g").calls("a.py::f", "a.py::g").calls("b.py::h", "a.py::g")
    assert dependents_of(drawing.hops(), "a.py::g") == 2


def test_tests_pass_what_lies_on_their_way() -> None:
    drawing = Drawing().calls("a.py::near", "a.py::f").calls("a.py::far", "a.py::near").calls("a.py::aside", "a.py::f")
    drawing.test("t.py::test_1").calls("t.py::test_1", "a.py::far")
    reach = walk(drawing.hops(), ["a.py::f"], follow=IMPACT, min_confidence=0.7)
    assert passed_by_tests(reach, ["t.py::test_1"]) == {"a.py::far", "a.py::near", "a.py::f"}


def test_all_levels_of_subclasses_and_of_overriding_methods_are_told() -> None:
    drawing = Drawing().add("a.py::A.run").add("b.py::B.run").add("c.py::C.run").add("c.py::C.stop")
    drawing.extends("b.py::B", "a.py::A").extends("c.py::C", "b.py::B")
    hops = drawing.hops()
    found = [(one.symbol, one.kind, one.hops) for one in subtypes_of(hops, ["a.py::A"], 0.7)]
    assert found == [("b.py::B", "extends", 1), ("c.py::C", "extends", 2)]
    found = [(one.symbol, one.kind, one.hops) for one in subtypes_of(hops, ["a.py::A.run"], 0.7)]
    assert found == [("b.py::B.run", OVERRIDES, 1), ("c.py::C.run", OVERRIDES, 2)]
    assert subtypes_of(hops, ["c.py::C.stop"], 0.7) == []


def test_subtypes_that_are_changed_too_are_left_out() -> None:
    drawing = Drawing().extends("b.py::B", "a.py::A").extends("c.py::C", "b.py::B")
    assert [one.symbol for one in subtypes_of(drawing.hops(), ["a.py::A", "b.py::B"], 0.0)] == ["c.py::C"]


def test_a_class_that_inherits_twice_is_told_by_its_best_way() -> None:
    for pair in itertools.permutations([("b.py::B", 0.9), ("c.py::C", 0.8)]):
        drawing = Drawing()
        for middle, confidence in pair:
            drawing.extends(middle, "a.py::A").edge(
                "d.py::D", middle, kind=drawing.edges[-1].kind, confidence=confidence
            )
        found = {one.symbol: one for one in subtypes_of(drawing.hops(), ["a.py::A"], 0.0)}
        assert found["d.py::D"].path == ("d.py::D", "b.py::B", "a.py::A")
