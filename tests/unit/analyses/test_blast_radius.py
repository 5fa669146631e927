"""What a change reaches."""

from graph_drawing import Drawing

from blastlens.analyses import blast_radius as analysis
from blastlens.analyses import untested as states
from blastlens.analyses.hops import Hops


def blast_radius(hops: Hops, changed: list[str], threshold: float) -> analysis.BlastRadius:
    return analysis.blast_radius(hops, changed, threshold, lambda one: states.tests_of(hops, one, threshold))


def test_direct_transitive_tests_and_files_are_told_apart() -> None:
    drawing = Drawing().calls("a.py::near", "a.py::f").calls("b.py::far", "a.py::near")
    drawing.test("test_a.py::test_1").calls("test_a.py::test_1", "b.py::far")
    found = blast_radius(drawing.hops(), ["a.py::f"], 0.7)
    assert (found.direct, found.transitive, found.tests) == (("a.py::near",), ("b.py::far",), ("test_a.py::test_1",))
    assert sorted(found.files()) == ["a.py", "b.py", "test_a.py"]
    assert found.reach.path("test_a.py::test_1") == ["test_a.py::test_1", "b.py::far", "a.py::near", "a.py::f"]
    assert found.untested == ()


def test_direct_callers_and_the_change_itself_may_be_untested() -> None:
    drawing = Drawing().calls("a.py::g", "a.py::f").calls("a.py::h", "a.py::g")
    found = blast_radius(drawing.hops(), ["a.py::f"], 0.7)
    assert [(one, tests.state.value) for one, tests in found.untested] == [
        ("a.py::f", "NONE FOUND"),
        ("a.py::g", "NONE FOUND"),
    ]


def test_a_changed_fixture_reaches_the_tests_that_ask_for_it() -> None:
    drawing = Drawing().fixture("conftest.py::fix").test("test_a.py::test_1").test("test_a.py::test_2")
    drawing.asks("test_a.py::test_1", "conftest.py::fix")
    assert blast_radius(drawing.hops(), ["conftest.py::fix"], 0.7).tests == ("test_a.py::test_1",)


def test_references_and_subclasses_are_listed_apart() -> None:
    drawing = Drawing().add("a.py::C.m").names("a.py::f", "a.py::C").extends("a.py::D", "a.py::C")
    found = blast_radius(drawing.hops(), ["a.py::C"], 0.7)
    assert found.direct == ()
    assert [edge.source for edge in found.referenced_by] == ["a.py::f"]
    assert [(one.symbol, one.kind) for one in found.subtypes] == [("a.py::D", "extends")]


def test_changed_top_level_code_reaches_the_importers() -> None:
    drawing = Drawing().imports("b.py", "a.py").imports("c.py", "b.py")
    found = blast_radius(drawing.hops(), ["a.py::<module>"], 0.7)
    assert [edge.source for edge in found.importers] == ["b.py::<module>"]


def test_possible_callers_are_kept_apart() -> None:
    drawing = Drawing().calls("a.py::sure", "a.py::f").calls("a.py::maybe", "a.py::f", confidence=0.4)
    found = blast_radius(drawing.hops(), ["a.py::f"], 0.7)
    assert (found.direct, found.possible) == (("a.py::sure",), ("a.py::maybe",))
