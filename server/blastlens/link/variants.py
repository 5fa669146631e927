"""Generic functions, and the variants of them by the type of an argument that are registered in the same file."""

from abc import ABC
from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK
from blastlens.link.wrappers import Wrappers
from blastlens.model.edge import Basis

_CALLBACK: Final = RANK[Basis.CALLBACK]


class Variants(Wrappers, ABC):
    def decorated_variants(self, unit: Unit) -> Iterator[tuple[int, list[Target], tuple[int, ...]]]:
        """(generic function, variant, its place) of every function whose decorator registers it: `@f.register`, `@f.register(C)`."""
        register = unit.name_id(self.forms.generic_register)
        for number, row in enumerate(unit.defs) if register >= 0 else ():
            for expr in row.decorators:
                named = unit.exprs[unit.exprs[expr][1]] if unit.exprs[expr][0] == Expr.CALL else unit.exprs[expr]
                if named[0] == Expr.ATTR and named[2] == register:
                    generic = self._generic_function(unit, row.ctx, named[1])
                    if generic >= 0:
                        place = unit.facts.def_spans[number][2:]
                        yield generic, [(unit.index, row.primary, _CALLBACK, True)], place

    def registered_variants(self, unit: Unit, ctx: int, call: tuple[int, ...]) -> tuple[int, list[Target]]:
        """The generic function and the variant that a call registers with it: `f.register(C, g)`."""
        callee = unit.exprs[call[1]]
        if call[2] < 2 or callee[0] != Expr.ATTR or unit.names[callee[2]] != self.forms.generic_register:
            return -1, []
        generic = self._generic_function(unit, ctx, callee[1])
        if generic < 0:
            return -1, []
        found = self.targets_of(self.evaluate(unit, ctx, call[4]))
        return generic, [(owner, number, max(rank, _CALLBACK), exact) for owner, number, rank, exact in found]

    def _generic_function(self, unit: Unit, ctx: int, expr: int) -> int:
        """The generic function of this file that an expression is, -1 for anything else."""
        for value in self.evaluate(unit, ctx, expr):
            if value[0] in ("func", "decorated") and value[1] == unit.index and self.is_generic_function(value):
                return value[2]  # type: ignore[no-any-return]
        return -1
