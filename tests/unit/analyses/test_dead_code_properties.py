"""A reference more never kills anything, and nothing that lives needs what is dead."""

from graph_drawing import Drawing
from hypothesis import given
from hypothesis import strategies as st

from blastlens.analyses.dead_code import Evidence, dead_code
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import SymbolKind, make_id, module_id

_NAMES = ("f", "g", "h", "C", "C.m", "C.n", "D", "D.m")
_IDS = tuple(make_id(path, name) for path in ("a.py", "b.py") for name in _NAMES)
_SOURCES = (*_IDS, module_id("a.py"), module_id("b.py"))
_edge = st.tuples(
    st.sampled_from(_SOURCES),
    st.sampled_from(_IDS),
    st.sampled_from((EdgeKind.CALLS, EdgeKind.REFERENCES, EdgeKind.EXTENDS)),
    st.sampled_from((0.99, 0.5)),
)
_unresolved = st.tuples(st.sampled_from(_SOURCES), st.sampled_from(("f", "m", "n")))


def _drawing(edges: list[tuple[str, str, EdgeKind, float]], uses: list[tuple[str, str]]) -> Drawing:
    drawing = Drawing()
    for one in _IDS:
        drawing.add(one, SymbolKind.CLASS if one[-1] in "CD" else SymbolKind.FUNCTION)
    for source, target, kind, confidence in edges:
        if kind is EdgeKind.EXTENDS and not (source[-1] in "CD" and target[-1] in "CD" and source != target):
            kind = EdgeKind.CALLS
        drawing.edge(source, target, kind, confidence)
    for source, name in uses:
        drawing.unresolved(source, name)
    return drawing


def _dead(drawing: Drawing) -> set[str]:
    """Ids of what is dead, with what stands in it."""
    rows = {one.symbol.id for one in dead_code(drawing.hops(), Evidence()).dead}
    return {one for one in drawing.symbols if one in rows or drawing.symbols[one].parent in rows}


@given(edges=st.lists(_edge, max_size=14), uses=st.lists(_unresolved, max_size=3), more=_edge)
def test_a_reference_more_never_kills(
    edges: list[tuple[str, str, EdgeKind, float]],
    uses: list[tuple[str, str]],
    more: tuple[str, str, EdgeKind, float],
) -> None:
    assert _dead(_drawing([*edges, more], uses)) <= _dead(_drawing(edges, uses))


@given(edges=st.lists(_edge, max_size=14), use=_unresolved)
def test_a_use_of_something_unknown_never_kills(
    edges: list[tuple[str, str, EdgeKind, float]], use: tuple[str, str]
) -> None:
    assert _dead(_drawing(edges, [use])) <= _dead(_drawing(edges, []))


@given(edges=st.lists(_edge, max_size=14))
def test_nothing_that_lives_leads_to_what_is_dead(edges: list[tuple[str, str, EdgeKind, float]]) -> None:
    drawing = _drawing(edges, [])
    dead = _dead(drawing)
    assert not [edge for edge in drawing.edges if edge.target in dead and edge.source not in dead]
