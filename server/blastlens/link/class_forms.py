"""What the form of a class decides about itself and the classes below: its metaclass, and properties that take what is assigned."""

from abc import ABC

from blastlens.facts.file_facts import Bind, Def, DefFlag
from blastlens.link.frameworks import Frameworks
from blastlens.link.unit import Unit


class ClassForms(Frameworks, ABC):
    def own_metaclass(self, unit: Unit, row: Def) -> tuple[int, int] | None:
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
