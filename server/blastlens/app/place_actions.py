"""What can be asked at a place of a file: of the definition whose name stands there, and of the call."""

from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.app.positions import Found, edges_at, symbols_at
from blastlens.app.resolve import innermost
from blastlens.app.unsaved import UnsavedSymbols
from blastlens.model.edge import CALL_LIKE, Edge, Tier, tier_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.judged_edges import JudgedEdges
from blastlens.views.actions import UNSAVED, Action, ActionKind, Deed, explain_title

_MOST_RIVALS: Final = 8


def place_actions(
    graph: Graph,
    unsaved: UnsavedSymbols,
    judged: JudgedEdges,
    path: str,
    line: int,
    column: int,
    text: bytes | None,
    found: Found | None,
) -> Iterator[Action]:
    """`text`: of a buffer that may not be saved: what is saved is offered where it stands now. `found`: what stands there, if anything;
    `judged`: what people say of edges."""
    symbols = symbols_at(unsaved, graph, path, text)
    defined = found is not None and any(
        one.id == found.symbol.id and one.line == line and one.column <= column <= one.end_column for one in symbols
    )
    if defined and found is not None:
        yield from _of_definition(found.symbol, "" if graph.symbol(found.symbol.id) is not None else UNSAVED)
        return
    around = innermost(symbols, line)
    used = list(_of_call(graph, edges_at(unsaved, graph, path, line, column, text), around))
    yield from used
    if not used and found is not None and not found.by_name:
        yield _radius_of(found.symbol)
    yield from _taken_back(judged, around)


def _of_definition(symbol: Symbol, disabled: str) -> Iterator[Action]:
    yield _radius_of(symbol, disabled)
    if not symbol.in_test_code:
        for title, deed in (
            ("Run the tests that reach", Deed.RUN_AFFECTED_TESTS),
            ("Show the tests to run for", Deed.SHOW_AFFECTED_TESTS),
        ):
            about = {"symbol": symbol.id}
            yield Action(f"{title} {symbol.qualname}", ActionKind.OTHER, deed, about, disabled=disabled)


def _radius_of(symbol: Symbol, disabled: str = "") -> Action:
    name = symbol.file if symbol.kind is SymbolKind.MODULE else symbol.qualname
    title = f"Show the blast radius of {name}"
    return Action(title, ActionKind.OTHER, Deed.SHOW_BLAST_RADIUS, {"symbol": symbol.id}, disabled=disabled)


def _of_call(graph: Graph, edges: Sequence[Edge], around: Symbol | None) -> Iterator[Action]:
    calls = sorted((one for one in edges if one.kind in CALL_LIKE), key=lambda one: (-one.confidence, one.target))
    if not calls or around is None:
        return
    best, *rivals = calls
    callee = graph.symbol(best.target)
    if callee is None:
        return
    tier = tier_of(best.basis)
    certainty = "" if tier is Tier.EXTRACTED else f"{tier.value.lower()} {best.confidence:.2f}"
    about = {"caller": best.source, "callee": best.target}
    yield Action(explain_title(callee.qualname, certainty), ActionKind.OTHER, Deed.EXPLAIN, about)
    if callee.kind is not SymbolKind.MODULE:
        yield _radius_of(callee)
    seen = {best.target}
    for one in rivals[:_MOST_RIVALS]:
        rival = graph.symbol(one.target)
        if rival is not None and rival.id not in seen:
            seen.add(rival.id)
            title = f"Go to {rival.display_id}, which this may enter too ({one.confidence:.2f})"
            yield Action(title, ActionKind.OTHER, Deed.GO_TO, place_of(rival))
    for one in calls[: _MOST_RIVALS + 1]:
        other = graph.symbol(one.target)
        if other is not None and tier_of(one.basis) is not Tier.EXTRACTED:
            ends = {"caller": one.source, "callee": one.target}
            sure = f"{one.confidence:.2f} {one.basis.value}"
            yield Action(f"Confirm: this enters {other.display_id} ({sure})", ActionKind.OTHER, Deed.CONFIRM_EDGE, ends)
            yield Action(
                f"Reject: this never enters {other.display_id} ({sure})", ActionKind.OTHER, Deed.REJECT_EDGE, ends
            )


def _taken_back(judged: JudgedEdges, around: Symbol | None) -> Iterator[Action]:
    for one in judged:
        if around is not None and one.caller == around.id:
            ends = {"caller": one.caller, "callee": one.callee}
            title = f"Take back: the edge to {one.callee} is {one.verdict}"
            yield Action(title, ActionKind.OTHER, Deed.WITHDRAW_EDGE, ends)


def place_of(symbol: Symbol) -> dict[str, object]:
    """Where to go for a symbol: lines 1-based, columns 0-based UTF-8 bytes."""
    return {"file": symbol.file, "line": symbol.line, "column": symbol.column, "end_column": symbol.end_column}
