"""What the bodies of some classes declare: fields of data classes and named tuples, keys, members of enumerations."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.link.members import Members, declared_names
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, freeze, merge
from blastlens.model.edge import Basis

_ATTRIBUTE: Final = RANK[Basis.ATTRIBUTE]


class Fields(Members, ABC):
    def fields(self, unit: Unit, definition: int) -> list[str]:
        """Names that a class and its bases declare in their bodies, in the order of the declarations: the fields of a data class,
        of a named tuple."""
        out: dict[str, None] = {}
        for place in self.linearization(unit, definition).order[::-1]:
            owner = self.units[place[0]]
            self.read("fields", owner.path, owner.quals[place[1]])
            out.update(dict.fromkeys(declared_names(owner, place[1])))
        return list(out)

    def matched_fields(self, unit: Unit, definition: int) -> list[str]:
        """Names of the attributes that the positions of a class pattern stand for."""
        place = self.find_member(unit, definition, self.forms.match_names)
        if place is None:
            return self.fields(unit, definition)
        owner = self.units[place[0]]
        for row in owner.scopes[owner.defs[place[1]].scope].bindings.get(owner.name_id(self.forms.match_names), ()):
            listed = owner.exprs[row[1]] if row[0] == Bind.ASSIGN else (0,)
            if listed[0] in (Expr.TUPLE, Expr.LIST):
                return [owner.string(item) or "" for item in listed[1:]]
        return []

    def member_values(self, unit: Unit, definition: int, named: str) -> Values:
        """What the members of an enumeration are made of; one of them where it is named."""
        place = self.find_member(unit, definition, "value")
        if place is not None and place[0] >= 0:
            return {}
        bindings = unit.scopes[unit.defs[definition].scope].bindings
        own = {
            unit.names[name]: rows
            for name, rows in bindings.items()
            if rows[0][0] == Bind.ASSIGN and not unit.names[name].startswith(("_", "[]"))
        }
        self.read("fields", unit.path, unit.quals[definition])
        out: Values = {}
        for name, rows in own.items():
            if named not in own or name == named:
                self.read_member(unit, definition, name)
                for row in rows:
                    merge(out, self.binding_values(unit, row), _ATTRIBUTE)
        return out

    def keyed_values(self, value: Value, key: str | None) -> Values:
        """What such an instance holds under a key; under any when it is not known."""
        unit = self.units[value[1]]
        out: Values = {}
        for name in self.fields(unit, value[2]) if key is None else (key,):
            merge(out, self.member(unit, value[2], name, value) or {})
        return out

    def is_keyed(self, unit: Unit, definition: int) -> bool:
        """Whether instances of a class are mappings whose keys are the fields it declares."""
        return any(name in self.forms.keyed_bases for name in self.linearization(unit, definition).external)

    def as_tuple(self, value: Value) -> Value | None:
        """An instance of a named tuple as the tuple of its fields; None for other instances."""
        unit, definition = self.units[value[1]], value[2]
        external = self.linearization(unit, definition).external
        if not any(name.rpartition(".")[2] in self.forms.named_tuples for name in external):
            return None
        parts = (self.member(unit, definition, name, value) or {} for name in self.fields(unit, definition))
        return ("tup", tuple(freeze(part) for part in parts))
