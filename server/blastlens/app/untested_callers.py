"""Which direct callers of a function no test reaches."""

from collections.abc import Iterator

from blastlens.analyses.tests_of import UNTESTED
from blastlens.analyses.untested import is_subject
from blastlens.app.snapshot import Snapshot
from blastlens.model.symbol import Symbol


def untested_callers_of(snapshot: Snapshot, symbol_id: str, min_confidence: float) -> Iterator[Symbol]:
    """Callers outside test code that no test reaches, the surest first. The state of a caller is unknown as long as sources are
    missing that may hold its tests."""
    for calling in calling_subjects(snapshot, symbol_id, min_confidence):
        if snapshot.tests(calling.id, min_confidence).state in UNTESTED:
            yield calling


def calling_subjects(snapshot: Snapshot, symbol_id: str, min_confidence: float) -> list[Symbol]:
    """Direct callers that may be called untested: functions and methods with a body, outside test code."""
    callers = snapshot.callers(symbol_id, min_confidence).sure
    found = map(snapshot.graph.symbol, [one.symbol for one in callers])
    return [one for one in found if one is not None and is_subject(one)]
