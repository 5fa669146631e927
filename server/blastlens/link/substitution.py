"""Results seen through one call: receivers, arguments and type variables filled in."""

from abc import ABC
from typing import Any, Final

from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, freeze, merge
from blastlens.link.variables import OPEN, Variables, as_classes, as_instance
from blastlens.model.edge import Basis

_TYPE_VARIABLE: Final = RANK[Basis.TYPE_VARIABLE]
_DEFAULT: Final = RANK[Basis.DEFAULT]
SUBSTITUTED: Final = frozenset(
    {
        "self",
        "selfclass",
        "var",
        "varclass",
        "manager",
        "await",
        "seq",
        "gen",
        "callable",
        "tup",
        "map",
        "inst",
        "holder",
        "argument",
        "named",
    }
)
_INSTANCES: Final = frozenset({"inst", "self"})


class Substitution(Variables, ABC):
    def _substitute(
        self, value: Value, unit: Unit, definition: int, receiver: Value | None, site: Site | None, depth: int
    ) -> Values:
        tag = value[0]
        if tag == "self":
            return {value if receiver is None else _as_receiver(value, receiver): 0}
        if tag == "selfclass":
            return as_classes({value if receiver is None else _as_receiver(value, receiver): 0}) or {value: 0}
        if tag == "named":
            if value[1][0] not in ("self", "selfclass"):
                return {value: 0}
            seen = self._substitute(value[1], unit, definition, receiver, site, depth)
            return {(tag, item, value[2], value[3]): rank for item, rank in seen.items()}
        if tag == "argument":
            given = self._argument(value[1], unit, definition, receiver, site)
            # A literal is what chooses among the results as a rule, and seldom one itself.
            return {item: rank for item, rank in given.items() if item[0] != "const"}
        if tag in ("var", "varclass"):
            return self._filled_variable(value, unit, definition, receiver, site)
        if depth > 2 or (tag == "inst" and not value[3]) or not self.open_in(value):
            return {value: 0}

        def inside(values: frozenset[Value]) -> frozenset[Value]:
            return self._filled_set(values, unit, definition, receiver, site, depth + 1)

        if tag in ("manager", "await", "seq", "holder"):
            made_by: tuple[Any, ...] = value[2:]
            return {(tag, inside(value[1]), *made_by): 0}
        if tag == "callable":
            return {(tag, inside(value[1]), tuple(inside(part) for part in value[2])): 0}
        if tag == "map":
            return {(tag, inside(value[1]), inside(value[2])): 0}
        if tag == "gen":
            made_by = value[4:]
            return {(tag, inside(value[1]), inside(value[2]), inside(value[3]), *made_by): 0}
        if tag == "tup":
            return {(tag, tuple(inside(part) for part in value[1])): 0}
        return {("inst", value[1], value[2], tuple(inside(part) for part in value[3])): 0}

    def _filled_set(
        self,
        values: frozenset[Value],
        unit: Unit,
        definition: int,
        receiver: Value | None,
        site: Site | None,
        depth: int,
    ) -> frozenset[Value]:
        if not values or not self.open_in_all(values):
            return values
        key = (unit.index, definition, receiver, depth, values)
        known: frozenset[Value] | None = site.known.get(key) if site is not None else None
        if known is not None:
            return known
        out: Values = {}
        for item in values:
            if item[0] in SUBSTITUTED:
                merge(out, self._substitute(item, unit, definition, receiver, site, depth))
            else:
                out[item] = 0
        found = freeze(out)
        if site is not None:
            site.known[key] = found
        return found

    def _filled_variable(
        self, value: Value, unit: Unit, definition: int, receiver: Value | None, site: Site | None
    ) -> Values:
        out: Values = {}
        parent = unit.defs[definition].parent
        if receiver is not None and receiver[0] in _INSTANCES and parent >= 0:
            out = self.substitute_variable(value[1], receiver, (unit.index, parent))
        if not out:
            out = self.bind_variable(value[1], unit, definition, receiver, site)
        if value[0] == "varclass":
            out = as_classes(out)
        if not out and receiver is not None and receiver[0] == "self":
            if self.has_type_parameters(self.units[receiver[1]], receiver[2]):
                return {value: _TYPE_VARIABLE}  # open inside the class itself
        if (
            not out
            and self.scoping.overloads
            and value[2] == 0
            and value[0] == "var"
            and self._is_own(unit, definition, value[1])
        ):
            # What is done with the result may tell; under a name that no other function has.
            return {("var", OPEN + value[1].removeprefix(OPEN), 0, 0, 0): _TYPE_VARIABLE}
        return at_least(out or self.bounds(value), _TYPE_VARIABLE)

    def _is_own(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether a function declares a type variable itself."""
        return any(unit.names[number] == name for number in unit.defs[definition].type_params)

    def _argument(self, index: int, unit: Unit, definition: int, receiver: Value | None, site: Site | None) -> Values:
        """What a call gives for a parameter."""
        row = unit.defs[definition]
        is_method = unit.is_method(definition)
        self.read("sig", unit.path, unit.quals[definition])
        param = row.params[index]
        position = index - (1 if is_method and receiver is not None else 0)
        if site is not None:
            given = site.keyword(self, unit.names[param.name])
            if given is None and param.kind < 2 and 0 <= position < site.plain_count():
                given = site.argument(self, position)
            if given is not None or site.is_open():
                return given or {}
        return at_least(self.evaluate(unit, row.ctx, param.default), _DEFAULT) if param.default >= 0 else {}


def _as_receiver(value: Value, receiver: Value) -> Value:
    """What `self` of a method's result is for a receiver."""
    if receiver[0] in ("inst", "self", "var"):
        return receiver
    return as_instance(receiver) or value
