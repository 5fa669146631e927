"""What nothing can reach, and what may only seem so."""

from graph_drawing import Drawing

from blastlens.analyses.dead_code import Evidence, Place, dead_code
from blastlens.model.symbol import SymbolKind


def found(drawing: Drawing, evidence: Evidence | None = None, named: str = "") -> tuple[list[str], list[str]]:
    result = dead_code(drawing.hops(), evidence or Evidence(enters=lambda one: one == named))
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


def test_uncertain_edges_and_uses_on_something_unknown_make_it_possibly_dead() -> None:
    drawing = Drawing().calls("a.py::<module>", "a.py::weak", confidence=0.5).add("a.py::C.called")
    drawing.calls("a.py::<module>", "a.py::C").unresolved("a.py::<module>", "called")
    assert found(drawing) == ([], ["a.py::weak", "a.py::C.called"])


def test_uses_that_stand_in_dead_code_keep_nothing_alive() -> None:
    drawing = Drawing().calls("a.py::<module>", "a.py::C").add("a.py::C.called").add("a.py::dead")
    drawing.unresolved("a.py::dead", "called")
    assert found(drawing) == (["a.py::C.called", "a.py::dead"], [])


def test_methods_of_a_class_that_nobody_makes_are_dead_whatever_is_called_by_their_names() -> None:
    drawing = Drawing().add("a.py::C.called").unresolved("a.py::<module>", "called")
    assert found(drawing) == (["a.py::C"], [])


def test_names_in_text_count_outside_dead_code_only_and_examples_everywhere() -> None:
    drawing = Drawing().add("a.py::f").add("a.py::g").add("b.py::h")
    line = drawing.symbols["a.py::g"].line
    places = {
        "a.py::f": [Place("a.py", line)],
        "a.py::g": [Place("a.py", line, is_run=True)],
        "b.py::h": [Place("b.py", 999)],
    }
    assert found(drawing, Evidence(read=lambda _: places)) == ([], ["a.py::f", "a.py::g", "b.py::h"])
    places["a.py::g"] = []
    assert found(drawing, Evidence(read=lambda _: places)) == (["a.py::f", "a.py::g"], ["b.py::h"])


def test_what_is_called_on_objects_waits_until_somebody_makes_one() -> None:
    drawing = Drawing().add("a.py::Job.run").add("a.py::Job.spare").calls("a.py::Job.run", "a.py::step")
    drawing.entries = {"a.py::Job.run": "overrides a method of threading.Thread"}
    assert found(drawing) == (["a.py::Job", "a.py::step"], [])
    drawing.calls("a.py::<module>", "a.py::Job")
    assert found(drawing) == (["a.py::Job.spare"], [])


def test_a_mixin_stands_before_another_base() -> None:
    drawing = Drawing().add("a.py::Base.line").add("a.py::Mixin.line").add("a.py::Mixin.spare")
    drawing.extends("a.py::Both", "a.py::Mixin").extends("a.py::Both", "a.py::Base")
    drawing.calls("a.py::<module>", "a.py::Both", "a.py::Base.line")
    assert found(drawing) == (["a.py::Mixin.spare"], [])


def test_a_module_that_waits_is_dead_with_all_that_is_in_it_and_wakes_its_package() -> None:
    drawing = Drawing().add("p/__init__.py::x").add("p/a.py::f").add("main.py::<module>")
    evidence = Evidence(waits=lambda path: path.startswith("p/"), beside=lambda path: ["p/__init__.py"][: "/" in path])
    assert found(drawing, evidence)[0] == ["p/__init__.py::<module>", "p/a.py::<module>"]
    drawing.imports("main.py", "p/a.py")
    assert found(drawing, evidence)[0] == ["p/__init__.py::x", "p/a.py::f"]


def test_a_class_with_inherited_tests_is_collected() -> None:
    drawing = Drawing().add("test_a.py::Base", SymbolKind.CLASS).test("test_a.py::Base.test_1")
    drawing.extends("test_a.py::Inherits", "test_a.py::Base").add("test_a.py::Other", SymbolKind.CLASS)
    assert found(drawing)[0] == ["test_a.py::Other"]


def test_every_doubt_has_a_reason() -> None:
    drawing = Drawing().calls("a.py::<module>", "a.py::weak", confidence=0.5).calls("a.py::weak", "a.py::after")
    drawing.calls("a.py::public", "a.py::_inner").add("a.py::unread")
    evidence = Evidence(
        published=lambda symbol: "a library" if symbol.name == "public" else "",
        unread=lambda symbols: {one.id: "page.vue:1" for one in symbols if one.name == "unread"},
    )
    result = dead_code(drawing.hops(), evidence)
    assert {one.symbol.name: one.reason for one in (*result.possibly, *result.unknown)} == {
        "weak": "only an uncertain edge leads to it, from a.py::<module> (0.50)",
        "after": "only an uncertain edge leads to it, from a.py::<module> (0.50)",
        "public": "a library",
        "_inner": "used by a.py::public: a library",
        "unread": "page.vue:1",
    }


def test_what_tests_make_may_stand_in_for_an_object_with_a_live_method_of_the_name() -> None:
    drawing = Drawing().add("test_a.py::Double.send").add("test_a.py::Double.other")
    drawing.calls("a.py::<module>", "a.py::Real.send", "test_a.py::Double")
    assert found(drawing) == ([], ["test_a.py::Double.send", "test_a.py::Double.other"])
