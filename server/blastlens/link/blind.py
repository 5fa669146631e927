"""Blind spots of one file: what its text does not tell, each with its line and what it may concern."""

from abc import ABC
from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import Bind, Expr, ImportFlag, ScopeKind, Signal, Use
from blastlens.languages.rules import ModuleRef
from blastlens.link.computed import computed_name, is_literal
from blastlens.link.library_shared import LIBRARY
from blastlens.link.targets import Targets
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, Value, Values
from blastlens.model.blind_spot import ANY_NAME, BlindKind, BlindSpot
from blastlens.model.symbol import module_id

_CLASSES: Final = frozenset({"class", "generic", "selfclass"})
_OBJECTS: Final = frozenset({"inst", "self", "super"})
_DEFINING: Final = frozenset({Bind.DEF, Bind.CLASS})
_NAMING: Final = frozenset({Bind.IMPORT, Bind.CLASS})

Span = tuple[int, ...]


class Blind(Targets, ABC):
    """Per-file state is set by `start`."""

    blind: dict[BlindSpot, None]
    computed_here: list[
        tuple[int, int, tuple[int, ...]]
    ]  # scope, context and row of each call of "gets" with such a name

    def note(self, unit: Unit, ctx: int, span: Span, kind: BlindKind, pattern: str = ANY_NAME, about: str = "") -> None:
        source = unit.source_id(unit.contexts[ctx][0])
        for at in range(0, len(span), 3):
            self.blind[BlindSpot(source, span[at], kind, pattern, about)] = None

    def blind_spots(self) -> tuple[BlindSpot, ...]:
        return tuple(sorted(self.blind))

    # -- met while calls are linked ----------------------------------------------------------------------------
    def note_computed_call(self, unit: Unit, ctx: int, values: Values, span: Span, called: str = "") -> bool:
        """Whether one of the called values is what an object or module has under a computed name, or what only
        `__getattr__` of a module may give. `called`: the attribute that is called, if one is."""
        found = False
        for value in values:
            if len(value) > 2 and value[0] == "extinst":
                found = True
                self.note(unit, ctx, span, BlindKind.COMPUTED_CALL, value[3], value[2])
            elif len(value) > 2 and value[0] == "ext" and (not called or self.is_borne(called)):
                found = True
                self.note(unit, ctx, span, BlindKind.BEHIND_FACADE, value[1].rpartition(".")[2], value[2])
        return found

    def note_behind_facade(self, unit: Unit, ctx: int, receivers: Values, name: str, span: Span) -> None:
        """A member that the receiver's class lacks, so that its `__getattr__` is asked for it."""
        for value in receivers:
            if value[0] not in ("inst", "self") or value[1] < 0:
                continue
            for getter in self.library.attribute_getters:
                place = self.find_member(self.units[value[1]], value[2], getter)
                if place is not None and place[0] >= 0:
                    owner = self.units[place[0]]
                    number = self.own_method(owner, place[1], getter)
                    if number >= 0:
                        self.note(unit, ctx, span, BlindKind.BEHIND_FACADE, name, owner.ids[number])
                        break

    def note_computed_import(self, unit: Unit, ctx: int, row: tuple[int, ...], span: Span) -> None:
        """A loader of modules is called with a name that does not stand in the text."""
        if row[2] < 1 or is_literal(unit, row[3]):
            return
        self._note_module_names(unit, ctx, row[3], span)

    def _note_module_names(self, unit: Unit, ctx: int, expr: int, span: Span) -> None:
        """Names of modules that are made at run time; those of libraries do not matter."""
        names = computed_name(unit, ctx, expr, module_names=True).split("|")
        ours = [name for name in names if self._may_be_ours(unit, name.partition(".")[0])]
        if ours:
            self.note(unit, ctx, span, BlindKind.COMPUTED_IMPORT, "|".join(ours))

    def _may_be_ours(self, unit: Unit, package: str) -> bool:
        return not package or "*" in package or self._is_ours(self.import_module(unit, 0, package))

    def _is_ours(self, module: ModuleRef | None) -> bool:
        return module is not None and (module.path is None or module.path[:2] != LIBRARY)

    # -- looked for in files that spell a name of them ---------------------------------------------------------------
    def find_blind_spots(self, unit: Unit) -> None:
        library = self.library
        watched = {index for name in library.dynamic if (index := unit.name_id(name)) >= 0}
        self.computed_here = []
        if watched:
            self._find_calls(unit, watched)
        if self.computed_here:
            self._note_handed_on(unit)
        self._note_imports(unit)
        if unit.facts.signals & Signal.GENERATED:
            self.blind[BlindSpot(module_id(unit.path), 1, BlindKind.GENERATED)] = None

    def _find_calls(self, unit: Unit, watched: set[int]) -> None:
        exprs, puts = unit.exprs, unit.name_id("update")
        for (ctx, expr, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            if kind != Use.CALL:
                continue
            callee = exprs[exprs[expr][1]]
            if callee[0] == Expr.NAME:
                if callee[1] in watched and unit.is_builtin(callee[1]):
                    self._note_builtin(unit, ctx, exprs[expr], unit.names[callee[1]], span)
            elif callee[0] == Expr.ATTR and callee[2] == puts and exprs[expr][2]:
                self._note_put(unit, ctx, callee[1], ANY_NAME, span)

    def note_element(self, unit: Unit, ctx: int, expr: int, span: Span) -> None:
        """A use of kind PUT."""
        row = unit.exprs[expr]
        if row[0] == Expr.INDEX and len(row) == 3 and not is_literal(unit, row[2]):
            self._note_put(unit, ctx, row[1], computed_name(unit, ctx, row[2], module_names=True), span)

    def _note_builtin(self, unit: Unit, ctx: int, row: tuple[int, ...], name: str, span: Span) -> None:
        operation = self.library.dynamic[name]
        if operation == "runs":
            self.note(unit, ctx, span, BlindKind.RUNS_TEXT)
        elif operation == "imports":
            self.note_computed_import(unit, ctx, row, span)
        elif operation == "gets" and row[2] > 1 and not is_literal(unit, row[4]):
            self.computed_here.append((unit.contexts[ctx][0], ctx, row))
        elif operation == "sets" and row[2] == 3:
            if is_literal(unit, row[4]):
                self._replaced(unit, ctx, row[3], unit.names[unit.exprs[row[4]][2]], span)
            else:
                self._gets_member(unit, ctx, row[3], computed_name(unit, ctx, row[4], module_names=True), span)

    # -- what has a computed name and is handed to somebody who calls it ---------------------------------------------------
    def _note_handed_on(self, unit: Unit) -> None:
        """A variable with such a value is given for a parameter that is declared to be called."""
        holders: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for scope, ctx, row in self.computed_here:
            number = unit.row_index(row)
            for name, bindings in unit.scopes[scope].bindings.items():
                if any(binding[0] == Bind.ASSIGN and binding[1] == number for binding in bindings):
                    holders[scope, name] = (ctx, row)
        for (ctx, expr, kind), span in zip(unit.facts.uses, unit.facts.use_spans, strict=True):
            call = unit.exprs[expr]
            if kind != Use.CALL or not call[2]:
                continue
            for position, item in enumerate(call[3 : 3 + call[2]]):
                argument = unit.exprs[item]
                held = holders.get((unit.contexts[ctx][0], argument[1])) if argument[0] == Expr.NAME else None
                if held is not None and self._is_called_there(unit, ctx, call[1], position):
                    self.note_computed_call(unit, ctx, self.evaluate(unit, held[0], unit.row_index(held[1])), span)

    def _is_called_there(self, unit: Unit, ctx: int, callee: int, position: int) -> bool:
        for value in self.evaluate(unit, ctx, callee):
            if value[0] not in ("func", "bound"):
                continue
            owner = self.units[value[1]]
            row = owner.defs[value[2]]
            at = position + (value[0] == "bound")
            if value[1] >= 0:
                self.read("sig", owner.path, owner.quals[value[2]])
            if at < len(row.params) and row.params[at].annotation >= 0:
                admitted = self.evaluate_type(owner, row.type_ctx, row.params[at].annotation)
                if any(one[0] == "callable" for one in admitted):
                    return True
        return False

    def _gets_member(self, unit: Unit, ctx: int, expr: int, pattern: str, span: Span) -> None:
        """Something is set on what an expression gives, under a computed name."""
        owners = sorted(self._owners(self.evaluate(unit, ctx, expr), instances=False))
        for about in owners:
            self.note(unit, ctx, span, BlindKind.COMPUTED_MEMBER, pattern, about)
        if not owners:
            self.note(unit, ctx, span, BlindKind.COMPUTED_ATTRIBUTE, pattern)

    def _note_put(self, unit: Unit, ctx: int, container: int, pattern: str, span: Span) -> None:
        """Something is put into a table of names: `globals()[x] = y`, `vars(x)`, `x.__dict__`."""
        row = unit.exprs[container]
        if row[0] == Expr.ATTR:
            if unit.names[row[2]] == self.protocols.attribute_table:
                self._gets_member(unit, ctx, row[1], pattern, span)
            elif self._is_module_table(unit, ctx, row):
                self.note(unit, ctx, span, BlindKind.COMPUTED_IMPORT, pattern)
            return
        callee = unit.exprs[row[1]] if row[0] == Expr.CALL else row
        if callee[0] != Expr.NAME or not unit.is_builtin(callee[1]) or row[0] != Expr.CALL:
            return
        operation = self.library.dynamic.get(unit.names[callee[1]])
        if operation not in ("module", "scope"):
            return
        if row[2]:
            self._gets_member(unit, ctx, row[3], pattern, span)
            return
        about = self._around(unit, unit.contexts[ctx][0]) if operation == "scope" else module_id(unit.path)
        if about:
            self.note(unit, ctx, span, BlindKind.COMPUTED_MEMBER, pattern, about)

    def _is_module_table(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> bool:
        module, _, name = self.library.module_table.rpartition(".")
        if unit.names[row[2]] != name:
            return False
        return any(value[0] in ("module", "ext") and value[1] == module for value in self.evaluate(unit, ctx, row[1]))

    def _around(self, unit: Unit, scope: int) -> str:
        """The class or module whose names are those of a scope; "" for a function's."""
        row = unit.scopes[scope]
        if row.kind == ScopeKind.CLASS:
            return unit.ids[row.owner]
        return module_id(unit.path) if row.kind == ScopeKind.MODULE else ""

    def _owners(self, values: Values, *, instances: bool) -> Iterator[str]:
        """Ids of the classes and modules among values; of objects, their class."""
        for value in values:
            if value[0] == "module":
                if value[2] is not None and value[2][:2] != LIBRARY:
                    yield module_id(value[2])
            elif (value[0] in _CLASSES or (instances and value[0] in _OBJECTS)) and value[1] >= 0:
                yield self.units[value[1]].ids[value[2]]

    def computed_results(self, given: Values, pattern: str) -> Values | None:
        """What the receivers have under a computed name; None where that is nothing of the repository."""
        abouts = sorted(set(self._owners(given, instances=True)))
        if not abouts and any(self._is_outside(value) for value in given):
            return None
        return {("extinst", "?computed", about, pattern): 0 for about in abouts or [""]}

    def _is_outside(self, value: Value) -> bool:
        if value[0] == "module":
            return value[2] is not None
        if value[0] in _CLASSES or value[0] in _OBJECTS:
            return True  # of a library: those of the repository are owners
        return value[0] in ("ext", "extinst", "const", "seq", "map", "tup") and len(value) == 2 and value != GIVEN

    # -- definitions that are assigned anew ------------------------------------------------------------------------
    def note_store(self, unit: Unit, ctx: int, row: tuple[int, ...], span: Span) -> None:
        """An attribute is written."""
        root = unit.exprs[row[1]]
        while root[0] == Expr.ATTR:
            root = unit.exprs[root[1]]
        if root[0] == Expr.NAME and self._names_definition(unit, unit.contexts[ctx][0], root[1]):
            self._replaced(unit, ctx, row[1], unit.names[row[2]], span)

    def _names_definition(self, unit: Unit, scope: int, name: int) -> bool:
        """Whether the nearest scope that binds a name does so by an import or a class."""
        while scope >= 0:
            rows = unit.scopes[scope].bindings.get(name)
            if rows is not None:
                return rows[0][0] in _NAMING
            scope = unit.scopes[scope].parent
        return False

    def _replaced(self, unit: Unit, ctx: int, expr: int, name: str, span: Span) -> None:
        for value in self.evaluate(unit, ctx, expr):
            if value[0] == "module" and value[2] not in (None, unit.path) and value[2][:2] != LIBRARY:
                self.read("bind", value[2], name)
                other = self.unit(value[2])
                rows = other.scopes[0].bindings.get(other.name_id(name), ()) if other is not None else ()
                if other is not None and rows and rows[-1][0] in _DEFINING:
                    self.note(unit, ctx, span, BlindKind.REPLACED, name, other.ids[other.defs[rows[-1][1]].primary])
            elif value[0] in ("class", "generic") and value[1] >= 0:
                self._replaced_method(unit, ctx, value, name, span)

    def _replaced_method(self, unit: Unit, ctx: int, value: Value, name: str, span: Span) -> None:
        place = self.find_member(self.units[value[1]], value[2], name)
        if place is None or place[0] < 0:
            return
        owner = self.units[place[0]]
        number = self.own_method(owner, place[1], name)
        if number >= 0:
            self.note(unit, ctx, span, BlindKind.REPLACED, name, owner.ids[number])

    # -- imports ---------------------------------------------------------------------------------------------------
    def _note_imports(self, unit: Unit) -> None:
        for row, span in zip(unit.facts.imports, unit.facts.import_spans, strict=True):
            if row.flags & ImportFlag.STAR and not row.flags & ImportFlag.TYPE_ONLY:
                dotted = unit.names[row.module]
                if not self._is_ours(self.import_module(unit, row.level, dotted)):
                    spot = BlindSpot(module_id(unit.path), span[0], BlindKind.FOREIGN_STAR, "." * row.level + dotted)
                    self.blind[spot] = None
