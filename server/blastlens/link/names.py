"""Names: which bindings a name has where it is used, and the values they give it."""

from abc import ABC
from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import END, EVERYTHING, Bind, DefFlag, LambdaParam, ScopeKind
from blastlens.link.frame import Tainted
from blastlens.link.library_units import dotted_of
from blastlens.link.machine import INF, TAINT
from blastlens.link.registered import Registered
from blastlens.link.rows import ScopeRow
from blastlens.link.sites import GivenSite, Site
from blastlens.link.unit import Unit
from blastlens.link.values import (
    GIVEN,
    MOST_VALUES,
    RANK,
    Value,
    Values,
    at_least,
    freeze,
    is_informative,
    merge,
    with_elements,
)
from blastlens.link.visibility import Row, unbound_yet, visible
from blastlens.model.edge import Basis

_IMPORT: Final = RANK[Basis.IMPORT]
_CONTAINER: Final = RANK[Basis.CONTAINER]
_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_CALLBACK: Final = RANK[Basis.CALLBACK]
_SELF: Final = RANK[Basis.SELF]
_CONDITIONAL: Final = RANK[Basis.CONDITIONAL]
STEADY: Final = 1 << 47  # marks memo keys of names, beside those of (context, expression)
_INSTANCES: Final = frozenset({"inst", "self"})
_CONTAINERS: Final = frozenset({"map", "seq"})
# What the scope of a class binds that is no member.
_NO_MEMBERS: Final = frozenset({Bind.TYPE_VARIABLE, Bind.SUPER, Bind.LAMBDA_PARAM})
_DEFINING: Final = frozenset({Bind.DEF, Bind.CLASS, Bind.IMPORT})


