"""Results seen through one call: receivers, arguments and type variables filled in."""

from abc import ABC

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.machine import Site
from blastlens.link.overloads import Overloads
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

_TYPE_VARIABLE, _DEFAULT = RANK[Basis.TYPE_VARIABLE], RANK[Basis.DEFAULT]
SUBSTITUTED = frozenset(
    {
        "self",
        "selftype",
        "selftypeclass",
        "selfclass",
        "var",
        "varclass",
        "manager",
        "await",
        "seq",
        "callable",
        "tup",
        "map",
        "inst",
        "holder",
        "argument",
        "named",
    }
)
_INSTANCES = ("inst", "self")


class Substitution(Overloads, ABC):
    def _substitute(
        self, value: Value, unit: Unit, definition: int, receiver: Value | None, site: Site | None, depth: int
    ) -> Values:
        tag = value[0]
        if tag in ("self", "selftype"):
            return self._receiver_instance(value, unit, definition, receiver)
        if tag in ("selfclass", "selftypeclass"):
            if receiver is not None and receiver[0] in ("inst", "class"):
                return {("class", receiver[1], receiver[2]): 0}
            if receiver is not None and receiver[0] in ("self", "selfclass"):
                return {("selfclass", receiver[1], receiver[2]): 0}
            return {value: 0} if tag == "selfclass" else {}
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
        if depth > 2 or (tag == "inst" and not value[3]):
            return {value: 0}

        def inside(values: frozenset[Value]) -> frozenset[Value]:
            out: Values = {}
            for item in values:
                if item[0] in SUBSTITUTED:
                    merge(out, self._substitute(item, unit, definition, receiver, site, depth + 1))
                else:
                    out[item] = 0
            return freeze(out)

        if tag in ("manager", "await", "seq", "holder"):
            return {(tag, inside(value[1])): 0}
        if tag == "callable":
            return {(tag, inside(value[1]), tuple(inside(part) for part in value[2])): 0}
        if tag == "map":
            return {(tag, inside(value[1]), inside(value[2])): 0}
        if tag == "tup":
            return {(tag, tuple(inside(part) for part in value[1])): 0}
        return {("inst", value[1], value[2], tuple(inside(part) for part in value[3])): 0}

    def _receiver_instance(self, value: Value, unit: Unit, definition: int, receiver: Value | None) -> Values:
        if receiver is not None:
            if receiver[0] in _INSTANCES:
                return {receiver: 0}
            if receiver[0] == "class":
                return {("inst", receiver[1], receiver[2], ()): 0}
            if receiver[0] == "selfclass":
                return {("self", receiver[1], receiver[2]): 0}
        if value[0] == "self":
            return {value: 0}
        parent = unit.defs[definition].parent
        return {("inst", unit.index, parent, ()): 0} if parent >= 0 and unit.defs[parent].is_class else {}

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
            out = {("class", item[1], item[2]): rank for item, rank in out.items() if item[0] == "inst"}
        return at_least(out, _TYPE_VARIABLE)

    def bind_variable(
        self, name: str, unit: Unit, definition: int, receiver: Value | None, site: Site | None
    ) -> Values:
        """Values of a type variable as the arguments of one call fix it."""
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        is_method = row.parent >= 0 and unit.defs[row.parent].is_class and not row.flags & DefFlag.STATIC
        skipped = 1 if is_method and receiver is not None else 0
        out: Values = {}
        position = 0
        for number, param in enumerate(row.params):
            if param.annotation < 0:
                position += param.kind < 2 and number >= skipped
                continue
            admitted = self.evaluate_type(unit, row.type_ctx, param.annotation)
            if number == 0 and skipped:
                merge(out, self._bind_receiver(name, admitted, receiver))
                continue
            given: Values | None = None
            if site is not None:
                if param.kind < 2 and position < len(site):
                    given = site.argument(self, position)
                if given is None:
                    given = site.keyword(self, unit.names[param.name])
            if given is None and param.default >= 0 and unit.exprs[param.default][0] != Expr.CONST:
                given = self.evaluate(unit, row.ctx, param.default)
            position += param.kind < 2
            if given:
                merge(out, self._bind_argument(name, admitted, given))
        return out

    def _bind_receiver(self, name: str, admitted: Values, receiver: Value | None) -> Values:
        out: Values = {}
        for value in admitted:
            if receiver is None:
                continue
            if value == ("var", name) and receiver[0] in _INSTANCES:
                out[receiver] = _TYPE_VARIABLE
            elif value == ("varclass", name):
                if receiver[0] in ("inst", "class"):
                    out["inst", receiver[1], receiver[2], ()] = _TYPE_VARIABLE
                elif receiver[0] in ("self", "selfclass"):
                    out["self", receiver[1], receiver[2]] = _TYPE_VARIABLE
            elif value[0] == "inst" and value[3]:
                merge(out, self._bind_arguments(("var", name), value, {receiver: 0}))
        return out

    def _bind_argument(self, name: str, admitted: Values, given: Values) -> Values:
        out: Values = {}
        for value in admitted:
            if value == ("var", name):
                merge(
                    out,
                    {
                        item: rank
                        for item, rank in given.items()
                        if item[0] in ("inst", "class", "func", "bound", "self")
                    },
                )
            elif value == ("varclass", name):
                merge(out, {("inst", item[1], item[2], ()): rank for item, rank in given.items() if item[0] == "class"})
            elif value[0] == "seq" and ("var", name) in value[1]:
                merge(out, self.elements(given))
            elif value[0] == "manager" and ("var", name) in value[1]:
                merge(out, self.entered(given))
            elif value[0] == "await" and ("var", name) in value[1]:
                merge(out, self.awaited(given))
            elif value[0] == "map":
                merge(out, _of_maps(("var", name), value, given))
            elif value[0] == "inst" and value[3]:
                merge(out, self._bind_arguments(("var", name), value, given))
            elif value[0] == "callable" and ("var", name) in value[1]:
                for item in given:
                    merge(out, self.call(item, None))
        return out

    def _bind_arguments(self, variable: Value, admitted: Value, given: Values) -> Values:
        """A variable among the type arguments of a generic class, from those of the instances given for it."""
        out: Values = {}
        owner = (admitted[1], admitted[2])
        for at, argument in enumerate(admitted[3]):
            if variable not in argument:
                continue
            for value in given:
                if value[0] in _INSTANCES:
                    arguments = self.arguments_at(value, owner)
                    if at < len(arguments):
                        merge(out, thaw(arguments[at], _TYPE_VARIABLE))
        return out

    def _argument(self, index: int, unit: Unit, definition: int, receiver: Value | None, site: Site | None) -> Values:
        """What a call gives for a parameter."""
        row = unit.defs[definition]
        is_method = row.parent >= 0 and unit.defs[row.parent].is_class and not row.flags & DefFlag.STATIC
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


def _of_maps(variable: Value, admitted: Value, given: Values) -> Values:
    """A variable for the keys or values of a mapping, from the mappings given."""
    out: Values = {}
    for part in (1, 2):
        if variable in admitted[part]:
            for value in given:
                if value[0] == "map":
                    merge(out, thaw(value[part], _TYPE_VARIABLE))
    return out
