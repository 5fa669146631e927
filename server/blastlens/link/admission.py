"""Whether a value can be of a declared type: what chooses among overloads. What cannot be told can."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.library import LibraryCalls
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values, is_foreign

_DEEPEST: Final = 4  # of aliases of unions of aliases
_FUNCTIONS: Final = ("func", "bound", "lambda", "partial")
_CLASSES: Final = ("class", "generic", "selfclass")
_NEVER_PLAIN: Final = frozenset({"seq", "map", "tup", "gen"}).union(_FUNCTIONS, _CLASSES)
_INSTANCES: Final = frozenset({"inst", "self"})
# (kind of literal, its text; None: any of the kind)
Literal = tuple[str, str | None]


class Admission(LibraryCalls, ABC):
    def _made_by(self) -> dict[str, str]:
        """Methods that make an instance one of what a type form stands for."""
        of = self.protocols
        iterate, leave = of.iterate[0], of.enter[1]
        containers = {"seq": iterate, "map": of.get_item, "gen": of.step, "tup": iterate}
        return {**containers, "callable": of.call_object, "await": of.await_[0], "manager": leave}

    def admits(self, unit: Unit, ctx: int, annotation: int, values: Values, literal: Literal | None) -> bool:
        """Whether a type expression admits some value of a set, which is one literal where that is given."""
        if len(values) == 1 and ("const", "None") in values:
            return self._admits_none(unit, ctx, annotation, 0)
        if literal is not None:
            listed = self._listed(unit, ctx, annotation, 0)
            if listed and literal[1] is not None:
                return literal in listed or (literal[0], None) in listed
        if self._is_none(unit, annotation):
            return not values
        admitted = self.evaluate_type(unit, ctx, annotation)
        return not values or not admitted or any(self._is_one(value, item) for value in values for item in admitted)

    # -- by the form of the type -------------------------------------------------------------------------------
    def _listed(self, unit: Unit, ctx: int, annotation: int, depth: int) -> set[Literal]:
        """The literals that a type lists, and the kinds of literals that it admits; empty when it lists none."""
        row = unit.exprs[annotation]
        out: set[Literal] = set()
        if depth > _DEEPEST:
            return out
        if row[0] == Expr.BINARY:
            out = self._listed(unit, ctx, row[2], depth + 1)
            return out | self._listed(unit, ctx, row[3], depth + 1)
        if row[0] == Expr.INDEX:
            names = self._form_names(unit, ctx, row[1])
            if not names.isdisjoint(self.forms.literals):
                for item in row[2:]:
                    inner = unit.exprs[item]
                    if inner[0] == Expr.CONST:
                        out.add((unit.names[inner[1]], unit.names[inner[2]] if inner[2] >= 0 else None))
            elif not names.isdisjoint(self.forms.unions):
                for item in row[2:]:
                    out |= self._listed(unit, ctx, item, depth + 1)
        elif row[0] in (Expr.NAME, Expr.ATTR):
            for value in self.evaluate(unit, ctx, annotation):
                if value[0] == "alias":
                    out |= self._listed(self.units[value[1]], value[2], value[3], depth + 1)
                elif value[0] == "ext" and depth and value[1].startswith(self.forms.language_scope):
                    out.add((value[1].rpartition(".")[2], None))
        return out

    def _form_names(self, unit: Unit, ctx: int, base: int) -> set[str]:
        return {value[1].rpartition(".")[2] for value in self.evaluate(unit, ctx, base) if value[0] == "ext"}

    def _is_none(self, unit: Unit, annotation: int) -> bool:
        row = unit.exprs[annotation]
        return row[0] == Expr.CONST and unit.names[row[1]] == "None"

    def _admits_none(self, unit: Unit, ctx: int, annotation: int, depth: int) -> bool:
        row = unit.exprs[annotation]
        if row[0] == Expr.CONST:
            return unit.names[row[1]] == "None"
        if depth > _DEEPEST:
            return True
        if row[0] == Expr.BINARY:
            return any(self._admits_none(unit, ctx, side, depth + 1) for side in row[2:4])
        if row[0] == Expr.INDEX:
            names = self._form_names(unit, ctx, row[1])
            if not names.isdisjoint(self.forms.optional):
                return True
            if not names.isdisjoint(self.forms.unions):
                return any(self._admits_none(unit, ctx, item, depth + 1) for item in row[2:])
        elif row[0] in (Expr.NAME, Expr.ATTR):
            for value in self.evaluate(unit, ctx, annotation):
                if value[0] == "alias":
                    return self._admits_none(self.units[value[1]], value[2], value[3], depth + 1)
        admitted = self.evaluate_type(unit, ctx, annotation)
        return not admitted or any(item[0] == "var" or self._is_vague(item) for item in admitted)

    # -- by what it stands for ---------------------------------------------------------------------------------
    def _is_one(self, value: Value, admitted: Value) -> bool:
        if admitted[0] == "var" or self._is_vague(admitted):
            return True
        tag, wanted = value[0], admitted[0]
        if tag == "const":
            return self._is_plain_one(value[1], admitted)
        if tag == "extinst":
            plain = self._plain_name(value)
            if plain:
                return self._is_plain_one(plain, admitted)
            return is_foreign(admitted) if wanted in _INSTANCES else True
        if tag in _INSTANCES:
            return self._admits_instance(value, admitted)
        if self._plain_name(admitted):
            return tag not in _NEVER_PLAIN
        if tag in ("seq", "map", "tup", "gen"):
            return wanted in ("seq", tag) if wanted in ("seq", "map", "tup") else wanted == "extinst"
        if tag in _CLASSES:
            if wanted in _CLASSES:
                return (admitted[1], admitted[2]) in self.linearization(self.units[value[1]], value[2]).order
            return wanted in ("callable", "extinst", "varclass")
        if tag in _FUNCTIONS:
            return wanted in ("callable", "extinst")
        return True

    def _admits_instance(self, value: Value, admitted: Value) -> bool:
        unit, wanted = self.units[value[1]], admitted[0]
        order = self.linearization(unit, value[2])
        if wanted in _INSTANCES:
            return (admitted[1], admitted[2]) in order.order or "?" in order.external
        made_by = self._made_by().get(wanted)
        if made_by is not None:
            return "?" in order.external or self.find_member(unit, value[2], made_by) is not None
        return wanted == "extinst" and (admitted[1] in order.external or "?" in order.external)

    def _is_plain_one(self, name: str, admitted: Value) -> bool:
        """The same for an instance of a plain type of the language: text, a number …"""
        wanted = admitted[0]
        if wanted == "seq":
            return name in self.forms.texts
        if wanted != "extinst":
            return False
        other = self._plain_name(admitted)
        return not other or name == other or (name, other) in self.forms.promoted

    def _plain_name(self, value: Value) -> str:
        """Name of a plain type whose instance a value is; empty for others."""
        scope = self.forms.language_scope
        if value[0] == "extinst" and value[1].startswith(scope):
            name: str = value[1][len(scope) :]
            return name if name in self.forms.plain_types else ""
        return ""

    def _is_vague(self, admitted: Value) -> bool:
        """Whether a type is a protocol or something of which nothing is known."""
        if admitted[0] in _INSTANCES:
            external = self.linearization(self.units[admitted[1]], admitted[2]).external
            return any(name in self.forms.protocols for name in external)
        unknown: bool = admitted[0] == "extinst" and admitted[1].startswith("?")
        return unknown
