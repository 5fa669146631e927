"""Uses of names on something unknown: what the name alone may mean. They are kept, and never guessed into certainty."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.collected import sites_of
from blastlens.link.cooperative import Cooperative
from blastlens.link.targets import MOST_CANDIDATES
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, NONE, RANK, Values, without_none
from blastlens.model.edge import Basis, EdgeKind, UnresolvedUse

_CANDIDATES: Final = RANK[Basis.CANDIDATES]
_ACCESSOR: Final = DefFlag.PROPERTY | DefFlag.ACCESSOR


class OpenUses(Cooperative, ABC):
    """State is set by `Uses.start`."""

    ambiguous: int
    external: int

    def guessed(self, name: str) -> tuple[tuple[int, int], ...]:
        """Methods that a name alone may mean here: code that is no test does not use what only tests define."""
        places = self.named_alike(name)
        if not places or self.tests.is_test_file(self.frame.own):
            return places
        return tuple(place for place in places if not self.tests.is_test_file(self.units[place[0]].path))

    def leave_open(self, places: tuple[tuple[int, int], ...], name: str, source: str, span: tuple[int, ...]) -> bool:
        """Keep a use as unresolved, with its candidates where they are few. One that nothing of the repository can be
        meant by is external: False."""
        count = len(span) // 3
        if not places and not self.is_borne(name):
            self.external += count
            return False
        candidates: tuple[str, ...] = ()
        if 0 < len(places) <= MOST_CANDIDATES:
            self.ambiguous += count
            candidates = tuple(self.units[unit].ids[definition] for unit, definition in places)
            for target in candidates:
                self.edges.add(source, EdgeKind.CALLS, target, _CANDIDATES, span, candidates=max(len(places), 2))
        self.unresolved += [UnresolvedUse(source, self.plain_name(name), site, candidates) for site in sites_of(span)]
        return True

    def leave_access(self, name: str, kind: int, source: str, span: tuple[int, ...]) -> None:
        """Keep an access to an attribute of what nothing is known of as unresolved, with the accessors that it may run. It is no call,
        and none of what is counted."""
        ways = [(unit, self.accessor_for(self.units[unit], way, kind)) for unit, way in self.guessed(name)]
        candidates = tuple(self.units[unit].ids[way] for unit, way in ways if self.units[unit].has_flag(way, _ACCESSOR))
        if len(candidates) <= MOST_CANDIDATES:
            for target in candidates:
                self.edges.add(source, EdgeKind.READS, target, _CANDIDATES, span, candidates=max(len(candidates), 2))
        if candidates:
            self.unresolved += [
                UnresolvedUse(source, self.plain_name(name), site, candidates) for site in sites_of(span)
            ]

    def leave_computed(self, unit: Unit, row: tuple[int, ...], source: str, span: tuple[int, ...]) -> None:
        """A call of something that is found by a computed name, or by a module's `__getattr__`, stays unresolved; where it
        stands under a name in the text, that is kept."""
        if row[0] == Expr.ATTR:
            name = unit.names[row[2]]
            if self.is_borne(name):
                self.unresolved += [UnresolvedUse(source, self.plain_name(name), site) for site in sites_of(span)]

    def receivers(self, unit: Unit, ctx: int, expr: int) -> Values:
        """What a member is asked of. A variable that begins as nothing holds something else by then, of which that says nothing; so
        does what a library hands on beside other values."""
        values = self.evaluate(unit, ctx, expr)
        if NONE in values and not self.scoping.typed and unit.exprs[expr][0] != Expr.CALL:
            values = without_none(values)
        if len(values) > 1 and GIVEN in values:
            values = {one: rank for one, rank in values.items() if one != GIVEN}
        return values
