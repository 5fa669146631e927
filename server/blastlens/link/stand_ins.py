"""Objects of the repository that are handed to foreign code as something of a foreign type: it calls the methods they have of that.

Only what is declared counts: the type of a library's parameter, or the type that a cast names. An object whose class names that
type as a base is none; methods that override those of a foreign base are told apart (`Roles.entry_points`).
"""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Expr
from blastlens.link.fits import Fits
from blastlens.link.sites import Site
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, is_foreign, merge
from blastlens.model.edge import Basis, EdgeKind

_STAND_IN: Final = RANK[Basis.STAND_IN]
_UNSURE: Final = frozenset(
    {RANK[Basis.OVERRIDE], RANK[Basis.INTERFACE], RANK[Basis.UNIQUE_NAME], RANK[Basis.CANDIDATES]}
)
_INSTANCES: Final = frozenset({"inst", "self"})
_CALLED: Final = frozenset({"func", "bound"})
_HOLDING: Final = frozenset({Expr.NAME, Expr.ATTR, Expr.CALL})


class StandIns(Fits, ABC):
    def link_stand_ins(self, unit: Unit, ctx: int, expr: int, source: str, span: tuple[int, ...]) -> None:
        """Edges of a call of foreign code to the methods it may call of what it is handed."""
        row = unit.exprs[expr]
        after = 3 + row[2]
        callees: Values | None = None
        for at in range(3, after):
            kind = unit.exprs[row[at]][0]
            if kind == Expr.STAR:
                break
            if kind in _HOLDING:
                if callees is None:
                    callees = self.evaluate(unit, ctx, row[1])
                if self._is_asked(callees, at - 3, None):
                    found = self._run_by_argument(unit, ctx, row, row[at], at - 3, None)
                    self._add_all(source, EdgeKind.IMPLICIT, found, span)
        for at in range(after, len(row), 2):
            if unit.exprs[row[at + 1]][0] in _HOLDING:
                if callees is None:
                    callees = self.evaluate(unit, ctx, row[1])
                if self._is_asked(callees, -1, unit.names[row[at]]):
                    found = self._run_by_argument(unit, ctx, row, row[at + 1], -1, unit.names[row[at]])
                    self._add_all(source, EdgeKind.IMPLICIT, found, span)

    def _is_asked(self, callees: Values, index: int, keyword: str | None) -> bool:
        """Whether something that is called may ask for a foreign type. Most functions ask nothing of most arguments, and what
        those are is dearer to find out than what is called."""
        return any(self._may_ask(callee, index, keyword) for callee in callees)

    def _run_by_argument(
        self, unit: Unit, ctx: int, row: tuple[int, ...], item: int, index: int, keyword: str | None
    ) -> list[Target]:
        handed = [
            value
            for value, rank in self.evaluate(unit, ctx, item).items()
            if value[0] in _INSTANCES and value[1] >= 0 and rank not in _UNSURE
        ]
        out: list[Target] = []
        if handed:
            declared = self._declared(unit, ctx, row, index, keyword)
            for value in handed:
                for types in declared:
                    found = self._asked_methods(value, types)
                    out += found
                    if found:
                        break
        return out

    def _may_ask(self, callee: Value, index: int, keyword: str | None) -> bool:
        """Whether a callee may declare a foreign type for one of its arguments."""
        tag = callee[0]
        if tag == "ext":
            if callee[1].rpartition(".")[2] == self.forms.cast:
                return True
            behind = self.library_definition(callee[1])
            return behind is not None and self._may_ask(behind, index, keyword)
        if self.scoping.overloads and (tag == "class" or tag in _CALLED):
            return True
        if tag != "class" and (tag not in _CALLED or not is_foreign(callee)):
            return False
        is_bound = tag == "class" or (tag == "bound" and callee[3] is not None)
        key = ("asks", callee[1], callee[2], is_bound, index, keyword)
        found = self.kept(key)
        return len(found if found is not None else self.fresh(key, self._asking, callee, is_bound, index, keyword)) > 0

    def _asking(self, callee: Value, is_bound: bool, index: int, keyword: str | None) -> Values:
        """Whether a function, or the constructor, of a library declares a foreign type for an argument, as the machine keeps it."""
        for unit, definition, _ in self.callees(callee):
            if unit.index >= 0:
                continue
            for item in self.admitted_by(unit, definition, is_bound, index, keyword):
                for one in self.bounds(item) if item[0] == "var" else (item,):
                    if one[0] == "inst" and one[1] < 0:
                        return {("asks",): 0}
        return {}

    def _declared(
        self, unit: Unit, ctx: int, row: tuple[int, ...], index: int, keyword: str | None
    ) -> list[list[Value]]:
        """The foreign types that a call declares for one of its arguments; of overloads the first that fits is meant."""
        site = Site(unit, ctx, row)
        out: list[Values] = []
        for callee in self.evaluate(unit, ctx, row[1]):
            if callee[0] == "ext" and callee[1].rpartition(".")[2] == self.forms.cast:
                if index == 1:
                    out.append(self.evaluate_type(unit, ctx, site.positional[0]))
            else:
                out += self._declared_for(callee, index, keyword, site)
        return [[value for value in types if value[0] == "inst" and value[1] < 0] for types in out]

    def _declared_for(self, callee: Value, index: int, keyword: str | None, site: Site) -> list[Values]:
        """The same of one foreign callee; of type variables their bounds."""
        out: list[Values] = []
        for unit, definition, receiver in self.callees(callee, site):
            if unit.index < 0 and self._takes_as_many(unit, definition, site):
                types: Values = {}
                for item, rank in self.admitted_by(unit, definition, receiver is not None, index, keyword).items():
                    merge(types, self.bounds(item) if item[0] == "var" else {item: rank})
                out.append(types)
        return out

    def _asked_methods(self, value: Value, asked: list[Value]) -> list[Target]:
        """The methods of an object that foreign types have too."""
        if not asked:
            return []
        key = ("stands", value[1], value[2], tuple([(wanted[1], wanted[2]) for wanted in asked]))
        known = self.kept(key)
        # The machine keeps value sets; the methods travel as the one key of such a set.
        for found in known if known is not None else self.fresh(key, self._find_asked, value, asked):
            return list(found[1])
        return []

    def _find_asked(self, value: Value, asked: list[Value]) -> Values:
        order = self.linearization(self.units[value[1]], value[2]).order
        if any((wanted[1], wanted[2]) in order for wanted in asked):
            return {}
        out: list[Target] = []
        seen: set[str] = set()
        for place in order:
            if place[0] < 0:
                continue
            owner = self.units[place[0]]
            for name in self.asked_for(owner, place[1]):
                if name in seen:
                    continue
                seen.add(name)
                method = self.own_method(owner, place[1], name)
                if method >= 0 and any(self._is_of_type(wanted, name) for wanted in asked):
                    out.append((place[0], method, _STAND_IN, False))
        return {("methods", tuple(out)): 0} if out else {}

    def _is_of_type(self, wanted: Value, name: str) -> bool:
        place = self.find_member(self.units[wanted[1]], wanted[2], name)
        if place is None or place[0] >= 0:
            return False
        return self.library_name(("class", *place)).rpartition(".")[2] not in self.forms.plain_bases
