"""What code outside the repository may call: hooks of the language, of frameworks and of foreign base classes."""

from functools import cached_property
from typing import Final

from blastlens.analyses.fitting_interfaces import FittingInterfaces
from blastlens.facts.file_facts import DefFlag
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, qualname_of

# How the reasons of entry points begin (`link.roles`) that say nothing about calls, or hold for overriding methods too.
_PUBLISHED: Final = "listed in"
_DECLARED: Final = "only declared"
_OVERRIDES: Final = ("may override", "overrides")


_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
OF_OBJECT: Final = "belongs to an object that may be handed on"
_THROUGH: Final = "through "
_ALMOST: Final = "whose methods its class has by name, not all by signature"


def is_of_object(graph: Graph, symbol: Symbol) -> bool:
    """Whether a method is written in an object, which whoever is given it may call; most objects are no symbols."""
    if symbol.kind is not SymbolKind.METHOD or symbol.parent is None:
        return False
    owner = graph.symbol(symbol.parent)
    return owner is None or owner.kind not in _CLASSES or bool(owner.flags & DefFlag.OBJECT)


def in_words(why: str, name: str = "") -> str:
    """A reason as a sentence. `name`: of the symbol, where it is not plain which one is meant."""
    if why.startswith(_THROUGH):
        return f"{name or 'it'} may be called {why}"
    return f"code outside the repository may call {name or 'it'}: {why}"


def overrides(why: str) -> bool:
    """Whether a reason says that a foreign base class calls a method of every object there is."""
    return why.startswith(_OVERRIDES)


class Outside:
    """Of one graph; remembers what it looked up."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._entries: dict[str, dict[str, str]] = {}  # by path
        self._fitting = FittingInterfaces(graph)

    def take_over(self, before: "Outside") -> None:
        """Of an earlier graph with the same classes and members."""
        self._fitting.take_over(before._fitting)

    def get_ready(self) -> None:
        """Look up what questions about any symbol need."""
        _ = self._hooks

    def why(self, symbol: Symbol) -> str:
        """Why code outside the repository may call the symbol, as of what it is or overrides; "" for no reason. That its
        name is published is none: others may call every public name."""
        own = self._entry(symbol)
        if own and not own.startswith(_PUBLISHED):
            return own
        why = self._inherited(symbol) or (OF_OBJECT if is_of_object(self._graph, symbol) else "")
        return why or self.through(symbol)

    def through(self, symbol: Symbol) -> str:
        """The method of an interface by which the symbol may be called though its class does not name the interface."""
        if found := self._fitting.methods(symbol):
            return f"{_THROUGH}{found[0].display_id}, which its class fits"
        return self.almost_through(symbol)

    def almost_through(self, symbol: Symbol) -> str:
        """The same of an interface that its class would implement but for a signature: one of both may be about to change."""
        found = self._fitting.almost(symbol)
        return f"{_THROUGH}{found[0].display_id}, {_ALMOST}" if found else ""

    def why_called(self, symbol: Symbol) -> str:
        """The same, where it is known to be there to be called."""
        why = self.why(symbol)
        return "" if why.startswith(_DECLARED) else why

    def every(self) -> dict[str, str]:
        """Symbol id -> why, of all there are, those of `through_interfaces` left out."""
        found: dict[str, str] = {}
        for one, why in self._graph.entry_points():
            if why.startswith(_OVERRIDES):
                found |= {below: why for below in self._graph.overriding(one) if below not in found}
        own = dict(self._graph.entry_points())
        found |= {one: why for one, why in own.items() if not why.startswith(_PUBLISHED)}
        return found

    def through_interfaces(self) -> dict[str, str]:
        """Symbol id -> `through`, of all that have one."""
        return {symbol.id: why for symbol in self._graph.symbols() if (why := self.through(symbol))}

    def _inherited(self, symbol: Symbol) -> str:
        if not symbol.is_callable or symbol.name not in self._hooks:
            return ""
        for above in self._graph.overridden(symbol.id):
            overridden = self._graph.symbol(above)
            why = self._entry(overridden) if overridden is not None else ""
            if why.startswith(_OVERRIDES):
                return why
        return ""

    @cached_property
    def _hooks(self) -> frozenset[str]:
        """Names of the methods that foreign base classes call."""
        entries = self._graph.entry_points()
        return frozenset(qualname_of(one).rpartition(".")[2] for one, why in entries if why.startswith(_OVERRIDES))

    def _entry(self, symbol: Symbol) -> str:
        if symbol.file not in self._entries:
            self._entries[symbol.file] = dict(self._graph.entry_points(symbol.file))
        return self._entries[symbol.file].get(symbol.id, "")
