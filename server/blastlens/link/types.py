"""Type expressions: what an annotation admits."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Expr
from blastlens.link.filling import filled
from blastlens.link.narrowing import Narrowing
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values, freeze, merge

# Context index and expression index take 24 bits each; a type and a value reading of one expression differ by this bit.
_AS_TYPE: Final = 1 << 46


_DEEPEST_ALIAS: Final = 6  # of types within types
_SELF_TYPE: Value = ("selftype",)


class Types(Narrowing, ABC):
    def evaluate_type(self, unit: Unit, ctx: int, expr: int) -> Values:
        key = unit.base | _AS_TYPE | ctx << 23 | expr
        memo = self.frame.memo
        found = memo.get(key)
        if found is not None:
            return found
        depth = self.enter(key)
        if depth < 0:
            return {}
        outer = self.low
        values = self._type(unit, ctx, expr)
        del self.active[key]
        # Types are declared, so a cycle through them adds nothing: the value found at its head is the value.
        if self.low >= outer:
            memo[key] = values
        self.leave(depth, outer)
        return values

    def _type(self, unit: Unit, ctx: int, expr: int) -> Values:
        row = unit.exprs[expr]
        kind = row[0]
        out: Values = {}
        if kind in (Expr.NAME, Expr.ATTR, Expr.FUNCTION):
            for value, rank in self.evaluate(unit, ctx, expr).items():
                merge(out, self.instance_of(value), rank)
        elif kind == Expr.INDEX:
            for value, rank in self.evaluate(unit, ctx, row[1]).items():
                merge(out, self._subscripted(unit, ctx, value, self._arguments(unit, row)), rank)
        elif kind == Expr.BINARY:
            merge(out, self.evaluate_type(unit, ctx, row[2]))
            merge(out, self.evaluate_type(unit, ctx, row[3]))
        elif kind == Expr.TYPE:
            merge(out, self.evaluate_type(unit, ctx, row[1]))
        elif kind == Expr.WITHIN:
            merge(out, self.evaluate_type(unit, row[1], row[2]))
        elif kind in (Expr.STAR, Expr.TYPED):
            merge(out, self.evaluate_type(unit, ctx, row[1]))
        elif kind == Expr.EITHER:
            for item in row[1:]:
                merge(out, self.evaluate_type(unit, ctx, item))
        elif kind == Expr.TUPLE:
            out["tup", tuple(self._frozen(unit, ctx, item) for item in row[1:])] = 0
        elif kind == Expr.FUNCTION_TYPE:
            result = self._frozen(unit, ctx, row[1]) if row[1] >= 0 else frozenset()
            out["callable", result, tuple(self._frozen(unit, ctx, item) for item in row[2:])] = 0
        elif kind == Expr.OBJECT:
            merge(out, self.evaluate(unit, ctx, expr))
        elif kind == Expr.TYPE_OF:
            merge(out, self._types_of(self.evaluate(unit, ctx, row[1])))
        elif kind == Expr.CONST and row[2] < 0 and unit.names[row[1]] in self.forms.plain_types:
            out["extinst", self.forms.language_scope + unit.names[row[1]]] = 0
        elif kind == Expr.CONST and unit.names[row[1]] == "str" and row[2] >= 0:
            merge(out, self._forward_reference(unit, ctx, unit.names[row[2]]))
        return self._with_self(unit, ctx, out) if _SELF_TYPE in out else out

    def _types_of(self, values: Values) -> Values:
        """The type of a value admits the value, and anything of its kind where it is a literal."""
        scope = self.forms.language_scope
        out: Values = {}
        for value, rank in values.items():
            if value[0] == "const":
                out["extinst", scope + value[1]] = rank
            else:
                out[value] = rank
        return out

    def _with_self(self, unit: Unit, ctx: int, values: Values) -> Values:
        """`Self` is what the receiver of the class around is."""
        rank = values.pop(_SELF_TYPE)
        owner = unit.enclosing_class(unit.contexts[ctx][0])
        if owner >= 0:
            values["self", unit.index, owner] = rank
        return values

    def _forward_reference(self, unit: Unit, ctx: int, text: str) -> Values:
        """A plain dotted name in a string; longer string annotations are parsed by extraction."""
        names = text.strip().split(".")
        if not all(name.isidentifier() for name in names):
            return {}
        first = unit.name_id(names[0])
        if first < 0:
            return {}
        scope = unit.contexts[ctx][0]
        values = self.name_at_end(unit, scope, first)
        for name in names[1:]:
            step: Values = {}
            for value, rank in values.items():
                merge(step, self.attribute(value, name), rank)
            values = step
        out: Values = {}
        for value, rank in values.items():
            merge(out, self.instance_of(value), rank)
        return out

    def name_at_end(self, unit: Unit, scope: int, name: int) -> Values:
        """Values of a name when every scope around has ended."""
        while scope >= 0:
            row = unit.scopes[scope]
            if scope == 0:
                self.read("bind", unit.path, unit.names[name])
            if name in row.bindings:
                return self.bound(unit, scope, name)
            scope = row.parent
        return self.beyond(unit, unit.names[name])

    def _arguments(self, unit: Unit, row: tuple[int, ...]) -> tuple[int, ...]:
        """Subscripts; `X[(a, b)]` is `X[a, b]`."""
        if len(row) == 3 and unit.exprs[row[2]][0] == Expr.TUPLE:
            return unit.exprs[row[2]][1:]
        return row[2:]

    def instance_of(self, value: Value) -> Values:
        """Instances of a value used as a type."""
        tag = value[0]
        if tag == "class":
            return {("inst", value[1], value[2], ()): 0}
        if tag == "generic":
            return {("inst", value[1], value[2], value[3]): 0}
        if tag == "selfclass":
            return {("self", value[1], value[2]): 0}
        if tag == "fields":
            return {("record", value[1], value[2], value[3], ()): 0}
        if tag == "ext":
            return self._external_instance(value[1])
        if tag == "var":
            return {value: 0}
        if tag == "alias":
            return self.evaluate_type(self.units[value[1]], value[2], value[3])
        return {}

    def _external_instance(self, dotted: str) -> Values:
        name = dotted.rpartition(".")[2]
        if name in self.forms.sequences:
            return {("seq", frozenset()): 0}
        if name in self.forms.mappings:
            return {("map", frozenset(), frozenset()): 0}
        if name in self.forms.self_types:
            return {_SELF_TYPE: 0}
        if name in self.forms.ignored or name in self.forms.transparent:
            return {}
        return {("extinst", dotted): 0}

    def _subscripted(self, unit: Unit, ctx: int, value: Value, arguments: tuple[int, ...]) -> Values:
        tag = value[0]
        if tag == "class":
            return {("inst", value[1], value[2], tuple(self._frozen(unit, ctx, item) for item in arguments)): 0}
        if tag == "alias":
            return self._filled_alias(value, tuple(self._frozen(unit, ctx, item) for item in arguments))
        if tag != "ext" or not arguments:
            return {}
        return self._form(unit, ctx, value[1], arguments)

    def _filled_alias(self, alias: Value, arguments: tuple[frozenset[Value], ...]) -> Values:
        """`Alias[X]`: what the alias names, with X for its type parameters."""
        unit = self.units[alias[1]]
        admitted = self.evaluate_type(unit, alias[2], alias[3])
        parameters = list(dict.fromkeys(self._parameters_of(unit, alias[2], alias[3], 0)))
        return filled(admitted, dict(zip(parameters, arguments, strict=False)), 0)

    def _parameters_of(self, unit: Unit, ctx: int, expr: int, depth: int) -> list[str]:
        """Names of the type variables in a type expression: as declared in brackets, else as they are met."""
        row = unit.exprs[expr]
        kind = row[0]
        if kind == Expr.TYPE and unit.exprs[row[1]][0] == Expr.WITHIN:
            scope = unit.contexts[unit.exprs[row[1]][1]][0]
            declared = unit.scopes[scope].bindings
            return [unit.names[name] for name, rows in declared.items() if rows[0][0] == Bind.TYPE_VARIABLE]
        if depth > _DEEPEST_ALIAS:
            return []
        if kind in (Expr.NAME, Expr.ATTR):
            return [value[1] for value in self.evaluate(unit, ctx, expr) if value[0] == "var"]
        if kind not in (Expr.INDEX, Expr.BINARY, Expr.TUPLE, Expr.LIST):
            return []
        out: list[str] = []
        for item in row[2 if kind == Expr.BINARY else 1 :]:
            out += self._parameters_of(unit, ctx, item, depth + 1)
        return out

    def _frozen(self, unit: Unit, ctx: int, expr: int) -> frozenset[Value]:
        return freeze(self.evaluate_type(unit, ctx, expr))

    def _form(self, unit: Unit, ctx: int, dotted: str, arguments: tuple[int, ...]) -> Values:
        """A subscripted external generic: `Optional[X]`, `list[X]`, `Callable[[A], R]` …"""
        name = dotted.rpartition(".")[2]
        if name in self.forms.namesakes and (own := self.library_class(self.forms.language_scope + name)):
            return {("inst", own[1], own[2], tuple(self._frozen(unit, ctx, item) for item in arguments)): 0}
        first, last = arguments[0], arguments[-1]
        if name in self.forms.unions:
            out: Values = {}
            for item in arguments:
                merge(out, self.evaluate_type(unit, ctx, item))
            return out
        if name in self.forms.transparent:
            return self.evaluate_type(unit, ctx, first)
        if name in self.forms.guards:
            return {("extinst", self.forms.language_scope + "bool"): 0}
        if name in self.forms.generators and len(arguments) > 1:
            sent = self._frozen(unit, ctx, arguments[1])
            returned = self._frozen(unit, ctx, arguments[2]) if len(arguments) > 2 else frozenset()
            return {("gen", self._frozen(unit, ctx, first), sent, returned): 0}
        if name in self.forms.sequences:
            return {("seq", self._frozen(unit, ctx, first)): 0}
        if name in self.forms.mappings:
            return {("map", self._frozen(unit, ctx, first), self._frozen(unit, ctx, last)): 0}
        if name in self.forms.tuples:
            return self._tuple_form(unit, ctx, arguments)
        if name in self.forms.types:
            return self._class_form(unit, ctx, first)
        if name in self.forms.callables:
            return {("callable", self._frozen(unit, ctx, last), self._callable_parameters(unit, ctx, arguments)): 0}
        if name in self.forms.awaitables:
            return {("await", self._frozen(unit, ctx, last)): 0}
        if name in self.forms.context_managers:
            return {("manager", self._frozen(unit, ctx, first)): 0}
        if name in self.forms.literals:
            return self._literal_form(unit, ctx, arguments)
        if name in self.forms.holders:
            return {("holder", self._frozen(unit, ctx, first)): 0}
        return {} if name in self.forms.ignored else {("extinst", dotted): 0}

    def _literal_form(self, unit: Unit, ctx: int, arguments: tuple[int, ...]) -> Values:
        """`Literal["a", Color.RED]`: instances of what the literals are."""
        out: Values = {}
        for item in arguments:
            row = unit.exprs[item]
            if row[0] == Expr.CONST:
                if unit.names[row[1]] != "None":
                    out["extinst", self.forms.language_scope + unit.names[row[1]]] = 0
            else:
                merge(out, {value: 0 for value in self.evaluate(unit, ctx, item) if value[0] == "inst"})
        return out

    def _tuple_form(self, unit: Unit, ctx: int, arguments: tuple[int, ...]) -> Values:
        if len(arguments) == 2:
            row = unit.exprs[arguments[1]]
            if row[0] == Expr.CONST and unit.names[row[1]] == "...":
                return {("seq", self._frozen(unit, ctx, arguments[0])): 0}
        return {("tup", tuple(self._frozen(unit, ctx, item) for item in arguments)): 0}

    def _class_form(self, unit: Unit, ctx: int, argument: int) -> Values:
        out: Values = {}
        for value, rank in self.evaluate_type(unit, ctx, argument).items():
            if value[0] == "inst":
                out["class", value[1], value[2]] = rank
            elif value[0] == "var":
                out[("varclass", *value[1:])] = rank
            elif value[0] == "self":
                out["selfclass", value[1], value[2]] = rank
            elif value[0] == "extinst":
                out["ext", value[1]] = rank
        return out

    def _callable_parameters(self, unit: Unit, ctx: int, arguments: tuple[int, ...]) -> tuple[frozenset[Value], ...]:
        if len(arguments) != 2:
            return ()
        row = unit.exprs[arguments[0]]
        if row[0] == Expr.INDEX:  # Concatenate[A, P]
            return tuple(self._frozen(unit, ctx, item) for item in self._arguments(unit, row))
        if row[0] == Expr.LIST:
            return tuple(self._frozen(unit, ctx, item) for item in row[1:])
        return ()
