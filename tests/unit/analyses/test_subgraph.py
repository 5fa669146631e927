"""What of the graph is exported, at which size, and what is left out of drawings."""

from graph_drawing import Drawing

from blastlens.analyses.drawable import bounded, joined
from blastlens.analyses.hops import IMPACT
from blastlens.analyses.subgraph import Link, Selection, Subgraph, subgraph
from blastlens.analyses.walk import walk
from blastlens.model.edge import EdgeKind


def _shop() -> Drawing:
    drawing = Drawing().calls("app/pay.py::pay", "app/cart.py::Cart.total", "app/log.py::log")
    drawing.calls("app/cart.py::Cart.total", "app/cart.py::Cart.items", confidence=0.6)
    drawing.calls("app/shop.py::sell", "app/pay.py::pay").imports("app/pay.py", "app/cart.py")
    return drawing.calls("tests/test_pay.py::check", "app/pay.py::pay")


def _selected(drawing: Drawing, **wanted: object) -> Subgraph:
    return subgraph(drawing.hops(), Selection(**wanted))  # type: ignore[arg-type]


def _named(graph: Subgraph) -> list[str]:
    return [node.symbol for node in graph.nodes]


def _pairs(graph: Subgraph) -> list[tuple[str, str, str]]:
    nodes = graph.nodes
    return [(nodes[link.source].qualname, link.kind, nodes[link.target].qualname) for link in graph.links()]


def test_everything_comes_by_file_and_place() -> None:
    graph = _selected(_shop())
    assert _named(graph)[:4] == [
        "app/cart.py::<module>",
        "app/cart.py::Cart",
        "app/cart.py::Cart.total",
        "app/cart.py::Cart.items",
    ]
    assert graph.nodes[2].parent == 1
    assert ("pay", "calls", "Cart.total") in _pairs(graph)
    assert ("<module>", "imports", "<module>") in _pairs(graph)


def test_links_can_be_read_again() -> None:
    graph = _selected(_shop())
    assert list(graph.links()) == list(graph.links())


def test_a_class_stands_for_what_is_in_it() -> None:
    graph = _selected(_shop(), level="class", tests=False)
    modules = [f"app/{name}.py::<module>" for name in ("cart", "log", "pay", "shop")]
    assert _named(graph) == [modules[0], "app/cart.py::Cart", *modules[1:]]
    assert graph.nodes[1].symbols == 3
    assert ("<module>", "calls", "Cart") in _pairs(graph)


def test_a_file_stands_for_all_its_symbols() -> None:
    graph = _selected(_shop(), level="file")
    assert _named(graph) == ["app/cart.py", "app/log.py", "app/pay.py", "app/shop.py", "tests/test_pay.py"]
    assert ("app/pay.py", "calls", "app/cart.py") in _pairs(graph)
    assert all(source != target for source, _, target in _pairs(graph))


def test_one_link_stands_for_several_edges_with_the_confidence_of_the_best() -> None:
    drawing = (
        Drawing().edge("a.py::f", "b.py::g", confidence=0.5, line=3).edge("a.py::h", "b.py::g", confidence=0.8, line=1)
    )
    (link,) = _selected(drawing, level="file").links()
    assert (link.confidence, link.lines, link.edges) == (0.8, (1, 3), 2)


def test_kinds_confidence_paths_and_tests_choose() -> None:
    assert {kind for _, kind, _ in _pairs(_selected(_shop(), kinds=frozenset({"imports"})))} == {"imports"}
    assert ("Cart.total", "calls", "Cart.items") not in _pairs(_selected(_shop(), min_confidence=0.7))
    assert {node.file for node in _selected(_shop(), paths=("app/c*",)).nodes} == {"app/cart.py"}
    assert {node.file.partition("/")[0] for node in _selected(_shop(), paths=("tests/",)).nodes} == {"tests"}
    assert not [node for node in _selected(_shop(), tests=False).nodes if node.is_test]


