"""Choices: which of the functions of one name a call enters, in languages where they differ by their parameters.

The way of Java, C++ and others: of those that the number of arguments admits, those whose types admit the arguments without
boxing, else with it, else as a rest; of these the one whose types are the narrowest. Where that leaves several, all of them
stay possible.
"""

from abc import ABC
from collections.abc import Sequence

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, may_override
from blastlens.link.fitting import BOXED, EXACT, NEVER, REST, UNKNOWN, Fitting
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values

Place = tuple[int, int]  # unit index, def


class Choices(Fitting, ABC):
    def choices(self, unit: Unit, definition: int, site: Site | None, receiver: Value | None) -> Sequence[Place]:
        """The functions that a call of a function may enter; the function itself where it is the only one of its name. None where
        none fits and a foreign base may have one that does."""
        if not self.scoping.overloads or (unit.index < 0 and unit.defs[definition].overloads < 0):
            return ((unit.index, definition),)
        if unit.defs[definition].is_class:
            return ((unit.index, definition),)
        places = self.same_named(unit, definition, receiver)
        if len(places) < 2 or site is None:
            return places
        fitting = [place for place in places if self._takes(place, site)]
        if len(fitting) > 1 and self.scoping.overloads == "types":
            fitting = self._fitting_best(fitting, site, receiver)
        return fitting or places

    def overload(self, unit: Unit, definition: int, site: Site | None, receiver: Value | None) -> int:
        if self.scoping.overloads and unit.defs[definition].overloads >= 0 and site is not None:
            for place in self.choices(unit, definition, site, receiver):
                if place[0] == unit.index:
                    return place[1]
        return super().overload(unit, definition, site, receiver)

    # -- the functions of one name -----------------------------------------------------------------------------
    def same_named(self, unit: Unit, definition: int, receiver: Value | None) -> tuple[Place, ...]:
        """Every function that a function's name means for a receiver: those of its own set, then those that are inherited and that
        none of these overrides."""
        row = unit.defs[definition]
        if row.parent < 0 or not unit.defs[row.parent].is_class or row.flags & DefFlag.CONSTRUCTOR:
            return tuple((unit.index, number) for number in self._own_set(unit, definition))
        seen_from = (unit.index, row.parent)
        if receiver is not None and receiver[0] in ("inst", "self", "class", "selfclass"):
            seen_from = (receiver[1], receiver[2])
        key = ("os", unit.index, definition, seen_from)
        for value in self.named(key, self._same_named, unit, definition, seen_from):
            return value[1]  # type: ignore[no-any-return]
        return ((unit.index, definition),)

    def _same_named(self, unit: Unit, definition: int, seen_from: Place) -> Values:
        name = unit.names[unit.defs[definition].name] + self.scoping.methods
        own = (unit.index, unit.defs[definition].parent)
        order = self.linearization(self.units[seen_from[0]], seen_from[1]).order
        if own not in order:
            order = self.linearization(unit, own[1]).order
        found: list[Place] = []
        for place in order[order.index(own) if own in order else 0 :]:
            found += self._added(found, place, name)
        return {("places", tuple(found)): 0}

    def _added(self, found: list[Place], place: Place, name: str) -> list[Place]:
        """The methods of a class that none of those found below it overrides."""
        owner = self.units[place[0]]
        if not self.has_own(owner, place[1], name):
            return []
        bindings = owner.scopes[owner.defs[place[1]].scope].bindings.get(owner.name_id(name), ())
        out = []
        for row in bindings:
            if row[0] == Bind.DEF:
                flags = owner.defs[row[1]].flags
                self.read("sig", owner.path, owner.quals[row[1]])
                if not any(may_override(flags, self._def_of(other).flags) for other in found):
                    out.append((owner.index, row[1]))
        return out

    def _own_set(self, unit: Unit, definition: int) -> list[int]:
        first = unit.defs[definition].overloads
        if first < 0:
            return [definition]
        name = unit.names[unit.defs[definition].name]
        self.read("bind", unit.path, name)
        return [number for number, row in enumerate(unit.defs) if row.overloads == first]

    def _def_of(self, place: Place) -> Def:
        return self.units[place[0]].defs[place[1]]

    # -- choosing ------------------------------------------------------------------------------------------------
    def _takes(self, place: Place, site: Site) -> bool:
        """Whether a function admits the number of arguments."""
        unit = self.units[place[0]]
        params = unit.defs[place[1]].params[1 if unit.is_method(place[1]) else 0 :]
        count = len(site)
        if any(site.unit_row(item)[0] == Expr.STAR for item in site.positional):
            return True
        needed = sum(param.kind < 2 and param.default < 0 for param in params)
        if any(param.kind == 2 for param in params):
            return count >= needed
        return needed <= count <= len(params)

    def _fitting_best(self, places: list[Place], site: Site, receiver: Value | None) -> list[Place]:
        """Those of some functions, all of which admit the number of arguments, whose types admit them best."""
        costs = {place: self._cost(place, site, receiver) for place in places}
        for limit in (BOXED - 1, BOXED, REST):
            chosen = [place for place in places if costs[place] <= limit]
            if chosen:
                return self._narrowest(chosen, site, receiver) if len(chosen) > 1 else chosen
        return places

    def _cost(self, place: Place, site: Site, receiver: Value | None) -> int:
        """The dearest conversion that a call of a function needs."""
        worst = EXACT
        for position in range(len(site)):
            given = self.arguments_as_types(site, position)
            admitted, is_rest = self.admitted_at(place, position, receiver)
            cost = min((self.fit(value, item) for value in given for item in admitted), default=UNKNOWN)
            if is_rest:
                cost = self._cost_of_rest(given, admitted, cost, len(site) - 1 == position)
            worst = max(worst, cost)
        return max(worst, REST) if self._leaves_rest_empty(place, site) and worst < NEVER else worst

    def _cost_of_rest(self, given: Values, admitted: Values, cost: int, is_last: bool) -> int:
        """The same for one of the rest: the last may be all of it."""
        if is_last:
            whole = (self.fit(value, ("seq", frozenset({item}))) for value in given for item in admitted)
            direct = min(whole, default=NEVER)
            if direct < BOXED:
                return direct
        return max(cost, REST) if cost < NEVER else NEVER

    def _leaves_rest_empty(self, place: Place, site: Site) -> bool:
        unit = self.units[place[0]]
        params = unit.defs[place[1]].params[1 if unit.is_method(place[1]) else 0 :]
        return bool(params) and params[-1].kind == 2 and len(site) < len(params)

    def _narrowest(self, places: list[Place], site: Site, receiver: Value | None) -> list[Place]:
        """Those of several functions whose types are no wider than those of the others; of arguments of which nothing is known no
        function is told from another."""
        types = {
            place: [self.admitted_at(place, position, receiver) for position in range(len(site))] for place in places
        }
        unknown = [not self.arguments_as_types(site, position) for position in range(len(site))]
        best = [
            place
            for place in places
            if all(other == place or self._is_narrower(types[place], types[other], unknown) for other in places)
        ]
        return best or places

    def _is_narrower(
        self, own: list[tuple[Values, bool]], other: list[tuple[Values, bool]], unknown: list[bool]
    ) -> bool:
        for position, (mine, theirs) in enumerate(zip(own, other, strict=True)):
            if unknown[position] and mine[0] != theirs[0]:
                return False
            if not self._is_no_wider(mine[0], theirs[0]):
                return False
        return True

    def _is_no_wider(self, own: Values, other: Values) -> bool:
        if not own or not other or own.keys() == other.keys():
            return True
        return any(self.fit(value, item, True) < BOXED for value in own for item in other)
