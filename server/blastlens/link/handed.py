"""What calls and decorators anywhere in the repository hand over for a parameter of a function."""

from abc import ABC
from collections.abc import Iterator
from typing import Final, NamedTuple

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.origins import CROWDED, MOST_ORIGINS, Origins, Path, Seen, given_at, packed
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values
from blastlens.model.handing import HANDED_MARK, Handing, called_name, handing

_MOST_PLACES: Final = 3000  # where something of a name is handed functions


class Entering(NamedTuple):
    """A call that enters a function: its first argument is for parameter `offset`; or, with -1, something that has the function
    as its decorator."""

    unit: int
    ctx: int
    expr: int
    offset: int
    value: Value  # what is called, or decorated


class Handed(Origins, ABC):
    _handing: dict[int, dict[str, list[Handing]]]

    def handed(self, unit: Unit, definition: int, index: int, path: Path, seen: Seen | None) -> Values:
        key = ("hp", unit.index, definition, index, path, seen)
        return self.named(key, self._find_handed, unit, definition, index, path, seen)

    def _find_handed(self, unit: Unit, definition: int, index: int, path: Path, seen: Seen | None) -> Values:
        found: Values = {}
        first = int(self.takes_receiver(unit, definition))
        if index < first or unit.index < 0:
            return found
        for entering in self.named(("he", unit.index, definition), self._entering, unit, definition):
            if entering == CROWDED:
                found[CROWDED] = 0
                break
            for place in entering[1]:
                if len(found) > MOST_ORIGINS:
                    break
                if place.offset < 0:
                    if index == first and not path:
                        found.setdefault(place.value, 0)
                elif seen is None or self._concerns(place.value, seen.place):
                    still = seen if _is_on_itself(place.value) else None
                    other = self.units[place.unit]
                    site = Site(other, place.ctx, other.exprs[place.expr])
                    for item, rest in given_at(unit, definition, index, place.offset, site, path):
                        self.trace(other, place.ctx, item, rest, still, found, 1)
        return packed(found)

    def _entering(self, unit: Unit, definition: int) -> Values:
        """The places that hand something to a function; `CROWDED` where they are too many to look at."""
        self.read("sig", unit.path, unit.quals[definition])
        out: list[Entering] = []
        left = _MOST_PLACES
        for name in self._called_as(unit, definition):
            self.read("handed", name)
            for other in self._files_handing(unit, definition, name):
                for place in self._places(other).get(name, ()):
                    left -= 1
                    if left < 0:
                        return {CROWDED: 0}
                    if place.decorated >= 0:
                        value = self._decorated(other, place, unit, definition)
                        out += [Entering(other.index, place.ctx, place.expr, -1, value)] if value is not None else []
                        continue
                    for value in self.evaluate(other, place.ctx, other.exprs[place.expr][1]):
                        offset = self._offset(value, unit, definition)
                        if offset >= 0:
                            out.append(Entering(other.index, place.ctx, place.expr, offset, value))
                            break
        return {("entering", tuple(out)): 0} if out else {}

    def _files_handing(self, unit: Unit, definition: int, name: str) -> Iterator[Unit]:
        """Files where something of a name is handed functions; a constructor is called by that name in classes below alone."""
        below: set[int] | None = None
        if name in self.forms.constructors:
            below = {unit.index}
            below.update(place[0] for place in self.few_subclasses(unit, unit.defs[definition].parent))
        for path, _ in self.program.derived_from(HANDED_MARK + name):
            other = self.unit(path)
            if other is not None and not other.source and (below is None or other.index in below):
                yield other

    def _places(self, unit: Unit) -> dict[str, list[Handing]]:
        found = self._handing.get(unit.index)
        if found is None:
            found = self._handing[unit.index] = {}
            for place in handing(unit.facts):
                found.setdefault(place.name, []).append(place)
        return found

    # -- names under which a function may be called --------------------------------------------------------------------
    def _called_as(self, unit: Unit, definition: int) -> list[str]:
        row = unit.defs[definition]
        names = {unit.names[row.name]: None}
        parent = row.parent
        if parent >= 0 and unit.defs[parent].is_class:
            if unit.names[row.name] in self.forms.constructors:
                names[unit.names[unit.defs[parent].name]] = None
                for place in self.few_subclasses(unit, parent):
                    below = self.units[place[0]]
                    names[below.names[below.defs[place[1]].name]] = None
        elif parent >= 0:
            while parent >= 0 and not unit.defs[parent].is_class:
                names[unit.names[unit.defs[parent].name]] = None
                parent = unit.defs[parent].parent
            self._add_makers(unit, names)
        return list(names)

    def _add_makers(self, unit: Unit, names: dict[str, None]) -> None:
        """Functions of the file that return what a call of one of the names gives."""
        self.read("makers", unit.path)
        grown = True
        while grown:
            grown = False
            for row in unit.defs:
                own = unit.names[row.name]
                if own in names or row.is_class:
                    continue
                for expr, _ in row.returned:
                    if unit.exprs[expr][0] == Expr.CALL and called_name(unit.facts, expr) in names:
                        names[own] = None
                        grown = True
                        break

    # -- one place -----------------------------------------------------------------------------------------------------
    def _decorated(self, unit: Unit, place: Handing, owner: Unit, definition: int) -> Value | None:
        """What a decorator is put on, if applying it enters a function; else None."""
        named, applied = self.decorator_targets(unit, place.ctx, place.expr)
        targets = applied if unit.exprs[place.expr][0] == Expr.CALL else named
        if not any(self._enters(target[0], target[1], owner, definition) for target in targets):
            return None
        row = unit.defs[place.decorated]
        return ("class", unit.index, place.decorated) if row.is_class else ("func", unit.index, row.primary)

    def _concerns(self, value: Value, place: tuple[int, int]) -> bool:
        """Whether what is called may belong to an object of a class."""
        receiver: Value = value if value[0] != "bound" or value[3] is None else value[3]
        if receiver[0] in ("class", "generic"):
            return place in self.linearization(self.units[receiver[1]], receiver[2]).order
        if receiver[0] in ("inst", "self", "selfclass") and receiver[1] >= 0:
            below = self.linearization(self.units[place[0]], place[1]).order
            return (receiver[1], receiver[2]) in below or place in self.linearization(
                self.units[receiver[1]], receiver[2]
            ).order
        return True

    def _offset(self, value: Value, owner: Unit, definition: int) -> int:
        """Which parameter the first argument is for when calling the value enters a function; -1: it does not."""
        tag = value[0]
        if tag in ("func", "bound"):
            if not self._enters(value[1], value[2], owner, definition):
                return -1
            return int(tag == "bound" and self.takes_receiver(owner, definition))
        if tag in ("class", "generic", "selfclass") and value[1] >= 0:
            name = owner.names[owner.defs[definition].name]
            if name in self.forms.constructors:
                found = self.find_member(self.units[value[1]], value[2], name)
                return 1 if found == (owner.index, owner.defs[definition].parent) else -1
        if tag == "decorated":
            return 0 if self._enters(value[1], value[2], owner, definition) else -1
        return -1

    def _enters(self, unit: int, called: int, owner: Unit, definition: int) -> bool:
        """Whether a call of one function may enter the other: it is the same, or overridden by it."""
        if (unit, called) == (owner.index, definition):
            return True
        if unit < 0:
            return False
        other, row = self.units[unit], owner.defs[definition]
        above = other.defs[called]
        if above.parent < 0 or row.parent < 0 or other.names[above.name] != owner.names[row.name]:
            return False
        if not other.defs[above.parent].is_class or not owner.defs[row.parent].is_class:
            return False
        return (unit, above.parent) in self.linearization(owner, row.parent).order

    def takes_receiver(self, unit: Unit, definition: int) -> bool:
        row = unit.defs[definition]
        return row.parent >= 0 and unit.defs[row.parent].is_class and not row.flags & DefFlag.STATIC


def _is_on_itself(value: Value) -> bool:
    """Whether a method is called on the object at hand."""
    return value[0] == "bound" and value[3] is not None and value[3][0] == "self"