def test_a_focus_keeps_what_is_near_either_way() -> None:
    near = _selected(_shop(), focus=("app/cart.py::Cart.total",), depth=1)
    assert _named(near) == ["app/cart.py::Cart.total", "app/cart.py::Cart.items", "app/pay.py::pay"]
    assert near.focus == (0,)
    further = _selected(_shop(), focus=("app/cart.py::Cart.total",), depth=2, tests=False)
    assert {"app/shop.py::sell", "app/log.py::log"} <= set(_named(further))
    assert "tests/test_pay.py::check" not in _named(further)


def test_a_radius_tells_hops_and_confidence() -> None:
    drawing = _shop()
    hops = drawing.hops()
    reach = walk(hops, ["app/cart.py::Cart.items"], follow=IMPACT, min_confidence=0.5)
    graph = subgraph(hops, Selection(reach=reach, walked=True))
    told = {node.symbol: (node.hops, node.reached) for node in graph.nodes}
    assert told["app/cart.py::Cart.items"] == (0, 1.0)
    assert told["app/cart.py::Cart.total"] == (1, 0.6)
    assert told["app/pay.py::pay"][0] == 2
    assert "app/log.py::log" not in told
    marked = subgraph(hops, Selection(reach=reach, marked=True))
    assert {node.symbol: node.hops for node in marked.nodes}["app/log.py::log"] is None


def test_what_walks_add_are_edges_too_and_impact_is_theirs() -> None:
    drawing = Drawing().calls("a.py::use", "a.py::Base.run").extends("a.py::Sub", "a.py::Base").add("a.py::Sub.run")
    plain = [link for link in _selected(drawing).links() if link.kind == EdgeKind.CALLS]
    assert [link.impact for link in plain] == [0.0]
    walked = _selected(drawing, walked=True)
    assert ("use", "runs", "Sub.run") in _pairs(walked)
    by_kind = {link.kind: link for link in walked.links()}
    assert by_kind["calls"].impact == 0.99
    assert 0 < by_kind["runs"].impact == by_kind["runs"].confidence < 0.99
    assert by_kind["extends"].impact == 0.0


def test_impacts_are_those_of_walks() -> None:
    drawing = _shop()
    hops = drawing.hops()
    graph = subgraph(hops, Selection(walked=True))
    for number, node in enumerate(graph.nodes):
        told = {
            graph.nodes[link.source].id: link.impact for link in graph.links() if link.target == number and link.impact
        }
        assert told == {hop.symbol: round(hop.confidence, 4) for hop in hops.up(node.id, IMPACT)}


def test_a_bounded_drawing_keeps_the_most_connected_and_counts_the_rest() -> None:
    drawing = Drawing()
    for number in range(10):
        drawing.calls(f"a.py::f{number}", "a.py::hub", confidence=0.5 + number / 100)
    whole = _selected(drawing)
    small = bounded(whole, 4, 2)
    assert "a.py::hub" in _named(small)
    assert len(small.nodes) == 4
    assert [link.confidence for link in small.links()] == [0.51, 0.52]
    assert small.omitted == (8, 8)
    assert bounded(whole, 100, 100) is whole


def test_a_bounded_drawing_keeps_its_focus() -> None:
    drawing = Drawing().calls("a.py::lonely", "a.py::friend")
    for number in range(10):
        drawing.calls(f"a.py::f{number}", "a.py::friend")
    small = bounded(_selected(drawing, focus=("a.py::lonely",)), 2, 10)
    assert _named(small) == ["a.py::lonely", "a.py::friend"]
    assert small.focus == (0,)


def test_links_between_two_nodes_are_drawn_as_one() -> None:
    drawing = Drawing().calls("a.py::f", "b.py::g").imports("a.py", "b.py").calls("a.py::f", "c.py::h")
    links = list(joined(_selected(drawing, level="file")).links())
    assert [(link.kind, link.edges) for link in links] == [("calls, imports", 2), ("calls", 1)]
    assert isinstance(links[0], Link)
