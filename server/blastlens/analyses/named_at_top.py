"""What top-level code names outside of all functions: callbacks, and classes whose objects it makes.

Where a variable holds it, whoever reads the variable may run it. What no variable holds may be run by whoever runs a method of the class
in whose body it is named, or, of functions that are named as values, a function of the file.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from blastlens.analyses.held import NOTHING_HELD, Held
from blastlens.analyses.hops import Hops
from blastlens.analyses.weights import POSSIBLE_AT_MOST, cost_of
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind, Timing
from blastlens.model.symbol import Symbol, SymbolKind, module_id

_NAMING: Final = CALL_LIKE | {EdgeKind.REFERENCES}
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_COST: Final = cost_of(POSSIBLE_AT_MOST)

_Ways = dict[int, list[tuple[int, int]]]


class NamedAtTop:
    """Of one graph; a file is looked at when one of its functions is asked about."""

    def __init__(self, hops: Hops, held: Held = NOTHING_HELD) -> None:
        self._hops = hops
        self._held = held
        self._files: dict[str, _Ways] = {}
        self._read: _Ways = {}
        for (top, target), readers in held.readers.items():
            self._note_readers(top, target, readers)

    def ways(self, node: int) -> Sequence[tuple[int, int]]:
        """(node, cost) of what a function may run because top-level code named it."""
        symbol = self._hops.symbol(node)
        if symbol is None or not (symbol.is_callable or symbol.kind in _CLASSES):
            return ()
        read = self._read.get(node, ())
        if symbol.in_test_code or not symbol.is_callable:
            return read
        found = self._files.get(symbol.file)
        if found is None:
            found = self._files[symbol.file] = self._of_file(symbol.file)
        return [*found.get(node, ()), *read]

    def _note_readers(self, top: str, target: str, readers: Iterable[str]) -> None:
        node = self._hops.node(target)
        symbol = self._hops.symbol(node)
        if symbol is None:
            return
        kinds = [edge.kind for edge in self._hops.graph.outgoing(top, _NAMING) if edge.target == target]
        is_called = EdgeKind.REFERENCES not in kinds
        is_made = symbol.kind in _CLASSES and is_called  # its constructor has run
        runs = (node,) if is_made else self._hops.constructing.runs(node)
        for reader in readers:
            source = self._hops.graph.symbol(reader)
            if source is None or source.kind is SymbolKind.MODULE or reader == target:
                continue
            # What a function made has gone the way of its result, of which only what reads the bodies of classes is known to do more.
            if source.kind in _CLASSES or is_made or not is_called:
                self._read.setdefault(self._hops.node(reader), []).extend((one, _COST) for one in runs)

    def _of_file(self, path: str) -> _Ways:
        found: _Ways = {}
        top = module_id(path)
        members = [one for one in self._hops.graph.symbols_in(path) if one.is_callable or one.kind in _CLASSES]
        for edge in self._hops.graph.outgoing(top, _NAMING):
            target = self._hops.graph.symbol(edge.target)
            if target is None or edge.timing is Timing.STARTED or (top, edge.target) in self._held.readers:
                continue
            runs = self._hops.constructing.runs(self._hops.node(edge.target))
            for source in dict.fromkeys(self._given_to(edge, target, members)):
                if source.id != edge.target:
                    ways = found.setdefault(self._hops.node(source.id), [])
                    ways += [(ran, _COST) for ran in runs]
        return found

    def _given_to(self, edge: Edge, target: Symbol, members: Sequence[Symbol]) -> Iterator[Symbol]:
        for site in edge.sites:
            around = [one for one in members if one.first_line <= site.line <= one.last_line]
            if around:
                inner = min(around, key=lambda one: one.last_line - one.first_line)
                yield from (one for one in members if one.parent == inner.id and inner.kind in _CLASSES)
            elif target.is_callable and edge.kind is EdgeKind.REFERENCES:
                yield from (one for one in members if one.is_callable)
