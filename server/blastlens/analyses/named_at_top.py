"""What top-level code names outside of all functions: callbacks in the bodies of classes, and those that are kept in variables of the
module. Whoever runs a method of the class, or a function of the module, may run them."""

from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.analyses.hops import Hops
from blastlens.analyses.weights import POSSIBLE_AT_MOST, cost_of
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind, Timing
from blastlens.model.symbol import Symbol, SymbolKind, module_id

_NAMING: Final = CALL_LIKE | {EdgeKind.REFERENCES}
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_COST: Final = cost_of(POSSIBLE_AT_MOST)


class NamedAtTop:
    """Of one graph; a file is looked at when one of its functions is asked about."""

    def __init__(self, hops: Hops) -> None:
        self._hops = hops
        self._files: dict[str, dict[int, list[tuple[int, int]]]] = {}

    def ways(self, node: int) -> Sequence[tuple[int, int]]:
        """(node, cost) of what a function may run because top-level code of its file named it."""
        symbol = self._hops.symbol(node)
        if symbol is None or not symbol.is_callable or symbol.in_test_code:
            return ()
        found = self._files.get(symbol.file)
        if found is None:
            found = self._files[symbol.file] = self._of_file(symbol.file)
        return found.get(node, ())

    def _of_file(self, path: str) -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        members = [one for one in self._hops.graph.symbols_in(path) if one.is_callable or one.kind in _CLASSES]
        for edge in self._hops.graph.outgoing(module_id(path), _NAMING):
            target = self._hops.graph.symbol(edge.target)
            if target is None or edge.timing is Timing.STARTED:
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
