"""The uses of one file, each turned into edges, or kept as unresolved."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.link.collected import CollectedEdges, CollectedImports, sites_of
from blastlens.link.edge_kinds import CALLS, DECORATES, IMPLICIT, READS, REFERENCES
from blastlens.link.hidden_calls import HiddenCalls
from blastlens.link.library_shared import LIBRARY
from blastlens.link.sites import Site
from blastlens.link.targets import Target
from blastlens.link.timing import is_started
from blastlens.link.unit import Unit
from blastlens.link.values import BASES, GIVEN, RANK, Values, are_foreign_functions
from blastlens.model.edge import Basis, Tier, Timing, UnresolvedUse, tier_of
from blastlens.model.symbol import module_id

# What a name on the right of the dot may be missing from: instances and classes of the repository.
_OWN_RECEIVERS: Final = frozenset({"self", "selfclass", "super", "inst", "class"})
_SUPER: Final = RANK[Basis.SUPER]
_SUBCLASS: Final = RANK[Basis.SUBCLASS]
_INTERFACE: Final = RANK[Basis.INTERFACE]
_RECEIVER_NAME: Final = RANK[Basis.RECEIVER_NAME]
_UNIQUE: Final = RANK[Basis.UNIQUE_NAME]
_CANDIDATES: Final = RANK[Basis.CANDIDATES]
_CONTAINER: Final = RANK[Basis.CONTAINER]
_FUNCTIONS: Final = frozenset({"func", "bound"})
_EXTRACTED: Final = frozenset(rank for rank, basis in enumerate(BASES) if tier_of(basis) is Tier.EXTRACTED)


class Uses(HiddenCalls, ABC):
    """Per-file state is set by `start`; see `linker.Linker`."""

    iterated: list[tuple[str, list[Target], tuple[int, ...]]]
    _made_by_name: list[tuple[str, str, tuple[int, ...]]]  # source, name, places
    # Calls, and how many of them are of which kind; the rest is unresolved.
    total: int
    resolved: int

    def start(self) -> None:
        self.edges = CollectedEdges(self.family)
        self.imports = CollectedImports(self.family)
        self.start_implicit()
        self.start_accesses()
        self.iterated = []
        self._base_spans = {}
        self._made_by_name = []
        self.calls_here = None
        self.unresolved = []
        self.blind = {}
        self.total = self.resolved = self.inferred = self.ambiguous = self.external = 0

    def link_uses(self, unit: Unit) -> None:
        facts = unit.facts
        for (ctx, expr, kind), span in zip(facts.uses, facts.use_spans, strict=True):
            if kind == Use.CALL or kind == Use.MAKE:
                self._link_call(unit, ctx, expr, span, kind)
            elif kind == Use.LOAD:
                self._link_access(unit, ctx, expr, kind, span)
            elif kind in (Use.STORE, Use.DELETE):
                self._link_access(unit, ctx, expr, kind, span)
                self.note_store(unit, ctx, facts.exprs[expr], span)
            elif kind == Use.PUT:
                self.note_element(unit, ctx, expr, span)
            elif kind in (Use.VALUE, Use.TYPE):
                self._link_value(unit, ctx, expr, span)
            elif kind == Use.DECORATOR:
                self._link_decorator(unit, ctx, expr, span)
            elif kind == Use.OBJECT:
                made = self.made_as_declared(unit, ctx, expr)
                self._add_all(unit.source_id(unit.contexts[ctx][0]), IMPLICIT, made, span)
            elif kind == Use.BASE:
                self._base_spans[ctx, expr] = span
            else:
                self._link_implicit(unit, ctx, expr, kind, span)
        self._link_iterated()
        self._leave_by_name()

    def _link_call(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...], kind: int) -> None:
        count = len(span) // 3
        self.total += count
        callee = unit.exprs[expr][1]
        row = unit.exprs[callee]
        if self.leads_nowhere(unit, row):
            self.external += count
            self.link_stand_ins(unit, ctx, expr, unit.source_id(unit.contexts[ctx][0]), span)
            if row[0] == Expr.NAME:
                name = unit.names[row[1]]
                if name in self.reflective:
                    self._link_reflection(unit, ctx, expr, span)
                if name in self.watched:
                    self._link_builtin(unit, ctx, expr, span)
            else:
                self._link_missing(unit, ctx, row, span)
                self._link_registered(unit, ctx, expr, span)
                self._note_by_name(unit, ctx, expr, unit.names[row[2]], span)
            return
        values = self.called(row, self.evaluate(unit, ctx, callee))
        if not self.scoping.globals and are_foreign_functions(values):
            self._link_foreign(unit, ctx, expr, values, span)
            return
        source = unit.source_id(unit.contexts[ctx][0])
        site = Site(unit, ctx, unit.exprs[expr]) if self.scoping.overloads else None  # what arguments choose by
        targets = self.targets_of(values, site)
        if not targets and self.scoping.globals and row[0] == Expr.ATTR:
            targets = self.targets_of(self.of_global_object(unit, row), site)
        if self.scoping.conversions and kind == Use.CALL and targets:
            targets = self._without_conversions(source, targets, span)
            if not targets:
                return
        if self.may_be_handed(values, targets) and self.link_handed(unit, ctx, callee, targets, source, span):
            return
        if row[0] == Expr.ATTR and (getters := self.getters(values)):
            entered = {target[:2] for target in targets}  # a descriptor that hands the method back does not run it
            self._add_all(source, READS, [one for one in getters if one[:2] not in entered], span)
        called = unit.names[row[2]] if row[0] == Expr.ATTR else ""
        is_computed = self.note_computed_call(unit, ctx, values, span, called)
        if targets:
            if targets[0][2] == _INTERFACE and self._comes_to_one(unit, ctx, row, targets):
                targets = [(*targets[0][:2], _SUBCLASS, False)]
            if row[0] == Expr.INDEX and not any(value[0] == "applied" for value in values):
                targets = [(a, b, max(rank, _CONTAINER), exact) for a, b, rank, exact in targets]
            self._add_calls(source, targets, span)
            if targets[0][2] == _SUPER:
                self.link_cooperative(unit, ctx, row, targets, source, span)
            if self.scoping.structural:
                self.fit_arguments(unit, ctx, unit.exprs[expr])
            self._add_all(source, IMPLICIT, [*self.call_targets(targets), *self.wrapping(unit, ctx, targets)], span)
        elif self.scoping.overloads and any(value[0] in _FUNCTIONS for value in values):
            self.external += count  # none of the name takes these arguments: one of a base that is not known does
        elif self._is_missing_member(unit, ctx, row, values):
            self._link_missing_member(unit, ctx, row, source, span)
        elif is_computed:
            self.leave_computed(unit, row, source, span)
        elif self.link_hidden(unit, values, source, span, expr):
            return
        elif row[0] == Expr.ATTR and (held := self.held_functions(unit, ctx, row, values)):
            self.leave_open(held, called, source, span)
        elif self.is_known(values):
            self.external += count
            self._add_all(source, IMPLICIT, self.left_to_receiver(values), span)
            self.link_stand_ins(unit, ctx, expr, source, span)
            self._add_all(source, REFERENCES, self.function_asked(unit, ctx, row), span)
            self._link_by_name(unit, ctx, expr, values, span)
            self._note_by_name(unit, ctx, expr, unit.names[row[-1]] if row[0] == Expr.NAME else called, span)
            if any(value[0] == "ext" and value[1] in self.library.module_loaders for value in values):
                self._link_dynamic_import(unit, ctx, expr, span)
                self.note_computed_import(unit, ctx, unit.exprs[expr], span)
        elif row[0] == Expr.ATTR and GIVEN in values:
            self._link_unknown_method(unit, ctx, row, source, span)
        elif row[0] == Expr.ATTR and values and self.scoping.exports:
            # What is called is known, and no definition: an object by its call signature, a function by its type.
            self.leave_open((), called, source, span)
        elif row[0] == Expr.ATTR:
            self._link_unknown_method(unit, ctx, row, source, span)
        if row[0] == Expr.ATTR and not targets:
            self._link_missing(unit, ctx, row, span)
            self._link_registered(unit, ctx, expr, span)

    def _link_foreign(self, unit: Unit, ctx: int, expr: int, values: Values, span: tuple[int, ...]) -> None:
        """A call of functions of libraries alone: none of it is computed, handed over or missing."""
        source, row = unit.source_id(unit.contexts[ctx][0]), unit.exprs[unit.exprs[expr][1]]
        self.external += len(span) // 3
        if not self.scoping.overloads:
            self._add_all(source, IMPLICIT, self.left_to_receiver(values), span)
            self.link_stand_ins(unit, ctx, expr, source, span)
            self._add_all(source, REFERENCES, self.function_asked(unit, ctx, row), span)
            if row[0] == Expr.NAME or row[0] == Expr.ATTR:
                self._note_by_name(unit, ctx, expr, unit.names[row[-1]], span)
        if row[0] == Expr.ATTR:
            self._link_missing(unit, ctx, row, span)
            self._link_registered(unit, ctx, expr, span)

    def _without_conversions(self, source: str, targets: list[Target], span: tuple[int, ...]) -> list[Target]:
        """The functions among what a call enters; a type is only named by it."""
        called = []
        for target in targets:
            if self.units[target[0]].defs[target[1]].is_class:
                self._add_all(source, REFERENCES, [target], span)
            else:
                called.append(target)
        if not called:
            self.resolved += len(span) // 3
        return called

    def _link_reflection(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        """A call of the language's own that gives a module, or an attribute, of a name made at run time."""
        if unit.names[unit.exprs[unit.exprs[expr][1]][1]] in self.loader_names:
            self._link_dynamic_import(unit, ctx, expr, span)
            return
        source = unit.source_id(unit.contexts[ctx][0])
        for value, rank in self.evaluate(unit, ctx, expr).items():
            if value[0] == "named":
                self._add_all(source, REFERENCES, self.targets(value, rank), span)

    def _link_by_name(self, unit: Unit, ctx: int, expr: int, values: Values, span: tuple[int, ...]) -> None:
        """A call of a function that calls a method, or reads an attribute, of a known name."""
        for value in values:
            if value[0] == "by_name" and unit.exprs[expr][2]:
                given = self.evaluate(unit, ctx, unit.exprs[expr][3])
                source = unit.source_id(unit.contexts[ctx][0])
                self._add_all(source, IMPLICIT, self.by_name_targets(value, given), span)

    def _note_by_name(self, unit: Unit, ctx: int, expr: int, called: str, span: tuple[int, ...]) -> None:
        """A call that makes such a function: what it will be given is mostly not known here."""
        if called not in self._by_name:
            return
        for value in self.evaluate(unit, ctx, expr):
            if value[0] == "by_name" and self.is_borne(value[1]):
                self._made_by_name.append((unit.source_id(unit.contexts[ctx][0]), value[1], span))

    def _leave_by_name(self) -> None:
        """Those whose method nothing in the same function was found to run stay unresolved."""
        for source, name, span in self._made_by_name:
            if not self.edges.runs(source, IMPLICIT, "." + name):
                self.unresolved += [UnresolvedUse(source, self.plain_name(name), site) for site in sites_of(span)]

    def _link_dynamic_import(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        """A call that loads the module its literal argument names is an import."""
        is_deferred, started = unit.owners[unit.contexts[ctx][0]] >= 0, unit.facts.started
        for value in self.loaded_module(Site(unit, ctx, unit.exprs[expr])):
            if value[0] == "module" and value[2] is not None and value[2] != unit.path and value[2][:2] != LIBRARY:
                for site in sites_of(span):
                    later = Timing.STARTED if is_started(started, site.line, site.column) else Timing.LOAD
                    timing = Timing.DEFERRED if is_deferred else later
                    self.imports.add(module_id(unit.path), module_id(value[2]), timing, site)

    def _is_missing_member(self, unit: Unit, ctx: int, callee: tuple[int, ...], values: Values) -> bool:
        """Whether the callee is a member that a class of the repository has neither itself nor from a base in it, so that a
        foreign base may have it, or a subclass."""
        if callee[0] != Expr.ATTR or len(values) != 1 or ("ext", "?." + unit.names[callee[2]]) not in values:
            return False
        return any(value[0] in ("self", "selfclass") for value in self.evaluate(unit, ctx, callee[1]))

    def _add_calls(self, source: str, targets: list[Target], span: tuple[int, ...]) -> None:
        """The edges of a call, which counts by the best of them."""
        best = min([target[2] for target in targets])
        if best in _EXTRACTED:
            self.resolved += len(span) // 3
        else:
            self.inferred += len(span) // 3
        self._add_all(source, CALLS, targets, span)

    def _comes_to_one(self, unit: Unit, ctx: int, callee: tuple[int, ...], targets: list[Target]) -> bool:
        """Whether it makes no difference which of several subclasses is meant: they share the method, or one of them has it."""
        if any(target[:3] != targets[0][:3] for target in targets):
            return False
        return len(targets) > 1 or (callee[0] == Expr.ATTR and len(self.evaluate(unit, ctx, callee[1])) > 1)

    def _link_unknown_method(
        self, unit: Unit, ctx: int, row: tuple[int, ...], source: str, span: tuple[int, ...]
    ) -> None:
        """A method called on a receiver: by name alone only where nothing at all is known of the receiver."""
        name = unit.names[row[2]]
        receivers = self.receivers(unit, ctx, row[1])
        if GIVEN in receivers and len(receivers) == 1:
            self.leave_open(self.guessed(name), name, source, span)
            return
        if receivers:
            self._link_missing_member(unit, ctx, row, source, span)
            return
        named = self.named_like_receiver(unit, row, name) if self.scoping.receiver_names else ()
        if len(named) == 1:
            self._add_calls(source, [(*named[0], _RECEIVER_NAME, False)], span)
            return
        places = self.guessed(name)
        is_guess = len(places) == 1 and self.scoping.unique_names and not self.scoping.typed
        if is_guess and not self.is_handed_foreign(unit, ctx, row[1]):
            self._add_calls(source, [(*places[0], _UNIQUE, False)], span)
        else:
            self.leave_open(places, name, source, span)

    def _link_missing_member(
        self, unit: Unit, ctx: int, row: tuple[int, ...], source: str, span: tuple[int, ...]
    ) -> None:
        """A member that the receiver's class lacks: its subclasses may have it; else its name is all that is known."""
        name, count = unit.names[row[2]], len(span) // 3
        receivers = self.receivers(unit, ctx, row[1])
        own = [value for value in receivers if value[0] in _OWN_RECEIVERS and value[1] >= 0]
        if name.startswith(self.scoping.special_prefix):
            # Every object has those of the language.
            self.external += count
            return
        found: dict[tuple[int, int], None] = {}
        is_open = False
        for value in own:
            is_open = is_open or self.linearization(self.units[value[1]], value[2]).is_open
            for place in self.left_to_subclasses(self.units[value[1]], value[2], name, value[0] == "super"):
                found[place] = None
        if found:
            # A foreign base may have the member too.
            rank = _SUBCLASS if len(found) == 1 and not is_open else _INTERFACE
            self._add_calls(source, [(*place, rank, False) for place in found], span)
        elif len(own) == len(receivers):
            if self.leave_open(() if self.scoping.typed else self.guessed(name), name, source, span):
                self.note_behind_facade(unit, ctx, receivers, name, span)
        else:
            self.external += count

    def _link_value(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        row = unit.exprs[expr]
        name = unit.names[row[2]] if row[0] == Expr.ATTR else None
        if name is not None and self.surveyed is not None and not self.surveyed.may_be_named(self.plain_name(name)):
            is_made = self.surveyed.has_getters and self._is_of_module(unit, ctx, row)
            if not is_made:
                self.read("defines", self.plain_name(name))
                return
        targets: list[Target] = []
        values = self.evaluate(unit, ctx, expr)
        for value, rank in values.items():
            targets += self.value_targets(value, rank)
        targets = self.settle(targets)
        if not targets:
            self._add_module_getters(unit.source_id(unit.contexts[ctx][0]), values, span)
        if name is not None:
            targets = self._named_so(unit, ctx, row, name, targets)
        if targets:
            source = unit.source_id(unit.contexts[ctx][0])
            self._add_all(source, REFERENCES, targets, span)

    def _is_of_module(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> bool:
        return any(value[0] == "module" for value in self.evaluate(unit, ctx, row[1]))

    def _named_so(self, unit: Unit, ctx: int, row: tuple[int, ...], name: str, targets: list[Target]) -> list[Target]:
        """`x.name` names a function by its own name, or as a module knows it; what an attribute merely holds was named where it
        was assigned."""
        if not targets or self._is_of_module(unit, ctx, row):
            return targets
        return [target for target in targets if self.own_name(target) == self.plain_name(name)]

    def _link_access(self, unit: Unit, ctx: int, expr: int, kind: int, span: tuple[int, ...]) -> None:
        row = unit.exprs[expr]
        name = unit.names[row[2]]
        if self.may_be_accessor(name) or unit.exprs[row[1]][0] == Expr.NAME:
            found = self.access_targets(unit, ctx, row[1], name, kind)
            self._add_access(unit, ctx, found, span)
            if (
                not found[0]
                and not found[1]
                and self.program.has_getter(name)
                and not self.receivers(unit, ctx, row[1])
            ):
                self.leave_access(name, kind, unit.source_id(unit.contexts[ctx][0]), span)

    def _add_access(
        self, unit: Unit, ctx: int, found: tuple[list[Target], list[Target]], span: tuple[int, ...]
    ) -> None:
        accessors, hooks = found
        if accessors or hooks:
            source = unit.source_id(unit.contexts[ctx][0])
            self._add_all(source, READS, accessors, span)
            self._add_all(source, IMPLICIT, hooks, span)

    def _link_builtin(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        row = unit.exprs[expr]
        targets = self.builtin_targets(unit, ctx, row)
        if targets:
            self.iterated.append((unit.source_id(unit.contexts[ctx][0]), targets, span))
        self._add_access(unit, ctx, self.accessed_by_name(unit, ctx, row), span)

    def _link_missing(self, unit: Unit, ctx: int, row: tuple[int, ...], span: tuple[int, ...]) -> None:
        """What looking up the called attribute runs first."""
        hooks = self.hook_targets(unit, ctx, row[1], unit.names[row[2]], Use.LOAD)
        if hooks:
            self._add_all(unit.source_id(unit.contexts[ctx][0]), IMPLICIT, hooks, span)

    def _link_decorator(self, unit: Unit, ctx: int, expr: int, span: tuple[int, ...]) -> None:
        named, applied = self.decorator_targets(unit, ctx, expr)
        source = unit.source_id(unit.contexts[ctx][0])
        self._add_all(source, DECORATES, named, span)
        self._add_all(source, IMPLICIT, applied, span)
        self._add_all(source, IMPLICIT, self.wrapping(unit, ctx, named), span)
        row = unit.exprs[expr]
        if row[0] == Expr.CALL:
            self._add_all(source, IMPLICIT, self.call_targets(named), span)
        if not named:
            self._add_all(source, REFERENCES, self.function_asked(unit, ctx, row), span)

    def _link_implicit(self, unit: Unit, ctx: int, expr: int, kind: int, span: tuple[int, ...]) -> None:
        targets = self.implicit_targets(unit, ctx, expr, kind)
        if targets:
            source = unit.source_id(unit.contexts[ctx][0])
            if kind in (Use.ITERATE, Use.ITERATE_ASYNC):
                # A generator function that is called and iterated at once is told by its call.
                self.iterated.append((source, targets, span))
            else:
                self._add_all(source, IMPLICIT, targets, span)

    def _link_iterated(self) -> None:
        for source, targets, span in self.iterated:
            called = [one for one in targets if self.edges.has(source, CALLS, self.units[one[0]].ids[one[1]])]
            self._add_all(source, IMPLICIT, [target for target in targets if target not in called], span)
