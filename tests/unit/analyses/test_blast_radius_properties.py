"""What holds of every blast radius, on random graphs."""

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.blast_radius import BlastRadius, blast_radius
from blastlens.analyses.hops import Hops
from blastlens.analyses.tests_of import TestsOf, TestState
from blastlens.model.edge import EdgeKind

NAMES = [f"a.py::f{number}" for number in range(6)] + ["t.py::test_1", "t.py::test_2"]
CLASSES = [f"c.py::C{number}" for number in range(4)]
THRESHOLDS = st.sampled_from([0.0, 0.3, 0.5, 0.7, 0.9])


@st.composite
def graphs(draw: st.DrawFn) -> Hops:
    drawing = Drawing()
    for name in NAMES:
        drawing.test(name) if "test_" in name else drawing.add(name)
    for name in CLASSES:
        drawing.add(f"{name}.run")
    ends = st.sampled_from([*NAMES, *(f"{name}.run" for name in CLASSES)])
    confidence = st.sampled_from([0.99, 0.8, 0.6, 0.4])
    for source, target, sure in draw(st.lists(st.tuples(ends, ends, confidence), max_size=16)):
        if source != target:
            drawing.edge(source, target, confidence=sure)
    for below, above in draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4)):
        if below > above:
            drawing.edge(CLASSES[below], CLASSES[above], kind=EdgeKind.EXTENDS)
    return drawing.hops()


STARTS = st.lists(st.sampled_from([*NAMES[:6], *CLASSES, "c.py::C0.run"]), min_size=1, max_size=3, unique=True)


def radius(hops: Hops, starts: list[str], threshold: float) -> BlastRadius:
    return blast_radius(hops, starts, threshold, lambda _: TestsOf(TestState.INFERRED, 1))


def reached(found: BlastRadius) -> dict[str, float]:
    steps = {one: round(found.reach.step(one).confidence, 6) for one in found.reach.ids()}
    return {**{one.symbol: round(one.confidence, 6) for one in found.subtypes}, **steps}


@given(graphs(), STARTS, STARTS, THRESHOLDS)
def test_the_radius_of_several_is_that_of_each_together(
    hops: Hops, some: list[str], others: list[str], threshold: float
) -> None:
    both = list(dict.fromkeys([*some, *others]))
    one, two, together = (radius(hops, starts, threshold) for starts in (some, others, both))
    apart = {*reached(one), *reached(two)} - {*both}
    assert set(reached(together)) == apart
    for symbol in together.reach.ids():
        known = [found.reach.step(symbol).confidence for found in (one, two) if symbol in found.reach]
        assert abs(together.reach.step(symbol).confidence - max(known)) < 1e-9


@given(graphs(), STARTS, THRESHOLDS, THRESHOLDS)
def test_a_lower_threshold_reaches_no_less(hops: Hops, starts: list[str], one: float, two: float) -> None:
    strict, wide = (reached(radius(hops, starts, threshold)) for threshold in (max(one, two), min(one, two)))
    assert strict.keys() <= wide.keys()
    assert all(wide[symbol] >= confidence for symbol, confidence in strict.items())


@given(graphs(), STARTS, THRESHOLDS)
def test_every_symbol_is_in_one_part_and_its_path_ends_at_a_start(
    hops: Hops, starts: list[str], threshold: float
) -> None:
    found = radius(hops, starts, threshold)
    parts = [*found.direct, *found.transitive, *found.tests, *found.skipped, *(one.symbol for one in found.subtypes)]
    assert len(parts) == len(set(parts))
    assert set(starts).isdisjoint(parts)
    for one in found.reach.ids():
        path = found.reach.path(one)
        assert (path[0], len(path) - 1) == (one, found.reach.step(one).hops)
        assert path[-1] in starts
    assert all(one.path[0] == one.symbol and one.path[-1] in starts for one in found.subtypes)
