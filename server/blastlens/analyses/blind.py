"""Which blind spots lie on the way to a symbol: places that may call it without an edge that says so."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blastlens.model.blind_spot import BlindKind, BlindSpot, fits, is_narrow
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_IMPORTS: Final = frozenset({EdgeKind.IMPORTS})
_CLASSES: Final = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE})
# An instance of a class with more bases than this is nobody's handiwork.
_MOST_BASES: Final = 200


class BlindSpots:
    """The blind spots of one graph, by what they may lead to."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._calls: dict[str, list[BlindSpot]] = {}  # by id of a class or module
        self._on_classes: dict[str, tuple[BlindSpot, ...]] = {}  # by id of a class: see `_reaching`
        self._loose: list[BlindSpot] = []  # calls on nobody knows what, of names of which much is known
        self._texts: list[BlindSpot] = []
        self._imports: list[BlindSpot] = []
        self._facades: dict[str, list[BlindSpot]] = {}  # by called name
        self._replaced: dict[str, list[BlindSpot]] = {}  # by id
        for spot in graph.blind_spots():
            self._sort(spot)

    def _sort(self, spot: BlindSpot) -> None:
        kind = spot.kind
        if kind is BlindKind.COMPUTED_CALL:
            if spot.about:
                self._calls.setdefault(spot.about, []).append(spot)
            elif is_narrow(spot.pattern):
                self._loose.append(spot)
        elif kind is BlindKind.RUNS_TEXT:
            self._texts.append(spot)
        elif kind is BlindKind.COMPUTED_IMPORT:
            self._imports.append(spot)
        elif kind is BlindKind.BEHIND_FACADE:
            self._facades.setdefault(spot.pattern, []).append(spot)
        elif kind is BlindKind.REPLACED:
            self._replaced.setdefault(spot.about, []).append(spot)

    # -- calls -------------------------------------------------------------------------------------------------
    def calling(self, symbol: Symbol) -> list[BlindSpot]:
        """Places that call something by a name made at run time, on an object or module that has the symbol."""
        owner = self._owner(symbol) if self._calls else None
        if owner is None:
            return []
        return sorted(spot for spot in self._reaching(owner) if fits(spot.pattern, symbol.name))

    def perhaps_calling(self, symbol: Symbol) -> list[BlindSpot]:
        """The same on objects of which nothing is known, by names like the symbol's; and places that run text as code where
        the symbol has a name. It speaks little for them, so they matter only where nothing else calls it."""
        named = self._loose if self._loose and self._owner(symbol) is not None else ()
        return [*(spot for spot in named if fits(spot.pattern, symbol.name)), *self._running_text(symbol)]

    def _owner(self, symbol: Symbol) -> Symbol | None:
        """The class or module that a symbol is an attribute of, where a computed name may well mean it."""
        owner = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        if owner is None or (owner.kind in _CLASSES and symbol.name.startswith("__")):
            return None
        return owner if owner.kind in _CLASSES or owner.kind is SymbolKind.MODULE else None

    def _reaching(self, owner: Symbol) -> Sequence[BlindSpot]:
        """Those whose receiver has what the owner has; they may still mean other names."""
        if owner.kind not in _CLASSES:
            return self._calls.get(owner.id, ())
        found = self._on_classes.get(owner.id)
        if found is None:  # asked for with each method of the class
            above = (spot for one in self._above(owner.id) for spot in self._calls.get(one, ()))
            found = self._on_classes[owner.id] = (*self._having.get(owner.id, ()), *above)
        return found

    @cached_property
    def _having(self) -> dict[str, list[BlindSpot]]:
        """By class: calls on it or on a class below it, which inherits what it has."""
        found: dict[str, list[BlindSpot]] = {}
        for about, spots in self._calls.items():
            for one in (about, *self._above(about)):
                found.setdefault(one, []).extend(spots)
        return found

    def _above(self, class_id: str) -> list[str]:
        found = [class_id]
        for one in found:
            if len(found) < _MOST_BASES:
                found += [e.target for e in self._graph.outgoing(one, _INHERITS) if e.target not in found]
        return found[1:]

    def _running_text(self, symbol: Symbol) -> list[BlindSpot]:
        """In its own file, or in one that imports it."""
        if not self._texts or symbol.parent != module_id(symbol.file):
            return []
        return [spot for spot in self._texts if symbol.file in self._visible_to[file_of(spot.source)]]

    @cached_property
    def _visible_to(self) -> dict[str, set[str]]:
        """File that runs text -> files whose names it may use."""
        found: dict[str, set[str]] = {}
        for path in {file_of(spot.source) for spot in self._texts}:
            edges = self._graph.outgoing(module_id(path), _IMPORTS)
            found[path] = {path, *(file_of(edge.target) for edge in edges)}
        return found

    def behind_facades(self, symbol: Symbol) -> list[BlindSpot]:
        """Calls of the symbol's name on objects that answer with `__getattr__` for what they do not have."""
        return self._facades.get(symbol.name, []) if symbol.parent is not None else []

    def through(self, symbol: Symbol) -> int:
        """How many calls only this `__getattr__` can answer."""
        if not self._facades or not symbol.name.startswith("__getattr"):
            return 0
        return sum(spot.about == symbol.id for spots in self._facades.values() for spot in spots)

    def replacing(self, symbol: Symbol) -> list[BlindSpot]:
        """Assignments that put something else in the symbol's place."""
        return self._replaced.get(symbol.id, [])

    # -- imports -----------------------------------------------------------------------------------------------
    def importing(self, path: str) -> list[BlindSpot]:
        """Places that import modules with names made at run time, such as this one's."""
        return [spot for spot in self._imports if is_narrow(spot.pattern) and _may_name(spot.pattern, path)]

    def importing_anything(self) -> list[BlindSpot]:
        """Places that import modules with names of which nothing is known."""
        return [spot for spot in self._imports if not is_narrow(spot.pattern)]


def _may_name(pattern: str, path: str) -> bool:
    """Whether a dotted name that fits the pattern may be the module at a path, whatever folder its root is."""
    parts = path.rpartition(".")[0].removesuffix("/__init__").split("/")
    names = [".".join(parts[start:]) for start in range(len(parts))]
    return any(fits(pattern.lstrip("."), name) for name in names)
