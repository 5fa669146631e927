"""The direct callers of a definition that a reader of a change should look at first."""

from typing import Final, NamedTuple

from blastlens.analyses.callers import Caller
from blastlens.analyses.risk import RiskParts, dependents_of, risk_of
from blastlens.analyses.tests_of import TestState
from blastlens.analyses.untested import is_subject
from blastlens.app.snapshot import Snapshot

# Of so many the tests are looked up: of those that would be the riskiest without.
_LOOKED_UP: Final = 10


class RiskyCaller(NamedTuple):
    """`tests`: None where there is nothing to test, or where it was not looked up."""

    caller: Caller
    risk: float
    tests: TestState | None


def callers_by_risk(snapshot: Snapshot, symbol_id: str, min_confidence: float) -> list[RiskyCaller]:
    """The sure ones first, each group the riskiest first; see `analyses.risk`. History is left out: it is the same for a whole file."""
    direct = snapshot.callers(symbol_id, min_confidence)
    return [
        *_ranked(snapshot, list(direct.sure), min_confidence),
        *_ranked(snapshot, list(direct.possible), min_confidence),
    ]


def _ranked(snapshot: Snapshot, callers: list[Caller], min_confidence: float) -> list[RiskyCaller]:
    callers.sort(key=lambda one: (-_risk(snapshot, one, None), one.symbol))
    found = []
    for at, one in enumerate(callers):
        tests = _tests(snapshot, one.symbol, min_confidence) if at < _LOOKED_UP else None
        found.append(RiskyCaller(one, _risk(snapshot, one, tests), tests))
    return sorted(found, key=lambda row: (-row.risk, row.caller.symbol))


def _risk(snapshot: Snapshot, caller: Caller, tests: TestState | None) -> float:
    symbol = snapshot.graph.symbol(caller.symbol)
    complexity = symbol.cognitive if symbol is not None else 0
    dependents = dependents_of(snapshot.hops, caller.symbol)
    return risk_of(RiskParts(caller.confidence, 1, tests, complexity, dependents))


def _tests(snapshot: Snapshot, symbol_id: str, min_confidence: float) -> TestState | None:
    symbol = snapshot.graph.symbol(symbol_id)
    return snapshot.tests(symbol_id, min_confidence).state if symbol is not None and is_subject(symbol) else None
