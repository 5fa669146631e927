"""Understated types: what is declared or cast as an interface of a library, and is made of a class of this repository."""

from abc import ABC
from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.link.substitution import Substitution
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, merge, thaw
from blastlens.model.edge import Basis

_INFERRED: Final = RANK[Basis.INFERRED_RETURN]
_AROUND: Final = frozenset({"seq", "gen", "manager", "await"})


class Understated(Substitution, ABC):
    def made_behind(self, unit: Unit, definition: int, declared: Values) -> Values:
        """What a function gives by its annotation, with the instances of this repository that it really returns or yields where
        the annotation names only what every such thing of a library has."""
        row = unit.defs[definition]
        out: Values = {}
        for value, rank in declared.items():
            if value[0] in _AROUND and self.understates(thaw(value[1], 0)):
                inside = () if row.yields else (value[0],)
                made = self._made(unit, definition, row.yields or row.returned, inside)
                value = (value[0], value[1] | made, *value[2:]) if made else value
            out[value] = rank
        if not row.yields and self.understates(declared):
            merge(out, dict.fromkeys(self._made(unit, definition, row.returned, ()), _INFERRED))
        return out

    def understates(self, declared: Values) -> bool:
        """Whether a type is nothing but interfaces of libraries, which any class may implement."""
        return bool(declared) and all(
            value[0] == "inst" and value[1] < 0 and self._is_interface(value) for value in declared
        )

    def _is_interface(self, value: Value) -> bool:
        """Whether a class of a library leaves methods to the classes below it."""
        return bool(self.named(("interface", *value[1:3]), self._methods_left, value[1], value[2]))

    def _methods_left(self, owner: int, definition: int) -> Values:
        made: set[str] = set()
        for index, number in self.linearization(self.units[owner], definition).order:
            unit = self.units[index]
            for row in unit.defs:
                if row.parent == number and not row.is_class:
                    name = unit.names[row.name]
                    if row.flags & DefFlag.ABSTRACT and name not in made:
                        return {("const", "True"): 0}
                    made.add(name)
        return {}

    def _made(
        self, unit: Unit, definition: int, given: Iterable[tuple[int, int]], inside: tuple[str, ...]
    ) -> frozenset[Value]:
        """The instance of a class of this repository among expressions of a function, or inside what is around it there. Where
        there are several, arguments choose, and which one is not known."""
        self.read("evidence", unit.path, unit.quals[definition])
        found = [value for expr, ctx in given for value in self.evaluate(unit, ctx, expr)]
        for tag in inside:
            found = [held for value in found if value[0] == tag for held in thaw(value[1], 0)]
        made = frozenset(value for value in found if value[0] == "inst" and value[1] >= 0)
        return made if len(made) == 1 else frozenset()
