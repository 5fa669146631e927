"""What types expect: casts, and the functions and objects that stand where a type says what they are."""

from abc import ABC

from blastlens.link.parameters import Parameters
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Values, at_least, merge
from blastlens.link.variables import as_classes
from blastlens.model.edge import Basis

_ANNOTATION, _CALLBACK = RANK[Basis.ANNOTATION], RANK[Basis.CALLBACK]


class Expected(Parameters, ABC):
    def typed(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return at_least(self.evaluate_type(unit, ctx, row[1]), _ANNOTATION)

    def expected_argument(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        call = unit.exprs[row[1]]
        site = Site(unit, ctx, call)
        wanted = self.evaluate(unit, ctx, row[3]) if len(row) > 3 else {}
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, call[1]).items():
            merge(out, self.admitted(value, row[2], None, site, wanted), max(rank, _CALLBACK))
        return out

    def parameter_of(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            merge(out, self.handed_over(value, row[2]), max(rank, _CALLBACK))
        return out

    def result_of(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            merge(out, self.call(value, None), rank)
        return out

    def object_literal(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {("inst", unit.index, row[1], ()): 0}

    def named_function(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        if unit.defs[row[1]].is_class:
            return {("class", unit.index, row[1]): 0}
        return self.definition_value(unit, row[1])

    def macro(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {("macro", *(unit.names[name] for name in row[1:])): 0}

    def class_of_member(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        """The class that a member is made of, or the base of this name."""
        out = as_classes(self.evaluate(unit, ctx, row[1])) if row[1] >= 0 else {}
        for value, rank in self.evaluate(unit, ctx, row[2]).items():
            if value[0] in ("class", "generic"):
                out[value] = rank
        return out
