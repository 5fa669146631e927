"""How likely a call of a method enters one that overrides or implements it."""

from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis

# Measured share of overriding methods below a static callee that did run in test runs: possible, not proven.
OVERRIDE_FACTOR: Final = confidences()[Basis.OVERRIDE]
# Where interfaces are declared as such, nothing but an implementer can be run, and type checkers list the same ones.
# How many of them a run enters is not measured; what breaks one breaks who calls the interface.
DECLARED_FACTOR: Final = 0.8
_ONLY_ASKS: Final = DefFlag.INTERFACE | DefFlag.STRUCTURAL
_HAS_NO_BODY: Final = DefFlag.SIGNATURE | DefFlag.STUB


def asks(owner: int, method: int) -> bool:
    """Whether a method only asks classes below to have it. `owner`, `method`: flags of its class and its own."""
    return bool(owner & _ONLY_ASKS or method & DefFlag.SIGNATURE)


def dispatched(owner: int, method: int, family: str | None, *, alone: bool) -> tuple[Basis, float]:
    """Basis of a call of a method that enters another one, and its confidence beside that of the call. `alone`: no third one has the
    name."""
    if not asks(owner, method):
        return Basis.OVERRIDE, OVERRIDE_FACTOR
    # Where one method alone implements it, it is as a member that a class leaves to its one subclass.
    basis = Basis.SUBCLASS if alone and method & _HAS_NO_BODY else Basis.INTERFACE
    found = confidences(family)[basis]
    return basis, max(found, DECLARED_FACTOR) if owner & DefFlag.INTERFACE else found
