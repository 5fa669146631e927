"""Values that are handed on as an interface which their class does not name, where whatever has its members is one of it.

What counts is a place that declares the interface: a variable, the result of a function, a parameter. A class of the same file then
implements the interface; of an object, which is no symbol, each method implements the one that the interface asks for. Methods of
what stands in another file are entered from the place that hands it on (`stand_in`): edges belong to the file they stand in, and a
new implementer touches nobody who calls the interface.
"""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr
from blastlens.link.handed_calls import HandedCalls
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, parts_of
from blastlens.model.edge import Basis, EdgeKind

_INTERFACE: Final = RANK[Basis.INTERFACE]
_STAND_IN: Final = RANK[Basis.STAND_IN]
_UNSURE: Final = frozenset(
    {RANK[Basis.OVERRIDE], RANK[Basis.INTERFACE], RANK[Basis.UNIQUE_NAME], RANK[Basis.CANDIDATES]}
)
_INSTANCES: Final = frozenset({"inst", "self"})
_HOLDERS: Final = frozenset({"seq", "map", "await"})
_DEEPEST: Final = 3  # containers in containers
Place = tuple[int, int]  # unit index, def


class Fits(HandedCalls, ABC):
    def link_fits(self, unit: Unit) -> None:
        """Variables, fields and results of a file that are declared as an interface."""
        if not self.scoping.structural:
            return
        for scope in unit.scopes:
            for rows in scope.bindings.values():
                for row in rows:
                    if row[0] == Bind.ANNOTATED and row[2] >= 0:
                        self._fit(unit, row[3], row[2], self.evaluate_type(unit, row[3], row[1]))
        for function in unit.defs:
            if function.returns >= 0 and function.returned:
                wanted = self.evaluate_type(unit, function.type_ctx, function.returns)
                for expr, ctx in function.returned:
                    self._fit(unit, ctx, expr, wanted)

    def fit_arguments(self, unit: Unit, ctx: int, call: tuple[int, ...]) -> None:
        """What a call hands to parameters that are declared as an interface."""
        site = Site(unit, ctx, call)
        count = site.plain_count()
        for callee in self.evaluate(unit, ctx, call[1]) if count else ():
            for owner, definition, receiver in self.callees(callee, site):
                if owner.index >= 0:
                    for index in range(count):
                        wanted = self.admitted_by(owner, definition, receiver is not None, index, None)
                        self._fit(unit, ctx, site.positional[index], wanted)

    def _fit(self, unit: Unit, ctx: int, expr: int, wanted: Values) -> None:
        if wanted and unit.exprs[expr][0] != Expr.CONST and any(self._asks(value, 0) for value in wanted):
            for value, rank in self.evaluate(unit, ctx, expr).items():
                if rank not in _UNSURE:
                    for asked in wanted:
                        self._fit_value(unit, (ctx, expr), value, asked, 0)

    def _asks(self, value: Value, depth: int) -> bool:
        """Whether a type is an interface of the repository, or holds one."""
        if value[0] in _HOLDERS and depth < _DEEPEST:
            held = [part for part in parts_of(value) if isinstance(part, frozenset)]
            return any(self._asks(one, depth + 1) for part in held for one in part)
        return value[0] == "inst" and value[1] >= 0 and self.units[value[1]].has_flag(value[2], DefFlag.INTERFACE)

    def _fit_value(self, unit: Unit, at: tuple[int, int], value: Value, asked: Value, depth: int) -> None:
        if value[0] in _HOLDERS:
            if value[0] == asked[0] and len(value) == len(asked) and depth < _DEEPEST:
                for part, wanted in zip(parts_of(value), parts_of(asked), strict=True):
                    if isinstance(part, frozenset) and isinstance(wanted, frozenset):
                        for one in sorted(part, key=repr):
                            for other in wanted:
                                self._fit_value(unit, at, one, other, depth + 1)
        elif value[0] in _INSTANCES and value[1] >= 0 and asked[0] == "inst" and self._asks(asked, 0):
            self._add_fit(unit, at, value, asked)

    def _add_fit(self, unit: Unit, at: tuple[int, int], value: Value, asked: Value) -> None:
        owner, interface = self.units[value[1]], self.units[asked[1]]
        order = self.linearization(owner, value[2]).order
        if (asked[1], asked[2]) in order or owner.has_flag(value[2], DefFlag.INTERFACE):
            return
        span = self._place(unit, at, value)
        is_object = owner.has_flag(value[2], DefFlag.OBJECT | DefFlag.UNNAMED)
        if owner.index == unit.index and not is_object:
            target = interface.ids[asked[2]]
            self.edges.add(owner.ids[value[2]], EdgeKind.IMPLEMENTS, target, _INTERFACE, span, True)
            return
        for place in self.linearization(interface, asked[2]).order:
            for name in self.asked_for(self.units[place[0]], place[1]) if place[0] >= 0 else ():
                self._fit_method(unit, at, (value[1], value[2]), (*place, name), span)

    def _fit_method(
        self, unit: Unit, at: tuple[int, int], owner: Place, asked: tuple[int, int, str], span: tuple[int, ...]
    ) -> None:
        """One method that an interface asks for. What stands in another file is entered from here: its own edges are that file's."""
        own = self.find_member(self.units[owner[0]], owner[1], asked[2])
        if own is None or own[0] < 0:
            return
        method = self.own_method(self.units[own[0]], own[1], asked[2])
        other = self.own_method(self.units[asked[0]], asked[1], asked[2])
        if method < 0 or other < 0:
            return
        entered = self.units[own[0]].ids[method]
        if own[0] == unit.index:
            self.edges.add(entered, EdgeKind.IMPLEMENTS, self.units[asked[0]].ids[other], _INTERFACE, span, True)
        else:
            source = unit.source_id(unit.contexts[at[0]][0])
            self.edges.add(source, EdgeKind.IMPLICIT, entered, _STAND_IN, span)

    def _place(self, unit: Unit, at: tuple[int, int], value: Value) -> tuple[int, ...]:
        """Where a file says so: at the object, else where the value is used, else at the function around."""
        facts = unit.facts
        if value[1] == unit.index and unit.has_flag(value[2], DefFlag.OBJECT | DefFlag.UNNAMED):
            return facts.def_spans[value[2]][2:]
        for (ctx, expr, _), span in zip(facts.uses, facts.use_spans, strict=True):
            if (ctx, expr) == at:
                return span[:3]
        owner = unit.owners[unit.contexts[at[0]][0]]
        return facts.def_spans[owner][2:] if owner >= 0 else ()
