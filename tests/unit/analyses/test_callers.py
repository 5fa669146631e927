"""Who calls a symbol: constructors, overrides, references, recursion."""

import pytest
from graph_drawing import Drawing

from blastlens.analyses.callers import Callers, callers
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis, EdgeKind


def names(found: Callers) -> tuple[list[str], list[str]]:
    return [c.symbol for c in found.sure], [c.symbol for c in found.possible]


def test_calls_decorations_and_reads_are_calls_and_references_are_not() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::x").edge("a.py::<module>", "a.py::x", EdgeKind.DECORATES)
    drawing.edge("a.py::g", "a.py::x", EdgeKind.READS).names("a.py::h", "a.py::x")
    assert names(callers(drawing.hops(), "a.py::x", 0.7)) == (["a.py::<module>", "a.py::f", "a.py::g"], [])


def test_a_class_and_its_constructor_have_the_same_callers() -> None:
    drawing = Drawing().add("a.py::C.__init__").calls("a.py::make", "a.py::C")
    drawing.calls("a.py::D.__init__", "a.py::C.__init__", exact=True).extends("a.py::D", "a.py::C")
    expected = ["a.py::D.__init__", "a.py::make"]
    assert names(callers(drawing.hops(), "a.py::C", 0.7)) == (expected, [])
    assert names(callers(drawing.hops(), "a.py::C.__init__", 0.7)) == (expected, [])


def test_constructing_a_subclass_runs_an_inherited_constructor_only() -> None:
    drawing = (
        Drawing().add("a.py::Base.__init__").extends("a.py::Plain", "a.py::Base").extends("a.py::Own", "a.py::Base")
    )
    drawing.add("a.py::Own.__init__").calls("a.py::f", "a.py::Plain").calls("a.py::g", "a.py::Own")
    assert names(callers(drawing.hops(), "a.py::Base.__init__", 0.7)) == (["a.py::f"], [])
    assert names(callers(drawing.hops(), "a.py::Base", 0.7)) == ([], [])


def test_an_edge_to_an_inherited_constructor_constructs_no_object_of_the_base() -> None:
    drawing = Drawing().add("a.py::Base.__init__").extends("a.py::Plain", "a.py::Base").calls("a.py::f", "a.py::Plain")
    drawing.edge("a.py::f", "a.py::Base.__init__", EdgeKind.IMPLICIT)
    hops = drawing.hops()
    assert names(callers(hops, "a.py::Base.__init__", 0.7)) == (["a.py::f"], [])
    assert names(callers(hops, "a.py::Base", 0.7)) == ([], [])
    assert [hop.symbol for hop in hops.down("a.py::f")] == ["a.py::Base.__init__", "a.py::Plain"]


def overridden() -> Drawing:
    return Drawing().add("a.py::Base.run").extends("a.py::Sub", "a.py::Base").add("a.py::Sub.run")


def test_a_call_through_the_base_may_run_the_override() -> None:
    drawing = overridden().calls("a.py::f", "a.py::Base.run")
    found = callers(drawing.hops(), "a.py::Sub.run", 0.7)
    assert names(found) == ([], ["a.py::f"])
    assert found.possible[0].basis is Basis.OVERRIDE
    assert found.possible[0].confidence == pytest.approx(0.99 * confidences()[Basis.OVERRIDE], abs=0.001)


def test_an_exact_call_of_the_base_cannot_mean_the_override() -> None:
    drawing = overridden().calls("a.py::Sub.run", "a.py::Base.run", exact=True)
    assert names(callers(drawing.hops(), "a.py::Sub.run", 0.1)) == ([], [])


def test_calls_of_the_override_are_not_calls_of_the_base() -> None:
    drawing = overridden().calls("a.py::f", "a.py::Sub.run")
    assert names(callers(drawing.hops(), "a.py::Base.run", 0.1)) == ([], [])


def test_only_real_recursion_makes_a_symbol_its_own_caller() -> None:
    drawing = overridden().calls("a.py::Sub.run", "a.py::Base.run").calls("a.py::f", "a.py::f")
    assert names(callers(drawing.hops(), "a.py::Sub.run", 0.1)) == ([], [])
    assert names(callers(drawing.hops(), "a.py::f", 0.7)) == (["a.py::f"], [])


def test_several_edges_of_a_caller_are_one_caller() -> None:
    drawing = Drawing().edge("a.py::f", "a.py::x", line=3).edge("a.py::f", "a.py::x", EdgeKind.READS, 0.8, line=5)
    found = callers(drawing.hops(), "a.py::x", 0.7)
    assert [(c.symbol, c.confidence > 0.98, len(c.edges)) for c in found.sure] == [("a.py::f", True, 2)]
