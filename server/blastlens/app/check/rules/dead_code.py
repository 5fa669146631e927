"""`dead-code`: definitions that nothing reaches, and that were reached before or were not there."""

from collections.abc import Sequence

from blastlens.analyses.dead_code import DeadCode, dead_code
from blastlens.analyses.dead_islands import Island, islands
from blastlens.app.ask.context import Context
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.evidence import Gathered
from blastlens.model import thresholds
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.findings import Finding, RelatedPlace, Severity, dead_message

_NAME = "dead-code"
_MOST_RELATED = 20


def judge(change: Change) -> Judgement:
    """One finding an island of code that can be deleted together, on what nothing uses. What nothing reached before, moved or not, is
    not told, nor is what is still used under the name that it had: these users were left behind. Nothing is claimed of what something may use
    that could not be read."""
    found = [one for one in _islands(change.after, _dead(change.after)) if not _is_named_as_before(change, one)]
    known, texts = _unreached(change)
    new = [[one for one in island.members if not _is_known(one, known, texts)] for island in found]
    return Judgement(
        [_finding(change, members) for members in new if members],
        lambda: [_finding(change, [one]) for island in found for one in island.members],
        unjudged=change.after.snapshot.doubt or "",
    )


def _unreached(change: Change) -> tuple[set[str], set[tuple[str, int]]]:
    """Ids, as they are now, and texts of what nothing reached before the change: it cannot have lost what it did not have."""
    if change.before is None:
        return set(), set()
    reached = _dead(change.before).reached
    unreached = [one for one in change.before.snapshot.graph.symbols() if one.id not in reached]
    return {change.now(one.id) for one in unreached}, {(one.name, one.content_hash) for one in unreached}


def _is_named_as_before(change: Change, island: Island) -> bool:
    """Whether something of an island has another name or place now, and what used it does not know that yet."""
    if not any(one.id in change.moved.values() for one in island.members):
        return False
    used = {change.now(edge.target) for edge in change.former}
    return any(one.id in used for one in island.members)


def _dead(context: Context) -> DeadCode:
    return dead_code(context.snapshot.hops, Gathered(context, ()).evidence())


def _islands(context: Context, found: DeadCode) -> list[Island]:
    lengths = {record.path: record.line_count for record in context.snapshot.files}
    sure = [one for one in found.dead if not context.snapshot.doubt_about(one.symbol.file)]
    return list(islands(context.snapshot.graph, sure, lambda file: lengths.get(file, 0)))


def _is_known(symbol: Symbol, ids: set[str], texts: set[tuple[str, int]]) -> bool:
    return symbol.id in ids or (symbol.name, symbol.content_hash) in texts


def _finding(change: Change, members: Sequence[Symbol]) -> Finding:
    first, *others = members
    related = tuple(
        RelatedPlace(one.file, one.line, one.column, one.end_column, f"{_name(one)}, which only such code uses")
        for one in others[:_MOST_RELATED]
    )
    message = dead_message(_name(first), was_there=_was_there(change, first), others=len(others))
    place = (first.line, first.column, first.line, first.end_column)
    return Finding(
        _NAME,
        Severity.HINT,
        message,
        first.file,
        *place,
        related,
        symbol=first.id,
        key=(first.id,),
        confidence=thresholds.DEAD_CODE,
        related_total=len(others),
    )


def _name(symbol: Symbol) -> str:
    return symbol.file if symbol.kind is SymbolKind.MODULE else symbol.qualname


def _was_there(change: Change, symbol: Symbol) -> bool | None:
    if change.before is None:
        return None
    former = change.before.snapshot.graph.symbols_named(symbol.name)
    return any(change.now(one.id) == symbol.id for one in former)
