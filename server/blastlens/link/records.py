"""Classes that a call makes of a list of fields: `NamedTuple("N", [("a", A)])`, `TypedDict("D", {"a": A})`, `namedtuple("N", "a b")`."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.fields import Fields
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

_ATTRIBUTE: Final = RANK[Basis.ATTRIBUTE]
_CONSTRUCTED: Final = RANK[Basis.CONSTRUCTED]
_LIBRARY: Final = RANK[Basis.LIBRARY]
_SEQUENCES: Final = frozenset({Expr.TUPLE, Expr.LIST})


class Records(Fields, ABC):
    def record_attribute(self, value: Value, name: str) -> Values:
        """An attribute of an instance of such a class."""
        for number, (field, expr) in enumerate(record_fields(self.units[value[1]], value[3])):
            if field == name:
                return self._held(value, number, expr)
        if name in self.forms.copiers:
            return {("gives", frozenset({value})): _LIBRARY}
        return {("ext", "?." + name): 0}

    def record_item(self, value: Value, key: str | None) -> Values:
        """What such an instance has under a key, or a position; any of it where that is not known."""
        out: Values = {}
        for number, (field, expr) in enumerate(record_fields(self.units[value[1]], value[3])):
            if key is None or key in (field, str(number)):
                merge(out, self._held(value, number, expr))
        return out

    def record_parts(self, value: Value) -> tuple[frozenset[Value], ...]:
        fields = record_fields(self.units[value[1]], value[3])
        return tuple(freeze(self._held(value, number, expr)) for number, (_, expr) in enumerate(fields))

    def made_record(self, value: Value, site: Site | None) -> Values:
        """What calling such a class gives; it holds what it is given where its fields have no types."""
        fields = record_fields(self.units[value[1]], value[3])
        given: tuple[frozenset[Value], ...] = ()
        if site is not None and any(expr < 0 for _, expr in fields):
            given = tuple(freeze(self._handed(site, number, name)) for number, (name, _) in enumerate(fields))
        return {("record", value[1], value[2], value[3], given): _CONSTRUCTED}

    def _handed(self, site: Site, number: int, name: str) -> Values:
        by_name = site.keyword(self, name)
        if by_name is not None:
            return by_name
        return site.argument(self, number) if number < site.plain_count() else {}

    def _held(self, value: Value, number: int, expr: int) -> Values:
        if expr >= 0:
            return at_least(self.evaluate_type(self.units[value[1]], value[2], expr), _ATTRIBUTE)
        return thaw(value[4][number], _ATTRIBUTE) if number < len(value[4]) else {}

    def of_record_base(self, unit: Unit, definition: int, name: str) -> Values | None:
        """A field that an instance has from a base made so, empty where nothing is known of it; None for no field."""
        for place in self.linearization(unit, definition).order:
            owner = self.units[place[0]]
            for expr in owner.defs[place[1]].bases:
                if owner.exprs[expr][0] == Expr.CALL and place[0] >= 0:
                    for value in self.evaluate(owner, owner.defs[place[1]].ctx, expr):
                        if value[0] == "fields" and name in dict(record_fields(self.units[value[1]], value[3])):
                            return self.record_attribute(("record", value[1], value[2], value[3], ()), name)
        return None


def record_fields(unit: Unit, call: int) -> list[tuple[str, int]]:
    """(name, type expression or -1) of each field."""
    row = unit.exprs[call]
    count = row[2]
    if count < 2:
        pairs = row[3 + count :]
        return [(unit.names[pairs[at]], pairs[at + 1]) for at in range(0, len(pairs), 2)]
    listed = unit.exprs[row[4]]
    if listed[0] == Expr.CONST:
        text = unit.string(row[4]) or ""
        return [(name, -1) for name in text.replace(",", " ").split()]
    if listed[0] == Expr.DICT:
        found = [(unit.string(listed[at]), listed[at + 1]) for at in range(1, len(listed) - 1, 2) if listed[at] >= 0]
        return [(name, expr) for name, expr in found if name is not None]
    return [_field(unit, item) for item in listed[1:]] if listed[0] in _SEQUENCES else []


def _field(unit: Unit, item: int) -> tuple[str, int]:
    row = unit.exprs[item]
    if row[0] in _SEQUENCES and len(row) == 3:
        return unit.string(row[1]) or "", row[2]
    return unit.string(item) or "", -1
