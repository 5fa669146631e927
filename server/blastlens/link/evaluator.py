"""`Evaluator`: values of expressions, by kind of expression row."""

from collections.abc import Callable, Mapping
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.rules import Layout, LinkRules
from blastlens.link.frame import Tainted
from blastlens.link.machine import DEEPEST_EXPRESSION, INF, TAINT
from blastlens.link.names import STEADY
from blastlens.link.operators import Operators
from blastlens.link.ports import Program
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_RETURNED: Final = RANK[Basis.RETURNED]
_SUBCLASS: Final = RANK[Basis.SUBCLASS]
_INTERFACE: Final = RANK[Basis.INTERFACE]
_CONTAINER: Final = RANK[Basis.CONTAINER]
_SUPER: Final = RANK[Basis.SUPER]
_SEEN_FROM: Final = 3 << 46  # marks memo keys of names as they are seen from a scope, see `names.STEADY`
_MOST_ITEMS: Final = 60
_INSTANCES: Final = frozenset({"inst", "self"})
_FOREIGN: Final = frozenset({"ext", "extinst"})

Operation = Callable[[Unit, int, tuple[int, ...]], Values]


class Evaluator(Operators):
    def __init__(
        self,
        program: Program,
        rules: LinkRules,
        layout: Layout | None = None,
        frameworks: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        super().__init__(program, rules, layout, frameworks)
        self._constants: dict[str, Values] = {}
        self._operations: list[Operation] = [self._unknown] * (Expr.CLASS_OF + 1)
        for kind, operation in (
            (Expr.INDEX, self._index),
            (Expr.TUPLE, self._tuple),
            (Expr.LIST, self._list),
            (Expr.DICT, self._dictionary),
            (Expr.EITHER, self._either),
            (Expr.BINARY, self._binary),
            (Expr.AWAIT, self._await),
            (Expr.ITER, self._iter),
            (Expr.UNPACK, self._unpack),
            (Expr.ENTER, self._enter),
            (Expr.CAUGHT, self._caught),
            (Expr.STAR, self._iter),
            (Expr.LAMBDA, self._lambda),
            (Expr.WITHIN, self._within),
            (Expr.TYPE, self._alias),
            (Expr.YIELD_FROM, self._within_yield),
            (Expr.UNARY, self._unary),
            (Expr.FIELD, self._field),
            (Expr.SENT, self._sent),
            (Expr.RETURNED, self._returned),
            (Expr.TYPED, self.typed),
            (Expr.ARGUMENT, self.expected_argument),
            (Expr.PARAMETER, self.parameter_of),
            (Expr.RESULT, self.result_of),
            (Expr.OBJECT, self.object_literal),
            (Expr.FUNCTION, self.named_function),
            (Expr.TYPE_OF, self._within_yield),
            (Expr.MACRO, self.macro),
            (Expr.CLASS_OF, self.class_of_member),
        ):
            self._operations[kind] = operation

    def evaluate(self, unit: Unit, ctx: int, expr: int) -> Values:
        row = unit.exprs[expr]
        kind = row[0]
        if kind == 17:  # Expr.CONST, spelled as a number: this line runs for every expression
            return self._constant(unit.names[row[1]])
        memo = self.frame.memo
        if kind == 1:  # Expr.NAME
            name = row[1]
            if name not in unit.scattered:
                return self.steady_name(unit, 1, name, memo)
            scope = unit.contexts[ctx][0]
            seen = unit.base | _SEEN_FROM | scope << 24 | name
            found = memo.get(seen)
            if found is not None:
                if type(found) is Tainted and self.low > TAINT:
                    self.low = TAINT
                return found
            home = unit.home(scope, name)
            if home >= 0:
                values = self.steady_name(unit, home, name, memo)
                found = memo.get(unit.base | STEADY | home << 24 | name)
                if found is not None:  # final
                    memo[seen] = found
                return values
        key = unit.base | ctx << 24 | expr
        found = memo.get(key)
        if found is not None:
            if type(found) is Tainted and self.low > TAINT:
                self.low = TAINT
            return found
        if kind == 1:  # Expr.NAME
            return self.evaluate_name(unit, ctx, row[1], key, memo)
        frame = self.frame
        if frame.depth > DEEPEST_EXPRESSION:
            return {}
        frame.depth += 1
        outer, self.low = self.low, INF
        if kind == 2:  # Expr.ATTR
            values = self._attr(unit, ctx, expr, row)
        elif kind == 3:  # Expr.CALL
            values = self._call(unit, ctx, row)
        else:
            values = self._operations[kind](unit, ctx, row)
        frame.depth -= 1
        low = self.low
        if low == INF:
            memo[key] = values
        elif low == TAINT:
            memo[key] = Tainted(values)
        if outer < low:
            self.low = outer
        return values

    def _constant(self, kind: str) -> Values:
        found = self._constants.get(kind)
        if found is None:
            found = self._constants[kind] = {} if kind == "..." else {("const", kind): 0}
        return found

    def _unknown(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {}

    # -- reaching in -----------------------------------------------------------------------------------------
    def _attr(self, unit: Unit, ctx: int, expr: int, row: tuple[int, ...]) -> Values:
        narrowed = self._narrowed_path(unit, ctx, expr, row)
        return narrowed if narrowed is not None else self.plain_attribute(unit, ctx, row)

    def plain_attribute(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        name = unit.names[row[2]]
        base = self.evaluate(unit, ctx, row[1])
        if name in self.forms.enum_values:
            held = self._enum_values(unit, row, base)
            if held:
                return held
        if len(base) == 1:
            for value, rank in base.items():
                return self.attribute_from(value, name, rank)
        out: Values = {}
        for value, rank in base.items():
            merge(out, self.attribute(value, name), rank)
        return out

    def _enum_values(self, unit: Unit, row: tuple[int, ...], base: Values) -> Values:
        """`.value` of a member of an enumeration: of the member that is named, else of any."""
        inner = unit.exprs[row[1]]
        named = unit.names[inner[2]] if inner[0] == Expr.ATTR else ""
        out: Values = {}
        for value, rank in base.items():
            if value[0] in ("inst", "self") and self.is_enum(self.units[value[1]], value[2]):
                merge(out, self.member_values(self.units[value[1]], value[2], named), rank)
        return out

    def _narrowed_path(self, unit: Unit, ctx: int, expr: int, row: tuple[int, ...]) -> Values | None:
        scope = unit.functional[unit.contexts[ctx][0]]
        narrowings = unit.scopes[scope].narrowings
        if not narrowings:
            return None
        path = unit.dotted(expr)
        if path < 0 or path not in narrowings:
            return None
        return self.narrowed(unit, scope, path, ctx, row)

    def _call(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        callee = unit.exprs[row[1]]
        if callee[0] == 1 and unit.names[callee[1]] == self.forms.super_call:
            return self._super(unit, ctx, Site(unit, ctx, row))
        out: Values = {}
        values = self.evaluate(unit, ctx, row[1])
        if not values:
            return out
        site = Site(unit, ctx, row)
        for value, rank in values.items():
            found = self.call(value, site)
            if len(values) == 1:
                return at_least(found, rank) if rank else found
            merge(out, found, rank)
        if len(values) > 1 and len(out) == 1 and _INTERFACE in out.values():
            # Which of several subclasses is meant makes no difference where all give the same.
            if all(self.call(value, site).keys() == out.keys() for value in values):
                return dict.fromkeys(out, _SUBCLASS)
        return out

    def _super(self, unit: Unit, ctx: int, site: Site) -> Values:
        for value in site.argument(self, 0):
            if value[0] in ("class", "selfclass"):
                return {self._super_of(value, site.argument(self, 1)): _SUPER}
        scope = unit.contexts[ctx][0]
        owner = unit.owners[scope]
        while owner >= 0 and not (unit.defs[owner].parent >= 0 and unit.defs[unit.defs[owner].parent].is_class):
            owner = unit.defs[owner].parent
        if owner < 0:
            return {}
        params = unit.defs[owner].params
        receiver = self.parameter(unit, owner, 0) if params else {}
        is_instance = not any(value[0] == "selfclass" for value in receiver)
        place = (unit.index, unit.defs[owner].parent)
        return {("super", *place, is_instance, *place): _SUPER}

    def _super_of(self, start: Value, receivers: Values) -> Value:
        """`super(start, receiver)`: what comes after `start` in the order of the receiver's class."""
        for value in receivers:
            if value[0] in ("self", "inst", "selfclass", "class"):
                if (start[1], start[2]) in self.linearization(self.units[value[1]], value[2]).order:
                    return ("super", value[1], value[2], value[0] in ("self", "inst"), start[1], start[2])
        return ("super", start[1], start[2], True, start[1], start[2])

    def _index(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out = self.module_in_table(unit, ctx, row)
        return out or self._indexed(unit, ctx, row, self.evaluate(unit, ctx, row[1]))

    def _indexed(self, unit: Unit, ctx: int, row: tuple[int, ...], values: Values) -> Values:
        out: Values = {}
        for value, rank in values.items():
            tag = value[0]
            if tag == "ext":
                if value[1].partition(".")[0] in self.forms.alias_modules:
                    out["alias", unit.index, ctx, unit.row_index(row)] = rank
                elif value[1].startswith("?.") and len(value) == 2 and not self.scoping.typed:
                    out[GIVEN] = rank
            elif tag == "class":
                arguments = tuple(freeze(self.evaluate_type(unit, ctx, item)) for item in self._arguments(unit, row))
                out["generic", value[1], value[2], arguments] = rank
            elif tag == "seq":
                if self._is_slice(unit, row):
                    out[value] = rank
                else:
                    merge(out, thaw(value[1], _CONTAINER), rank)
            elif tag == "map":
                merge(out, thaw(value[2], _CONTAINER), rank)
            elif (parts := self._parts(value)) is not None:
                merge(out, self._item(unit, parts, row), rank)
            elif tag == "record":
                merge(out, self.record_item(value, self._key(unit, row)), max(rank, _CONTAINER))
            elif tag == "names":
                merge(out, self.named_item(unit, ctx, value, row[2]), rank)
            elif tag in ("func", "bound"):
                given = tuple(freeze(self.evaluate_type(unit, ctx, item)) for item in self._arguments(unit, row))
                out["applied", value, given] = rank
            elif tag == "extinst":
                out[self.held_by(value)] = rank
            elif tag in _INSTANCES and (made_of := self.made_of(value)):
                merge(out, self._indexed(unit, ctx, row, made_of), rank)
            elif tag in ("inst", "self", "var"):
                if tag != "var" and self.is_keyed(self.units[value[1]], value[2]):
                    key = unit.string(row[2]) if len(row) == 3 else None
                    merge(out, self.keyed_values(value, key), max(rank, _CONTAINER))
                else:
                    method = self.protocols.get_item
                    found = self.call_method(value, method) if method else self.element_named(unit, value, row)
                    merge(out, found, max(rank, _CONTAINER))
        return out

    def _key(self, unit: Unit, row: tuple[int, ...]) -> str | None:
        """The literal that a subscript is."""
        index = unit.exprs[row[2]] if len(row) == 3 else (0,)
        return unit.names[index[2]] if index[0] == Expr.CONST and index[2] >= 0 else None

    def _item(self, unit: Unit, parts: tuple[frozenset[Value], ...], row: tuple[int, ...]) -> Values:
        index = unit.exprs[row[2]] if len(row) == 3 else (0,)
        if index[0] == Expr.CONST and index[2] >= 0 and unit.names[index[1]] == "int":
            text = unit.names[index[2]]
            if text.lstrip("-").isdigit() and -len(parts) <= int(text) < len(parts):
                return thaw(parts[int(text)], _CONTAINER)
        out: Values = {}
        for part in parts:
            merge(out, thaw(part, _CONTAINER))
        return {("seq", freeze(out)): _CONTAINER} if index[0] and self._is_slice(unit, row) else out

    def _is_slice(self, unit: Unit, row: tuple[int, ...]) -> bool:
        index = unit.exprs[row[2]] if len(row) == 3 else (0,)
        return index[0] == Expr.CONST and unit.names[index[1]] == "slice"

    # -- building ---------------------------------------------------------------------------------------------
    def _tuple(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        if any(unit.exprs[item][0] == Expr.STAR for item in row[1:]):
            return self._list(unit, ctx, row)
        return {("tup", tuple(freeze(self.evaluate(unit, ctx, item)) for item in row[1:21])): 0}

    def _list(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        held: Values = {}
        for item in row[1:_MOST_ITEMS]:
            merge(held, self.evaluate(unit, ctx, item))
        return {("seq", freeze(held)): 0}

    def _dictionary(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        keys: Values = {}
        held: Values = {}
        for at in range(1, min(len(row), 2 * _MOST_ITEMS), 2):
            if row[at] >= 0:
                merge(keys, self.evaluate(unit, ctx, row[at]))
                merge(held, self.evaluate(unit, ctx, row[at + 1]))
            else:
                for value in self.evaluate(unit, ctx, row[at + 1]):
                    if value[0] == "map":
                        merge(held, thaw(value[2], _CONTAINER))
        return {("map", freeze(keys), freeze(held)): 0}

    def _either(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for item in row[1:]:
            merge(out, self.evaluate(unit, ctx, item))
        return out

    def _lambda(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return {("lambda", unit.index, row[3], row[2]): 0}

    def _alias(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return {("alias", unit.index, ctx, unit.row_index(row)): 0}

    # -- protocols --------------------------------------------------------------------------------------------
    def _await(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return self.awaited(self.evaluate(unit, ctx, row[1]))

    def _iter(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return self.elements(self.evaluate(unit, ctx, row[1]))

    def _unpack(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            parts = self._parts(value)
            if parts is not None:
                if row[2] < len(parts):
                    merge(out, thaw(parts[row[2]], _CONTAINER), rank)
            elif self.scoping.typed and value[0] in _FOREIGN:
                out["extinst", "?"] = rank
            else:
                merge(out, self.elements({value: rank}))
        return out

    def _parts(self, value: Value) -> tuple[frozenset[Value], ...] | None:
        """The parts of a tuple or a named tuple; None for anything else."""
        found: Value | None = value
        if value[0] == "record":
            return self.record_parts(value)
        if value[0] in ("inst", "self"):
            found = self.as_tuple(value)
        return found[1] if found is not None and found[0] == "tup" else None

    def _field(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            if value[0] in ("inst", "self"):
                names = self.matched_fields(self.units[value[1]], value[2])
                if row[2] < len(names):
                    merge(out, self.attribute(value, names[row[2]]), rank)
        return out

    def _sent(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        """What the annotation of the generator around says that is sent to it."""
        owner = unit.owners[unit.contexts[ctx][0]]
        if owner < 0 or unit.defs[owner].returns < 0:
            return {}
        self.read("sig", unit.path, unit.quals[owner])
        out: Values = {}
        for value in self.evaluate_type(unit, unit.defs[owner].type_ctx, unit.defs[owner].returns):
            if value[0] == "gen":
                merge(out, thaw(value[2], _ANNOTATION))
        return out

    def _returned(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            if value[0] == "gen":
                merge(out, thaw(value[3], _RETURNED), rank)
            elif value[0] == "await":
                merge(out, thaw(value[1], _RETURNED), rank)
        return out

    def _enter(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return self.entered(self.evaluate(unit, ctx, row[1]))

    def _caught(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        out: Values = {}
        for value, rank in self.tested_types(unit, ctx, row[1]).items():
            if value[0] == "class":
                out["inst", value[1], value[2], ()] = rank
            elif value[0] == "ext":
                out["extinst", value[1]] = rank
        return out

    def _within(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:  # noqa: ARG002
        return self.evaluate(unit, row[1], row[2])

    def _within_yield(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        return self.evaluate(unit, ctx, row[1])
