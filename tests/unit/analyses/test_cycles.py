"""Cycles of imports and calls."""

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.cycles import call_cycles, class_cycles, components, import_cycles
from blastlens.facts.file_facts import DefFlag
from blastlens.model.edge import Basis, EdgeKind, Timing
from blastlens.model.symbol import SymbolKind, file_of


def test_only_imports_that_run_at_load_time_count_unless_asked() -> None:
    drawing = Drawing().imports("a.py", "b.py").imports("b.py", "a.py", timing=Timing.TYPE_ONLY)
    assert import_cycles(drawing.graph()) == []
    (found,) = import_cycles(drawing.graph(), load_time=False)
    assert found.members == ("a.py", "b.py")
    assert found.timing is Timing.TYPE_ONLY


def test_the_closing_import_meets_a_file_that_is_still_loading() -> None:
    drawing = Drawing().imports("a.py", "b.py", 1).imports("b.py", "c.py", 2).imports("c.py", "a.py", 3)
    (found,) = import_cycles(drawing.graph())
    assert [(file_of(e.source), file_of(e.target)) for e in found.hops] == [
        ("a.py", "b.py"),
        ("b.py", "c.py"),
        ("c.py", "a.py"),
    ]
    assert found.closing.sites[0].line == 3


def test_a_dead_end_does_not_end_the_search_for_the_closing_import() -> None:
    drawing = Drawing().imports("a.py", "b.py", 1).imports("b.py", "leaf.py", 1).imports("b.py", "c.py", 2)
    drawing.imports("c.py", "b.py", 1).imports("c.py", "a.py", 2)
    (found,) = import_cycles(drawing.graph())
    assert found.members == ("a.py", "b.py", "c.py")
    assert [(file_of(e.source), file_of(e.target)) for e in found.hops] == [("b.py", "c.py"), ("c.py", "b.py")]
    assert len(found.edges) == 4


def test_a_file_that_imports_itself_is_no_cycle() -> None:
    assert import_cycles(Drawing().imports("a.py", "a.py").graph()) == []


def test_mutual_recursion_over_sure_calls_and_constructors() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g").calls("a.py::g", "a.py::f").calls("a.py::f", "a.py::f")
    drawing.add("a.py::C.__init__").calls("a.py::C.__init__", "a.py::make").calls("a.py::make", "a.py::C")
    drawing.calls("a.py::x", "a.py::y", confidence=0.5).calls("a.py::y", "a.py::x")
    found = call_cycles(drawing.hops(), 0.7)
    assert [cycle.members for cycle in found] == [("a.py::C.__init__", "a.py::make"), ("a.py::f", "a.py::g")]


def reaches(edges: dict[int, set[int]], start: int) -> set[int]:
    seen: set[int] = set()
    todo = [start]
    while todo:
        for other in edges.get(todo.pop(), ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=24))
def test_components_are_the_sets_that_reach_one_another(pairs: list[tuple[int, int]]) -> None:
    edges: dict[int, set[int]] = {}
    for source, target in pairs:
        edges.setdefault(source, set()).add(target)
    found = components({str(s): sorted(map(str, t)) for s, t in edges.items()})
    nodes = {node for pair in pairs for node in pair}
    expected = {frozenset({node} | {o for o in reaches(edges, node) if node in reaches(edges, o)}) for node in nodes}
    assert {frozenset(map(int, component)) for component in found} == expected
    assert sum(map(len, found)) == len(nodes)


def test_a_long_chain_does_not_recurse() -> None:
    chain = {str(n): [str(n + 1)] for n in range(50_000)}
    assert len(components(chain)) == 50_001


def test_what_one_registry_runs_does_not_call_one_another() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::wrapper")
    drawing.edge("a.py::wrapper", "a.py::f", EdgeKind.IMPLICIT, basis=Basis.REGISTERED)
    assert call_cycles(drawing.hops(), 0.7) == []


def test_classes_that_inherit_make_and_name_one_another() -> None:
    drawing = Drawing().extends("a.py::Group", "a.py::Command").edge("a.py::Command.make", "a.py::Group")
    drawing.add("a.py::Tree", SymbolKind.CLASS).add("a.py::Node.__init__", flags=DefFlag.CONSTRUCTOR)
    drawing.add("a.py::Node.walk").edge("a.py::Node.walk", "a.py::Tree", EdgeKind.REFERENCES)
    drawing.calls("a.py::Tree.add", "a.py::Node.__init__").calls("a.py::Node.walk", "a.py::Group.run")
    found = class_cycles(drawing.graph(), 0.7)
    assert [cycle.members for cycle in found] == [
        ("a.py::Command", "a.py::Group"),
        ("a.py::Node", "a.py::Tree"),
    ]
    assert class_cycles(drawing.graph(), 0.999) == []


def test_classes_inside_a_class_are_part_of_it() -> None:
    drawing = Drawing().add("a.py::Outer", SymbolKind.CLASS).add("a.py::Outer.Inner", SymbolKind.CLASS)
    drawing.calls("a.py::Outer.make", "a.py::Outer.Inner").calls("a.py::Outer.Inner.up", "a.py::Outer")
    assert class_cycles(drawing.graph(), 0.7) == []
