"""Calls: what calling a value gives."""

from abc import ABC, abstractmethod
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.filling import filled
from blastlens.link.returned import given_parameters
from blastlens.link.sites import GivenSite, Site
from blastlens.link.substitution import SUBSTITUTED
from blastlens.link.understated import Understated
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, RANK, Value, Values, at_least, freeze, merge, thaw, without_none
from blastlens.link.variables import as_instances
from blastlens.model.edge import Basis

_CONSTRUCTED: Final = RANK[Basis.CONSTRUCTED]
_CALLABLE_OBJECT: Final = RANK[Basis.CALLABLE_OBJECT]
_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_LIBRARY: Final = RANK[Basis.LIBRARY]
_RETURNED: Final = RANK[Basis.RETURNED]
_INFERRED: Final = RANK[Basis.INFERRED_RETURN]
_TYPE_VARIABLE: Final = RANK[Basis.TYPE_VARIABLE]
_DEFAULT: Final = RANK[Basis.DEFAULT]
_DECORATOR_RESULT: Final = RANK[Basis.DECORATOR_RESULT]
_INSTANCES: Final = frozenset({"inst", "self"})
_MADE: Final = frozenset({"inst", "tup", "seq", "map"})  # what `__new__` may declare that it makes
_INSTANCE_ALONE: Final = frozenset({"inst"})


