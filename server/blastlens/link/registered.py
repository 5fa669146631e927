"""What is stored into containers, and what a decorator that stores its argument was put on in the same file."""

from abc import ABC
from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr
from blastlens.link.imports import Imports
from blastlens.link.unit import Unit
from blastlens.link.values import Values
from blastlens.link.visibility import visible

_FUNCTIONS: Final = frozenset({"func", "bound"})


class Registered(Imports, ABC):
    def stored(self, unit: Unit, ctx: int, expr: int) -> Values:
        """Values of an expression that is stored into a container. A parameter of a decorator is what the file decorates so."""
        values = self.evaluate(unit, ctx, expr)
        given = self._first_parameter(unit, ctx, expr) if not values else -1
        return self._decorated_with(unit, given) if given >= 0 else values

    def _first_parameter(self, unit: Unit, ctx: int, expr: int) -> int:
        """The function whose first own parameter an expression is, -1 for none."""
        row = unit.exprs[expr]
        scope, block, order = unit.contexts[ctx]
        if row[0] != Expr.NAME or row[1] not in unit.scopes[scope].bindings:
            return -1
        rows = visible(unit, scope, row[1], block, order)
        if len(rows) != 1 or rows[0][0] != Bind.PARAM:
            return -1
        above = unit.defs[rows[0][1]]
        is_method = above.parent >= 0 and unit.defs[above.parent].is_class and not above.flags & DefFlag.STATIC
        return rows[0][1] if rows[0][2] == int(is_method) else -1

    def _decorated_with(self, unit: Unit, function: int) -> Values:
        """The functions and classes of the file whose decorator is this function, or a call that gives it."""
        self.read("decorated", unit.path)
        names = set(self._names_around(unit, function))
        out: Values = {}
        for number, row in enumerate(unit.defs):
            for expr in row.decorators:
                if self._last_name(unit, expr) in names and self._is(unit, row.ctx, expr, function):
                    out[
                        "class" if row.is_class else "func", unit.index, row.primary if not row.is_class else number
                    ] = 0
        return out

    def _names_around(self, unit: Unit, function: int) -> Iterator[int]:
        while function >= 0 and not unit.defs[function].is_class:
            yield unit.defs[function].name
            function = unit.defs[function].parent

    def _last_name(self, unit: Unit, expr: int) -> int:
        row = unit.exprs[expr]
        if row[0] == Expr.CALL:
            row = unit.exprs[row[1]]
        return row[2] if row[0] == Expr.ATTR else row[1] if row[0] == Expr.NAME else -1

    def _is(self, unit: Unit, ctx: int, expr: int, function: int) -> bool:
        return any(
            value[0] in _FUNCTIONS and value[1] == unit.index and value[2] == function
            for value in self.evaluate(unit, ctx, expr)
        )
