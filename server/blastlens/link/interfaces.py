"""Interfaces that a class implements without naming them, by having their methods.

What an interface asks for is looked up from the class, under one of its methods: a new implementer touches nobody who calls the
interface, and a new interface only the classes that have a method of that name.
"""

from abc import ABC
from collections.abc import Iterator

from blastlens.facts.file_facts import Bind, DefFlag
from blastlens.link.method_sets import MethodSets
from blastlens.link.rows import ParamRow
from blastlens.link.unit import Unit
from blastlens.model.definitions import METHODS_MARK

Place = tuple[int, int]  # unit index, def


class Interfaces(MethodSets, ABC):
    def implemented(self, unit: Unit, definition: int) -> list[Place]:
        """Interfaces that a class implements by methods of its own, with those it inherits; none of those it names."""
        if not self.forms.protocols and not self.scoping.method_sets:
            return []
        if not self.program.derived_from(METHODS_MARK):
            self.read("derived", METHODS_MARK)
            return []
        if self.scoping.method_sets:
            return self.with_methods_of(unit, definition)
        if unit.defs[definition].flags & DefFlag.STRUCTURAL:
            return []
        order = self.linearization(unit, definition).order
        own = self.asked_for(unit, definition)
        if not own:
            return []
        names: dict[str, None] = {}
        for place in order:
            if place[0] >= 0:
                names.update(dict.fromkeys(self.asked_for(self.units[place[0]], place[1])))
        found: list[Place] = []
        for name in names:
            for other in self._listed_under(name):
                if other not in order and self._has_all(unit, definition, own, other):
                    found.append(other)
        return found

    def _listed_under(self, name: str) -> Iterator[Place]:
        self.read("derived", METHODS_MARK + name)
        for path, number in self.program.derived_from(METHODS_MARK + name):
            other = self.unit(path)
            if other is not None and not other.source and self._is_structural(other, number):
                yield other.index, number

    def _is_structural(self, unit: Unit, definition: int) -> bool:
        """Whether whatever has the methods of an interface implements it."""
        return any(name in self.forms.protocols for name in self.linearization(unit, definition).external)

    def asked_for(self, unit: Unit, definition: int) -> list[str]:
        """Names of the methods that a class defines, or is given by extensions, constructors left out."""
        self.read("methods", unit.path, unit.quals[definition])
        bindings = unit.scopes[unit.defs[definition].scope].bindings
        names = [unit.names[name] for name, rows in bindings.items() if any(row[0] == Bind.DEF for row in rows)]
        for row in self.extensions(unit, definition):
            other, extension = self.extension_of(row)
            if extension.name >= 0:
                names.append(other.names[extension.name])
        return [name for name in names if name not in self.forms.constructors]

    def _has_all(self, unit: Unit, definition: int, own: list[str], interface: Place) -> bool:
        asked: dict[str, Place] = {}
        for place in self.linearization(self.units[interface[0]], interface[1]).order:
            if place[0] >= 0:
                for name in self.asked_for(self.units[place[0]], place[1]):
                    asked.setdefault(name, place)
        if not any(name in asked for name in own):
            return False
        return all(self._has_fitting(unit, definition, name, place) for name, place in asked.items())

    def _has_fitting(self, unit: Unit, definition: int, name: str, asked: Place) -> bool:
        """Whether a class has a method that takes what the one of an interface takes."""
        place = self.find_member(unit, definition, name)
        if place is None:
            return False
        wanted = [value for value in self.raw_member(asked, name) if value[0] == "func"]
        given = [value for value in self.raw_member(place, name) if value[0] == "func"]
        if not wanted or not given:
            return True
        return any(
            _takes(self._parameters(one[1], one[2]), self._parameters(other[1], other[2]))
            for one in given
            for other in wanted
        )

    def _parameters(self, owner: int, definition: int) -> list[tuple[str, ParamRow]]:
        """The parameters of a method that its caller fills."""
        unit = self.units[owner]
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        is_method = row.parent >= 0 and unit.defs[row.parent].is_class and not row.flags & DefFlag.STATIC
        params = row.params[1:] if is_method and row.params and row.params[0].kind < 2 else row.params
        return [(unit.names[param.name], param) for param in params]


def _takes(own: list[tuple[str, ParamRow]], wanted: list[tuple[str, ParamRow]]) -> bool:
    """Whether what is handed to the parameters `wanted` will do for those of `own`."""
    kinds = {param.kind for _, param in own}
    positional = [param for _, param in own if param.kind < 2]
    handed = sum(param.kind < 2 for _, param in wanted)
    if handed > len(positional) and 2 not in kinds:
        return False
    if any(param.default < 0 for param in positional[handed:]):
        return False
    named = {name for name, param in wanted if param.kind == 3}
    if 4 not in kinds and not named <= {name for name, param in own if param.kind in (1, 3)}:
        return False
    return all(param.default >= 0 or name in named for name, param in own if param.kind == 3)
