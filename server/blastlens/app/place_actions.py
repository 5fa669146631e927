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
from blastlens.views.actions import Action, ActionKind, explain_title

BLAST_RADIUS: Final = "blastlens.blastRadius"
AFFECTED_TESTS: Final = "blastlens.affectedTests"
RUN_TESTS: Final = "blastlens.runAffectedTests"
"""Of the client: the server runs nothing of a project."""
EXPLAIN: Final = "blastlens.explain"
GO_TO: Final = "blastlens.goTo"
CONFIRM: Final = "blastlens.confirmEdge"
REJECT: Final = "blastlens.rejectEdge"
WITHDRAW: Final = "blastlens.withdrawEdge"
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
    """`found`: what stands there, if anything; `judged`: what people say of edges."""
    symbols = symbols_at(unsaved, graph, path, text)
    defined = found is not None and any(
        one.id == found.symbol.id and one.line == line and one.column <= column <= one.end_column for one in symbols
    )
    if defined and found is not None:
        yield from _of_definition(found.symbol)
    else:
        around = innermost(symbols, line)
        yield from _of_call(graph, edges_at(graph, symbols, path, line, column, text), around)
        yield from _taken_back(judged, around)


def _of_definition(symbol: Symbol) -> Iterator[Action]:
    about = {"symbol": symbol.id}
    yield Action(f"Show the blast radius of {symbol.qualname}", ActionKind.OTHER, BLAST_RADIUS, about)
    if not symbol.in_test_code:
        yield Action(f"Run the tests that reach {symbol.qualname}", ActionKind.OTHER, RUN_TESTS, about)
        yield Action(f"Show the tests to run for {symbol.qualname}", ActionKind.OTHER, AFFECTED_TESTS, about)


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
    yield Action(explain_title(callee.qualname, certainty), ActionKind.OTHER, EXPLAIN, about)
    if callee.kind is not SymbolKind.MODULE:
        yield Action(
            f"Show the blast radius of {callee.qualname}", ActionKind.OTHER, BLAST_RADIUS, {"symbol": callee.id}
        )
    seen = {best.target}
    for one in rivals[:_MOST_RIVALS]:
        rival = graph.symbol(one.target)
        if rival is not None and rival.id not in seen:
            seen.add(rival.id)
            title = f"Go to {rival.display_id}, which this may enter too ({one.confidence:.2f})"
            yield Action(title, ActionKind.OTHER, GO_TO, place_of(rival))
    for one in calls[: _MOST_RIVALS + 1]:
        other = graph.symbol(one.target)
        if other is not None and tier_of(one.basis) is not Tier.EXTRACTED:
            ends = {"caller": one.source, "callee": one.target}
            sure = f"{one.confidence:.2f} {one.basis.value}"
            yield Action(f"Confirm: this enters {other.display_id} ({sure})", ActionKind.OTHER, CONFIRM, ends)
            yield Action(f"Reject: this never enters {other.display_id} ({sure})", ActionKind.OTHER, REJECT, ends)


def _taken_back(judged: JudgedEdges, around: Symbol | None) -> Iterator[Action]:
    for one in judged:
        if around is not None and one.caller == around.id:
            ends = {"caller": one.caller, "callee": one.callee}
            title = f"Take back: the edge to {one.callee} is {one.verdict}"
            yield Action(title, ActionKind.OTHER, WITHDRAW, ends)


def place_of(symbol: Symbol) -> dict[str, object]:
    """Where to go for a symbol: lines 1-based, columns 0-based UTF-8 bytes."""
    return {"file": symbol.file, "line": symbol.line, "column": symbol.column, "endColumn": symbol.end_column}
