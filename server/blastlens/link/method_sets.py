"""Interfaces that types implement without saying so: by having every method that is asked for, with its signature."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, freeze
from blastlens.link.variants import Variants
from blastlens.model.definitions import METHODS_MARK
from blastlens.model.edge import Basis
from blastlens.model.folders import folder_of

_ATTRIBUTE: Final = RANK[Basis.ATTRIBUTE]
_MOST_CANDIDATES: Final = 400  # interfaces that ask for one method; more are generated code
_OPEN: Final = frozenset({"var", "varclass"})
Place = tuple[int, int]


class MethodSets(Variants, ABC):
    def with_methods_of(self, unit: Unit, definition: int) -> list[Place]:
        """Interfaces of the repository that a type has the methods of, by file and place in it."""
        if unit.defs[definition].flags & (DefFlag.INTERFACE | DefFlag.OBJECT):
            return []
        found: dict[Place, bool] = {}
        pending: list[Place] = []
        for name in self._method_names(unit, definition):
            pending += self._asking_for(METHODS_MARK + name, unit)
        for place in pending:
            if place in found:
                continue
            found[place] = self._has_every(unit, definition, place)
            if found[place]:  # what is made of this one may ask for nothing else
                asking = self.units[place[0]]
                pending += self._asking_for(asking.names[asking.defs[place[1]].name], unit)
        return sorted(place for place, has_all in found.items() if has_all)

    def _asking_for(self, listed: str, unit: Unit) -> list[Place]:
        """Interfaces that are listed under a name, and that a type of a file may meet."""
        self.read("derived", listed)
        out = []
        for path, number in self.program.derived_from(listed)[:_MOST_CANDIDATES]:
            other = self.unit(path)
            if other is not None and self._may_meet(unit, other):
                if other.has_flag(number, DefFlag.INTERFACE):
                    out.append((other.index, number))
        return out

    def _may_meet(self, unit: Unit, other: Unit) -> bool:
        """Whether a type and an interface may come together: by the places of their files, or since one imports the other."""
        return self.layout.may_meet(unit.path, other.path) or self._imports(unit, other) or self._imports(other, unit)

    def _imports(self, unit: Unit, other: Unit) -> bool:
        self.read("imports", unit.path)
        folder = folder_of(other.path) + "/"
        for row in unit.facts.imports:
            module = self.import_module(unit, row.level, unit.names[row.module])
            if module is not None and module.path == folder:
                return True
        return False

    def _method_names(self, unit: Unit, definition: int) -> list[str]:
        """Names of the methods of a type, its own and those of what it embeds."""
        names: dict[str, None] = {}
        for place in self.linearization(unit, definition).order:
            owner = self.units[place[0]]
            self.read("methods", owner.path, owner.quals[place[1]])
            for name, rows in owner.scopes[owner.defs[place[1]].scope].bindings.items():
                if rows[0][0] == Bind.DEF:
                    names[owner.names[name]] = None
            names.update(dict.fromkeys(self.extended_methods(owner, place[1])))
        return list(names)

    def _has_every(self, unit: Unit, definition: int, interface: Place) -> bool:
        """Whether a type has every method that an interface, and those it is made of, ask for."""
        asking = self.linearization(self.units[interface[0]], interface[1])
        if (unit.index, definition) in asking.order:
            return False
        may_have = self._foreign_parts(unit, definition)
        count = 0
        for place in asking.order:
            owner = self.units[place[0]]
            self.read("methods", owner.path, owner.quals[place[1]])
            for name, rows in owner.scopes[owner.defs[place[1]].scope].bindings.items():
                if rows[0][0] != Bind.DEF:
                    continue
                has = self._has(unit, definition, owner, rows[0][1], owner.names[name])
                if has is False or (has is None and not may_have):
                    return False
                count += has is True
        for dotted in asking.external:
            for listed in self.library.interfaces.get(dotted, ()):
                if self.find_member(unit, definition, listed) is None and not may_have:
                    return False
        return count > 0

    def _foreign_parts(self, unit: Unit, definition: int) -> bool:
        """Whether a type has parts of other repositories that may bring methods."""
        external = self.linearization(unit, definition).external
        return any(name not in self.library.plain_parts for name in external)

    def _has(self, unit: Unit, definition: int, owner: Unit, asked: int, name: str) -> bool | None:
        """Whether a type has the method that is asked for; None where it has none of that name."""
        place = self.find_member(unit, definition, name)
        if place is None:
            return None
        for value, rank in self.raw_member(place, name).items():
            if value[0] == "func" and rank < _ATTRIBUTE:
                return self._is_same(self.units[value[1]], value[2], owner, asked)
        return False

    def _is_same(self, unit: Unit, method: int, owner: Unit, asked: int) -> bool:
        """Whether two methods take and give the same."""
        self.read("sig", unit.path, unit.quals[method])
        self.read("sig", owner.path, owner.quals[asked])
        mine, other = unit.defs[method], owner.defs[asked]
        if not other.flags & DefFlag.EXPORTED and not self._is_one_package(unit, owner):
            return False
        if len(mine.params) != len(other.params) or (mine.returns < 0) != (other.returns < 0):
            return False
        for one, two in zip(mine.params[1:], other.params[1:], strict=True):
            if (one.kind == 2) != (two.kind == 2):
                return False
            if not self._same(unit, mine.type_ctx, one.annotation, owner, other.type_ctx, two.annotation):
                return False
        if mine.returns < 0:
            return True
        return self._same(unit, mine.type_ctx, mine.returns, owner, other.type_ctx, other.returns)

    @staticmethod
    def _is_one_package(one: Unit, other: Unit) -> bool:
        if one.facts.package < 0 or other.facts.package < 0:
            return one is other
        names = (one.names[one.facts.package], other.names[other.facts.package])
        return names[0] == names[1] and folder_of(one.path) == folder_of(other.path)

    def _same(self, unit: Unit, ctx: int, expr: int, owner: Unit, other_ctx: int, other: int) -> bool:
        mine = self.evaluate_type(unit, ctx, expr) if expr >= 0 else {}
        asked = self.evaluate_type(owner, other_ctx, other) if other >= 0 else {}
        return self._equal(freeze(mine), freeze(asked))

    def _equal(self, one: frozenset[Value], two: frozenset[Value]) -> bool:
        """Whether two types are the same, as far as both are known; type variables stand for anything."""
        if one == two or not one or not two:
            return True
        if any(value[0] in _OPEN for value in (*one, *two)):
            return True
        return len(one) == len(two) == 1 and self._equal_values(next(iter(one)), next(iter(two)))

    def _equal_values(self, one: Value, two: Value) -> bool:
        if one[0] != two[0] or len(one) != len(two):
            return False
        if one[0] == "extinst":
            pair = (self._plain(one[1]), self._plain(two[1]))
            return pair in self.forms.promoted or pair[::-1] in self.forms.promoted
        for left, right in zip(one[1:], two[1:], strict=True):
            if isinstance(left, frozenset) and isinstance(right, frozenset):
                if not self._equal(left, right):
                    return False
            elif isinstance(left, tuple) and isinstance(right, tuple):
                if len(left) != len(right) or not all(map(self._equal, left, right)):
                    return False
            elif left != right:
                return False
        return True

    def _plain(self, dotted: str) -> str:
        return dotted.removeprefix(self.forms.language_scope)
