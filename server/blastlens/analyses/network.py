"""The network that questions of structure are asked of: who uses whom, at one level.

A node is a function, a top-level class or function, or a file. An edge leads from what uses to what is used: calls, decorators,
properties, methods that the language runs, names as values, inheritance; between files imports too. What is foreign is no part of
it, nor is what only a registry or the wrapper of a decorator connects: over these, all that is registered would be connected.
"""

import enum
from collections.abc import Iterator
from typing import Final, NamedTuple

from blastlens.analyses.hops import Hops
from blastlens.analyses.numbered import BASIS_CODES, KIND_CODES
from blastlens.model.edge import CALL_LIKE, Basis, EdgeKind
from blastlens.model.symbol import Symbol, SymbolKind, module_id

_USES: Final = CALL_LIKE | {EdgeKind.REFERENCES, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS}
_CALLS: Final = frozenset(KIND_CODES[kind] for kind in CALL_LIKE)
_IMPORTS: Final = KIND_CODES[EdgeKind.IMPORTS]
_LEFT_OUT: Final = frozenset({BASIS_CODES[Basis.REGISTERED], BASIS_CODES[Basis.WRAPPER]})


class Level(enum.StrEnum):
    FUNCTION = "function"
    CLASS = "class"
    FILE = "file"


class Network(NamedTuple):
    """Nodes by id (files: the id of their top-level code), each with an edge at least; `pairs` of positions in `ids`, sorted,
    none twice and none to itself; `weights`: on how many edges of the graph a pair rests."""

    ids: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    weights: tuple[int, ...]


def network(hops: Hops, level: Level, min_confidence: float, *, tests: bool = False) -> Network:
    """Of edges at or above the threshold; without `tests`, of what is no test code. The same for equal graphs, whatever their
    numbers."""
    inside = _Inside(hops, level, tests=tests)
    numbers = hops.numbers
    kinds = {KIND_CODES[kind] for kind in _USES} | ({_IMPORTS} if level is Level.FILE else set())
    kind_of, sure, basis = numbers.row_kind, numbers.row_confidence, numbers.row_basis
    found: dict[tuple[int, int], int] = {}
    for node in inside.nodes():
        source = inside.fold(node)
        for row in numbers.outgoing_rows(node):
            if kind_of[row] not in kinds or sure[row] < min_confidence or basis[row] in _LEFT_OUT:
                continue
            target = inside.fold(_run_by(hops, row))
            if target >= 0 and target != source:
                found[source, target] = found.get((source, target), 0) + 1
    return _sorted(hops, found)


def _run_by(hops: Hops, row: int) -> int:
    """What an edge leads to: of a call of a class its own constructor, where it has one."""
    numbers = hops.numbers
    target = numbers.row_target[row]
    if numbers.row_kind[row] not in _CALLS:
        return target
    ran = hops.constructing.run_over(row)
    owner = hops.symbol(target)
    if len(ran) < 2 or owner is None or owner.kind not in (SymbolKind.CLASS, SymbolKind.INTERFACE):
        return target
    made = hops.symbol(ran[1])
    return ran[1] if made is not None and made.parent == owner.id else target


def _sorted(hops: Hops, found: dict[tuple[int, int], int]) -> Network:
    nodes = sorted({node for pair in found for node in pair}, key=hops.id)
    place = {node: at for at, node in enumerate(nodes)}
    rows = sorted((place[source], place[target], weight) for (source, target), weight in found.items())
    return Network(tuple(map(hops.id, nodes)), tuple(row[:2] for row in rows), tuple(row[2] for row in rows))


class _Inside:
    """Which node of the network a symbol is part of."""

    def __init__(self, hops: Hops, level: Level, *, tests: bool) -> None:
        self._hops = hops
        self._level = level
        self._tests = tests
        self._known: dict[int, int] = {}

    def nodes(self) -> Iterator[int]:
        for symbol in self._hops.graph.symbols():
            if self._tests or not symbol.in_test_code:
                yield self._hops.numbers.index_of(symbol.id)

    def fold(self, node: int) -> int:
        """-1 for what is no part of it."""
        known = self._known.get(node)
        if known is None:
            symbol = self._hops.symbol(node)
            left_out = symbol is None or (symbol.in_test_code and not self._tests)
            known = self._known[node] = -1 if symbol is None or left_out else self._folded(node, symbol)
        return known

    def _folded(self, node: int, symbol: Symbol) -> int:
        if self._level is Level.FUNCTION or symbol.kind is SymbolKind.MODULE:
            return node
        if self._level is Level.FILE:
            return self._hops.numbers.index_of(module_id(symbol.file))
        above = self._hops.graph.symbol(symbol.parent) if symbol.parent is not None else None
        if above is None or above.kind is SymbolKind.MODULE:
            return node
        return self.fold(self._hops.numbers.index_of(above.id))
