"""What is deleted at once, and in which order."""

from graph_drawing import Drawing

from blastlens.analyses.dead_code import Evidence, dead_code
from blastlens.analyses.dead_islands import islands


def found(drawing: Drawing) -> list[tuple[list[str], int]]:
    hops = drawing.hops()
    dead = dead_code(hops, Evidence()).dead
    made = islands(hops.graph, dead, lambda _: 100)
    return [([member.id for member in island.members], island.lines) for island in made]


def test_users_come_before_what_they_use_wherever_they_stand() -> None:
    drawing = Drawing().add("a.py::low").add("a.py::middle").add("b.py::top")
    drawing.calls("a.py::middle", "a.py::low").calls("b.py::top", "a.py::middle")
    assert found(drawing) == [(["b.py::top", "a.py::middle", "a.py::low"], 6)]


def test_two_users_of_one_helper_go_together_and_others_apart() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::helper").calls("b.py::g", "a.py::helper").add("a.py::other")
    assert [members for members, _ in found(drawing)] == [
        ["a.py::f", "b.py::g", "a.py::helper"],
        ["a.py::other"],
    ]


def test_what_stands_in_a_dead_class_uses_for_it() -> None:
    drawing = Drawing().add("a.py::C.m").calls("a.py::C.m", "b.py::helper")
    assert [members for members, _ in found(drawing)] == [["a.py::C", "b.py::helper"]]


def test_functions_that_call_one_another_are_one_island() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g").calls("a.py::g", "a.py::f").calls("a.py::g", "a.py::after")
    assert [members for members, _ in found(drawing)] == [["a.py::f", "a.py::g", "a.py::after"]]
