"""Narrowing: what type tests and assignments that dominate a place say about a name or a dotted path there."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr, Narrow
from blastlens.link.names import Names
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, is_informative, merge
from blastlens.link.visibility import Test, holding
from blastlens.model.edge import Basis

_NARROWED: Final = RANK[Basis.NARROWED]
_CONSTRUCTED: Final = RANK[Basis.CONSTRUCTED]
_POSITIVE: Final = frozenset({Narrow.IS_INSTANCE, Narrow.IS_SUBCLASS, Narrow.GUARDED})
# What is left when a test rules out everything that was known: something, and nothing of what is known.
_SOMETHING_ELSE: Value = ("extinst", "?")


class Narrowing(Names, ABC):
    def _is_double(self, values: Values) -> bool:
        """Whether all of them are objects that stand in for others in tests."""
        return bool(values) and all(
            (value[0] == "inst" and value[1] < 0 and self.library_name(value).startswith(self.tests.doubles))
            or (value[0] == "extinst" and value[1].startswith(self.tests.doubles))
            for value in values
        )

    def narrowed(self, unit: Unit, scope: int, path: int, ctx: int, row: tuple[int, ...]) -> Values | None:
        """Values of a path after the tests and assignments that dominate the place; None: they say nothing. `row`: the
        expression of a dotted path, empty for a name of `scope`."""
        _, block, order = unit.contexts[ctx]
        values: Values | None = None
        said = True  # whether everything so far says what the path is
        for number, test in enumerate(holding(unit, scope, path, block, order)):
            if test[0] == Narrow.ASSIGNED:
                given = self.evaluate(unit, test[2], test[1])
                said = (
                    said and (number == 0 or values is not None) and (is_informative(given) or self._is_double(given))
                )
                values = merge(dict(values or {}), given, _CONSTRUCTED) if said else None
                continue
            admitted = self._tested(unit, test)
            if admitted:
                before = self._before(unit, scope, path, ctx, row) if values is None else values
                found = _admitted(self, before, admitted, test[0])
                values = values if found is None else found
        return values

    def _before(self, unit: Unit, scope: int, path: int, ctx: int, row: tuple[int, ...]) -> Values:
        """Values of the path without any test."""
        _, block, order = unit.contexts[ctx]
        if row:
            return self.plain_attribute(unit, ctx, row)
        return self.select(unit, scope, path, block, order) if path in unit.scopes[scope].bindings else {}

    def _tested(self, unit: Unit, test: Test) -> Values:
        """What a test is for: instances, or classes where it tests a class."""
        kind = test[0]
        if kind in (Narrow.GUARDED, Narrow.NOT_GUARDED):
            return self._guarded_type(unit, test)
        classes = self.tested_types(unit, test[2], test[1])
        if kind in (Narrow.IS_SUBCLASS, Narrow.NOT_SUBCLASS):
            return {value: rank for value, rank in classes.items() if value[0] == "class"}
        out: Values = {}
        for value, rank in classes.items():
            if value[0] == "ext":
                merge(out, self.instance_of(value) or {("extinst", value[1]): 0}, rank)
            elif value[0] in ("class", "selfclass"):
                merge(out, self.instance_of(value), rank)
        return out

    def _guarded_type(self, unit: Unit, test: Test) -> Values:
        """`T` of a function that returns `TypeGuard[T]` or `TypeIs[T]`; only the latter says something when it is false."""
        for value in self.evaluate(unit, test[2], test[1]):
            if value[0] not in ("func", "bound"):
                continue
            owner = self.units[value[1]]
            self.read("sig", owner.path, owner.quals[value[2]])
            row = owner.defs[value[2]]
            declared = owner.exprs[row.returns] if row.returns >= 0 else (0,)
            if declared[0] != Expr.INDEX or len(declared) != 3:
                continue
            names = self.forms.exact_guards if test[0] == Narrow.NOT_GUARDED else self.forms.guards
            for form in self.evaluate(owner, row.type_ctx, declared[1]):
                if form[0] == "ext" and form[1].rpartition(".")[2] in names:
                    return self.evaluate_type(owner, row.type_ctx, declared[2])
        return {}

    def tested_types(self, unit: Unit, ctx: int, expr: int) -> Values:
        """Classes of `isinstance(x, (A, B))`, `A | B`, `except (A, B)`."""
        out: Values = {}
        row = unit.exprs[expr]
        if row[0] == Expr.TUPLE:
            for item in row[1:]:
                merge(out, self.tested_types(unit, ctx, item))
            return out
        for value, rank in self.evaluate(unit, ctx, expr).items():
            if value[0] == "tup":
                for part in value[1]:
                    merge(out, dict.fromkeys(part, rank))
            elif value[0] == "seq":
                merge(out, dict.fromkeys(value[1], rank))
            elif value[0] == "alias":
                for admitted, own in self.evaluate_type(self.units[value[1]], value[2], value[3]).items():
                    if admitted[0] == "inst":
                        out["class", admitted[1], admitted[2]] = own
                    elif admitted[0] == "extinst":
                        out["ext", admitted[1]] = own
            else:
                out[value] = rank
        return out

    def is_below(self, value: Value, tested: Value) -> bool:
        """Whether an instance (or a class) is known to be one of the tested kind."""
        tag = value[0]
        if tag in ("inst", "self", "class", "selfclass"):
            if tested[0] not in ("inst", "self", "class", "selfclass"):
                return False
            return (tested[1], tested[2]) in self.linearization(self.units[value[1]], value[2]).order
        if tag == "const":
            return tested == ("extinst", self.forms.language_scope + value[1])
        if tag == "tup":
            return tested[0] in ("tup", "seq") or tested == ("extinst", self.forms.language_scope + "tuple")
        return (tag == tested[0] and (tag in ("seq", "map") or value == tested)) or (tag, tested[0]) == ("gen", "seq")


def _admitted(machine: Narrowing, before: Values, tested: Values, kind: int) -> Values | None:
    """Of the values before a test those that pass it, and what it asks for where none is known to; None: all of them are left."""
    if kind not in _POSITIVE:
        kept = {v: rank for v, rank in before.items() if not any(machine.is_below(v, t) for t in tested)}
        if len(kept) == len(before):
            return None
        return kept or {_SOMETHING_ELSE: _NARROWED}
    out: Values = {}
    for wanted, rank in tested.items():
        passing = {v: max(own, rank) for v, own in before.items() if machine.is_below(v, wanted)}
        merge(out, passing or {wanted: rank}, _NARROWED)
    return out
