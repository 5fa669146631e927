"""What the language runs without anybody naming it: methods of the data model on values whose class is known.

Each use names no method, so it is looked at only where a class of the repository has one that it might run. Its basis is that of the
way to the value.
"""

from abc import ABC
from collections.abc import Iterable, Iterator
from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.link.blind import Blind
from blastlens.link.library import BY_NAME
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values

_INSTANCES: Final = frozenset({"inst", "self"})
_ITERATED: Final = frozenset({"seq", "gen"})
_CLASSES: Final = frozenset({"class", "generic", "selfclass"})


class Implicit(Blind, ABC):
    _special: dict[str, bool]
    _idle: dict[int, bool]  # kind of use -> whether no class has a method for it
    _idle_signs: dict[str, bool]
    reflective: frozenset[str]
    _by_name: frozenset[str]
    watched: frozenset[str]  # functions of the language's own that run methods of their arguments

    def learn_names(self) -> None:
        """What the language's tables say by name, which is the same for all files."""
        self.loader_names = frozenset(name.rpartition(".")[2] for name in self.library.module_loaders)
        leaving = {dotted.rpartition(".")[2] for dotted in self.library.templates}
        self.always = self.loader_names | leaving | {self.tests.request_parameter, self.tests.request_fixture}
        self.reflective = frozenset(name for name, kind in self.library.dynamic.items() if kind in ("gets", "imports"))
        calls = self.library.calls.items()
        self._by_name = frozenset(dotted.rpartition(".")[2] for dotted, fact in calls if fact[0] in BY_NAME)
        protocols = self.protocols
        self.watched = frozenset((*protocols.functions, *protocols.iterating, *protocols.accessing))

    def start_implicit(self) -> None:
        self._special = {}
        self._idle = {}
        self._idle_signs = {}

    def is_special(self, name: str) -> bool:
        """Whether some class of the repository has a method of this name of the language's."""
        if not name:
            return False
        found = self._special.get(name)
        if found is None:
            found = self._special[name] = bool(self.program.members_named(self.plain_name(name)))
            if not found:
                self.read("special", name)
        return found

    def _is_any_special(self, names: Iterable[str]) -> bool:
        return any(self.is_special(name) for name in names)

    def _is_idle(self, kind: int) -> bool:
        found = self._idle.get(kind)
        if found is None:
            found = self._idle[kind] = not self._is_any_special(self._names_of(kind))
        return found

    def _names_of(self, kind: int) -> tuple[str, ...]:
        """Methods that a kind of use may run."""
        protocols = self.protocols
        if kind == Use.ENTER:
            return protocols.enter
        if kind == Use.ITERATE:
            return (*protocols.iterate, protocols.step)
        if kind == Use.GET_ITEM:
            return (protocols.get_item, protocols.class_item)
        if kind == Use.TEST:
            return protocols.test
        if kind == Use.FORMAT:
            return protocols.text
        if kind == Use.FORMAT_REPR:
            return protocols.representation
        if kind == Use.SET_ITEM:
            return (protocols.set_item,)
        if kind == Use.DELETE_ITEM:
            return (protocols.delete_item,)
        if kind == Use.AWAIT:
            return protocols.await_
        if kind == Use.ITERATE_ASYNC:
            return (*protocols.iterate_async, protocols.step_async)
        return protocols.enter_async

    # -- uses ------------------------------------------------------------------------------------------------
    def implicit_targets(self, unit: Unit, ctx: int, expr: int, kind: int) -> list[Target]:
        """What a use runs that names nothing."""
        if kind == Use.OPERATE:
            return self._operator_targets(unit, ctx, unit.exprs[expr])
        if (kind != Use.ITERATE and self._is_idle(kind)) or self._is_nothing(unit, expr):
            return []
        if Use.GET_ITEM <= kind <= Use.DELETE_ITEM:
            base = unit.exprs[expr][1]
            return [] if self._is_nothing(unit, base) else self._item_targets(self.evaluate(unit, ctx, base), kind)
        values = self.evaluate(unit, ctx, expr)
        if kind in (Use.ENTER, Use.ENTER_ASYNC):
            return [target for name in self._names_of(kind) for target in self.special_targets(values, (name,))]
        if kind in (Use.ITERATE, Use.ITERATE_ASYNC):
            return self.iteration_targets(values, kind)
        return self.special_targets(values, self._names_of(kind))

    def _is_nothing(self, unit: Unit, expr: int) -> bool:
        """Whether the names in an expression tell that it is no instance of a class of the repository."""
        row = unit.exprs[expr]
        if row[0] == Expr.CALL:
            row = unit.exprs[row[1]]
            return self.leads_nowhere(unit, row)
        return row[0] == Expr.ATTR and self.leads_nowhere(unit, row)

    def _operator_targets(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> list[Target]:
        sign = unit.names[row[1]]
        protocols = self.protocols
        if row[0] == Expr.UNARY:
            name = protocols.unary.get(sign, "")
            return self.special_targets(self.evaluate(unit, ctx, row[2]), (name,)) if self.is_special(name) else []
        is_idle = self._idle_signs.get(sign)
        if is_idle is None:
            names = (protocols.contains,) if sign in protocols.containment else protocols.operators.get(sign, ())
            is_idle = self._idle_signs[sign] = not any(self._is_any_special(one) for one in names)
        if is_idle:
            return []
        if sign in protocols.containment:
            return [] if self._is_nothing(unit, row[3]) else self._contained(self.evaluate(unit, ctx, row[3]))
        own, reflected = protocols.operators[sign]
        left = {} if self._is_nothing(unit, row[2]) else self.evaluate(unit, ctx, row[2])
        out = self.special_targets(left, own)
        if out or not self._leaves_it(left):
            return out
        return self.special_targets(self.evaluate(unit, ctx, row[3]), reflected)

    def _leaves_it(self, left: Values) -> bool:
        """Whether the left operand leaves an operator to the right one: a literal, or an object with no foreign base."""
        return bool(left) and all(
            value[0] == "const"
            or (value[0] in _INSTANCES and not self.linearization(self.units[value[1]], value[2]).is_open)
            for value in left
        )

    def _contained(self, values: Values) -> list[Target]:
        out: list[Target] = []
        for value, rank in values.items():
            found = self.special_targets({value: rank}, self.protocols.contains[:1])
            if not found and not self._is_open(value):
                found = self.iteration_targets({value: rank}, Use.ITERATE)
            out += found
        return out

    def _item_targets(self, values: Values, kind: int) -> list[Target]:
        protocols = self.protocols
        out = self.special_targets(values, self._names_of(kind)[:1])
        if kind == Use.GET_ITEM and self.is_special(protocols.class_item):
            for value, rank in values.items():
                if value[0] in _CLASSES and value[1] >= 0:
                    found = self.member(self.units[value[1]], value[2], protocols.class_item, value, instance=False)
                    out += self._methods(found or {}, rank)
        return out

    # -- methods of the data model -----------------------------------------------------------------------------
    def special_targets(self, values: Values, names: tuple[str, ...]) -> list[Target]:
        """The first of some methods that the class of each value has."""
        out: list[Target] = []
        for value, rank in values.items():
            if value[0] == "decorated":
                value = value[3]
            if value[0] in _INSTANCES:
                if value[1] >= 0:
                    out += self._methods(self._first_special(value, names), rank)
            elif value[0] in _CLASSES and value[1] >= 0:
                out += self._methods(self._of_a_class(value, names), rank)
        return out

    def _first_special(self, value: Value, names: tuple[str, ...]) -> Values:
        unit = self.units[value[1]]
        for number, name in enumerate(names):
            if number and self.linearization(unit, value[2]).is_open:
                break
            if self.is_special(name):
                found = self.member(unit, value[2], name, value)
                if found is not None:
                    return found
        return {}

    def _of_a_class(self, value: Value, names: tuple[str, ...]) -> Values:
        """A class is an instance of its metaclass."""
        meta = self.linearization(self.units[value[1]], value[2]).metaclass
        if meta is None:
            return {}
        instance = ("class", value[1], value[2])
        for name in names:
            if self.is_special(name):
                found = self.member(self.units[meta[0]], meta[1], name, instance)
                if found is not None:
                    return found
        return {}

    def _methods(self, found: Values, rank: int) -> list[Target]:
        return [
            (method[1], method[2], max(rank, own), method[0] == "bound" and self.is_exact(method[3], max(rank, own)))
            for method, own in found.items()
            if method[0] in ("bound", "func") and method[1] >= 0
        ]

    def _is_open(self, value: Value) -> bool:
        return value[0] not in _INSTANCES or self.linearization(self.units[value[1]], value[2]).is_open

    # -- iteration ---------------------------------------------------------------------------------------------
    def iteration_targets(self, values: Values, kind: int) -> list[Target]:
        """What iterating the values runs: their method that gives an iterator, and the iterator's step. A generator is its own
        iterator, and its step runs the function that made it."""
        protocols = self.protocols
        is_async = kind == Use.ITERATE_ASYNC
        names = protocols.iterate_async if is_async else protocols.iterate
        out: list[Target] = []
        for value, rank in values.items():
            if value[0] in _ITERATED:
                out += self._generator(value, rank)
                continue
            found = self.special_targets({value: rank}, names)
            out += found
            if found and value[0] in _INSTANCES:
                out += self._steps(value, rank, names[0], protocols.step_async if is_async else protocols.step)
        return out

    def _steps(self, value: Value, rank: int, name: str, step: str) -> Iterator[Target]:
        for iterator, own in self.call_method(value, name).items():
            if iterator[0] in _ITERATED:
                yield from self._generator(iterator, max(rank, own))
            elif iterator[0] in _INSTANCES and iterator[1] >= 0 and self.is_special(step):
                yield from self._methods(self._first_special(iterator, (step,)), max(rank, own))

    def _generator(self, value: Value, rank: int) -> list[Target]:
        maker: tuple[Any, ...] = value[2:] if value[0] == "seq" else value[4:]
        return [(maker[0], maker[1], rank, False)] if maker and maker[0] >= 0 else []
