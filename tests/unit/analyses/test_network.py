"""The network of uses, its hubs and its bridges."""

from collections import deque
from fractions import Fraction

import pytest
from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.articulation import cut_off
from blastlens.analyses.bridges import PIVOTS, bridges
from blastlens.analyses.hubs import hubs
from blastlens.analyses.network import Level, Network, network
from blastlens.facts.file_facts import DefFlag
from blastlens.model.edge import Basis, EdgeKind
from blastlens.model.symbol import SymbolKind


def shown(made: Network) -> list[tuple[str, str, int]]:
    pairs = zip(made.pairs, made.weights, strict=True)
    return [(made.ids[source], made.ids[target], weight) for (source, target), weight in pairs]


def test_edges_of_a_function_class_and_file() -> None:
    drawing = Drawing().add("b.py::C", SymbolKind.CLASS).add("b.py::C.__init__", flags=DefFlag.CONSTRUCTOR)
    drawing.calls("a.py::f", "b.py::C", "b.py::C.run").edge("a.py::f", "b.py::C", EdgeKind.REFERENCES, line=2)
    drawing.calls("b.py::C.run", "b.py::C.help").imports("a.py", "c.py")
    hops = drawing.hops()
    assert shown(network(hops, Level.FUNCTION, 0.7)) == [
        ("a.py::f", "b.py::C", 1),
        ("a.py::f", "b.py::C.__init__", 1),
        ("a.py::f", "b.py::C.run", 1),
        ("b.py::C.run", "b.py::C.help", 1),
    ]
    assert shown(network(hops, Level.CLASS, 0.7)) == [("a.py::f", "b.py::C", 3)]
    assert shown(network(hops, Level.FILE, 0.7)) == [
        ("a.py::<module>", "b.py::<module>", 3),
        ("a.py::<module>", "c.py::<module>", 1),
    ]


def test_uncertain_edges_tests_and_what_a_wrapper_connects_are_left_out() -> None:
    drawing = Drawing().calls("a.py::f", "a.py::g").calls("a.py::f", "a.py::h", confidence=0.5)
    drawing.edge("a.py::f", "a.py::w", EdgeKind.IMPLICIT, basis=Basis.WRAPPER)
    drawing.edge("a.py::w", "a.py::g", EdgeKind.IMPLICIT, basis=Basis.REGISTERED)
    drawing.test("test_a.py::test_f").calls("test_a.py::test_f", "a.py::f")
    assert shown(network(drawing.hops(), Level.FUNCTION, 0.7)) == [("a.py::f", "a.py::g", 1)]
    with_tests = network(drawing.hops(), Level.FUNCTION, 0.4, tests=True)
    assert [one[:2] for one in shown(with_tests)] == [
        ("a.py::f", "a.py::g"),
        ("a.py::f", "a.py::h"),
        ("test_a.py::test_f", "a.py::f"),
    ]


def test_hubs_by_each_order() -> None:
    drawing = Drawing().calls("a.py::f", "b.py::x", "b.py::y", "b.py::z").calls("a.py::g", "b.py::x")
    drawing.calls("c.py::h", "b.py::x")
    made = network(drawing.hops(), Level.FUNCTION, 0.7)
    assert [(made.ids[hub.node], hub.used_by, hub.uses, hub.files) for hub in hubs(made, "both")[:2]] == [
        ("b.py::x", 3, 0, 2),
        ("a.py::f", 0, 3, 0),
    ]
    assert made.ids[hubs(made, "in")[0].node] == "b.py::x"
    assert made.ids[hubs(made, "out")[0].node] == "a.py::f"


def a_network(pairs: set[tuple[int, int]]) -> Network:
    nodes = sorted({node for pair in pairs for node in pair})
    place = {node: at for at, node in enumerate(nodes)}
    rows = tuple(sorted((place[source], place[target]) for source, target in pairs))
    return Network(tuple(f"a.py::n{node:04}" for node in nodes), rows, tuple(1 for _ in rows))


