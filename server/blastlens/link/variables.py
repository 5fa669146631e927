"""Type variables: their bounds, and what the arguments of one call make of them."""

from abc import ABC
from collections.abc import Iterable
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr
from blastlens.link.choices import Choices
from blastlens.link.filling import filled
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import BINDABLE, RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

Sets = tuple[frozenset[Value], ...]
_TYPE_VARIABLE: Final = RANK[Basis.TYPE_VARIABLE]
_INSTANCES: Final = frozenset({"inst", "self"})
OPEN: Final = "?"  # before the name of a type variable of a function that its arguments leave open
_HOLDING: Final = frozenset({"seq", "map", "tup", "gen", "extinst"})
_FUNCTIONS: Final = frozenset({"func", "bound", "lambda"})
_DEEPEST: Final = 3  # of types within types
_AS_INSTANCE: Final = {"class": "inst", "generic": "inst", "selfclass": "self", "varclass": "var", "ext": "extinst"}
_AS_CLASS: Final = {"inst": "class", "self": "selfclass", "var": "varclass", "extinst": "ext"}
_DEPENDING: Final = frozenset({"self", "selfclass", "argument", "named"})
RECEIVER: Final = ""
_RECEIVER_ALONE: Final = frozenset((RECEIVER,))
_NOTHING: frozenset[str] = frozenset()


