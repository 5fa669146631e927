"""What the form of a class decides about itself and the classes below: its metaclass, and properties that take what is assigned."""

from abc import ABC

from blastlens.facts.file_facts import Bind, DefFlag
from blastlens.link.frameworks import Frameworks
from blastlens.link.rows import DefRow
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values, merge


class ClassForms(Frameworks, ABC):
    def own_metaclass(self, unit: Unit, row: DefRow) -> tuple[int, int] | None:
        """The metaclass of the repository that a class names."""
        for keyword, expr in row.keywords:
            if unit.names[keyword] == "metaclass":
                for value in self.evaluate(unit, row.ctx, expr):
                    if value[0] == "class" and value[1] >= 0:
                        return (value[1], value[2])
        return None

    def is_set_above(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether what is assigned on self goes to the setter of a property that a base has."""
        self.read("getter", name)
        if not self.program.has_getter(name):
            return False
        for place in self.linearization(unit, definition).order[1:]:
            if place[0] < 0:
                continue
            above = self.units[place[0]]
            self.read_member(above, place[1], name)
            rows = above.scopes[above.defs[place[1]].scope].bindings.get(above.name_id(name), ())
            if rows:
                return rows[0][0] == Bind.DEF and above.has_flag(rows[0][1], DefFlag.PROPERTY)
        return False

    def made_of(self, value: Value) -> Values:
        """What an instance is made of, where its class is no more than a name for another type."""
        if not self.forms.underlying:
            return {}
        return self.named(("u", *value[1:]), self._made_of, value)

    def _made_of(self, value: Value) -> Values:
        unit, definition = self.units[value[1]], value[2]
        self.read("bases", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        for keyword, expr in row.keywords:
            if unit.names[keyword] == self.forms.underlying:
                made = self.evaluate_type(unit, row.type_ctx, expr)
                return self._made_of_last(self.fill_variables(made, value, (value[1], value[2])))
        return {}

    def _made_of_last(self, values: Values) -> Values:
        """What names of names come to in the end."""
        out: Values = {}
        for value, rank in values.items():
            if value[0] in ("inst", "self") and self._is_made_of_another(value):
                merge(out, self.made_of(value), rank)
            else:
                out[value] = rank
        return out

    def _is_made_of_another(self, value: Value) -> bool:
        unit = self.units[value[1]]
        self.read("bases", unit.path, unit.quals[value[2]])
        return any(unit.names[keyword] == self.forms.underlying for keyword, _ in unit.defs[value[2]].keywords)
