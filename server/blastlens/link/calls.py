"""Calls: what calling a value gives, with receivers, arguments and type variables filled in."""

from abc import ABC

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.machine import Site
from blastlens.link.overloads import Overloads
from blastlens.link.returned import given_parameters
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

_CONSTRUCTED, _CALLABLE_OBJECT, _ANNOTATION = (
    RANK[Basis.CONSTRUCTED],
    RANK[Basis.CALLABLE_OBJECT],
    RANK[Basis.ANNOTATION],
)
_LIBRARY, _RETURNED, _INFERRED = RANK[Basis.LIBRARY], RANK[Basis.RETURNED], RANK[Basis.INFERRED_RETURN]
_TYPE_VARIABLE, _DEFAULT = RANK[Basis.TYPE_VARIABLE], RANK[Basis.DEFAULT]
_DECORATOR_RESULT = RANK[Basis.DECORATOR_RESULT]
_SUBSTITUTED = frozenset(
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
    }
)
_INSTANCES = ("inst", "self")


class Calls(Overloads, ABC):
    def call(self, value: Value, site: Site | None) -> Values:
        tag = value[0]
        if tag in ("func", "bound"):
            return self.result(self.units[value[1]], value[2], value[3] if tag == "bound" else None, site)
        if tag == "class":
            return {("inst", value[1], value[2], self._constructed_arguments(value, site)): _CONSTRUCTED}
        if tag == "generic":
            return {("inst", value[1], value[2], value[3]): _CONSTRUCTED}
        if tag == "selfclass":
            return {("self", value[1], value[2]): _CONSTRUCTED}
        if tag == "decorated":
            made = self.call(value[3], site)
            # An object of whose calls nothing is known hands them on.
            return made or at_least(self.result(self.units[value[1]], value[2], None, site), _DECORATOR_RESULT)
        if tag in _INSTANCES:
            return self._call_object(value, site)
        if tag in ("callable", "holder", "gives"):
            return thaw(value[1], _ANNOTATION if tag == "callable" else _LIBRARY)
        if tag == "gives_or":
            return merge(thaw(value[1], _LIBRARY), site.argument(self, 1) if site else {}, _LIBRARY)
        if tag == "partial":
            return self.call(value[1], None)
        if tag == "lambda":
            return self.evaluate(self.units[value[1]], value[2], value[3])
        if tag == "varclass":
            return {("var", value[1]): 0}
        if tag == "ext":
            return self.call_external(value[1], site)
        if tag == "shape":
            return self.call_shape(value, site)
        if tag == "runs":
            return {("extinst", "?"): 0}
        return {}

    def _constructed_arguments(self, value: Value, site: Site | None) -> tuple[frozenset[Value], ...]:
        """Type arguments of a generic class inferred from its constructor's arguments."""
        if site is None:
            return ()
        unit, definition = self.units[value[1]], value[2]
        if not self.has_type_parameters(unit, definition):
            return ()
        parameters = self.type_parameters(unit, definition)
        if not parameters:
            return ()
        instance = ("inst", value[1], definition, ())
        for constructor in self.forms.constructors:
            for method in self.member(unit, definition, constructor, instance) or {}:
                if method[0] == "bound":
                    owner = self.units[method[1]]
                    number = self.overload(owner, method[2], site, instance)
                    bound = [self.bind_variable(name, owner, number, instance, site) for name in parameters]
                    if any(bound):
                        return tuple(freeze(values) for values in bound)
        return ()

    def _call_object(self, value: Value, site: Site | None) -> Values:
        out: Values = {}
        found = self.member(self.units[value[1]], value[2], "__call__", value)
        for method, rank in (found or {}).items():
            if method[0] in ("bound", "func"):
                merge(out, self.call(method, site), max(rank, _CALLABLE_OBJECT))
        return out

    def call_method(self, value: Value, name: str) -> Values:
        out: Values = {}
        for method, rank in self.attribute(value, name).items():
            merge(out, self.call(method, None), rank)
        return out

    # -- results of functions ----------------------------------------------------------------------------------
    def result(self, unit: Unit, definition: int, receiver: Value | None, site: Site | None) -> Values:
        definition = self.overload(unit, definition, site, receiver)
        values = self.named(("r", unit.index, definition, False), self._declared_result, unit, definition, False)
        out: Values = {}
        for value, rank in values.items():
            merge(out, self.seen_through(value, unit, definition, receiver, site), rank)
        if unit.index >= 0:
            return out
        # What a library gives without saying what it is, is known not to be ours.
        return at_least(out, _LIBRARY) or {("extinst", self.library_name(("func", unit.index, definition))): _LIBRARY}

    def fixture_value(self, unit: Unit, definition: int) -> Values:
        """What a test gets for a fixture: its result, or what it yields."""
        values = self.named(("r", unit.index, definition, True), self._declared_result, unit, definition, True)
        return {value: rank for value, rank in values.items() if value[0] != "argument"}

    def _declared_result(self, unit: Unit, definition: int, as_fixture: bool) -> Values:
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        is_generator = bool(row.yields)
        if row.returns >= 0:
            return self._annotated_result(unit, definition, as_fixture and is_generator)
        self.read("evidence", unit.path, unit.quals[definition])
        if is_generator:
            out: Values = {}
            for expr, ctx in row.yields:
                values = self._evidence(unit, definition, ctx, expr)
                merge(out, self.elements(values) if unit.exprs[expr][0] == Expr.YIELD_FROM else values)
            out = _without_none(out)
            if as_fixture:
                return at_least(out, _INFERRED)
            tag = "manager" if row.flags & DefFlag.CONTEXT_MANAGER else "seq"
            return {(tag, freeze(out)): _INFERRED}
        out = {}
        for expr, ctx in row.returned:
            merge(out, self._evidence(unit, definition, ctx, expr))
        out = at_least(_without_none(out), _INFERRED)
        if row.flags & DefFlag.ASYNC:
            return {("await", freeze(out)): _INFERRED} if out and not as_fixture else out
        return out

    def _evidence(self, unit: Unit, definition: int, ctx: int, expr: int) -> Values:
        """Values of a returned expression; a parameter of unknown type is the argument of each call."""
        values = self.evaluate(unit, ctx, expr)
        given: Values = {}
        for index in given_parameters(unit, definition, ctx, expr):
            if self._admits_anything(unit, definition, index):
                given["argument", index] = _INFERRED
        if not given:
            return values
        # A default is the value of those calls alone that leave the argument out.
        defaults: set[Value] = set()
        for _, index in given:
            defaults.update(self.parameter(unit, definition, index))
        return merge(given, {v: rank for v, rank in values.items() if rank != _DEFAULT or v not in defaults})

    def _admits_anything(self, unit: Unit, definition: int, index: int) -> bool:
        """Whether a parameter's annotation, if it has one, says less than the argument: `type`, `Callable`, `Any`."""
        row = unit.defs[definition]
        annotation = row.params[index].annotation
        if annotation < 0:
            return True
        vague = self.forms.types | self.forms.callables
        return all(
            value[0] == "callable" or (value[0] == "extinst" and value[1].rpartition(".")[2] in vague)
            for value in self.evaluate_type(unit, row.type_ctx, annotation)
        )

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

    def _annotated_result(self, unit: Unit, definition: int, yields: bool) -> Values:
        row = unit.defs[definition]
        values = at_least(self.evaluate_type(unit, row.type_ctx, row.returns), _RETURNED)
        if yields:
            return self.elements(values)
        if row.flags & DefFlag.CONTEXT_MANAGER:
            out: Values = {}
            for value in values:
                if value[0] == "seq":
                    merge(out, thaw(value[1], _RETURNED))
            return {("manager", freeze(out)): _RETURNED}
        if row.flags & DefFlag.ASYNC and not row.yields:
            return {("await", freeze(values)): _RETURNED} if values else values
        if not values and unit.exprs[row.returns][0] == Expr.CONST:
            return {("const", "None"): _RETURNED}
        if values and all(value[0] == "callable" for value in values):
            return merge(values, self._returned_functions(unit, definition))
        return values

    def _returned_functions(self, unit: Unit, definition: int) -> Values:
        """Functions defined inside that are returned: `Callable[…]` says less."""
        row = unit.defs[definition]
        self.read("evidence", unit.path, unit.quals[definition])
        out: Values = {}
        for expr, ctx in row.returned:
            for value, rank in self.evaluate(unit, ctx, expr).items():
                if value[0] == "func" and value[1] == unit.index and unit.defs[value[2]].parent == definition:
                    out[value] = max(rank, _INFERRED)
        return out

    def seen_through(
        self, value: Value, unit: Unit, definition: int, receiver: Value | None, site: Site | None
    ) -> Values:
        """A value of a function's signature, with receiver and type variables as one call fixes them."""
        if value[0] in _SUBSTITUTED:
            return self._substitute(value, unit, definition, receiver, site, 0)
        return {value: 0}

    # -- receivers and type variables in results -----------------------------------------------------------------
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
                if item[0] in _SUBSTITUTED:
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


def _of_maps(variable: Value, admitted: Value, given: Values) -> Values:
    """A variable for the keys or values of a mapping, from the mappings given."""
    out: Values = {}
    for part in (1, 2):
        if variable in admitted[part]:
            for value in given:
                if value[0] == "map":
                    merge(out, thaw(value[part], _TYPE_VARIABLE))
    return out


def _without_none(values: Values) -> Values:
    return {value: rank for value, rank in values.items() if value != ("const", "None")}
