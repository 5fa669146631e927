"""Constructors of bases that no text calls: a constructor that does not say which one runs that of each base which takes nothing, and
so does making an object of a class that has no constructor."""

from abc import ABC
from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.link.collected import CollectedEdges
from blastlens.link.interfaces import Interfaces
from blastlens.link.sites import GivenSite
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values
from blastlens.model.edge import Basis, EdgeKind

_SUPER: Final = RANK[Basis.SUPER]


class BaseConstructors(Interfaces, ABC):
    edges: CollectedEdges

    def link_base_constructors(self, unit: Unit, number: int, bases: Values) -> None:
        """Needs `link_uses` to have been there. `bases`: classes of the repository."""
        if not self.scoping.implicit_super or unit.has_flag(number, DefFlag.INTERFACE | DefFlag.OBJECT):
            return
        run = [target for base, rank in bases.items() for target in self._without_arguments(base[1], base[2], rank)]
        if not run:
            return
        own = self._own_constructors(unit, number)
        named = {unit.ids[one] for one in own} | {self.units[target[0]].ids[target[1]] for target in run}
        named |= {self.units[one[0]].ids[one[1]] for base in bases for one in self._constructors_of(base[1], base[2])}
        for source in own or [number]:
            if not any(self.edges.has(unit.ids[source], EdgeKind.CALLS, one) for one in named):
                place = unit.facts.def_spans[source][2:]
                for owner, definition, rank, exact in self.settle(run):
                    target = self.units[owner].ids[definition]
                    self.edges.add(unit.ids[source], EdgeKind.IMPLICIT, target, max(rank, _SUPER), place, exact)

    def made_as_declared(self, unit: Unit, ctx: int, expr: int) -> list[Target]:
        """What an object runs that is declared without arguments, where its class or one above has a constructor."""
        out: list[Target] = []
        for value, rank in self.evaluate(unit, ctx, expr).items():
            if value[0] in ("class", "generic") and value[1] >= 0:
                run = self._without_arguments(value[1], value[2], rank)
                is_own = bool(self._constructors_of(value[1], value[2]))
                out += run if is_own or not run else [(value[1], value[2], rank, True)]
        return self.settle(out)

    def _own_constructors(self, unit: Unit, number: int) -> list[int]:
        """Those with a body."""
        found = self._constructors_of(unit.index, number)
        return [one for owner, one in found if owner == unit.index and not unit.has_flag(one, DefFlag.SIGNATURE)]

    def _constructors_of(self, owner: int, definition: int) -> Iterable[tuple[int, int]]:
        unit, name = self.units[owner], self.forms.constructors[0]
        if not self.has_own(unit, definition, name):
            return ()
        rows = unit.scopes[unit.defs[definition].scope].bindings.get(unit.name_id(name), ())
        return self.same_named(unit, rows[0][1], None) if rows else ()

    def _without_arguments(self, owner: int, definition: int, rank: int) -> list[Target]:
        """What making an object of a class without arguments runs: its own constructor, else that of the nearest class above."""
        for place in self.linearization(self.units[owner], definition).order:
            if place[0] >= 0 and not self.units[place[0]].has_flag(place[1], DefFlag.INTERFACE):
                places = self._constructors_of(*place)
                if places:
                    found = self.best_of(list(places), GivenSite(), None)
                    return [(*one, rank, True) for one in found[:1]]
        return []
