"""What people say of edges, applied to what linking a file has found: a confirmed edge is certain, a rejected one is not there.

Who rejects a call of a method says so of that method alone. What overrides it may still be what runs, and walks find that over the edge:
so edges to what overrides it stand in its place.
"""

from abc import ABC
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from blastlens.facts.file_facts import DefFlag, may_override
from blastlens.languages.registry import is_constructor_name
from blastlens.link.patches import Patches
from blastlens.link.unit import Unit
from blastlens.model.dispatching import dispatched
from blastlens.model.edge import CALL_LIKE, Basis, Edge, EdgeKind
from blastlens.model.symbol import file_of

CONFIRMED: Final = "confirmed"
REJECTED: Final = "rejected"
_CERTAIN: Final = 1.0
# What stands in the text as an import is no matter of opinion, and neither is what a class is below.
_NEVER: Final = frozenset({EdgeKind.IMPORTS, EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})

Key = tuple[str, EdgeKind, str]


class Judged(Patches, ABC):
    def as_judged(self, edges: Iterable[Edge], said: Mapping[tuple[str, str], str]) -> tuple[Edge, ...]:
        """`said`: (caller, callee) -> verdict."""
        kept: dict[Key, Edge] = {}
        rejected: list[Edge] = []
        for edge in edges:
            verdict = said.get((edge.source, edge.target)) if edge.kind not in _NEVER else None
            if verdict == REJECTED:
                rejected.append(edge)
            elif verdict == CONFIRMED:
                kept[edge[:3]] = edge._replace(confidence=_CERTAIN, basis=Basis.CONFIRMED)
            else:
                kept[edge[:3]] = edge
        for edge in rejected:
            for other in self._in_place_of(edge):
                verdict = said.get((other.source, other.target))
                if verdict == CONFIRMED:
                    other = other._replace(confidence=_CERTAIN, basis=Basis.CONFIRMED)
                known = kept.get(other[:3])
                if known is not None:
                    kept[other[:3]] = known._replace(sites=tuple(sorted({*known.sites, *other.sites})))
                elif verdict != REJECTED:
                    kept[other[:3]] = other
        return tuple(kept[key] for key in sorted(kept))

    def _in_place_of(self, edge: Edge) -> Iterator[Edge]:
        """Calls of what overrides the method that an edge leads to, where it may mean that."""
        unit = self.unit(file_of(edge.target))
        if unit is None or edge.exact or edge.kind not in CALL_LIKE or edge.target not in unit.ids:
            return
        definition = unit.ids.index(edge.target)
        owner = self.owner_of(unit, definition)
        if owner is None:
            return
        places = list(self._overriding(unit, definition, owner))
        of_class = self.units[owner[0]].defs[owner[1]].flags
        basis, factor = dispatched(of_class, unit.defs[definition].flags, self.family, alone=len(places) == 1)
        for other, number in places:
            confidence = edge.confidence * factor
            yield edge._replace(target=other.ids[number], confidence=confidence, basis=basis, exact=True)

    def _overriding(self, unit: Unit, definition: int, owner: tuple[int, int]) -> Iterator[tuple[Unit, int]]:
        """The methods of classes below that have a method's name, constructors aside."""
        row = unit.defs[definition]
        name = unit.names[row.name]
        if row.flags & DefFlag.CONSTRUCTOR or is_constructor_name(name, unit.path):
            return
        for place in self.subclasses(self.units[owner[0]], owner[1]):
            for other, number in self.methods_of(place, name):
                if other >= 0 and may_override(row.flags, self.units[other].defs[number].flags):
                    yield self.units[other], number
