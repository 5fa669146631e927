"""Dead definitions that hang together: what is deleted at once.

An island is a weakly connected component of the edges among dead definitions, so nothing outside an island uses any of it: islands may
be deleted in any order, each for itself. Its members come in an order in which each may be deleted: users first (topological
order of the strongly connected components, Kahn 1962), which leaves no reference to what is gone; those of a cycle go together.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from blastlens.analyses.cycles import components
from blastlens.analyses.dead_code import Dead
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind


class Island(NamedTuple):
    members: tuple[Symbol, ...]  # in an order in which they may be deleted
    lines: int  # of all of them, decorators included

    @property
    def id(self) -> str:
        """The display id of its first member."""
        return self.members[0].display_id


def islands(graph: Graph, dead: Sequence[Dead], line_count: Callable[[str], int]) -> tuple[Island, ...]:
    """In order of the place of their first members. `line_count`: of a file."""
    rows = {one.symbol.id: one.symbol for one in dead}
    using = {one: _used(graph, symbol, rows) for one, symbol in rows.items()}
    order = _users_first(rows, using)
    found: list[Island] = []
    for group in _connected(rows, using):
        members = tuple(rows[one] for one in sorted(group, key=order.__getitem__))
        found.append(Island(members, sum(_lines(member, line_count) for member in members)))
    return tuple(sorted(found, key=lambda island: _place(island.members[0])))


def _lines(symbol: Symbol, line_count: Callable[[str], int]) -> int:
    if symbol.kind is SymbolKind.MODULE:
        return line_count(symbol.file)
    parts = sum(last - first + 1 for first, last in symbol.parts)
    return symbol.last_line - symbol.first_line + 1 + parts


def _used(graph: Graph, symbol: Symbol, rows: dict[str, Symbol]) -> list[str]:
    """Dead definitions that one uses, or what stands in it."""
    inside = _inside(graph, symbol)
    targets = {_row_of(graph, edge.target, rows) for one in inside for edge in graph.outgoing(one)}
    return sorted(targets - {"", symbol.id})


def _inside(graph: Graph, symbol: Symbol) -> list[str]:
    if symbol.kind is SymbolKind.MODULE:
        return [one.id for one in graph.symbols_in(symbol.file)]
    found = [symbol.id]
    seen = set(found)
    for one in graph.symbols_in(symbol.file):  # in source order, so what is around comes first
        if one.parent in seen:
            seen.add(one.id)
            found.append(one.id)
    return found


def _row_of(graph: Graph, symbol_id: str, rows: dict[str, Symbol]) -> str:
    """The listed definition in which a symbol stands; "" for none."""
    here: str | None = symbol_id
    while here is not None and here not in rows:
        symbol = graph.symbol(here)
        here = symbol.parent if symbol is not None else None
    return here or ""


def _users_first(rows: dict[str, Symbol], using: dict[str, list[str]]) -> dict[str, int]:
    """Id -> its place in the order: of what nothing left uses the first in the text, those of a cycle together."""
    groups = [sorted(group, key=lambda one: _place(rows[one])) for group in components(using)]
    home = {one: at for at, group in enumerate(groups) for one in group}
    after = {at: {home[used] for one in group for used in using[one]} - {at} for at, group in enumerate(groups)}
    users = Counter(used for others in after.values() for used in others)
    free = [(_place(rows[group[0]]), at) for at, group in enumerate(groups) if not users[at]]
    heapify(free)
    order: dict[str, int] = {}
    while free:
        _, here = heappop(free)
        for one in groups[here]:
            order[one] = len(order)
        for used in after[here]:
            users[used] -= 1
            if not users[used]:
                heappush(free, (_place(rows[groups[used][0]]), used))
    return order


def _connected(rows: Iterable[str], using: dict[str, list[str]]) -> list[list[str]]:
    beside: dict[str, set[str]] = {one: set(using[one]) for one in rows}
    for one, others in using.items():
        for other in others:
            beside[other].add(one)
    found: list[list[str]] = []
    seen: set[str] = set()
    for start in beside:
        if start not in seen:
            seen.add(start)
            group = [start]
            for here in group:
                new = beside[here] - seen
                seen |= new
                group += sorted(new)
            found.append(group)
    return found


def _place(symbol: Symbol) -> tuple[str, int, str]:
    return symbol.file, symbol.line, symbol.id
