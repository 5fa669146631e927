"""Which members of a class others use, and the interfaces that this use amounts to.

The members that one client uses are the role that the class plays for it (M. Fowler, "RoleInterface", 2006): clients with the same
role could do with one interface of just these members.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from blastlens.analyses.constructing import is_constructor
from blastlens.analyses.hops import is_fixture_request
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of

_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_ABOVE: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_MAKES: Final = frozenset({EdgeKind.CALLS})
_USES: Final = CALL_LIKE | {EdgeKind.REFERENCES}
# Whether a use of an inherited member, at an edge's places, goes through the class asked about; None: through one above it, of
# which an instance may be one of the class.
Through = Callable[[Edge], bool | None]


class Member(NamedTuple):
    """`symbols`: what bears the name (what reads and what sets a property, overloads). `owner`: id of the class that defines it.
    `outside`: edges from code outside the class; `inside`: how many lead to it from within, and, of one that is inherited, from
    where it is inherited; `above`: from elsewhere, through a class above."""

    name: str
    symbols: tuple[Symbol, ...]
    owner: str
    outside: tuple[Edge, ...]
    inside: int
    above: tuple[Edge, ...] = ()

    @property
    def makes(self) -> bool:
        """Whether making an instance runs it: no part of an interface."""
        return any(is_constructor(one) for one in self.symbols)

    @property
    def files(self) -> tuple[str, ...]:
        """Where it is used, outside the class."""
        return tuple(sorted({file_of(edge.source) for edge in self.outside}))


class Role(NamedTuple):
    """Files that use the same members; none of them makes instances alone. `names`: in the order of the definitions."""

    names: tuple[str, ...]
    files: tuple[str, ...]
    is_test: bool


def members(graph: Graph, class_id: str, min_confidence: float, through: Through) -> list[Member]:
    """The functions of a class in the order of their definitions, then those that it inherits, the nearest first. Uses below the
    threshold do not count."""
    inside = _within(graph, class_id)
    out: dict[str, Member] = {}
    for owner in order_of(graph, class_id):
        within = _within(graph, owner) if owner != class_id else inside
        own: dict[str, list[Symbol]] = {}
        for symbol in _defined(graph, owner):
            own.setdefault(symbol.name, []).append(symbol)
        for name, symbols in own.items():
            if name in out:
                continue
            edges = list(_edges(graph, [one.id for one in symbols], min_confidence))
            if any(is_constructor(one) for one in symbols):
                # Of a constructor above only what makes instances of this class counts.
                edges = [*(edges if owner == class_id else ()), *_edges(graph, [class_id], min_confidence, _MAKES)]
            above: list[Edge] = []
            if owner != class_id and not any(is_constructor(one) for one in symbols):
                ways = [(edge, through(edge)) for edge in edges]
                above = [edge for edge, way in ways if way is None]
                edges = [edge for edge, way in ways if way]
            outside = tuple(edge for edge in edges if edge.source not in inside)
            elsewhere = tuple(edge for edge in above if edge.source not in within)
            count = len(edges) - len(outside) + len(above) - len(elsewhere)
            out[name] = Member(name, tuple(symbols), owner, outside, count, elsewhere)
    return list(out.values())


def _edges(
    graph: Graph, ids: Iterable[str], min_confidence: float, kinds: frozenset[EdgeKind] = _USES
) -> Iterator[Edge]:
    for one in ids:
        for edge in sorted(graph.incoming(one, kinds)):
            if edge.confidence >= min_confidence and not is_fixture_request(edge):
                yield edge


def _defined(graph: Graph, class_id: str) -> list[Symbol]:
    """The functions that a class defines, wherever they stand."""
    found = [one for one in graph.symbols() if one.parent == class_id and one.kind not in _CLASSES]
    return sorted(found, key=lambda one: (one.file, one.line, one.column))


def order_of(graph: Graph, class_id: str) -> list[str]:
    """A class, then those above it, level by level."""
    found = {class_id: None}
    todo = [class_id]
    for one in todo:
        above = [edge.target for edge in sorted(graph.outgoing(one, _ABOVE)) if edge.target not in found]
        found.update(dict.fromkeys(above))
        todo += above
    return list(found)


def _within(graph: Graph, class_id: str) -> set[str]:
    """A class and all that stands in it."""
    parents = {one.id: one.parent for one in graph.symbols()}

    def is_within(one: str | None) -> bool:
        while one is not None and one != class_id:
            one = parents.get(one)
        return one is not None

    return {one for one in parents if is_within(one)}


def roles(graph: Graph, found: Iterable[Member]) -> list[Role]:
    """Files by the set of members they use, those with the most files first, and test code after all other."""
    by_file: dict[str, list[str]] = {}
    for member in found:
        for file in member.files if not member.makes else ():
            by_file.setdefault(file, []).append(member.name)
    groups: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for file, names in sorted(by_file.items()):
        record = graph.file(file)
        groups.setdefault((record is not None and record.is_test, tuple(names)), []).append(file)
    made = [Role(names, tuple(files), is_test) for (is_test, names), files in groups.items()]
    return sorted(made, key=lambda one: (one.is_test, -len(one.files), len(one.names), one.names))
