"""Communities, their names, and what surprises between them."""

import subprocess
import sys
from itertools import combinations, permutations

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.communities import Communities, communities, leiden
from blastlens.analyses.community_names import name_communities
from blastlens.analyses.network import Level, network


def found_in(drawing: Drawing, level: Level = Level.FUNCTION) -> Communities:
    hops = drawing.hops()
    return communities(hops.graph, network(hops, level, 0.7))


def clique(drawing: Drawing, path: str, *names: str) -> None:
    for source, target in permutations(names, 2):
        drawing.calls(f"{path}::{source}", f"{path}::{target}")


EDGES = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 5)).filter(lambda edge: edge[0] != edge[1]),
    max_size=40,
)


@given(EDGES)
def test_every_node_is_in_one_community_and_the_same_one_each_time(edges: list[tuple[int, int, int]]) -> None:
    membership = leiden(10, edges)
    assert len(membership) == 10
    assert leiden(10, edges) == membership
    assert leiden(10, list(reversed(edges))) == membership


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=30))
def test_all_symbols_of_the_network_are_members(pairs: list[tuple[str, str]]) -> None:
    drawing = Drawing()
    for source, target in pairs:
        drawing.calls(f"{source}.py::{source}", f"{target}.py::{target}")
    hops = drawing.hops()
    made = network(hops, Level.FUNCTION, 0.7)
    found = communities(hops.graph, made)
    members = [one for community in found.found for one in community.members]
    assert len(members) == len(set(members))
    # A function is bound to its file, so that its community has two members at least: only those may be too small to be told.
    assert len(set(made.ids) - set(members)) <= found.small
    assert all(0 <= community.cohesion <= 1 for community in found.found)


def test_two_cliques_and_the_one_edge_between_them() -> None:
    drawing = Drawing()
    clique(drawing, "shop/cart.py", "add", "drop", "total", "count")
    clique(drawing, "shop/mail.py", "send", "queue", "retry", "bounce")
    drawing.calls("shop/cart.py::total", "shop/mail.py::send")
    found = found_in(drawing)
    assert [(one.name, len(one.members)) for one in found.found] == [("shop/cart.py", 5), ("shop/mail.py", 5)]
    assert found.modularity > 0.4
    (coupling,) = found.couplings
    assert (coupling.source, coupling.target) == ("shop/cart.py::total", "shop/mail.py::send")
    assert (coupling.uses, coupling.back) == (1, 0)
    assert coupling.expected > 6
    assert coupling.surprise > 2


def test_what_everyone_uses_does_not_surprise() -> None:
    drawing = Drawing()
    for name in "abcd":
        clique(drawing, f"{name}.py", *(f"{name}{at}" for at in range(4)))
        drawing.calls(f"{name}.py::{name}0", "text.py::shown")
    clique(drawing, "text.py", "shown", "cut", "wrapped", "padded")
    assert [one.target for one in found_in(drawing).couplings if one.target == "text.py::shown"] == []


def test_names_by_path_words_and_first_member() -> None:
    groups = [
        ["web/http.py::parse_header", "web/http.py::join_header", "web/url.py::http"],
        ["web/http.py::render_page", "web/http.py::render_row", "web/http.py::html"],
        ["a.py::f", "b.py::g", "c.py::h"],
    ]
    assert [name for name, _, _ in name_communities(groups)] == [
        "web/http.py and web/url.py: header",
        "web/http.py: render",
        "(f)",
    ]


def test_communities_of_one_path_are_named_by_words_of_their_own() -> None:
    groups = [
        [*(f"web/a.py::read_page{at}" for at in "abc"), *(f"web/b.py::read{at}" for at in "abc")],
        [*(f"web/c.py::page_read{at}" for at in "abcd"), *(f"web/d.py::page{at}" for at in "abcd"), "web/d.py::web"],
        [*(f"tool/e.py::x{at}" for at in range(9)), "tool/f.py::y"],
    ]
    named = name_communities(groups)
    assert [name.partition(":")[0] for name, _, _ in named] == ["web", "web", "tool/e.py"]
    first, second = (set(words) for _, _, words in named[:2])
    assert first and second and not first & second
    assert "web" not in first | second


def test_what_many_members_elsewhere_share_is_in_the_name() -> None:
    group = [*(f"examples/{at}.py::main" for at in "abcdef"), *(f"src/click/deco.py::d{at}" for at in "abcd")]
    few = [*(f"lib/x.py::f{at}" for at in range(9)), "lib/y.py::g"]
    around = [*(f"pkg/app.py::f{at}" for at in range(6)), *(f"pkg/{at}.py::g" for at in "abcd")]
    named = [name for name, _, _ in name_communities([group, few, around])]
    assert named == ["examples and src/click/deco.py", "lib/x.py", "pkg/app.py"]


def test_hash_seeds_change_nothing() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from graph_drawing import Drawing\n"
        "from blastlens.analyses.communities import communities\n"
        "from blastlens.analyses.network import Level, network\n"
        "drawing = Drawing()\n"
        "for n in range(60): drawing.calls(f'f{n % 7}.py::a{n}', f'f{n % 5}.py::a{n * n % 60}')\n"
        "hops = drawing.hops()\n"
        "print(communities(hops.graph, network(hops, Level.FUNCTION, 0.7)))\n"
    )
    folder = __file__.rpartition("/")[0]
    told = {
        subprocess.run(
            [sys.executable, "-c", code, folder],
            env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert "a59" in told.pop()


def test_no_two_names_are_the_same() -> None:
    groups = [[f"a.py::f{at}", f"b.py::g{at}", f"c.py::h{at}"] for at in range(4)]
    names = [name for name, _, _ in name_communities(groups)]
    assert all(one != other for one, other in combinations(names, 2))
