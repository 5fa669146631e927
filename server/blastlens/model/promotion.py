"""Implementing an interface with what another class brings.

A class may implement an interface by a method that it inherits from a class which knows nothing of the interface: a mixin, what a
struct embeds. Calls of the interface run that method, though no line of the hierarchy leads from one to the other: they meet in
the class below both.
"""

from collections.abc import Callable, Iterable
from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind

_IMPLEMENTS: Final = frozenset({EdgeKind.IMPLEMENTS})
_EXTENDS: Final = frozenset({EdgeKind.EXTENDS})
_INHERITS: Final = _IMPLEMENTS | _EXTENDS
_ONLY_ASKS: Final = DefFlag.INTERFACE | DefFlag.STRUCTURAL


def only_asks(graph: Graph, class_id: str) -> bool:
    """Whether a class is an interface."""
    owner = graph.symbol(class_id)
    return owner is not None and bool(owner.flags & _ONLY_ASKS)


def brought_for(graph: Graph, method: Symbol) -> set[str]:
    """Methods of other classes that run where a method of an interface is called, because a class that implements the interface
    has them from above."""
    if method.parent is None or not only_asks(graph, method.parent):
        return set()
    having = _having(graph, method.name)
    if all(only_asks(graph, one) for one in having):  # nobody has it to bring: no need to look at the hierarchy
        return set()
    below = _reached(method.parent, lambda one: _ends(graph, one, _INHERITS, True))
    found: set[str] = set()
    for one in below:
        if one not in having and not only_asks(graph, one):
            above = _reached(one, lambda at: () if at in having else _ends(graph, at, _EXTENDS, False))
            found |= {here for here in above if here in having and not only_asks(graph, here)}
    return {member for here in found for member in having[here]}


def asked_of(graph: Graph, method: Symbol) -> set[str]:
    """Methods of interfaces whose calls may run a method, because a class below its own implements them with it: the other way
    round."""
    if method.parent is None or only_asks(graph, method.parent):
        return set()
    having = _having(graph, method.name)
    if not any(only_asks(graph, one) for one in having):  # no interface asks for it, as for nearly all methods
        return set()
    start = method.parent
    below = _reached(start, lambda at: (one for one in _ends(graph, at, _EXTENDS, True) if one not in having))
    found: set[str] = set()
    for one in below:
        for interface in _reached(one, lambda at: _ends(graph, at, _INHERITS, False)):
            if interface in having and only_asks(graph, interface):
                found.update(having[interface])
    return found


def _having(graph: Graph, name: str) -> dict[str, list[str]]:
    """Class -> its methods of a name."""
    found: dict[str, list[str]] = {}
    for one in graph.symbols_named(name):
        if one.parent is not None and one.kind is not SymbolKind.MODULE and one.is_callable:
            found.setdefault(one.parent, []).append(one.id)
    return found


def _ends(graph: Graph, class_id: str, kinds: frozenset[EdgeKind], below: bool) -> Iterable[str]:
    if below:
        return (edge.source for edge in graph.incoming(class_id, kinds))
    return (edge.target for edge in graph.outgoing(class_id, kinds))


def _reached(start: str, step: Callable[[str], Iterable[str]]) -> set[str]:
    """What steps from a class lead to, the class itself left out."""
    seen = {start}
    todo = [start]
    for here in todo:
        for other in step(here):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen - {start}