def ways(made: Network, start: int) -> tuple[dict[int, int], dict[int, int]]:
    """Lengths and numbers of the shortest paths from a node."""
    length, number, todo = {start: 0}, {start: 1}, deque([start])
    while todo:
        here = todo.popleft()
        for source, target in made.pairs:
            if source != here:
                continue
            if target not in length:
                length[target], number[target] = length[here] + 1, 0
                todo.append(target)
            if length[target] == length[here] + 1:
                number[target] += number[here]
    return length, number


def brute_force(made: Network) -> dict[int, Fraction]:
    count = len(made.ids)
    known = [ways(made, node) for node in range(count)]
    found = {}
    for middle in range(count):
        total = Fraction(0)
        for source in set(range(count)) - {middle}:
            length, number = known[source]
            for target in set(length) - {source, middle}:
                if middle in length and target in known[middle][0]:
                    if length[middle] + known[middle][0][target] == length[target]:
                        total += Fraction(number[middle] * known[middle][1][target], number[target])
        found[middle] = total
    return found


@given(
    st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] != pair[1]), min_size=1),
)
def test_betweenness_is_that_of_all_shortest_paths(pairs: set[tuple[int, int]]) -> None:
    made = a_network(pairs)
    expected = {node: paths for node, paths in brute_force(made).items() if paths}
    found = bridges(made, 10)
    assert {one.node: pytest.approx(one.paths) for one in found.found} == expected
    assert found.total == len(expected)
    assert [one.paths for one in found.found] == sorted((one.paths for one in found.found), reverse=True)


def test_what_hangs_on_an_articulation_point_alone() -> None:
    made = a_network({(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (3, 5)})
    cut = {made.ids[one.node]: one.cuts_off for one in bridges(made, 10).found}
    assert cut["a.py::n0002"] == 2
    assert cut["a.py::n0003"] == 2
    assert cut["a.py::n0000"] == 0


@given(st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)).filter(lambda pair: pair[0] != pair[1])))
def test_articulation_points_are_those_without_which_something_falls_apart(pairs: set[tuple[int, int]]) -> None:
    expected = {}
    for node in range(9):
        around = parts_of(pairs, set(range(9)))
        mine = next(part for part in around if node in part)
        sizes = [len(part) for part in parts_of(pairs, mine - {node})]
        if len(sizes) > 1:
            expected[node] = sum(sizes) - max(sizes)
    assert cut_off(9, sorted(pairs)) == expected


def parts_of(pairs: set[tuple[int, int]], nodes: set[int]) -> list[set[int]]:
    parts = [{node} for node in nodes]
    for source, target in pairs:
        if {source, target} <= nodes:
            joined = [part for part in parts if part & {source, target}]
            parts = [part for part in parts if part not in joined] + [set().union(*joined)]
    return parts


def test_a_long_chain_does_not_recurse() -> None:
    found = cut_off(20_000, [(node, node + 1) for node in range(19_999)])
    assert len(found) == 19_998
    assert found[10_000] == 9_999


def test_above_a_size_paths_from_some_nodes_are_counted_and_the_error_is_told() -> None:
    spokes = 2 * PIVOTS
    made = a_network({(0, node) for node in range(1, spokes)} | {(node, 0) for node in range(1, spokes, 2)})
    exact = bridges(made, 1)
    (middle,) = bridges(made, 1, most_steps=1).found
    sampled = bridges(made, 1, most_steps=1)
    assert (exact.pivots, sampled.pivots, exact.bound) == (0, PIVOTS, 0.0)
    assert exact.found[0].error == 0.0 < middle.error
    assert abs(middle.paths - exact.found[0].paths) <= 2 * middle.error
    assert abs(middle.share - exact.found[0].share) <= sampled.bound < 0.1
    assert bridges(made, 1, most_steps=1) == sampled
