"""Interfaces that a class may stand for without naming them, in languages where having the members is enough.

Where a value of the class is known to be handed on as such an interface, the graph has an edge that says so (`link.fits`);
elsewhere a call of the interface's method may still enter the one of the class, and "no callers" cannot be said.
Where a class implements what it has the methods of with their signatures, it ceases to while the two are changed one after the
other: of a class that has the names and not the signatures nobody can say that the interface no longer leads there.
"""

from functools import cached_property

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model.edge import EdgeKind
from blastlens.model.folders import folder_of
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind

_INHERITS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


class FittingInterfaces:
    """Of one graph; remembers what it looked up."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._asked: dict[str, frozenset[str]] = {}  # interface -> names of the methods that it asks for
        self._lines: dict[str, tuple[str, ...]] = {}  # class -> it and what it inherits from

    def take_over(self, before: "FittingInterfaces") -> None:
        """Of an earlier graph with the same classes and members."""
        if "_names" in before.__dict__:
            self.__dict__["_names"] = before._names

    def methods(self, symbol: Symbol) -> list[Symbol]:
        """Methods of interfaces through which the symbol may be called, as its class has all that they ask for; none of
        those that its class names or inherits."""
        if symbol.kind is not SymbolKind.METHOD or symbol.parent is None:
            return []
        family = _structural_family(symbol.file)
        # The names last: they are found among all symbols.
        if not family or self._is_hidden(symbol) or symbol.name not in self._names:
            return []
        namesakes = [one for one in self._graph.symbols_named(symbol.name) if self._is_asked_for(one, family)]
        if not namesakes:
            return []
        line = self._line(symbol.parent)
        return [one for one in namesakes if one.parent not in line and self._fits(line, one.parent or "")]

    def almost(self, symbol: Symbol) -> list[Symbol]:
        """Methods of interfaces that ask for the symbol by name and with another signature, where all else that they ask for is
        there by name: of interfaces that nothing implements, or that ask for more than this one."""
        if symbol.kind is not SymbolKind.METHOD or symbol.parent is None or not _has_method_sets(symbol.file):
            return []
        namesakes = [one for one in self._graph.symbols_named(symbol.name) if self._is_asked_by_set(one, symbol)]
        line = self._line(symbol.parent) if namesakes and not self._has_no_class(symbol) else ()
        return [
            one
            for one in namesakes
            if line and one.parent not in line and self._fits(line, one.parent or "") and self._is_telling(one)
        ]

    def _is_asked_by_set(self, method: Symbol, symbol: Symbol) -> bool:
        owner = self._graph.symbol(method.parent or "")
        if owner is None or not owner.flags & DefFlag.INTERFACE or not _has_method_sets(method.file):
            return False
        return bool(symbol.flags & DefFlag.EXPORTED) or folder_of(method.file) == folder_of(symbol.file)

    def _is_telling(self, method: Symbol) -> bool:
        return len(self._asked[method.parent or ""]) > 1 or not self._graph.overriding(method.id)

    @cached_property
    def _names(self) -> frozenset[str]:
        """Names of all that an interface asks for."""
        asked = (symbol for symbol in self._graph.symbols() if symbol.flags & DefFlag.SIGNATURE)
        return frozenset(symbol.name for symbol in asked if _structural_family(symbol.file))

    def _is_hidden(self, symbol: Symbol) -> bool:
        return self._has_no_class(symbol) or bool(symbol.flags & DefFlag.PRIVATE)

    def _has_no_class(self, symbol: Symbol) -> bool:
        owner = self._graph.symbol(symbol.parent or "")
        return owner is None or owner.kind is not SymbolKind.CLASS

    def _is_asked_for(self, method: Symbol, family: str) -> bool:
        owner = self._graph.symbol(method.parent or "")
        return owner is not None and bool(owner.flags & DefFlag.INTERFACE) and _structural_family(method.file) == family

    def _fits(self, line: tuple[str, ...], interface: str) -> bool:
        """Whether a class has every method of an interface, as far as its classes are of the repository."""
        if any(self._graph.symbol(one) is None for one in line):
            return True
        if interface not in self._asked:
            owners = frozenset(self._line(interface))
            self._asked[interface] = frozenset(
                one.name for owner in owners for one in self._members(owner) if one.flags & DefFlag.SIGNATURE
            )
        missing = set(self._asked[interface])
        for one in line:
            missing -= {member.name for member in self._members(one)}
        return not missing

    def _members(self, owner: str) -> list[Symbol]:
        symbol = self._graph.symbol(owner)
        return [one for one in self._graph.symbols_in(symbol.file) if one.parent == owner] if symbol is not None else []

    def _line(self, owner: str) -> tuple[str, ...]:
        if owner not in self._lines:
            found = dict.fromkeys((owner,))
            todo = [owner]
            while todo:
                for edge in self._graph.outgoing(todo.pop(), _INHERITS):
                    if edge.target not in found:
                        found[edge.target] = None
                        todo.append(edge.target)
            self._lines[owner] = tuple(found)
        return self._lines[owner]


def _has_method_sets(path: str) -> bool:
    """Whether a type of a file's language implements every interface that it has the methods of."""
    language = language_for(path)
    return language is not None and language.rules.scoping.method_sets


def _structural_family(path: str) -> str:
    """The family of a file's language where types are told apart by what they have; "" elsewhere."""
    language = language_for(path)
    return language.rules.family if language is not None and language.rules.scoping.structural else ""
