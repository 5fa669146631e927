"""`blast-radius`: more depends on a changed function than a limit allows."""

from blastlens.analyses.walk import Reach
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.half_read import in_words
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.findings import Finding, RelatedPlace, Severity, radius_message

_NEAREST = 5


def judge(change: Change) -> Judgement:
    """Counted as in lenses: symbols outside of tests that reach it, any number of calls away; where everything is judged, those of
    all definitions. Without a limit nothing is wide. What is changed in a half-read file is not known."""
    if not change.max_radius:
        return Judgement(())
    found = []
    unread = sorted({symbol.file for symbol in change.subjects()}.intersection(change.half_read))
    for symbol in change.subjects():
        if symbol.file in unread:
            continue
        if symbol.kind is SymbolKind.MODULE or symbol.in_test_code:
            continue
        numbers = change.after.snapshot.numbers(symbol.id, change.threshold)
        if numbers.symbols > change.max_radius:
            found.append(_finding(change, symbol, numbers.symbols, numbers.files))
    return Judgement(found, unjudged=in_words(unread))


def _finding(change: Change, symbol: Symbol, reached: int, files: int) -> Finding:
    reach = change.after.snapshot.reach(symbol.id, change.threshold)
    related = tuple(_related(reach, one) for one in _nearest(reach))
    message = radius_message(symbol.qualname, reached, files, change.max_radius, changed=change.before is not None)
    place = (symbol.line, symbol.column, symbol.line, symbol.end_column)
    return Finding(
        "blast-radius",
        Severity.WARNING,
        message,
        symbol.file,
        *place,
        related,
        symbol=symbol.id,
        key=(symbol.id,),
        confidence=change.threshold,
        related_total=reached,
    )


def _nearest(reach: Reach) -> list[tuple[int, Symbol]]:
    ranked = [(away, one) for _, away, one in reach.ranked() if one is not None and not one.is_test]
    return sorted(ranked, key=lambda row: (row[0], row[1].id))[:_NEAREST]


def _related(reach: Reach, row: tuple[int, Symbol]) -> RelatedPlace:
    away, one = row
    confidence = reach.step(one.id).confidence
    text = f"{one.name} reaches it in {away} hop{'s' * (away > 1)}, confidence {confidence:.2f}"
    return RelatedPlace(one.file, one.line, one.column, one.end_column, text)
