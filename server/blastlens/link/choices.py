"""Choices: which of the functions of one name a call enters, in languages where they differ by their parameters.

The way of Java, C++ and others: of those that the number of arguments admits, those whose types admit the arguments without
boxing, else with it, else as a rest; of these the one whose types are the narrowest. Where that leaves several, all of them
stay possible.
"""

from abc import ABC
from collections.abc import Sequence

from blastlens.facts.file_facts import Bind, DefFlag, Expr, may_override
from blastlens.link.fitting import BOXED, EXACT, NEVER, REST, UNKNOWN, Fitting
from blastlens.link.rows import DefRow
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values

Place = tuple[int, int]  # unit index, def
Admitted = tuple[Values, bool]  # see `Fitting.admitted_at`


class Choices(Fitting, ABC):
    def choices(self, unit: Unit, definition: int, site: Site | None, receiver: Value | None) -> Sequence[Place]:
        """The functions that a call of a function may enter; the function itself where it is the only one of its name. None where
        none fits and a foreign base may have one that does."""
        if not self.scoping.overloads or (unit.index < 0 and unit.defs[definition].overloads < 0):
            return ((unit.index, definition),)
        if unit.defs[definition].is_class:
            return ((unit.index, definition),)
        places = self.same_named(unit, definition, receiver)
        if site is None:
            return places
        fitting = self.best_of(places, site, receiver)
        return fitting or self._none_fits(unit, definition, places)

    def best_of(self, places: Sequence[Place], site: Site, receiver: Value | None) -> list[Place]:
        """Those of some functions that a call means: which admit its arguments best."""
        fitting = [place for place in places if self._takes(place, site)]
        if len(fitting) > 1 and self.scoping.overloads == "types":
            return self._fitting_best(fitting, site, receiver)
        return fitting

    def _none_fits(self, unit: Unit, definition: int, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """None where a base of which nothing is known may have a function that fits; else it is the text that is wrong."""
        parent = unit.defs[definition].parent
        if parent >= 0 and unit.defs[parent].is_class and not unit.has_flag(definition, DefFlag.CONSTRUCTOR):
            if self.has_unknown_base(self.linearization(unit, parent)):
                return ()
        return places

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
        found = [number for number, row in enumerate(unit.defs) if row.overloads == first]
        for number in found:
            self.read("sig", unit.path, unit.quals[number])
        return found

    def _def_of(self, place: Place) -> DefRow:
        return self.units[place[0]].defs[place[1]]

    # -- choosing ------------------------------------------------------------------------------------------------
    def _takes(self, place: Place, site: Site) -> bool:
        """Whether a function admits the number of arguments."""
        unit = self.units[place[0]]
        params = unit.defs[place[1]].params
        count = len(site) + unit.is_method(place[1])
        if count == len(params):
            return True
        if count > len(params):
            return bool(params) and params[-1].kind == 2
        if any(site.unit_row(item)[0] == Expr.STAR for item in site.positional):
            return True
        return all(param.kind == 2 or param.default >= 0 for param in params[count:])

    def _fitting_best(self, places: list[Place], site: Site, receiver: Value | None) -> list[Place]:
        """Those of some functions, all of which admit the number of arguments, whose types admit them best."""
        count = len(site)
        if not count:
            return self._without_rest(places)
        given = [self.arguments_as_types(site, position) for position in range(count)]
        types = {place: self._admitted_types(place, count, receiver) for place in places}
        costs = {place: self._cost(place, given, types[place]) for place in places}
        for limit in (EXACT, BOXED - 1, BOXED, REST):
            chosen = [place for place in places if costs[place] <= limit]
            if chosen:
                return self._narrowest(chosen, given, types) if len(chosen) > 1 else chosen
        return places

    def _without_rest(self, places: list[Place]) -> list[Place]:
        """Of functions that are called without arguments those that ask for none, if there are any."""
        plain = [place for place in places if not self._asks_for_rest(place)]
        return plain or places

    def _admitted_types(self, place: Place, count: int, receiver: Value | None) -> list[Admitted]:
        return [self.admitted_at(place, position, receiver) for position in range(count)]

    def _cost(self, place: Place, given: list[Values], types: list[Admitted]) -> int:
        """The dearest conversion that a call of a function needs."""
        worst = EXACT
        last = len(given) - 1
        for position, values in enumerate(given):
            admitted, is_rest = types[position]
            cost = self._cheapest(values, admitted)
            if is_rest:
                cost = self._cost_of_rest(values, admitted, cost, position == last)
            if cost > worst:
                worst = cost
            if worst == NEVER:
                return worst
        return max(worst, REST) if self._leaves_rest_empty(place, len(given)) else worst

    def _cheapest(self, given: Values, admitted: Values) -> int:
        best = NEVER
        for value in given:
            for item in admitted:
                cost = self.fit(value, item)
                if cost < best:
                    if cost == EXACT:
                        return EXACT
                    best = cost
        return best if given and admitted else UNKNOWN

    def _cost_of_rest(self, given: Values, admitted: Values, cost: int, is_last: bool) -> int:
        """The same for one of the rest: the last may be all of it."""
        if is_last:
            whole = (self.fit(value, ("seq", frozenset({item}))) for value in given for item in admitted)
            direct = min(whole, default=NEVER)
            if direct < BOXED:
                return direct
        return max(cost, REST) if cost < NEVER else NEVER

    def _asks_for_rest(self, place: Place) -> bool:
        params = self.units[place[0]].defs[place[1]].params
        return bool(params) and params[-1].kind == 2

    def _leaves_rest_empty(self, place: Place, count: int) -> bool:
        if not self._asks_for_rest(place):
            return False
        unit = self.units[place[0]]
        return count < len(unit.defs[place[1]].params) - unit.is_method(place[1])

    def _narrowest(self, places: list[Place], given: list[Values], types: dict[Place, list[Admitted]]) -> list[Place]:
        """Those of several functions whose types are no wider than those of the others; of arguments of which nothing is known no
        function is told from another."""
        return [
            place
            for place in places
            if all(other == place or self._is_narrower(types[place], types[other], given) for other in places)
        ] or places

    def _is_narrower(self, own: list[Admitted], other: list[Admitted], given: list[Values]) -> bool:
        for position, values in enumerate(given):
            mine, theirs = own[position][0], other[position][0]
            if mine.keys() == theirs.keys():
                continue
            if not values or not self._is_no_wider(mine, theirs):
                return False
        return True

    def _is_no_wider(self, own: Values, other: Values) -> bool:
        if not own or not other:
            return True
        return any(self.fit(value, item, True) < BOXED for value in own for item in other)
