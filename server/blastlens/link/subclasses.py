"""What a class leaves to the classes below it: attributes they replace, members that only they or their other bases have."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind
from blastlens.link.generics import Generics
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values
from blastlens.model.edge import Basis

_SUBCLASS: Final = RANK[Basis.SUBCLASS]
_INTERFACE: Final = RANK[Basis.INTERFACE]
_MOST_CLASSES: Final = 200  # below one class; more say nothing
_FEW_CLASSES: Final = 40
_MOST_REPLACED: Final = 8  # values for one attribute
_HELD: Final = frozenset({Bind.ASSIGN, Bind.ANNOTATED, Bind.CLASS})
# What is worth replacing, and what it may be replaced by.
_WORTH: Final = frozenset({"class", "generic", "func", "bound", "inst", "decorated", "partial", "lambda"})


class Subclasses(Generics, ABC):
    def seen_below(self, value: Value, name: str, found: Values | None, place: tuple[int, int] | None) -> Values:
        """Values that classes below give an attribute read through `self` or `cls`, where the class itself has `found` at
        `place`. Overriding methods are none of them: those are a matter of the walk."""
        if value[1] < 0 or name.startswith(self.scoping.special_prefix):
            return {}
        if found and not any(item[0] in _WORTH or item == ("const", "None") for item in found):
            return {}
        unit = self.units[value[1]]
        if self.linearization(unit, value[2]).is_open if place is None else not self._holds_value(place, name):
            return {}  # a foreign base may have it; a method is overridden
        instance = value[0] == "self"
        key = ("sb", value[1], value[2], name, instance)
        return self.named(key, self._seen_below, unit, value[2], name, instance)

    def _holds_value(self, place: tuple[int, int], name: str) -> bool:
        """Whether a class body binds the name to something else than a method."""
        unit = self.units[place[0]]
        rows = unit.scopes[unit.defs[place[1]].scope].bindings.get(unit.name_id(name))
        return rows is not None and rows[0][0] in _HELD

    def _seen_below(self, unit: Unit, definition: int, name: str, instance: bool) -> Values:
        order = self.linearization(unit, definition)
        known = set(order.order)
        out: Values = {}
        for place in self.few_subclasses(unit, definition):
            below = self.units[place[0]]
            owner = self.find_member(below, place[1], name)
            if owner is None or owner[0] < 0 or owner in known:
                continue
            known.add(owner)
            receiver = ("inst", *place, ()) if instance else ("class", *place)
            for item in self.member(below, place[1], name, receiver, None, instance) or {}:
                if item[0] in _WORTH or item[0] == "getter":
                    out[item] = _INTERFACE
            if len(out) > _MOST_REPLACED:
                return {}
        own = self.find_member(unit, definition, name)
        if len(out) == 1 and not order.is_open and (own is None or not self._gives_value(own, name)):
            return dict.fromkeys(out, _SUBCLASS)
        return out

    def few_subclasses(self, unit: Unit, definition: int) -> tuple[tuple[int, int], ...]:
        """Every class below a class where they are few, else none: what many classes may replace says nothing."""
        for value in self.named(("fs", unit.index, definition), self._few_subclasses, unit, definition):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _few_subclasses(self, unit: Unit, definition: int) -> Values:
        found = self.subclasses(unit, definition, _FEW_CLASSES + 1)
        return {("classes", tuple(found)): 0} if len(found) <= _FEW_CLASSES else {}

    def crossed(self, unit: Unit, definition: int) -> tuple[tuple[int, int], ...]:
        """Of the few classes below a class those in whose order other classes stand between it and what it has above it."""
        for value in self.named(("xb", unit.index, definition), self._crossed, unit, definition):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _crossed(self, unit: Unit, definition: int) -> Values:
        own = self.linearization(unit, definition).above
        found = []
        for place in self.few_subclasses(unit, definition):
            order = self.linearization(self.units[place[0]], place[1]).order
            if order[order.index((unit.index, definition)) + 1 :] != own:
                found.append(place)
        return {("classes", tuple(found)): 0} if found else {}

    def _gives_value(self, place: tuple[int, int], name: str) -> bool:
        return any(value[0] in _WORTH for value in self.raw_member(place, name))

    # -- the classes below ---------------------------------------------------------------------------------------
    def subclasses(self, unit: Unit, definition: int, most: int = _MOST_CLASSES) -> list[tuple[int, int]]:
        """Every class below a class, by file and place in it; not all of them where they are more than `most`."""
        found: dict[tuple[int, int], None] = {}
        pending = [(unit.index, definition)]
        while pending and len(found) < most:
            place = pending.pop(0)
            for below in self._derived(self.units[place[0]], place[1], most):
                if below not in found:
                    found[below] = None
                    pending.append(below)
        return list(found)

    def _derived(self, unit: Unit, definition: int, most: int) -> list[tuple[int, int]]:
        name = unit.names[unit.defs[definition].name]
        self.read("derived", name)
        out: list[tuple[int, int]] = []
        for path, number in self.program.derived_from(name):
            below = self.unit(path)
            if (
                below is not None
                and not below.source
                and (unit.index, definition) in self.linearization(below, number).order[1:]
            ):
                out.append((below.index, number))
                if len(out) >= most:
                    break
        return out