class Variables(Choices, ABC):
    # -- bounds ------------------------------------------------------------------------------------------------
    def bounds(self, value: Value) -> Values:
        """Instances that a type variable admits by its bound or its constraints; classes for a variable of a class."""
        if value[2] == 0:
            return {}
        found = self.named(
            ("tb", value[2] - 1, *value[3:5]), self._bounds, self.units[value[2] - 1], value[3], value[4]
        )
        return as_classes(found) if value[0] == "varclass" else found

    def _bounds(self, unit: Unit, ctx: int, expr: int) -> Values:
        row = unit.exprs[expr]
        out: Values = {}
        if row[0] == Expr.CALL:  # TypeVar("T", A, B), TypeVar("T", bound=A)
            site = Site(unit, ctx, row)
            for item in (
                *site.positional[1:],
                *(site.keywords[key] for key in ("bound", "default") if key in site.keywords),
            ):
                merge(out, self.evaluate_type(unit, ctx, item))
        elif row[0] == Expr.TUPLE:
            for item in row[1:]:
                merge(out, self.evaluate_type(unit, ctx, item))
        else:
            out = self.evaluate_type(unit, ctx, expr)
        return at_least(out, _TYPE_VARIABLE)

    def of_variable(self, value: Value, name: str) -> Values:
        """An attribute of something of which only the bound is known; methods keep the variable as their receiver."""
        out: Values = {}
        bounds = self.bounds(value)
        if not bounds and self.forms.root and value[0] == "var":
            bounds = {self.language_instance(self.forms.root): _TYPE_VARIABLE}
        for bound, rank in bounds.items():
            for found, own in self.attribute(bound, name).items():
                if found[0] == "bound" and found[3] == bound:
                    found = ("bound", found[1], found[2], value)
                out[found] = max(rank, own)
        return out

    # -- arguments ---------------------------------------------------------------------------------------------
    def bind_variable(
        self, name: str, unit: Unit, definition: int, receiver: Value | None, site: Site | None
    ) -> Values:
        """Values of a type variable as the arguments of one call fix it."""
        if site is None:
            return self._bind_variable(name, unit, definition, receiver, site)
        key = (unit.index, definition, receiver, name)
        found: Values | None = site.known.get(key)
        if found is None:
            found = site.known[key] = self._bind_variable(name, unit, definition, receiver, site)
        return found

    def _bind_variable(
        self, name: str, unit: Unit, definition: int, receiver: Value | None, site: Site | None
    ) -> Values:
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        is_method = unit.is_method(definition)
        skipped = 1 if is_method and receiver is not None else 0
        out: Values = {}
        position = 0
        for number, param in enumerate(row.params):
            if param.annotation < 0:
                position += param.kind < 2 and number >= skipped
                continue
            admitted = self.evaluate_type(unit, row.type_ctx, param.annotation)
            if (
                receiver is not None
                and receiver[0] == "inst"
                and receiver[3]
                and self.scoping.overloads
                and row.parent >= 0
            ):
                admitted = self.fill_variables(admitted, receiver, (unit.index, row.parent))
            if number == 0 and skipped:
                merge(out, self._bind_receiver(name, admitted, receiver))
                continue
            given: Values | None = None
            if site is not None and name in self.open_in_all(admitted):
                given = self._given_for(site, param.kind, position, unit.names[param.name])
            if given is None and param.default >= 0 and unit.exprs[param.default][0] != Expr.CONST:
                given = self.evaluate(unit, row.ctx, param.default)
            position += param.kind < 2
            if given:
                merge(out, self.matched(name, admitted, given, 0))
        return out

    def _given_for(self, site: Site, kind: int, position: int, name: str) -> Values | None:
        """What a call hands over for a parameter; for `*args` all that is left."""
        if kind == 2:
            out: Values = {}
            for number in range(position, len(site)):
                merge(out, site.argument(self, number))
            return out
        if kind < 2 and position < len(site):
            return site.argument(self, position)
        return site.keyword(self, name)

    def _bind_receiver(self, name: str, admitted: Values, receiver: Value | None) -> Values:
        if receiver is None:
            return {}
        instance = receiver if receiver[0] in ("inst", "self", "var") else as_instance(receiver)
        out: Values = {}
        for value in admitted:
            if value[0] in ("var", "varclass") and value[1] == name and instance is not None:
                out[instance] = _TYPE_VARIABLE
            elif value[0] == "inst" and value[3] and instance is not None:
                merge(out, self.matched(name, (value,), {instance: _TYPE_VARIABLE}, 0))
        return out

    def open_in_all(self, values: Iterable[Value]) -> frozenset[str]:
        """What stands open in values: names of type variables, and `RECEIVER` for what depends on the receiver or on the
        arguments of a call."""
        found: frozenset[str] = frozenset()
        for value in values:
            found |= self.open_in(value)
        return found

    def open_in(self, value: Value) -> frozenset[str]:
        """The same of one value; known for every value that has been asked about, as most are asked about again and again."""
        tag = value[0]
        if tag in ("var", "varclass"):
            return frozenset((value[1],))
        if tag in _DEPENDING:
            return _RECEIVER_ALONE
        parts = _parts(value)
        if not parts:
            return _NOTHING
        known = self._open.get(value)
        if known is None:
            found: frozenset[str] = _NOTHING
            for part in parts:
                if part:
                    found |= self.open_in_all(part)
            known = self._open[value] = found
        return known

    def matched(self, name: str, admitted: Iterable[Value], given: Values, depth: int) -> Values:
        """Values of a variable where a parameter that admits types with it inside is given some values."""
        out: Values = {}
        for value in admitted:
            tag = value[0]
            if tag == "var":
                if value[1] == name:
                    merge(out, self._bindable(given))
            elif tag == "varclass":
                if value[1] == name:
                    merge(out, as_instances(given))
            elif depth <= _DEEPEST and name in self.open_in(value):
                merge(out, self._matched_inside(name, value, given, depth + 1))
        return out

    def _bindable(self, given: Values) -> Values:
        out: Values = {}
        for value, rank in given.items():
            if value[0] in BINDABLE:
                out[value] = rank
            elif value[0] == "const" and value[1] != "None":
                out["extinst", self.forms.language_scope + value[1]] = rank
        return out

    def _matched_inside(self, name: str, admitted: Value, given: Values, depth: int) -> Values:
        tag = admitted[0]
        if tag in ("seq", "gen"):
            return self.matched(name, admitted[1], self.elements(given), depth)
        if tag == "manager":
            return self.matched(name, admitted[1], self.entered(given), depth)
        if tag == "await":
            return self.matched(name, admitted[1], self.awaited(given), depth)
        out: Values = {}
        if tag == "callable":
            for value in given:
                merge(out, self.matched(name, admitted[1], self.call(value, None), depth))
        elif tag == "inst":
            for value in given:
                arguments = self._arguments_of(value, admitted)
                for own, handed in zip(admitted[3], _without_open(admitted[3], arguments), strict=False):
                    merge(out, self.matched(name, own, thaw(handed, _TYPE_VARIABLE), depth))
        elif tag in ("map", "holder", "tup"):
            for value in given:
                if value[0] == tag:
                    for own, handed in zip(_parts(admitted), _parts(value), strict=False):
                        merge(out, self.matched(name, own, thaw(handed, _TYPE_VARIABLE), depth))
        return out

    def _arguments_of(self, value: Value, admitted: Value) -> tuple[frozenset[Value], ...]:
        """Type arguments of what is given for an instance of a generic class; a container may be given for a protocol, and a function
        for an interface of one method."""
        if (value[0] in _FUNCTIONS or value[0] == "callable") and self.scoping.overloads:
            return self._arguments_of_function(value, admitted)
        if value[0] in _INSTANCES:
            return self.arguments_at(value, (admitted[1], admitted[2]))
        if value[0] == "map" and len(admitted[3]) == 2:
            return (value[1], value[2])
        if admitted[1] >= 0 or value[0] not in _HOLDING or (value[0] == "extinst" and self.scoping.typed):
            return ()
        return (freeze(self.elements({value: 0})),)

    def _arguments_of_function(self, value: Value, admitted: Value) -> tuple[frozenset[Value], ...]:
        """What a function that stands for the one method of an interface makes of the interface's type parameters: those in what the
        method gives."""
        unit = self.units[admitted[1]]
        only = self.single_method(unit, admitted[2])
        if only is None:
            return ()
        owner, method = self.units[only[0]], only[1]
        self.read("sig", owner.path, owner.quals[method])
        row = owner.defs[method]
        parameters = self.type_parameters(unit, admitted[2])
        open_ = tuple(frozenset({("var", name, 0, 0, 0)}) for name in parameters)
        seen: Value = ("inst", admitted[1], admitted[2], open_)
        place = (owner.index, row.parent)
        pairs = [
            (self.fill_variables(self.evaluate_type(owner, row.type_ctx, param.annotation), seen, place), own)
            for param, own in zip(row.params[1:], self.own_parameters(value), strict=False)
            if own and param.annotation >= 0
        ]
        if row.returns >= 0:
            result = self.fill_variables(self.evaluate_type(owner, row.type_ctx, row.returns), seen, place)
            pairs.append((result, self._result_as(value, admitted, owner, method)))
        out = []
        for name in parameters:
            found: Values = {}
            for wanted, given in pairs:
                merge(found, self.matched(name, wanted, given, 0))
            out.append(freeze(found))
        return tuple(out)

    def _result_as(self, value: Value, admitted: Value, owner: Unit, method: int) -> Values:
        """What a function gives that stands for the one method of an interface: a method of a class, named without an instance, is
        called on the first thing that is handed over."""
        row = owner.defs[method]
        if value[0] == "func" and len(row.params) > 1 and row.params[1].annotation >= 0:
            unit = self.units[value[1]]
            if unit.is_method(value[2]):
                handed = self.evaluate_type(owner, row.type_ctx, row.params[1].annotation)
                handed = self.fill_variables(handed, admitted, (owner.index, row.parent))
                out: Values = {}
                for item in handed:
                    if item[0] in _INSTANCES:
                        merge(out, self.result(unit, value[2], item, None))
                if out:
                    return out
        return self.call(value, None)

    def own_parameters(self, value: Value) -> list[Values]:
        """What the parameters of a function are by its own text, the receiver among them where the class is named: empty for those of
        which it says nothing."""
        if value[0] == "callable":
            return []
        unit = self.units[value[1]]
        if value[0] == "lambda":
            rows = self.lambda_bindings(value)
            return [self.evaluate_type(unit, row[3], row[1]) if row[0] == Bind.ANNOTATED else {} for row in rows]
        row = unit.defs[value[2]]
        if value[0] != "func" or row.overloads >= 0:
            return []
        self.read("sig", unit.path, unit.quals[value[2]])
        if row.is_class or row.flags & DefFlag.STATIC or row.parent < 0:
            return []
        return [{("inst", value[1], row.parent, ()): 0}]

    # -- constructors ------------------------------------------------------------------------------------------
    def constructed_arguments(self, value: Value, site: Site | None) -> tuple[frozenset[Value], ...]:
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
                    told = self._arguments_of_self(owner, number, value)
                    if told:
                        return told
                    bound = [self.bind_variable(name, owner, number, instance, site) for name in parameters]
                    if any(bound):
                        return tuple(freeze(values) for values in bound)
        return self._arguments_of_fields(unit, definition, parameters, site) if unit.index >= 0 else ()

    def _arguments_of_self(self, unit: Unit, definition: int, value: Value) -> tuple[frozenset[Value], ...]:
        """Type arguments that a constructor's annotation of its receiver fixes: `self: Maker[Session]`."""
        row = unit.defs[definition]
        if not row.params or row.params[0].annotation < 0:
            return ()
        for admitted in self.evaluate_type(unit, row.type_ctx, row.params[0].annotation):
            if admitted[0] == "inst" and admitted[1:3] == value[1:3] and admitted[3]:
                if not any(item[0] == "var" for argument in admitted[3] for item in argument):
                    return admitted[3]  # type: ignore[no-any-return]
        return ()

    def _arguments_of_fields(
        self, unit: Unit, definition: int, parameters: list[str], site: Site
    ) -> tuple[frozenset[Value], ...]:
        """The same where the constructor takes the fields that the class declares."""
        bound: dict[str, Values] = {}
        for position, field in enumerate(self.fields(unit, definition)):
            place = self.find_member(unit, definition, field)
            given = self._given_for(site, 1, position, field)
            if place is not None and given:
                admitted = self.raw_member(place, field)
                for name in parameters:
                    merge(bound.setdefault(name, {}), self.matched(name, admitted, given, 0))
        return tuple(freeze(bound.get(name, {})) for name in parameters) if any(bound.values()) else ()


