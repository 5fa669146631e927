"""How a call of a method reaches the methods that override or implement it, and how likely each of them is to run."""

from functools import cached_property

from blastlens.analyses.numbered import Numbers
from blastlens.languages.registry import language_for
from blastlens.model.dispatching import OVERRIDE_FACTOR, asks, dispatched
from blastlens.model.edge import Basis
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol


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

    def take_over(self, before: "Dispatch") -> None:
        """Of an earlier graph with the same classes and members."""
        if "best" in before.__dict__:
            self.__dict__["best"] = before.best

    @cached_property
    def best(self) -> float:
        """More than any such hop has: where interfaces ask for methods, every threshold may be passed."""
        some_ask = any(asks(symbol.flags, symbol.flags) for symbol in self._graph.symbols())
        return 1.0 if some_ask else OVERRIDE_FACTOR

    def _of(self, method: Symbol | None) -> tuple[Basis, float]:
        owner = self._graph.symbol(method.parent) if method is not None and method.parent is not None else None
        if method is None or owner is None or not asks(owner.flags, method.flags):
            return Basis.OVERRIDE, OVERRIDE_FACTOR
        language = language_for(owner.file)
        family = language.rules.family if language is not None else None
        return dispatched(owner.flags, method.flags, family, alone=len(self._graph.overriding(method.id)) == 1)
