"""What types expect: casts, and the functions and objects that stand where a type says what they are."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.filling import filled
from blastlens.link.parameters import Parameters
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, merge, thaw
from blastlens.link.variables import as_classes
from blastlens.model.edge import Basis

_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_CALLBACK: Final = RANK[Basis.CALLBACK]
_DYNAMIC: Final = RANK[Basis.DYNAMIC_NAME]
_MOST_MEMBERS: Final = 12
_MOST_SIGNATURES: Final = 3  # of those that a call may mean; the first are the likeliest
_FUNCTIONS: Final = frozenset({"callable", "func", "bound", "lambda"})
FUNCTION: Final = (
    "function"  # kind of constant that stands for a function without a name, where only that it is one counts
)

Signature = tuple[Unit, int, Value | None]


class Expected(Parameters, ABC):
    def typed(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return at_least(self.evaluate_type(unit, ctx, row[1]), _ANNOTATION)

    def expected_argument(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return self._of_argument(unit, ctx, row, -1)

    def parameter_of(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        inner, at = unit.exprs[row[1]], ctx
        while inner[0] == Expr.WITHIN:
            at, inner = inner[1], unit.exprs[inner[2]]
        if inner[0] == Expr.ARGUMENT:
            return self._of_argument(unit, at, inner, row[2])
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            merge(out, self._handed_to(value, row[2]), max(rank, _CALLBACK))
        return out

    def result_of(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            merge(out, self.call(value, None), rank)
        return out

    def object_literal(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {("inst", unit.index, row[1], ()): 0}

    def named_function(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        if unit.defs[row[1]].is_class:
            return {("class", unit.index, row[1]): 0}
        return self.definition_value(unit, row[1])

    def macro(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {("macro", *(unit.names[name] for name in row[1:])): 0}

    def class_of_member(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        """The class that a member is made of, or the base of this name."""
        out = as_classes(self.evaluate(unit, ctx, row[1])) if row[1] >= 0 else {}
        for value, rank in self.evaluate(unit, ctx, row[2]).items():
            if value[0] in ("class", "generic"):
                out[value] = rank
        return out

    def element_named(self, unit: Unit, value: Value, row: tuple[int, ...]) -> Values:
        """`value[key]` where that is an attribute: the one that a literal names, else any that an object literal has."""
        key = unit.exprs[row[2]] if len(row) == 3 else (0,)
        if key[0] == Expr.CONST and key[2] >= 0:
            return self.attribute(value, unit.names[key[2]])
        if value[0] != "inst" or value[1] < 0 or not self.units[value[1]].has_flag(value[2], DefFlag.OBJECT):
            return {}
        other = self.units[value[1]]
        self.read("methods", other.path, other.quals[value[2]])
        self.read("fields", other.path, other.quals[value[2]])
        names = other.scopes[other.defs[value[2]].scope].bindings
        out: Values = {}
        for name in names if len(names) <= _MOST_MEMBERS else ():
            merge(out, self.attribute(value, other.names[name]), _DYNAMIC)
        return out

    # -- arguments -------------------------------------------------------------------------------------------
    def _of_argument(self, unit: Unit, ctx: int, row: tuple[int, ...], index: int) -> Values:
        """What the callee of a call admits as an argument; with an index, what it hands to that parameter of a function that is
        given to it. Type variables are filled in last, as few of them are asked for."""
        call = unit.exprs[row[1]]
        site = Site(unit, ctx, call)
        wanted = self.evaluate(unit, ctx, row[3]) if len(row) > 3 else {}
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, call[1]).items():
            merge(out, self._admitted_at(value, row[2], site, (index, wanted)), max(rank, _CALLBACK))
        return out

    def _admitted_at(self, value: Value, argument: int, site: Site, asked: tuple[int, Values]) -> Values:
        """`asked`: which parameter of what is admitted, -1 for that itself; what is wanted of the call."""
        index, wanted = asked
        out: Values = {}
        if value[0] == "callable":
            given = thaw(value[2][argument], _CALLBACK) if argument < len(value[2]) else {}
            return self._all_handed(given, index)
        for unit, definition, receiver in self._meant(value, site):
            given = self._admitted_type(unit, definition, receiver is not None, argument)
            if wanted:
                given = filled(given, self._fixed_by_result(unit, definition, wanted), 0)
            for item, rank in self._all_handed(given, index).items():
                merge(out, self.seen_through(item, unit, definition, receiver, site), rank)
        return out

    def _fixed_by_result(self, unit: Unit, definition: int, wanted: Values) -> dict[str, frozenset[Value]]:
        """What a function's own type variables stand for where what it gives is wanted to be something."""
        row = unit.defs[definition]
        if row.returns < 0:
            return {}
        given = self.evaluate_type(unit, row.type_ctx, row.returns)
        names = [unit.names[name] for name in row.type_params]
        return {name: frozenset(self.matched(name, given, wanted, 0)) for name in names}

    def _all_handed(self, given: Values, index: int) -> Values:
        if index < 0:
            return given
        out: Values = {}
        for value, rank in given.items():
            merge(out, self._handed_to(value, index), rank)
        return out

    def _handed_to(self, value: Value, index: int) -> Values:
        """What a function, or a callable of a declared type, is handed as its parameter `index`, as far as it says so."""
        if value[0] == "var":
            return self._all_handed(self.bounds(value), index)
        if value[0] not in ("func", "bound"):
            return self.handed_by_type(value, index)
        return self._admitted_type(self.units[value[1]], value[2], value[0] == "bound" and value[3] is not None, index)

    def _admitted_type(self, unit: Unit, definition: int, bound: bool, argument: int) -> Values:
        """What a function's annotation admits as an argument; `bound`: it has its receiver already."""
        key = ("pt", unit.index, definition, bound, argument)
        return self.named(key, self.admitted_by, unit, definition, bound, argument, None)

    # -- signatures ------------------------------------------------------------------------------------------
    def _meant(self, value: Value, site: Site) -> list[Signature]:
        """Of the signatures of what is called those that a call may mean: by the number of its arguments, and by which of
        them are functions."""
        found = self._signatures(value, site)
        if len(found) > 1:
            declared = [one for one in found if one[0].has_flag(one[1], DefFlag.OVERLOAD)]
            found = declared or found
        fitting = [one for one in found if self._takes_as_many(one[0], one[1], site)]
        if len(fitting) > 1:
            fitting = [one for one in fitting if self._takes_functions(one, site)] or fitting
        return fitting if self.scoping.overloads else fitting[:_MOST_SIGNATURES]

    def _signatures(self, value: Value, site: Site) -> list[Signature]:
        """The functions a call of the value enters, those of an instance that may be called too."""
        if value[0] not in ("inst", "self") or value[1] < 0:
            return self.callees(value, site)
        found = self.member(self.units[value[1]], value[2], self.protocols.call_object, value) or {}
        return [callee for method in found if method[0] == "bound" for callee in self.callees(method)]

    def _takes_as_many(self, unit: Unit, definition: int, site: Site) -> bool:
        """Whether a function takes as many arguments as a call hands over."""
        if site.is_open():
            return True
        self.read("sig", unit.path, unit.quals[definition])
        params = unit.defs[definition].params[1 if unit.is_method(definition) else 0 :]
        count = len(site.positional)
        required = sum(param.default < 0 for param in params if param.kind < 2)
        return required <= count and (count <= len(params) or any(param.kind == 2 for param in params))

    def _takes_functions(self, signature: Signature, site: Site) -> bool:
        """Whether functions are admitted where a call hands over functions, and literals where it hands over literals."""
        unit, definition, receiver = signature
        for position, item in enumerate(site.positional):
            given = site.unit_row(item)
            if given[0] != Expr.CONST:
                continue
            plain, called = self._kinds_admitted(unit, definition, receiver is not None, position)
            is_function = site.unit.names[given[1]] == FUNCTION
            if (is_function and plain and not called) or (not is_function and called and not plain):
                return False
        return True

    def _kinds_admitted(self, unit: Unit, definition: int, bound: bool, argument: int) -> tuple[bool, bool]:
        # The machine keeps value sets; the answer travels as the one key of such a set.
        key = ("pk", unit.index, definition, bound, argument)
        for value in self.named(key, self._kinds, unit, definition, bound, argument):
            return value[1]  # type: ignore[no-any-return]
        return True, True

    def _kinds(self, unit: Unit, definition: int, bound: bool, argument: int) -> Values:
        return {("kinds", self._kinds_of(self._admitted_type(unit, definition, bound, argument))): 0}

    def _kinds_of(self, admitted: Values) -> tuple[bool, bool]:
        """(whether a literal may be of some type, whether a function may)."""
        plain = called = not admitted
        for value in admitted:
            if value[0] == "var":
                bounds = self._kinds_of(self.bounds(value))
                plain, called = plain or bounds[0], called or bounds[1]
            elif value[0] in _FUNCTIONS:
                called = True
            elif value[0] == "extinst" and value[1].startswith(self.forms.language_scope):
                plain = True
            elif value[0] == "inst":
                called = (
                    called or self.find_member(self.units[value[1]], value[2], self.protocols.call_object) is not None
                )
            else:
                plain = called = True
        return plain, called
