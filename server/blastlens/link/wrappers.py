"""What decorators make: the function that a decorator with arguments returns and that is then applied, and the function that takes the
place of a decorated one.

Annotations say of such functions only that something callable comes back; what a function really returns is in its body.
"""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.hooks import Hooks, Place
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values
from blastlens.model.edge import Basis

_DECORATOR_RESULT: Final = RANK[Basis.DECORATOR_RESULT]
_WRAPPER: Final = RANK[Basis.WRAPPER]
_REPLACED_BY_LANGUAGE: Final = DefFlag.PROPERTY | DefFlag.ACCESSOR | DefFlag.OVERLOAD | DefFlag.FIXTURE
_SAME: Final = "same"  # operation of a library function that gives back an argument
_DEEPEST: Final = 4  # calls around what is returned


class Wrappers(Hooks, ABC):
    def made_functions(self, unit: Unit, definition: int) -> tuple[Place, ...]:
        """Functions nested in a function that it returns, or that a function it returns the result of returns."""
        for value in self.named(("made", unit.index, definition), self._made_functions, unit, definition):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def function_asked(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> list[Target]:
        """The function `f` of `f.register` and `f.register(…)`: it is named for what a library's decorator gave it. What merely
        holds a function under another name was named where it was assigned."""
        if row[0] == Expr.CALL:
            row = unit.exprs[row[1]]
        if row[0] != Expr.ATTR or self.scoping.exports:  # where nothing decorates functions, nothing is asked so
            return []
        receiver = unit.exprs[row[1]]
        if receiver[0] != Expr.NAME and receiver[0] != Expr.ATTR:
            return []
        name = self.plain_name(unit.names[receiver[-1]])
        found: list[Target] = []
        for value, rank in self.evaluate(unit, ctx, row[1]).items():
            if value[0] == "func" and value[1] >= 0 and self._is_free(value):
                found += [one for one in self.value_targets(value, rank) if self.own_name(one) == name]
        return found

    def _is_free(self, function: Value) -> bool:
        defs = self.units[function[1]].defs
        parent = defs[function[2]].parent
        return parent < 0 or not defs[parent].is_class

    def _made_functions(self, unit: Unit, definition: int) -> Values:
        self.read("sig", unit.path, unit.quals[definition])
        self.read("evidence", unit.path, unit.quals[definition])
        found: dict[Place, None] = {}
        for expr, ctx in unit.defs[definition].returned:
            for place in self._functions_in(unit, ctx, expr, definition, 0):
                found[place] = None
        return {("functions", tuple(found)): 0}

    def _functions_in(self, unit: Unit, ctx: int, expr: int, maker: int, depth: int) -> list[Place]:
        row = unit.exprs[expr]
        if row[0] != Expr.CALL:
            values = self.evaluate(unit, ctx, expr)
            return [
                (value[1], value[2])
                for value in values
                if value[0] == "func" and value[1] >= 0 and self._is_inside(value, unit, maker)
            ]
        if depth > _DEEPEST:
            return []
        out: list[Place] = []
        for value in self.evaluate(unit, ctx, row[1]):
            if value[0] in ("func", "bound") and value[1] >= 0:
                out += self.made_functions(self.units[value[1]], value[2])
            elif value[0] == "ext":
                at = self._handed_back(value[1])
                if 0 <= at < row[2]:
                    out += self._functions_in(unit, ctx, row[3 + at], maker, depth + 1)
        if unit.exprs[row[1]][0] == Expr.CALL and row[2] == 1:  # `wraps(f)(inner)`
            out += self._functions_in(unit, ctx, row[3], maker, depth + 1)
        return out

    def _handed_back(self, dotted: str) -> int:
        """Which argument a library function gives back; -1: none."""
        if dotted.rpartition(".")[2] == self.forms.cast:
            return 1
        operation, at = self.library.calls.get(dotted, ("", -1))
        return at if operation == _SAME else -1

    def _is_inside(self, value: Value, unit: Unit, maker: int) -> bool:
        if value[1] != unit.index:
            return False
        inner: int = unit.defs[value[2]].parent
        while inner >= 0 and inner != maker:
            inner = unit.defs[inner].parent
        return inner == maker

    # -- decorators --------------------------------------------------------------------------------------------
    def decorator_targets(self, unit: Unit, ctx: int, expr: int) -> tuple[list[Target], list[Target]]:
        """What writing a decorator runs: what is named, and, where that is called first, what is then applied."""
        row = unit.exprs[expr]
        if row[0] != Expr.CALL:
            return self.targets_of(self.evaluate(unit, ctx, expr)), []
        named = self.targets_of(self.evaluate(unit, ctx, row[1]))
        return named, self._applied(unit, ctx, expr, named)

    def _applied(self, unit: Unit, ctx: int, expr: int, named: list[Target]) -> list[Target]:
        """What the result of a decorator with arguments is, as a function."""
        out = [
            (*place, max(rank, _DECORATOR_RESULT), exact)
            for owner, definition, rank, exact in named
            if not self.units[owner].defs[definition].is_class
            for place in self.made_functions(self.units[owner], definition)
        ]
        if out:
            return out
        made = {
            value: rank
            for value, rank in self.evaluate(unit, ctx, expr).items()
            if value[0] in ("inst", "partial", "func", "bound")
        }
        return [(a, b, max(rank, _DECORATOR_RESULT), exact) for a, b, rank, exact in self.targets_of(made)]

    # -- what takes the place of a decorated function --------------------------------------------------------------
    def wrapping(self, unit: Unit, ctx: int, targets: list[Target]) -> list[Target]:
        """What calls of functions enter first, because decorators put it in their place. Code inside a decorator calls what the
        decorator was given: there the function is itself."""
        out: list[Target] = []
        for owner, definition, rank, _ in targets:
            other = self.units[owner]
            row = other.defs[definition]
            if owner < 0 or not row.decorators or row.is_class or row.flags & _REPLACED_BY_LANGUAGE:
                continue
            for found in self.named(("wr", owner, definition), self._wrappers_of, other, definition):
                if not self._is_within(unit, ctx, found[2]):
                    out += [(a, b, max(rank, own), True) for a, b, own, _ in found[1]]
        return out

    def put_in_place_of(self, unit: Unit, definition: int) -> list[Place]:
        """The functions that decorators put in the place of a function."""
        if unit.index < 0 or unit.defs[definition].flags & _REPLACED_BY_LANGUAGE:
            return []
        return [
            (target[0], target[1])
            for found in self.named(("wr", unit.index, definition), self._wrappers_of, unit, definition)
            for target in found[1]
        ]

    def _is_within(self, unit: Unit, ctx: int, makers: tuple[Place, ...]) -> bool:
        inner: int = unit.owners[unit.contexts[ctx][0]]
        while inner >= 0:
            if (unit.index, inner) in makers:
                return True
            inner = unit.defs[inner].parent
        return False

    def _wrappers_of(self, unit: Unit, definition: int) -> Values:
        """The functions that the outermost decorator which makes one puts in the place of a function; with the decorators."""
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        first: list[Target] = []
        makers: dict[Place, None] = {}
        for expr in row.decorators:
            named, applied = self.decorator_targets(unit, row.ctx, expr)
            is_called = unit.exprs[expr][0] == Expr.CALL
            makers.update(dict.fromkeys((target[0], target[1]) for target in named))
            made = [
                (*place, max(target[2], _WRAPPER), True)
                for target in (self._outer(applied) if is_called else named)
                for place in self._put_in_place(target[0], target[1])
            ]
            first = first or made
        return {("wrappers", tuple(first), tuple(makers)): 0} if first else {}

    def _outer(self, applied: list[Target]) -> list[Target]:
        """Without those that others of them make: a decorator that works with and without arguments gives back both."""
        made = {place for target in applied for place in self._put_in_place(target[0], target[1])}
        return [target for target in applied if (target[0], target[1]) not in made]

    def _put_in_place(self, owner: int, maker: int) -> list[Place]:
        """What a decorator gives back for a function, other than what it calls to make it."""
        unit = self.units[owner]
        if owner < 0 or unit.defs[maker].is_class:
            return []
        called: set[Place] = set()
        made = self.made_functions(unit, maker)
        for expr, ctx in unit.defs[maker].returned if len(made) > 1 else ():
            if unit.exprs[expr][0] == Expr.CALL:
                values = self.evaluate(unit, ctx, unit.exprs[expr][1])
                called.update((value[1], value[2]) for value in values if value[0] == "func")
        return [place for place in made if place not in called]
