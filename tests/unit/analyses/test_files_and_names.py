"""Dependents and imports, hierarchy, search, explanations."""

from graph_drawing import Drawing

from blastlens.analyses.dependents import dependents_of, imports_of
from blastlens.analyses.explain import explain
from blastlens.analyses.hierarchy import subtypes, supertypes
from blastlens.analyses.search import search


def test_dependents_are_nearest_first_with_the_way() -> None:
    graph = Drawing().imports("b.py", "a.py").imports("c.py", "b.py").imports("a.py", "c.py").graph()
    assert [step.file for step in dependents_of(graph, "a.py")] == ["b.py"]
    found = dependents_of(graph, "a.py", transitive=True)
    assert [(step.file, step.hops, step.path) for step in found] == [
        ("b.py", 1, ("b.py", "a.py")),
        ("c.py", 2, ("c.py", "b.py", "a.py")),
    ]


def test_imports_are_in_order_of_the_statements() -> None:
    graph = Drawing().imports("a.py", "z.py", 1).imports("a.py", "b.py", 2).graph()
    assert [step.file for step in imports_of(graph, "a.py")] == ["z.py", "b.py"]


def test_hierarchies_of_classes_and_methods() -> None:
    drawing = (
        Drawing().add("a.py::A.run").extends("a.py::B", "a.py::A").extends("a.py::C", "a.py::B").add("a.py::C.run")
    )
    graph = drawing.graph()
    assert (supertypes(graph, "a.py::C"), subtypes(graph, "a.py::A")) == (["a.py::B"], ["a.py::B"])
    assert (supertypes(graph, "a.py::C.run"), subtypes(graph, "a.py::A.run")) == (["a.py::A.run"], ["a.py::C.run"])


def test_search_puts_exact_names_first() -> None:
    graph = Drawing().add("a.py::total_of").add("a.py::Cart.total").add("b.py::subtotal").add("c.py::other").graph()
    matches, number = search(graph, "total", 2)
    assert ([m.symbol.id for m in matches], number) == (["a.py::Cart.total", "a.py::total_of"], 3)
    assert search(graph, "  ", 5) == ([], 0)


def test_an_edge_is_explained_with_its_rivals() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g", confidence=0.6).calls("a.py::f", "b.py::g", confidence=0.5)
    found = explain(drawing.hops(), "a.py::f", "a.py::g")
    assert [round(hop.confidence, 2) for hop in found.hops] == [0.6]
    assert [rival.symbol for rival in found.rivals] == ["b.py::g"]


def test_no_edge_is_explained_with_unresolved_uses_and_the_way_there() -> None:
    drawing = Drawing().edge("a.py::f", "a.py::m", line=2).calls("a.py::m", "a.py::g")
    drawing.unresolved("a.py::f", "g", ["a.py::g", "b.py::g"])
    found = explain(drawing.hops(), "a.py::f", "a.py::g")
    assert found.hops == ()
    assert [use.name for use in found.unresolved] == ["g"]
    assert [rival.symbol for rival in found.rivals] == ["b.py::g"]
    assert found.way is not None
    assert found.way.path("a.py::f") == ["a.py::f", "a.py::m", "a.py::g"]