def _without_open(admitted: Sets, given: Sets) -> Sets:
    """Type arguments with what stays open in them filled with what is admitted in its place: a collector of anything, given for one of
    items, is one of items."""
    named: dict[str, frozenset[Value]] = {}
    for wanted, handed in zip(admitted, given, strict=False):
        for value in handed:
            if value[0] == "var" and value[1].startswith(OPEN):
                known = frozenset(item for item in wanted if item[0] != "var")
                if known:
                    named[value[1]] = known
    if not named:
        return given
    return tuple(freeze(filled(dict.fromkeys(part, 0), named, 0)) for part in given)


def _parts(value: Value) -> tuple[frozenset[Value], ...]:
    """The sets of values inside a value."""
    tag = value[0]
    if tag in ("seq", "await", "manager", "holder"):
        return (value[1],)
    if tag == "map":
        return (value[1], value[2])
    if tag == "gen":
        return (value[1], value[2], value[3])
    if tag == "tup":
        return value[1]  # type: ignore[no-any-return]
    if tag == "callable":
        return (value[1], *value[2])
    return value[3] if tag == "inst" else ()


def as_instance(value: Value) -> Value | None:
    """An instance of a class; None for what is no class."""
    tag = _AS_INSTANCE.get(value[0])
    if tag is None:
        return None
    if tag == "inst":
        return ("inst", value[1], value[2], value[3] if value[0] == "generic" else ())
    return (tag, *value[1:])


def as_instances(values: Values) -> Values:
    return {found: rank for value, rank in values.items() if (found := as_instance(value)) is not None}


def as_classes(values: Values) -> Values:
    """Classes of instances."""
    out: Values = {}
    for value, rank in values.items():
        tag = _AS_CLASS.get(value[0])
        if tag == "class":
            out["class", value[1], value[2]] = rank
        elif tag is not None:
            out[(tag, *value[1:])] = rank
    return out
