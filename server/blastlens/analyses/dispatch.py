"""How a call of a method reaches the methods that override or implement it, and how likely each of them is to run."""

from functools import cached_property
from typing import Final

from blastlens.analyses.numbered import Numbers
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol

# Measured share of overriding methods below a static callee that did run in test runs: possible, not proven.
OVERRIDE_FACTOR: Final = confidences()[Basis.OVERRIDE]
# Where interfaces are declared as such, nothing but an implementer can be run, and type checkers list the same ones.
# How many of them a run enters is not measured; what breaks one breaks who calls the interface.
DECLARED_FACTOR: Final = 0.8
_ONLY_ASKS: Final = DefFlag.INTERFACE | DefFlag.STRUCTURAL
_HAS_NO_BODY: Final = DefFlag.SIGNATURE | DefFlag.STUB


class Dispatch:
    """Of one graph, remembered by called method."""

    def __init__(self, graph: Graph, numbers: Numbers) -> None:
        self._graph = graph
        self._numbers = numbers
        self._known: dict[int, tuple[Basis, float]] = {}

    def of(self, node: int) -> tuple[Basis, float]:
        """Basis and confidence of a hop from a call of the method to one that overrides or implements it."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._of(self._numbers.symbol_at(node))
        return found

    @cached_property
    def best(self) -> float:
        """More than any such hop has: where interfaces ask for methods, every threshold may be passed."""
        asks = any(symbol.flags & (_ONLY_ASKS | DefFlag.SIGNATURE) for symbol in self._graph.symbols())
        return 1.0 if asks else OVERRIDE_FACTOR

    def _of(self, method: Symbol | None) -> tuple[Basis, float]:
        owner = self._graph.symbol(method.parent) if method is not None and method.parent is not None else None
        if method is None or owner is None or not (owner.flags & _ONLY_ASKS or method.flags & DefFlag.SIGNATURE):
            return Basis.OVERRIDE, OVERRIDE_FACTOR
        is_sole = bool(method.flags & _HAS_NO_BODY) and len(self._graph.overriding(method.id)) == 1
        # Where one method alone implements it, it is as a member that a class leaves to its one subclass.
        basis = Basis.SUBCLASS if is_sole else Basis.INTERFACE
        language = language_for(owner.file)
        found = confidences(language.rules.family if language is not None else None)[basis]
        return basis, max(found, DECLARED_FACTOR) if owner.flags & DefFlag.INTERFACE else found
