"""Type parameters of classes, and what they stand for when a class is seen from one below it."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, Extend, Extension
from blastlens.link.filling import filled
from blastlens.link.records import Records
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, freeze, thaw
from blastlens.model.edge import Basis

_TYPE_VARIABLE: Final = RANK[Basis.TYPE_VARIABLE]
_MOST_CLASSES: Final = 16  # on the way from a class to one above it

Arguments = tuple[frozenset[Value], ...]


class Generics(Records, ABC):
    def type_parameters(self, unit: Unit, definition: int) -> list[str]:
        """Names of a class's type parameters, in order: declared in brackets, given to `Generic` or `Protocol`, else as its
        bases mention them."""
        self.read("bases", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        if row.type_params:
            return [unit.names[name] for name in row.type_params]
        out: list[str] = []
        for expr in row.bases:
            arguments = self._base_arguments(unit, expr)
            if not arguments:
                continue
            own: list[str] = []
            for argument in arguments:
                for value in self.evaluate_type(unit, row.ctx, argument):
                    if value[0] == "var" and value[1] not in own:
                        own.append(value[1])
            if self._is_plain(unit, row.ctx, unit.exprs[expr][1]):
                return own
            out += [name for name in own if name not in out]
        return out

    def _is_plain(self, unit: Unit, ctx: int, base: int) -> bool:
        """Whether a base is one that only lists type parameters."""
        return any(
            value[0] == "ext" and value[1].rpartition(".")[2] in self.forms.plain_bases
            for value in self.evaluate(unit, ctx, base)
        )

    def _base_arguments(self, unit: Unit, base: int) -> tuple[int, ...]:
        row = unit.exprs[base]
        return self._arguments(unit, row) if row[0] == Expr.INDEX else ()

    def has_type_parameters(self, unit: Unit, definition: int) -> bool:
        """Whether a class may have type parameters, by its looks."""
        row = unit.defs[definition]
        return bool(row.type_params) or any(unit.exprs[expr][0] == Expr.INDEX for expr in row.bases)

    def substitute_variable(self, name: str, receiver: Value, owner: tuple[int, int]) -> Values:
        if name not in self.type_parameters(self.units[owner[0]], owner[1]):
            return {}
        named = self._named(self.units[owner[0]], owner[1], self.arguments_at(receiver, owner))
        return thaw(named[name], _TYPE_VARIABLE) if name in named else {}

    def _named(self, unit: Unit, definition: int, given: Arguments) -> dict[str, frozenset[Value]]:
        """What the type parameters of a class stand for; those that no argument is given for, by their default."""
        if not given:
            return {}
        parameters = self.type_parameters(unit, definition)
        named = dict(zip(parameters, given, strict=False))
        for name in parameters[len(given) :]:
            named[name] = freeze(filled(self._default_of_variable(unit, name), named, 0))
        return named

    def _default_of_variable(self, unit: Unit, name: str) -> Values:
        """The `default` of a type variable that the module makes."""
        self.read("bind", unit.path, name)
        for row in unit.scopes[0].bindings.get(unit.name_id(name), ()):
            if row[0] == Bind.ASSIGN and unit.exprs[row[1]][0] == Expr.CALL:
                expr = Site(unit, row[3], unit.exprs[row[1]]).keywords.get("default")
                return {} if expr is None else self.evaluate_type(unit, row[3], expr)
        return {}

    def fill_variables(self, values: Values, receiver: Value, owner: tuple[int, int]) -> Values:
        """Values of a member of `owner` as seen through a receiver; a variable that stays open is kept."""
        named = self._named(self.units[owner[0]], owner[1], self.arguments_at(receiver, owner))
        return filled(values, named, 0, receiver)

    def arguments_at(self, receiver: Value, owner: tuple[int, int]) -> Arguments:
        """Type arguments of a class as an instance of it, or of one below it, has them."""
        return self._arguments_at((receiver[1], receiver[2]), _given(receiver), owner, 0)

    def _arguments_at(self, place: tuple[int, int], given: Arguments, owner: tuple[int, int], steps: int) -> Arguments:
        """Type arguments that a class hands to a class above it; empty when it says nothing of them."""
        if place == owner:
            return given
        if steps > _MOST_CLASSES:
            return ()
        unit, definition = self.units[place[0]], place[1]
        row = unit.defs[definition]
        for expr in row.bases:
            arguments = self._base_arguments(unit, expr)
            base = self._base_class(unit, row.ctx, unit.exprs[expr][1] if arguments else expr)
            if base is None or (base != owner and owner not in self.linearization(self.units[base[0]], base[1]).order):
                continue
            named = self._named(unit, definition, given)
            # A class that says nothing of its base's arguments hands on its own.
            handed = (
                given
                if not arguments and not named
                else tuple(
                    freeze(filled(self.evaluate_type(unit, row.ctx, argument), named, 0)) for argument in arguments
                )
            )
            found = self._arguments_at(base, handed, owner, steps + 1)
            if found:
                return found
        return self._arguments_from_outside(place, given, owner, steps) if self.scoping.extensions else ()

    def _arguments_from_outside(
        self, place: tuple[int, int], given: Arguments, owner: tuple[int, int], steps: int
    ) -> Arguments:
        """The same by the bases that stand apart from a class."""
        for row in self.extensions(self.units[place[0]], place[1]):
            unit, extension = self.extension_of(row)
            if extension.kind != Extend.BASE:
                continue
            arguments = self._base_arguments(unit, extension.a)
            plain = unit.exprs[extension.a][1] if arguments else extension.a
            base = self._base_class(unit, extension.ctx, plain)
            if base is None or (base != owner and owner not in self.linearization(self.units[base[0]], base[1]).order):
                continue
            named = self._named_by_target(unit, extension, given)
            handed = tuple(
                freeze(filled(self.evaluate_type(unit, extension.ctx, argument), named, 0)) for argument in arguments
            )
            found = self._arguments_at(base, handed, owner, steps + 1)
            if found:
                return found
        return ()

    def _named_by_target(self, unit: Unit, row: Extension, given: Arguments) -> dict[str, frozenset[Value]]:
        """What the type variables of an extension stand for, where its target is an instance with these arguments."""
        named: dict[str, frozenset[Value]] = {}
        for expr, argument in zip(self._base_arguments(unit, row.target), given, strict=False):
            for value in self.evaluate_type(unit, row.ctx, expr):
                if value[0] == "var":
                    named[value[1]] = argument
        return named

    def _base_class(self, unit: Unit, ctx: int, base: int) -> tuple[int, int] | None:
        for value in self.evaluate(unit, ctx, base):
            if value[0] == "ext":
                behind = self.library_class(value[1])
                if behind is not None:
                    return behind[1], behind[2]
            elif value[0] in ("class", "generic"):
                return value[1], value[2]
        return None


def _given(receiver: Value) -> Arguments:
    return receiver[3] if receiver[0] == "inst" else ()