class Names(Registered, ABC):
    def name_values(self, unit: Unit, ctx: int, name: int) -> Values:
        """Values of a name used in a context: the nearest scope that binds it, star imports, then the language's own."""
        scope, _, order = unit.contexts[ctx]
        return self._looked_up(unit, scope, ctx, name, order)

    def _from_scope(self, unit: Unit, scope: int, name: int) -> Values:
        """The same as seen from within a class, wherever in its text."""
        return self._looked_up(unit, scope, -1, name, END)

    def _looked_up(self, unit: Unit, scope: int, ctx: int, name: int, order: int) -> Values:
        first, outer = True, order >= END
        while scope >= 0:
            row = unit.scopes[scope]
            kind = row.kind
            if unit.implicit and kind == ScopeKind.CLASS:
                found = self._implicit_member(unit, row, name)
                if found is not None:
                    return found
            elif kind != ScopeKind.CLASS or (first and not unbound_yet(row, name, order)):
                if row.declared.get(name) == 0 and scope != 0:
                    scope, outer = 0, True
                    continue
                found = self._in_scope(unit, scope, row, name, -1 if outer else ctx)
                if found is None and scope and self.scoping.package == "linkage":
                    found = self._around_function(unit, scope, row, name)
                if found is not None:
                    return found
            if kind in (ScopeKind.FUNCTION, ScopeKind.CLASS):
                outer = True
            first = False
            scope = row.parent
        return self.beyond(unit, unit.names[name])

    def _implicit_member(self, unit: Unit, row: ScopeRow, name: int) -> Values | None:
        """A bare name inside a class that has, or inherits, a member of this name; None when there is none."""
        definition = unit.defs[row.owner]
        if name in row.bindings and row.bindings[name][0][0] in _NO_MEMBERS:
            return self.bound(unit, definition.scope, name)
        if definition.flags & DefFlag.NAMESPACE:
            if self.scoping.package == "linkage":
                text = unit.names[name]
                return (
                    self.linked(unit, unit.quals[row.owner], text)
                    or self.used_names(unit, definition.scope, text)
                    or None
                )
            return self.bound(unit, definition.scope, name) if name in row.bindings else None
        text = unit.names[name]
        if self.find_member(unit, row.owner, text) is None:
            return None
        return self.attribute(("self", unit.index, row.owner), text)

    def _around_function(self, unit: Unit, scope: int, row: ScopeRow, name: int) -> Values | None:
        """What a function sees behind its own names: what it says that it uses, and what its class has."""
        text = unit.names[name]
        found = self.used_names(unit, scope, text) or None
        if found is None and row.kind == ScopeKind.FUNCTION and unit.defs[row.owner].member_of >= 0:
            return self.of_member_apart(unit, row.owner, text)
        return found

    def _in_scope(self, unit: Unit, scope: int, row: ScopeRow, name: int, ctx: int) -> Values | None:
        """`ctx` -1: as seen when the scope has ended."""
        if ctx >= 0:
            tests = unit.scopes[unit.functional[scope]].narrowings
            if tests and name in tests and (row.kind < ScopeKind.LAMBDA or name in row.bindings):
                narrowed = self.narrowed(unit, scope, name, ctx, ())
                if narrowed is not None:
                    return narrowed
        if name in row.bindings:
            if ctx < 0:
                return self.bound(unit, scope, name)
            if scope == 0:
                self.read("bind", unit.path, unit.names[name])
            _, block, order = unit.contexts[ctx]
            return self.select(unit, scope, name, block, order)
        if scope == 0:
            self.read("bind", unit.path, unit.names[name])
        return None

    # -- selecting bindings ----------------------------------------------------------------------------------
    def bound(self, unit: Unit, scope: int, name: int) -> Values:
        if scope == 0:
            self.read("bind", unit.path, unit.names[name])
        key = ("b", unit.index, scope, name)
        found = self.kept(key)
        return found if found is not None else self.fresh(key, self.select, unit, scope, name, -1, END)

    def select(self, unit: Unit, scope: int, name: int, block: int, order: int) -> Values:
        if unit.index < 0 and scope == 0:
            own = unit.names[name]
            dotted = dotted_of(unit.path)
            if self.is_own_form(dotted, own):
                return {("ext", f"{dotted}.{own}"): 0}
        rows = unit.scopes[scope].bindings[name]
        if len(rows) == 1 and rows[0][0] != Bind.ANNOTATED:  # most are bound once
            out, chosen = self.binding_values(unit, rows[0]), rows
        else:
            chosen = visible(unit, scope, name, block, order)
            if scope == 0 and len(rows) > 1 and self.scoping.overloads:
                if unit.names[name].endswith(self.scoping.methods):
                    chosen = list(rows)  # what imports bring under one name, a call chooses from
            out = self._chosen_values(unit, rows, chosen, block)
        if unit.has_late_stars and scope == 0 and unit.index >= 0:
            out = self._starred_over(unit, name, chosen[0][5], (block, order), out)
        if unit.stub and scope == 0 and not is_informative(out):
            out = self._declared_variable(unit, name) or out
        return self._with_elements(unit, scope, name, out)

    def _chosen_values(self, unit: Unit, rows: Sequence[Row], chosen: list[Row], block: int) -> Values:
        """Values that the chosen ones of a name's bindings give, and what one that declares a type says of them."""
        declared = next((row for row in rows if row[0] == Bind.ANNOTATED), None)
        out: Values = {}
        for row in chosen:
            values = self.binding_values(unit, row)
            if len(chosen) == 1 and declared is None:
                return values
            if (
                declared is not None
                and row[0] in (Bind.ASSIGN, Bind.ANNOTATED)
                and (block < 0 or not is_informative(values))
            ):
                admitted = self.evaluate_type(unit, declared[3], declared[1])
                if admitted:
                    values = merge(at_least(admitted, _ANNOTATION), self._behind_foreign(admitted, values))
            merge(out, values)
        return self._doubt(chosen, out) if len(chosen) > 1 and len(out) > 1 else out

    def _starred_over(self, unit: Unit, name: int, latest: int, place: tuple[int, int], values: Values) -> Values:
        """Values of a module's name after imports of all names of other modules that stand behind its last binding."""
        block, order = place
        self.read("bind", unit.path, EVERYTHING)
        for row in unit.scopes[0].bindings.get(unit.name_id(EVERYTHING), ()):
            if not latest < row[5] <= order:
                continue
            imported = unit.facts.imports[row[1]]
            found = self._through_star(unit, imported.level, unit.names[imported.module], unit.names[name])
            if found:
                replaces = unit.dominates(row[4], max(block, 0))
                values = found if replaces else merge(dict(values), found)
        return values

    def _behind_foreign(self, admitted: Values, assigned: Values) -> Values:
        """Instances of this repository that a variable holds whose declared type is none of it: what is declared says less."""
        if any(value[0] == "var" or (value[0] in _INSTANCES and value[1] >= 0) for value in admitted):
            return {}
        return {value: rank for value, rank in assigned.items() if value[0] == "inst" and value[1] >= 0}

    def _declared_variable(self, unit: Unit, name: int) -> Values:
        """What the file of declarations says of a name that the module binds."""
        stub = self.unit(unit.stub)
        if stub is None:
            return {}
        self.read("bind", stub.path, unit.names[name])
        index = stub.name_id(unit.names[name])
        if not any(row[0] == Bind.ANNOTATED for row in stub.scopes[0].bindings.get(index, ())):
            return {}
        return self.bound(stub, 0, index)

    def _doubt(self, chosen: list[Row], values: Values) -> Values:
        """One of several definitions of a name holds, and which one is not known here."""
        if sum(row[0] in _DEFINING for row in chosen) < 2:
            return values
        doubted = {value for value in values if value[0] in ("func", "class", "decorated")}
        if len(doubted) < 2:
            return values
        return {value: max(rank, _CONDITIONAL) if value in doubted else rank for value, rank in values.items()}

    def _with_elements(self, unit: Unit, scope: int, name: int, values: Values) -> Values:
        contents = unit.contents(name)
        stores = unit.scopes[scope].bindings.get(contents) if contents >= 0 else None
        if not stores or not any(value[0] in _CONTAINERS for value in values):
            return values
        stored: Values = {}
        for row in stores:
            merge(stored, self.stored(unit, row[3], row[1]))
        return with_elements(values, freeze(stored), True)

    # -- one binding -----------------------------------------------------------------------------------------
    def binding_values(self, unit: Unit, row: Row) -> Values:
        kind, a, b, ctx = row[0], row[1], row[2], row[3]
        if kind == Bind.ASSIGN:
            return self.evaluate(unit, ctx, a)
        if kind == Bind.DEF:
            return self.definition_value(unit, a)
        if kind == Bind.PARAM:
            return self.parameter(unit, a, b)
        if kind == Bind.IMPORT:
            return self.imported(unit, a)
        if kind == Bind.CLASS:
            if self.scoping.package == "linkage" and unit.defs[a].flags & DefFlag.NAMESPACE:
                return {("module", unit.quals[a], unit.path): 0}
            if unit.source:
                owner, number = self.definition_behind(unit, a)
                return {("class", owner.index, number): 0}
            return {("class", unit.index, a): 0}
        if kind == Bind.ANNOTATED:
            values = self.evaluate(unit, ctx, b) if b >= 0 else {}
            if is_informative(values):
                return values
            return at_least(self.evaluate_type(unit, ctx, a), _ANNOTATION) or values
        if kind == Bind.TYPE_VARIABLE:
            return {("var", unit.names[a], unit.index + 1, ctx, b) if b >= 0 else ("var", unit.names[a], 0, 0, 0): 0}
        if kind == Bind.SUPER:
            return {("super", unit.index, a, b != 1, unit.index, a): RANK[Basis.SUPER]}
        if kind == Bind.OWN_CLASS:
            return {("selfclass", unit.index, a): _SELF}
        if kind == Bind.LAMBDA_PARAM:
            return self._lambda_parameter(unit, ctx, a, b) if a >= 0 else self._lambda_receiver(unit, ctx, b)
        return {}

    def _lambda_receiver(self, unit: Unit, ctx: int, index: int) -> Values:
        """The receiver of a lambda that a class body binds."""
        scope = unit.scopes[unit.contexts[ctx][0]]
        return {("self", unit.index, scope.owner): _SELF} if index == 0 and scope.kind == ScopeKind.CLASS else {}

    def _lambda_parameter(self, unit: Unit, ctx: int, call: int, packed: int) -> Values:
        argument, index = LambdaParam.unpack(packed)
        row = unit.exprs[call]
        keyword = None
        if argument >= 64:
            pairs = row[3 + row[2] :]
            at = (argument - 64) * 2
            if at >= len(pairs):
                return {}
            keyword = unit.names[pairs[at]]
        out: Values = {}
        site = Site(unit, ctx, row)
        for value in self.evaluate(unit, ctx, row[1]):
            if value[0] == "ext" and value[1] in self.library.accessor_makers:
                merge(out, self._lambda_receiver(unit, ctx, index))
            elif value[0] == "ext" and len(value) == 2 and self.library_definition(value[1]) is None:
                merge(out, {} if self.scoping.typed else {GIVEN: 0})
            else:
                merge(out, self.callback_parameter(value, argument, keyword, index, site))
        return at_least(out, _CALLBACK)

    def definition_value(self, unit: Unit, definition: int) -> Values:
        """A function as a value; decorated ones carry the object their outermost decorator makes."""
        if unit.source:
            owner, number = self.definition_behind(unit, unit.defs[definition].primary)
            if owner is not unit:
                return self.definition_value(owner, number)
        row = unit.defs[definition]
        if row.overloads >= 0:
            row = unit.defs[row.overloads]
        primary = row.primary
        plain: Values = {("func", unit.index, primary): 0}
        if not row.decorators or unit.index < 0 or (row.parent >= 0 and unit.defs[row.parent].is_class):
            return plain
        if row.flags & ~(
            DefFlag.ABSTRACT
            | DefFlag.DECORATED
            | DefFlag.ASYNC
            | DefFlag.GENERATOR
            | DefFlag.STUB
            | DefFlag.MAIN_GUARDED
        ):
            return plain
        made = self.named(("d", unit.index, definition), self._decorator_result, unit, definition)
        objects = [value for value in made if value[0] == "inst"]
        if not objects:
            return plain
        return {("decorated", unit.index, primary, value): RANK[Basis.DECORATOR_RESULT] for value in objects}

    def _decorator_result(self, unit: Unit, definition: int) -> Values:
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        written: Value = ("func", unit.index, row.primary)
        out: Values = {}
        for expr in row.decorators[::-1]:
            # The object that the decorator below makes, if it makes one, is what this one is given.
            given = next((value for value in out if value[0] == "inst"), written)
            out = {}
            for value, rank in self.evaluate(unit, row.ctx, expr).items():
                merge(out, self.call(value, GivenSite(given)), rank)
        return out

    def steady_name(self, unit: Unit, home: int, name: int, memo: dict[int, Values]) -> Values:
        """Values of a name that is the same wherever in its scope it stands; `home` as `Unit.home` gives it."""
        key = unit.base | STEADY | home << 24 | name
        found = memo.get(key)
        if found is not None:
            if type(found) is Tainted and self.low > TAINT:
                self.low = TAINT
            return found
        scope = home >> 1
        if unit.implicit and scope and (home & 1) and unit.is_holder(scope):
            return self._guarded(key, memo, unit, scope, name, True)
        if (not home & 1 and scope) or (unit.path == self.frame.own and name in unit.scopes[scope].bindings):
            # A local name, or one of the file being linked: no other file asks for it here, a frame of its own is not needed.
            rows = unit.scopes[scope].bindings[name]
            if len(rows) == 1 and rows[0][0] == Bind.PARAM and rows[0][2] == 0:
                receiver = self.plain_receiver(unit, rows[0][1])
                if receiver is not None:
                    memo[key] = receiver
                    return receiver
            return self._guarded(key, memo, unit, scope, name)
        outer, self.low = self.low, INF
        if name in unit.scopes[scope].bindings:
            values = self.bound(unit, scope, name)
        else:
            self.read("bind", unit.path, unit.names[name])
            values = self.beyond(unit, unit.names[name])
        if self.low >= TAINT:
            memo[key] = values if self.low == INF else Tainted(values)
        if outer < self.low:
            self.low = outer
        return values

    def _guarded(
        self, key: int, memo: dict[int, Values], unit: Unit, scope: int, name: int, outward: bool = False
    ) -> Values:
        """A name evaluated in the frame at hand; `outward`: looked for from a scope on."""
        provisional = self.provisional.get(key)
        if provisional is not None:
            self.low = min(self.low, provisional[2])
            return provisional[0]
        depth = self.enter(key)
        if depth < 0:
            return {}
        outer, self.low = self.low, INF
        values = self._from_scope(unit, scope, name) if outward else self.select(unit, scope, name, -1, END)
        return self._kept(key, memo, values, depth, outer)

    def _kept(self, key: int, memo: dict[int, Values], values: Values, depth: int, outer: int) -> Values:
        """Finish the evaluation of a name that `enter` started."""
        del self.active[key]
        if len(values) > MOST_VALUES:
            values = {}
        if self.low == INF:
            memo[key] = values
        elif self.low >= depth:
            memo[key] = Tainted(values)
        else:
            self.provisional[key] = (values, (), self.low)
        self.leave(depth, outer)
        return values

    # -- a name as an expression -------------------------------------------------------------------------------
    def evaluate_name(self, unit: Unit, ctx: int, name: int, key: int, memo: dict[int, Values]) -> Values:
        """A name's values, memoised in the frame; names are where evaluation can come back to itself."""
        provisional = self.provisional.get(key)
        if provisional is not None:
            self.low = min(self.low, provisional[2])
            return provisional[0]
        depth = self.enter(key)
        if depth < 0:
            return {}
        outer, self.low = self.low, INF
        values = self.name_values(unit, ctx, name)
        return self._kept(key, memo, values, depth, outer)