class Calls(Understated, ABC):
    @abstractmethod
    def asked_fixture(self, value: Value, name: str | None) -> Values:
        """The fixture that a test asks for by name."""

    @abstractmethod
    def put_in_place_of(self, unit: Unit, definition: int) -> list[tuple[int, int]]:
        """The functions that decorators put in the place of a function."""

    def call(self, value: Value, site: Site | None) -> Values:
        tag = value[0]
        if tag in ("func", "bound"):
            if value[1] < 0 and site is not None and self._is_constructor(value):
                # `object.__new__(cls)`: an instance of what is given.
                given = as_instances(site.argument(self, 0))
                if given:
                    return given
            return self.result(self.units[value[1]], value[2], value[3] if tag == "bound" else None, site)
        if tag == "class":
            if value[1] < 0 and site is not None and self.tests.wrapped in site.keywords:
                handed_on = self._handed_on_to(value, site)
                if handed_on:
                    return handed_on
            made = self._made_by_new(value, site)
            if made:
                return made
            return {("inst", value[1], value[2], self.constructed_arguments(value, site)): _CONSTRUCTED}
        if tag == "generic":
            instance = ("inst", value[1], value[2], value[3])
            made = self._made_by_new(value, site)
            return self.fill_variables(made, instance, (value[1], value[2])) if made else {instance: _CONSTRUCTED}
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
        if tag == "gives_fixture":
            return self.asked_fixture(value, site.string(0) if site else None)
        if tag == "gives_named":
            return (self.named_by({value[1]: 0}, site, 0) if site else None) or {}
        if tag == "fields":
            return self.made_record(value, site)
        if tag == "by_name":
            return self._reached_by_name(value, site.argument(self, 0)) if site is not None else {}
        if tag == "alias":
            return self.evaluate_type(self.units[value[1]], value[2], value[3])
        if tag == "keyed":
            held = self.keyed_values(value[1], site.string(0) if site else None)
            return merge(at_least(held, _LIBRARY), site.argument(self, 1) if site else {}, _LIBRARY)
        if tag == "applied":
            return self._applied_result(value, site)
        if tag == "partial":
            return self.call(value[1], None)
        if tag == "lambda":
            return self.evaluate(self.units[value[1]], value[2], value[3])
        if tag == "varclass":
            return {("var", *value[1:]): 0}
        if tag == "var":
            out: Values = {}
            for bound, rank in self.bounds(value).items():
                merge(out, self.call(bound, site), rank)
            return out
        if tag == "ext":
            found = self.call_external(value[1], site)
            return merge(self.wrapping_of(site), found) if self.scoping.wraps and site is not None else found
        if tag == "shape":
            return self.call_shape(value, site)
        if tag == "extinst" and value[1] == self.tests.patched_type:
            return {value: 0}
        if self.scoping.wraps and site is not None and tag in ("extinst", "wraps"):
            return self.wrapping_of(site)
        if value == GIVEN:
            return {GIVEN: 0}
        if tag == "runs" or (tag == "extinst" and self.scoping.typed):
            return {("extinst", "?"): 0}
        return {}

    def _reached_by_name(self, value: Value, given: Values) -> Values:
        """What a function gives that calls a method, or reads an attribute, of a known name."""
        out: Values = {}
        for item, rank in given.items():
            found = self.call_method(item, value[1]) if value[2] else self.attribute(item, value[1])
            merge(out, found, rank)
        return out

    def _handed_on_to(self, value: Value, site: Site) -> Values:
        """What an object that stands in for another hands its calls on to."""
        if not self.library_name(value).startswith(self.tests.doubles):
            return {}
        return at_least(site.keyword(self, self.tests.wrapped) or {}, _LIBRARY)

    def _applied_result(self, value: Value, site: Site | None) -> Values:
        """What a function gives that is called with type arguments."""
        function = value[1]
        unit, definition = self.units[function[1]], function[2]
        receiver = function[3] if function[0] == "bound" else None
        given = dict(zip([unit.names[name] for name in unit.defs[definition].type_params], value[2], strict=False))
        values = self.named(("r", unit.index, definition, False), self._declared_result, unit, definition, False)
        out: Values = {}
        for item, rank in filled(values, given, 0).items():
            merge(out, self.seen_through(item, unit, definition, receiver, site), rank)
        return out

    def _is_constructor(self, value: Value) -> bool:
        unit = self.units[value[1]]
        return unit.names[unit.defs[value[2]].name] == self.forms.constructors[-1]

    def _made_by_new(self, value: Value, site: Site | None) -> Values:
        """What a class makes whose `__new__` declares something else than an instance of it; else nothing."""
        place = self.find_member(self.units[value[1]], value[2], self.forms.constructors[-1])
        if place is None:
            return {}
        out: Values = {}
        for method in self.raw_member(place, self.forms.constructors[-1]):
            if method[0] != "func":
                continue
            owner = self.units[method[1]]
            self.read("sig", owner.path, owner.quals[method[2]])
            if owner.defs[self.overload(owner, method[2], site, value)].returns >= 0:
                merge(out, self.result(owner, method[2], ("class", value[1], value[2]), site))
            elif owner.index >= 0:
                key = ("new", owner.index, method[2])
                merge(out, self.named(key, self._returned_by_new, owner, method[2]))
        told = _MADE if value[1] >= 0 else _INSTANCE_ALONE  # containers of libraries are given in any case
        out = {made: rank for made, rank in out.items() if made[0] in told}
        return {} if ("inst", value[1], value[2], ()) in out else out

    def _returned_by_new(self, unit: Unit, definition: int) -> Values:
        """What a `__new__` without an annotation returns, where all of it is known to be instances of classes; else nothing."""
        self.read("evidence", unit.path, unit.quals[definition])
        out: Values = {}
        for expr, ctx in unit.defs[definition].returned:
            values = self.evaluate(unit, ctx, expr)
            if not values or any(value[0] != "inst" or value[1] < 0 for value in values):
                return {}
            merge(out, values, _INFERRED)
        return out

    def _call_object(self, value: Value, site: Site | None) -> Values:
        out: Values = {}
        for made_of, rank in self.made_of(value).items():
            merge(out, self.call(made_of, site), rank)
        found = self.member(self.units[value[1]], value[2], self.protocols.call_object, value)
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
        if unit.index < 0 and unit.names[unit.defs[definition].name] in self.frameworks.results:
            told = self.framework_result(self.library_name(("func", unit.index, definition)), receiver, site)
            if told:
                return told
        if unit.index < 0 and site is not None:
            fact = self.library.any_receiver.get(unit.names[unit.defs[definition].name])
            known = self.told_by_fact("", fact, site) if fact is not None and receiver is not None else None
            if known:
                return known
        if unit.stub and unit.defs[definition].returns < 0:
            declared = self.declaration(unit, definition)
            if declared is not None and declared[0].defs[declared[1]].returns >= 0:
                unit, definition = declared
        if self.scoping.overloads:
            return self._result_of_choices(unit, definition, receiver, site)
        definition = self.overload(unit, definition, site, receiver)
        return self._result(unit, definition, receiver, site)

    def _result_of_choices(self, unit: Unit, definition: int, receiver: Value | None, site: Site | None) -> Values:
        """What the functions of one name give that a call may mean."""
        places = self.choices(unit, definition, site, receiver)
        if len(places) == 1:
            return self._result(self.units[places[0][0]], places[0][1], receiver, site)
        out: Values = {}
        for place in places:
            merge(out, self._result(self.units[place[0]], place[1], receiver, site))
        return out

    def _result(self, unit: Unit, definition: int, receiver: Value | None, site: Site | None) -> Values:
        """What one function gives."""
        if unit.defs[definition].decorators and unit.index >= 0:
            values = self.named(("dr", unit.index, definition), self._decorated_result, unit, definition)
        else:
            key = ("r", unit.index, definition, False)
            found = self.kept(key)
            values = found if found is not None else self.fresh(key, self._declared_result, unit, definition, False)
        out: Values = {}
        for value, rank in values.items():
            merge(out, self.seen_through(value, unit, definition, receiver, site), rank)
        if unit.index >= 0:
            return out
        # What a library gives without saying what it is, is known not to be ours.
        return at_least(out, _LIBRARY) or {("extinst", self.library_name(("func", unit.index, definition))): _LIBRARY}

    def _decorated_result(self, unit: Unit, definition: int) -> Values:
        """What a decorated function gives: decorators that declare what they return may change it."""
        self.read("sig", unit.path, unit.quals[definition])
        values = self.named(("r", unit.index, definition, False), self._declared_result, unit, definition, False)
        row = unit.defs[definition]
        for expr in row.decorators[::-1]:
            for decorator in self.evaluate(unit, row.ctx, expr):
                if decorator[0] not in ("func", "bound") or decorator[1] < 0:
                    continue
                owner = self.units[decorator[1]]
                self.read("sig", owner.path, owner.quals[decorator[2]])
                if owner.defs[decorator[2]].returns >= 0:
                    values = self._given_back(decorator, values) or values
        put = self._result_put_in_place(unit, definition) if row.returns < 0 else {}
        return put or values or self._result_of_wrapper(unit, definition)

    def _result_put_in_place(self, unit: Unit, definition: int) -> Values:
        """What the function gives that a decorator puts in the place of another, where all that it returns is made there and then."""
        out: Values = {}
        for owner, wrapper in self.put_in_place_of(unit, definition):
            other = self.units[owner]
            row = other.defs[wrapper]
            if not row.returned or row.yields or row.returns >= 0:
                return {}
            self.read("evidence", other.path, other.quals[wrapper])
            for expr, ctx in row.returned:
                values = self.evaluate(other, ctx, expr)
                made = other.exprs[expr][0] == Expr.CALL and bool(values)
                if not made or any(value[0] != "inst" or value[1] < 0 for value in values):
                    return {}
            found = self.named(("r", owner, wrapper, False), self._declared_result, other, wrapper, False)
            merge(out, found, _DECORATOR_RESULT)
        return out

    def _result_of_wrapper(self, unit: Unit, definition: int) -> Values:
        """What a function gives that returns nothing itself: what its decorator put in its place returns."""
        row = unit.defs[definition]
        if row.returned or row.returns >= 0 or row.yields:
            return {}
        out: Values = {}
        for owner, wrapper in self.put_in_place_of(unit, definition):
            other = self.units[owner]
            found = self.named(("r", owner, wrapper, False), self._declared_result, other, wrapper, False)
            merge(out, {value: rank for value, rank in found.items() if value[0] != "argument"}, _DECORATOR_RESULT)
        return out

    def _given_back(self, decorator: Value, values: Values) -> Values:
        """What is left of a function's results when a decorator wraps it."""
        out: Values = {}
        for made in self.call(decorator, GivenSite(("callable", freeze(values), ()))):
            if made[0] == "callable":
                merge(out, thaw(made[1], max((_RETURNED, *values.values()))))
        return out

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
            out = without_none(out)
            if as_fixture:
                return at_least(out, _INFERRED)
            if row.flags & DefFlag.CONTEXT_MANAGER:
                return {("manager", freeze(out)): _INFERRED}
            returned = freeze(self._returned_values(unit, definition)) if row.returned else None
            if returned:
                return {("gen", freeze(out), frozenset(), returned, unit.index, definition): _INFERRED}
            return {("seq", freeze(out), unit.index, definition): _INFERRED}
        out = self._returned_values(unit, definition)
        if row.flags & DefFlag.ASYNC:
            return {("await", freeze(out)): _INFERRED} if out and not as_fixture else out
        return out

    def _returned_values(self, unit: Unit, definition: int) -> Values:
        row = unit.defs[definition]
        out: Values = {}
        for expr, ctx in row.returned:
            merge(out, self._evidence(unit, definition, ctx, expr))
        return at_least(without_none(out), _INFERRED)

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

    def _annotated_result(self, unit: Unit, definition: int, yields: bool) -> Values:
        row = unit.defs[definition]
        values = at_least(self.evaluate_type(unit, row.type_ctx, row.returns), _RETURNED)
        if unit.index >= 0:
            values = self.made_behind(unit, definition, values)
        if yields:
            return self.elements(values)
        if row.flags & DefFlag.CONTEXT_MANAGER:
            out: Values = {}
            for value in values:
                if value[0] in ("seq", "gen"):
                    merge(out, thaw(value[1], _RETURNED))
            return {("manager", freeze(out)): _RETURNED}
        if row.yields:
            return {
                (*value, unit.index, definition) if value[0] in ("seq", "gen") else value: own
                for value, own in values.items()
            }
        if row.flags & DefFlag.ASYNC:
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
        if value[0] in SUBSTITUTED:
            return self._substitute(value, unit, definition, receiver, site, 0)
        return {value: 0}
