"""Findings that several ask for."""

from blastlens.analyses.tests_of import TestState
from blastlens.app.check.registry import SUPPRESSION
from blastlens.app.snapshot import Snapshot
from blastlens.app.suppressions import Suppression
from blastlens.app.untested_callers import calling_subjects, untested_callers_of
from blastlens.model.symbol import Symbol
from blastlens.views.findings import Finding, RelatedPlace, Severity, untested_message

_MOST_RELATED = 20
_UNTESTED = "untested-callers"


def suppression_finding(one: Suppression, problem: str, rule: str = "") -> Finding:
    """On the comment itself. `rule`: of several that it names, the one that is meant."""
    key = (one.file, one.symbol, one.text, rule)
    message = f"this comment suppresses nothing: {problem}"
    return Finding(SUPPRESSION, Severity.WARNING, message, one.file, one.line, 0, one.line, 0, key=key)


def callers_of_unknown_state(snapshot: Snapshot, symbol: Symbol, min_confidence: float) -> list[Symbol]:
    """Of the callers those of which it is not known whether a test reaches them."""
    callers = calling_subjects(snapshot, symbol.id, min_confidence)
    return [one for one in callers if snapshot.tests(one.id, min_confidence).state is TestState.UNKNOWN]


def untested_callers(
    snapshot: Snapshot, symbol: Symbol, min_confidence: float, *, changed: bool = True
) -> list[Finding]:
    """One finding or none. `changed`: the symbol is."""
    total = len(snapshot.callers(symbol.id, min_confidence).sure)  # as a lens counts them
    bare = list(untested_callers_of(snapshot, symbol.id, min_confidence))
    if not bare:
        return []
    related = tuple(
        RelatedPlace(one.file, one.line, one.column, one.end_column, f"no test reaches {one.name}")
        for one in bare[:_MOST_RELATED]
    )
    message = untested_message(symbol.qualname, [one.qualname for one in bare], total, changed=changed)
    place = (symbol.line, symbol.column, symbol.line, symbol.end_column)
    return [
        Finding(
            _UNTESTED,
            Severity.INFORMATION,
            message,
            symbol.file,
            *place,
            related,
            symbol=symbol.id,
            key=(symbol.id,),
            confidence=min_confidence,
            related_total=len(bare),
        )
    ]
