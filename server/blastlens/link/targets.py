"""From values to the definitions that using them enters."""

from abc import ABC

from blastlens.languages.python.library import COMMON_METHODS
from blastlens.link.machine import Machine
from blastlens.link.unit import Unit
from blastlens.link.values import FOREIGN, RANK, Value, Values
from blastlens.model.edge import Basis

_CALLABLE_OBJECT, _PARTIAL = RANK[Basis.CALLABLE_OBJECT], RANK[Basis.PARTIAL]
_EXACT_RANKS = frozenset(
    RANK[basis] for basis in (Basis.LEXICAL, Basis.IMPORT, Basis.SUPER, Basis.CONSTRUCTED, Basis.CLASS_ATTRIBUTE)
)
_CLASSES = ("class", "generic", "selfclass")
MOST_CANDIDATES = 4

# (unit index, def, rank of the extra step, whether overriding methods cannot be meant)
Target = tuple[int, int, int, bool]


class Targets(Machine, ABC):
    def targets(self, value: Value, rank: int) -> list[Target]:
        """Definitions a call of the value enters."""
        tag = value[0]
        if tag == "func":
            return [(value[1], value[2], rank, rank in _EXACT_RANKS)]
        if tag == "bound":
            return [(value[1], value[2], rank, self._is_exact(value[3], rank))]
        if tag in _CLASSES:
            return [(value[1], value[2], rank, tag != "selfclass")]
        if tag == "decorated":
            return self.targets(value[3], rank)
        if tag in ("inst", "self"):
            found = self.member(self.units[value[1]], value[2], "__call__", value) or {}
            return [
                (method[1], method[2], max(rank, _CALLABLE_OBJECT), False)
                for method in found
                if method[0] in ("bound", "func")
            ]
        if tag == "partial":
            return [
                (unit, definition, max(own, _PARTIAL), exact)
                for unit, definition, own, exact in self.targets(value[1], rank)
            ]
        return []

    def _is_exact(self, receiver: Value | None, rank: int) -> bool:
        if rank == RANK[Basis.SUPER]:
            return True
        return rank in _EXACT_RANKS and (receiver is None or receiver[0] in ("inst", "class"))

    def value_targets(self, value: Value, rank: int) -> list[Target]:
        """Definitions that naming the value refers to, without calling it."""
        tag = value[0]
        if tag in ("func", "bound", "class", "generic", "decorated"):
            return [(value[1], value[2], rank, True)]
        if tag == "partial":
            return self.value_targets(value[1], max(rank, _PARTIAL))
        return []

    def getters(self, values: Values) -> list[Target]:
        return [(value[1], value[2], rank, False) for value, rank in values.items() if value[0] == "getter"]

    @staticmethod
    def is_known(values: Values) -> bool:
        """Whether evaluation says something, though nothing of this repository."""
        return any(value[0] in FOREIGN or value[0] in ("lambda", "super", "module") for value in values)

    def named_alike(self, name: str) -> list[tuple[tuple[int, int], ...]]:
        """The methods of a name, one group per class hierarchy (the topmost class that has it), for receivers of which nothing is
        known; empty for names that say nothing."""
        if name in COMMON_METHODS or name.startswith("__"):
            return []
        self.read("members", name)
        places = self.program.members_named(name)
        if not places or len(places) > 200:
            return []
        tops: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for path, definition in places:
            unit = self.unit(path)
            if unit is None:
                continue
            top = self._topmost(unit, unit.defs[definition].parent, name)
            tops.setdefault(top, []).append((unit.index, definition))
        out = []
        for top in sorted(tops, key=lambda place: (self.units[place[0]].path, place[1])):
            method = self._own_method(self.units[top[0]], top[1], name)
            out.append((method,) if method is not None else tuple(tops[top]))
        return out

    def _topmost(self, unit: Unit, definition: int, name: str) -> tuple[int, int]:
        having = [
            place
            for place in self.linearization(unit, definition).order
            if self.has_own(self.units[place[0]], place[1], name)
        ]
        return having[-1] if having else (unit.index, definition)

    def _own_method(self, unit: Unit, definition: int, name: str) -> tuple[int, int] | None:
        index = unit.name_id(name)
        rows = unit.scopes[unit.defs[definition].scope].bindings.get(index, ())
        found = [row[1] for row in rows if row[0] == 0]  # Bind.DEF
        return (unit.index, unit.defs[found[-1]].primary) if found else None
