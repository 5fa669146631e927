"""Lenses and hovers of one snapshot."""

from collections.abc import Sequence
from dataclasses import replace

from blastlens.analyses.tests_of import nearest_tests
from blastlens.app.settings import Settings
from blastlens.app.snapshot import Snapshot
from blastlens.facts.file_facts import DefFlag
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.hovers import CallerLine, HoverCard, ReachedFrom, hover_texts
from blastlens.views.lenses import Lens, title_of

_MOST_CALLERS = 5
_MOST_TESTS = 3
_WITHOUT_LENS = DefFlag.OBJECT | DefFlag.NAMESPACE  # nobody calls them


def placed_lenses(symbols: Sequence[Symbol], settings: Settings) -> list[Lens]:
    """Lenses without titles, in source order, for symbols of one file (saved, or of a buffer)."""
    named = [s for s in symbols if s.kind is not SymbolKind.MODULE and not s.flags & _WITHOUT_LENS]
    wanted = [s for s in named if s.kind.value in settings.lens_kinds]
    ordered = sorted(wanted, key=lambda s: (s.line, s.column))
    return [Lens(s.id, s.line, s.column, s.end_column) for s in ordered]


def resolved_lens(snapshot: Snapshot, symbol: Symbol, min_confidence: float, *, changed: bool) -> Lens:
    direct = snapshot.callers(symbol.id, min_confidence)
    numbers = snapshot.numbers(symbol.id, min_confidence)
    tests = snapshot.tests(symbol.id, min_confidence)
    lens = Lens(
        symbol.id,
        symbol.line,
        symbol.column,
        symbol.end_column,
        callers=len(direct.sure),
        sites=sum(len(edge.sites) for caller in direct.sure for edge in caller.edges),
        reaches=numbers.symbols,
        reach_files=numbers.files,
        tests=tests.count,
        test_state=tests.state.value,
        likely=tests.likely,
        possible=len(direct.possible),
        changed=changed,
        complete=snapshot.doubt is None,
        indexed=not snapshot.is_empty,
        **snapshot.unseen(symbol)._asdict(),
    )
    return replace(lens, title=title_of(lens, is_test=symbol.kind is SymbolKind.TEST, is_skipped=symbol.is_skipped))


def hover_card(snapshot: Snapshot, symbol: Symbol, place: tuple[int, int, int], min_confidence: float) -> HoverCard:
    """`place`: line, column and end column of the hovered name."""
    direct = snapshot.callers(symbol.id, min_confidence)
    numbers = snapshot.numbers(symbol.id, min_confidence)
    tests = snapshot.tests(symbol.id, min_confidence)
    shown = [*direct.sure, *direct.possible][:_MOST_CALLERS]
    rows = [
        CallerLine(one.symbol, one.confidence, one.basis, min((s.line for e in one.edges for s in e.sites), default=0))
        for one in shown
    ]
    reach = snapshot.reach(symbol.id, min_confidence)
    markdown, plain = hover_texts(
        symbol,
        rows,
        sure=len(direct.sure),
        possible=len(direct.possible),
        reaches=(numbers.symbols, numbers.files),
        tests=[ReachedFrom(one, 0) for one in tests.measured[:_MOST_TESTS]]
        or [ReachedFrom(one, away) for one, away in nearest_tests(snapshot.hops, reach, _MOST_TESTS)],
        test_total=tests.count,
        test_state=tests.state.value,
        test_reason=tests.reason,
        likely=tests.likely,
        unseen=snapshot.unseen(symbol),
        doubt=snapshot.doubt,
    )
    return HoverCard(symbol.id, markdown, *place, plain)
