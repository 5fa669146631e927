"""What nothing can reach, and what may only seem so."""

from graph_drawing import Drawing

from blastlens.analyses.dead_code import Evidence, dead_code
from blastlens.facts.file_facts import DefFlag
from blastlens.model.symbol import SymbolKind


def found(drawing: Drawing, named: str = "", spelled: str = "") -> tuple[list[str], list[str]]:
    result = dead_code(
        drawing.hops(), Evidence(enters=lambda one: one == named, spelled=lambda symbol: symbol.name in spelled.split())
    )
    return [d.symbol.id for d in result.dead], [d.symbol.id for d in result.possibly]


def test_top_level_code_tests_and_entry_points_keep_alive_what_they_reach() -> None:
    drawing = Drawing().calls("a.py::<module>", "a.py::f").names("a.py::f", "a.py::value").add("a.py::view")
    drawing.calls("a.py::view", "a.py::helper").test("test_a.py::test_1").calls("test_a.py::test_1", "a.py::tested")
    drawing.calls("a.py::dead", "a.py::also_dead").entries = {"a.py::view": "registered"}
    assert found(drawing) == (["a.py::dead", "a.py::also_dead"], [])


def test_the_user_may_name_entry_points() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g")
    assert found(drawing, named="a.py::f") == ([], [])


def test_what_stands_in_a_dead_definition_is_not_listed_again() -> None:
    assert found(Drawing().add("a.py::C.m").add("a.py::C.n")) == (["a.py::C"], [])


def test_a_live_class_keeps_what_the_language_calls_and_not_every_method() -> None:
    drawing = (
        Drawing()
        .add("a.py::C.__init__")
        .add("a.py::C.__len__")
        .add("a.py::C.unused")
        .calls("a.py::<module>", "a.py::C")
    )
    drawing.calls("a.py::C.__len__", "a.py::helper")
    assert found(drawing) == (["a.py::C.unused"], [])


def test_public_methods_of_a_class_that_is_an_entry_point_are_alive() -> None:
    drawing = Drawing().add("a.py::Plugin.read").add("a.py::Plugin._inner")
    assert found(drawing, named="a.py::Plugin") == (["a.py::Plugin._inner"], [])


def test_overrides_of_live_methods_are_alive_when_their_class_is() -> None:
    drawing = Drawing().add("a.py::Base.run").extends("a.py::Used", "a.py::Base").extends("a.py::Unused", "a.py::Base")
    drawing.add("a.py::Used.run").add("a.py::Unused.run").calls("a.py::<module>", "a.py::Base.run", "a.py::Used")
    assert found(drawing) == (["a.py::Unused"], [])


def test_uncertain_edges_names_and_strings_make_it_possibly_dead() -> None:
    drawing = (
        Drawing()
        .calls("a.py::<module>", "a.py::weak", confidence=0.5)
        .add("a.py::Spelled", SymbolKind.CLASS)
        .add("a.py::C.called")
    )
    drawing.calls("a.py::<module>", "a.py::C").unresolved("a.py::<module>", "called")
    drawing.add("a.py::C.prop", SymbolKind.METHOD, int(DefFlag.PROPERTY))
    dead, possibly = found(drawing, spelled="Spelled prop")
    assert dead == []
    assert sorted(possibly) == ["a.py::C.called", "a.py::C.prop", "a.py::Spelled", "a.py::weak"]
