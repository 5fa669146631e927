"""Operators: what they give, by the methods of their operands."""

from abc import ABC
from typing import Final

from blastlens.link.expected import Expected
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, RANK, Value, Values, merge
from blastlens.model.edge import Basis

_CALLABLE_OBJECT: Final = RANK[Basis.CALLABLE_OBJECT]
_CONTAINER: Final = RANK[Basis.CONTAINER]


class Operators(Expected, ABC):
    def _binary(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        operator = unit.names[row[1]]
        left = self.evaluate(unit, ctx, row[2])
        if operator == "|" and any(value[0] in ("class", "generic", "ext", "alias") for value in left):
            return {("alias", unit.index, ctx, unit.row_index(row)): 0}
        own = self.protocols.operators.get(operator)
        method = own[0][0] if own is not None else None
        out = self._reflected(unit, ctx, row, left, own[1][0]) if own is not None else {}
        if not out and operator in "%+" and any(value[0] == "const" for value in left):
            return left
        for value, rank in left.items():
            if value[0] in ("inst", "self") and method:
                merge(out, self.call_method(value, method), max(rank, _CALLABLE_OBJECT))
            elif value[0] in ("seq", "map") and operator in "+|*&-^":
                merge(out, _joined(value, self.evaluate(unit, ctx, row[3]) if operator in "+|" else {}), rank)
            elif value[0] == "extinst":
                out[GIVEN if value == GIVEN else ("extinst", "?")] = rank
        return out

    def _reflected(self, unit: Unit, ctx: int, row: tuple[int, ...], left: Values, method: str) -> Values:
        """What the right operand makes of an operator that the left one leaves to it: a literal, a library's object, or one
        without a method for it."""
        if not self.program.members_named(method):
            self.read("special", method)
            return {}
        own = self.protocols.operators[unit.names[row[1]]][0]
        for value in left:
            if value[0] in ("inst", "self") and value[1] >= 0:
                if any(self.find_member(self.units[value[1]], value[2], name) is not None for name in own):
                    return {}
            elif value[0] not in ("const", "extinst", "inst", "self"):
                return {}
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[3]).items() if left else ():
            if value[0] in ("inst", "self") and value[1] >= 0:
                merge(out, self.call_method(value, method), max(rank, _CALLABLE_OBJECT))
        return out

    def _unary(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        method = self.protocols.unary.get(unit.names[row[1]])
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[2]).items():
            if value[0] in ("inst", "self") and method:
                merge(out, self.call_method(value, method), max(rank, _CALLABLE_OBJECT))
        return out


def _joined(left: Value, others: Values) -> Values:
    """What an operator between containers of a kind gives: one that holds what both hold."""
    for value in others:
        if value[0] == left[0]:
            left = (left[0], *(one | other for one, other in zip(left[1:], value[1:], strict=True)))
    return {left: _CONTAINER}
