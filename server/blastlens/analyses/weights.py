"""What a hop over an edge weighs.

A confidence is kept as its logarithm, so that those along a path add up exactly; a weight holds that and the one hop.
"""

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from blastlens.analyses.dispatch import Dispatch
from blastlens.analyses.numbered import BASIS_CODES, KIND_CODES, Numbers
from blastlens.model.confidence import confidences
from blastlens.model.dispatching import OVERRIDE_FACTOR
from blastlens.model.edge import CALL_LIKE, Basis, EdgeKind, Timing
from blastlens.model.symbol import Symbol, SymbolKind

# The measured share of overriding methods again, on a path from a test to a function, where one of many paths is enough
# (`thresholds.TESTED` is measured with it).
OVERRIDE_IN_TESTS: Final = 0.6
# Whether a path that enters what calls one of many registered functions goes on to this one.
ONE_OF_MANY: Final = 0.3
# What naming a symbol as a value, or a few equal candidates, says at most about a call: below every review threshold.
POSSIBLE_AT_MOST: Final = 0.5
# The same in a test or its helpers, which hand over what they want to see run.
NAMED_BY_TESTS: Final = 0.85
# What top-level code outside tests calls is run by imports, and hardly ever by a test.
ONLY_AT_IMPORT: Final = 0.05

# The low bits of a level count hops; a path of more hops than they hold costs a little more, which does no harm.
HOP_BITS: Final = 14
_UNIT: Final = 1 << 20
CALL_CODES: Final = frozenset(KIND_CODES[kind] for kind in CALL_LIKE)
_REFERENCE: Final = KIND_CODES[EdgeKind.REFERENCES]
REGISTERED_CODE: Final = BASIS_CODES[Basis.REGISTERED]
_STARTED: Final = int(Timing.STARTED)
_FIXTURE: Final = BASIS_CODES[Basis.FIXTURE]
_IMPLIED: Final = confidences()[Basis.FIXTURE]
_ASKING: Final = (SymbolKind.TEST, SymbolKind.FIXTURE, SymbolKind.CLASS)


def cost_of(confidence: float) -> int:
    """Minus the logarithm of a confidence above 0, in units small enough that four digits survive any path."""
    return round(-math.log(confidence) * _UNIT)


def confidence_of(level: int) -> float:
    """The confidence of a path, or of a single hop's weight."""
    return math.exp(-(level >> HOP_BITS) / _UNIT)


def weight_of(confidence: float) -> int:
    """Cost and one hop as one number. Sums of weights are levels, which sort as (cost, hops)."""
    return (cost_of(confidence) << HOP_BITS) + 1


class Follow(NamedTuple):
    """Which hops a walk takes, beside calls."""

    fixtures: bool = False
    overrides: bool = True
    possible: bool = False
    started: bool = True  # what top-level code runs only where its file is started as a program


def override_factor(follow: Follow) -> float:
    """What a call of a method says of those that override it."""
    return OVERRIDE_IN_TESTS if follow.possible else OVERRIDE_FACTOR


class Weights:
    """Of the edges of one graph, remembered by confidence."""

    def __init__(self, numbers: Numbers, dispatch: Dispatch, known: "Weights | None" = None) -> None:
        """`known`: of a former graph, whose memory is taken over."""
        self._numbers = numbers
        self._dispatch = dispatch
        self._known: dict[float, int] = known._known if known is not None else {}

    @property
    def implied(self) -> int:
        """Of running a fixture that a test need not ask for."""
        return self.of(_IMPLIED)

    def of(self, confidence: float) -> int:
        """`weight_of`, remembered."""
        found = self._known.get(confidence)
        if found is None:
            found = self._known[confidence] = weight_of(confidence)
        return found

    def running(self, row: int, follow: Follow, ran: Symbol | None) -> int | None:
        """What it weighs to take the edge as running `ran`; None: this walk does not take it."""
        if not follow.started and self._numbers.row_timing[row] == _STARTED:
            return None
        confidence = self._numbers.row_confidence[row]
        if self._numbers.row_kind[row] not in CALL_CODES:
            confidence = min(confidence, self._naming(row, follow))
        elif self._numbers.row_basis[row] == REGISTERED_CODE:
            confidence *= ONE_OF_MANY
        elif follow.possible and self._is_run_by_import(row):
            is_made = ran is not None and ran.kind in (SymbolKind.CLASS, SymbolKind.INTERFACE)
            confidence = min(confidence, POSSIBLE_AT_MOST if is_made else ONLY_AT_IMPORT)
        return self.of(confidence) if confidence > 0 else None

    def running_override(self, row: int, follow: Follow) -> int | None:
        """The same for what overrides the edge's target; None also where that cannot be meant."""
        numbers = self._numbers
        if numbers.row_exact[row] or (not follow.started and numbers.row_timing[row] == _STARTED):
            return None
        confidence = numbers.row_confidence[row]
        if numbers.row_kind[row] not in CALL_CODES:
            confidence = min(confidence, self._naming(row, follow)) if follow.possible else 0
        elif follow.possible and self._is_run_by_import(row):
            confidence = min(confidence, ONLY_AT_IMPORT)
        if confidence <= 0:
            return None
        return self.of(confidence * self.dispatch_factor(numbers.row_target[row], follow))

    def dispatch_factor(self, node: int, follow: Follow) -> float:
        """What a call of a method says of those that override it."""
        basis, factor = self._dispatch.of(node)
        return override_factor(follow) if basis is Basis.OVERRIDE else factor

    def _naming(self, row: int, follow: Follow) -> float:
        """How likely naming a symbol runs it, at most; 0: this walk does not care."""
        if self._numbers.row_kind[row] != _REFERENCE or not (follow.fixtures or follow.possible):
            return 0
        if follow.fixtures:
            source = self._numbers.symbol_at(self._numbers.row_source[row])
            found = self.naming_in(source)(row) if source is not None else 0
            if found > POSSIBLE_AT_MOST:
                return found
        return POSSIBLE_AT_MOST if follow.possible else 0

    def naming_in(self, source: Symbol) -> Callable[[int], float]:
        """The same for all rows of a source that are references, in a walk that follows everything."""
        if source.in_test_code and source.kind is not SymbolKind.MODULE:
            named = NAMED_BY_TESTS
        else:
            named = POSSIBLE_AT_MOST
        if source.kind not in _ASKING:
            return lambda _: named
        basis = self._numbers.row_basis
        return lambda row: 1 if basis[row] == _FIXTURE else named

    def _is_run_by_import(self, row: int) -> bool:
        source = self._numbers.symbol_at(self._numbers.row_source[row])
        return source is not None and source.kind is SymbolKind.MODULE and not source.in_test_code
