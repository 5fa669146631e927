"""Cycles that a change closes, on links alone."""

from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.new_cycles import Pair, links_in_cycles, new_cycles
from blastlens.model.edge import Basis, Edge, EdgeKind, Site

NAMES = st.sampled_from("abcdef")
PAIRS = st.frozensets(st.tuples(NAMES, NAMES).filter(lambda pair: pair[0] != pair[1]), max_size=14)


def links(*pairs: Pair) -> dict[Pair, Edge]:
    return {
        (a, b): Edge(f"{a}::<module>", EdgeKind.IMPORTS, f"{b}::<module>", 1.0, Basis.LEXICAL, (Site(ord(b), 0, 1),))
        for a, b in pairs
    }


def test_the_new_link_and_the_shortest_way_back() -> None:
    now = links(("a", "b"), ("b", "c"), ("c", "d"), ("b", "d"), ("d", "a"))
    (cycle,) = new_cycles(now, [pair for pair in now if pair != ("d", "a")])
    assert cycle.closing == ("d", "a")
    assert cycle.way == (("a", "b"), ("b", "d"))
    assert cycle.members == ("a", "b", "c", "d")
    assert cycle.others == ()


def test_a_further_link_inside_a_knot_is_no_new_cycle() -> None:
    before = [("a", "b"), ("b", "c"), ("c", "a")]
    assert new_cycles(links(*before, ("b", "a")), before) == []


def test_two_knots_that_become_one() -> None:
    before = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), ("a", "c")]
    (cycle,) = new_cycles(links(*before, ("d", "b")), before)
    assert (cycle.closing, cycle.members) == (("d", "b"), ("a", "b", "c", "d"))


@given(PAIRS, PAIRS)
def test_a_cycle_is_new_exactly_where_members_were_not_together(now: frozenset[Pair], before: frozenset[Pair]) -> None:
    found = new_cycles(links(*now), before)
    for cycle in found:
        assert cycle.closing in now - before
        way = (cycle.closing, *cycle.way)
        assert set(way) <= now
        assert all(first[1] == second[0] for first, second in zip(way, (*way[1:], way[0]), strict=True))
    joined = {pair for pair in links_in_cycles(links(*now)) if not _joined(pair, before)}
    told = {pair for cycle in found for pair in (cycle.closing, *cycle.others)}
    assert told <= joined
    assert bool(told) == bool(joined)


def _joined(pair: Pair, links_before: frozenset[Pair]) -> bool:
    """Whether both ends lay on one cycle."""
    return _leads(pair[0], pair[1], links_before) and _leads(pair[1], pair[0], links_before)


def _leads(start: str, end: str, pairs: frozenset[Pair]) -> bool:
    seen, todo = {start}, [start]
    for here in todo:
        for a, b in pairs:
            if a == here and b not in seen:
                seen.add(b)
                todo.append(b)
    return end in seen
