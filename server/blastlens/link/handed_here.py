"""What the calls in a function's own file hand over for a parameter: a guess by name alone does not stand against it."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, Use
from blastlens.link.origins import given_at
from blastlens.link.sites import Site
from blastlens.link.stand_ins import StandIns
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, Value, is_foreign
from blastlens.link.visibility import visible
from blastlens.model.handing import called_name

_OF_LIBRARIES: Final = ("ext", "extinst")


class HandedHere(StandIns, ABC):
    """Per-file state is set by `start`."""

    # Context and expression of the calls of the file, by the name of what they call; None until asked for.
    calls_here: dict[str, list[tuple[int, int]]] | None

    def is_handed_foreign(self, unit: Unit, ctx: int, expr: int) -> bool:
        """Whether an expression is a parameter that is handed objects of libraries, and nothing else, where its file calls the function."""
        definition, index = self._parameter_at(unit, ctx, expr)
        found = False
        for name in self._called_as(unit, definition) if definition >= 0 else ():
            for at, call in self._calls(unit).get(name, ()):
                row = unit.exprs[call]
                offsets = [self._offset(value, unit, definition) for value in self.evaluate(unit, at, row[1])]
                if (offset := max(offsets, default=-1)) < 0:
                    continue
                for item, _ in given_at(unit, definition, index, offset, Site(unit, at, row), ()):
                    values = self.evaluate(unit, at, item)
                    if not values or not all(_is_of_library(value) for value in values):
                        return False
                    found = True
        return found

    def _parameter_at(self, unit: Unit, ctx: int, expr: int) -> tuple[int, int]:
        """The function and the number of its parameter that a name stands for; -1 where it is none, or another value by then."""
        row = unit.exprs[expr]
        scope, block, order = unit.contexts[ctx]
        if row[0] != Expr.NAME or row[1] not in unit.scopes[scope].bindings:
            return -1, -1
        rows = visible(unit, scope, row[1], block, order)
        if len(rows) != 1 or rows[0][0] != Bind.PARAM:
            return -1, -1
        return rows[0][1], rows[0][2]

    def _calls(self, unit: Unit) -> dict[str, list[tuple[int, int]]]:
        if self.calls_here is None:
            self.calls_here = {}
            for ctx, expr, kind in unit.facts.uses:
                if kind == Use.CALL and (name := called_name(unit.facts, unit.exprs[expr][1])):
                    self.calls_here.setdefault(name, []).append((ctx, expr))
        return self.calls_here


def _is_of_library(value: Value) -> bool:
    return is_foreign(value) or (value[0] in _OF_LIBRARIES and len(value) == 2 and value != GIVEN)
