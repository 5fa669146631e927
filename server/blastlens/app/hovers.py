"""Hovers of one snapshot."""

from collections.abc import Callable
from dataclasses import dataclass

from blastlens.analyses.tests_of import UNTESTED
from blastlens.app.callers_by_risk import RiskyCaller, callers_by_risk
from blastlens.app.lenses import LensWay
from blastlens.app.ranks import Ranks
from blastlens.app.reasons import why_of
from blastlens.app.snapshot import Snapshot
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol
from blastlens.views.history import LastChange
from blastlens.views.hovers import (
    PLAIN,
    CallerLine,
    HoverCard,
    HoverFacts,
    ReachedFrom,
    hover_text,
    marked,
    rank_words,
    unsaved_text,
)
from blastlens.views.lenses import Lens

_MOST_CALLERS = 5
_MOST_TESTS = 3


@dataclass(frozen=True, slots=True)
class Beside:
    """What an editor finds out on its own time, and what only it knows: a `link` to a line of a file, and `more`, a line of links
    beneath, of a symbol's id. `way`: how its lenses are made, so that both say the same."""

    ranks: Ranks | None = None
    history: LastChange | None = None
    link: Callable[[str, int], str] | None = None
    more: Callable[[str], str] | None = None
    way: LensWay | None = None


def hover_card(
    snapshot: Snapshot, symbol: Symbol, place: tuple[int, int, int], min_confidence: float, lens: Lens, beside: Beside
) -> HoverCard:
    """`place`: line, column and end column of the hovered name; `lens`: of the symbol. Of what stands in the buffer only, nothing is
    told but that."""
    if snapshot.graph.symbol(symbol.id) is None:
        return HoverCard(symbol.id, unsaved_text(symbol, marked(beside.link)), *place, unsaved_text(symbol, PLAIN))
    tests = snapshot.tests(symbol.id, min_confidence)
    ranked = callers_by_risk(snapshot, symbol.id, min_confidence)
    facts = HoverFacts(
        shown=[_line(snapshot.graph, one) for one in ranked[:_MOST_CALLERS]],
        lens=lens,
        tests=[ReachedFrom(one, 0) for one in tests.measured[:_MOST_TESTS]]
        or _nearest(snapshot, symbol, min_confidence),
        test_reason=tests.reason,
        doubt=snapshot.doubt_about(symbol.file),
        ranks=words_of(beside.ranks, symbol.id),
        history=beside.history,
    )
    markdown = hover_text(symbol, facts, marked(beside.link))
    if beside.more is not None:
        markdown += f"\n\n{beside.more(symbol.id)}"
    return HoverCard(symbol.id, markdown, *place, hover_text(symbol, facts, PLAIN))


def words_of(ranks: Ranks | None, symbol_id: str) -> str:
    """Where a symbol stands among hubs and bridges; nothing where it is none of the first."""
    return rank_words(ranks.hubs.get(symbol_id), ranks.bridges.get(symbol_id), ranks.of) if ranks is not None else ""


def _nearest(snapshot: Snapshot, symbol: Symbol, min_confidence: float) -> list[ReachedFrom]:
    return [ReachedFrom(one, away) for one, away in snapshot.nearest_tests(symbol.id, min_confidence, _MOST_TESTS)]


def _line(graph: Graph, one: RiskyCaller) -> CallerLine:
    caller = one.caller
    first = min((site.line for edge in caller.edges for site in edge.sites), default=0)
    why = why_of(graph, caller.basis, caller.edges[0].target)
    return CallerLine(caller.symbol, caller.confidence, caller.basis, first, why, one.tests in UNTESTED)
