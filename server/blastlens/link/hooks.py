"""What making a class and calling the language's own functions run: hooks of bases, metaclasses and attributes; methods of arguments."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, Use
from blastlens.link.accesses import Accesses
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, merge
from blastlens.model.definitions import last_name, made_attributes
from blastlens.model.edge import Basis

Place = tuple[int, int]  # unit index, def
_CALLBACK: Final = RANK[Basis.CALLBACK]
_LIBRARY: Final = RANK[Basis.LIBRARY]
_DYNAMIC_NAME: Final = RANK[Basis.DYNAMIC_NAME]
_OBJECTS: Final = frozenset({"inst", "self"})


class Hooks(Accesses, ABC):
    # -- making a class ------------------------------------------------------------------------------------------
    def class_targets(self, unit: Unit, definition: int, bases: Values) -> list[Target]:
        """What the statement of a class runs, given the values of its bases."""
        out: list[Target] = []
        metaclass = self.own_metaclass(unit, unit.defs[definition])
        for base, rank in bases.items():
            for found in self.named(("handed", base[1], base[2]), self._handed_down, base[1], base[2]):
                if not out:
                    out = [(owner, method, max(rank, own), True) for owner, method, own, _ in found[1]]
                metaclass = metaclass or found[2]
        if metaclass is not None:
            for name in self.protocols.metaclass_hooks:
                out += self._metaclass_methods(metaclass, name)
        hook = self.protocols.name_hook
        if self.is_special(hook):
            out += self.special_targets(self._made_in_body(unit, definition, self.classes_with((hook,))), (hook,))
        return out

    def _handed_down(self, owner: int, definition: int) -> Values:
        """What a class brings to every class below: its hook for them and its metaclass; nothing where it has neither."""
        unit = self.units[owner]
        hook = self.protocols.subclass_hook
        methods: list[Target] = []
        if self.is_special(hook):
            found = self.member(unit, definition, hook, ("class", owner, definition), instance=False)
            methods = self._methods(found or {}, 0)
        metaclass = self.linearization(unit, definition).metaclass
        return {("hooks", tuple(methods), metaclass): 0} if methods or metaclass else {}

    def _made_in_body(self, unit: Unit, definition: int, makers: frozenset[str]) -> Values:
        """What the body of a class makes by calling one of `makers`, decorators included."""
        out: Values = {}
        bindings = unit.scopes[unit.defs[definition].scope].bindings
        for name, called in made_attributes(unit.facts, definition):
            if called in makers:
                for row in bindings[name]:
                    merge(out, self.binding_values(unit, row))
        for rows in bindings.values():
            for row in rows:
                if row[0] == Bind.DEF:
                    merge(out, self._made_by_decorators(unit, row[1], makers))
        return out

    def _made_by_decorators(self, unit: Unit, definition: int, makers: frozenset[str]) -> Values:
        out: Values = {}
        method = unit.defs[definition]
        for expr in method.decorators:
            if last_name(unit.facts, expr) in makers:
                for maker, rank in self.evaluate(unit, method.ctx, expr).items():
                    if maker[0] == "class":
                        merge(out, self.call(maker, None), rank)
        return out

    def call_targets(self, targets: list[Target]) -> list[Target]:
        """What calling a class runs besides its own constructor: those it inherits, and `__call__` of its metaclass."""
        out: list[Target] = []
        name = self.protocols.metaclass_call
        for unit, definition, rank, _ in targets:
            if self.units[unit].defs[definition].is_class:
                row = self.units[unit].defs[definition]
                if row.bases or row.keywords:
                    meta = self.linearization(self.units[unit], definition).metaclass
                    out += self._metaclass_methods(meta, name, rank) if meta is not None else []
                    out += self._inherited_constructors(unit, definition, rank)
        return out

    def _inherited_constructors(self, unit: int, definition: int, rank: int) -> list[Target]:
        """Those that bases define, as the class's order finds them; its own one is what a call of the class means."""
        key = ("ic", unit, definition)
        known = self.kept(key)
        if known is None:
            known = self.fresh(key, self._find_constructors, self.units[unit], definition)
        for found in known:
            return [(owner, method, rank, True) for owner, method in found[1]]
        return []

    def _find_constructors(self, unit: Unit, definition: int) -> Values:
        if self.is_enum(unit, definition):
            return {}  # a call of it looks a member up
        out: list[Place] = []
        is_written = False
        for name in (*self.forms.constructors, self.protocols.after_constructor):
            place = self.find_member(unit, definition, name) if self.is_special(name) else None
            if place is None or place[0] < 0 or (is_written and name == self.protocols.after_constructor):
                continue
            is_written = is_written or name == self.forms.constructors[0]
            method = self.own_method(self.units[place[0]], place[1], name)
            if method >= 0 and place != (unit.index, definition):
                out.append((place[0], method))
        return {("methods", tuple(out)): 0} if out else {}

    def _metaclass_methods(self, meta: Place, name: str, rank: int = 0) -> list[Target]:
        if not self.is_special(name):
            return []
        return self._methods(self.member(self.units[meta[0]], meta[1], name, ("inst", *meta, ())) or {}, rank)

    # -- functions of the language -------------------------------------------------------------------------------
    def builtin_targets(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> list[Target]:
        """What a function of the language's own runs of its arguments."""
        protocols = self.protocols
        name = unit.names[unit.exprs[row[1]][1]]
        given = row[3 : 3 + row[2]]
        out: list[Target] = []
        methods = protocols.functions.get(name)
        if methods is not None and given and self._is_any_special(methods):
            for argument in given if name in protocols.of_all_arguments else given[:1]:
                out += self.special_targets(self.evaluate(unit, ctx, argument), methods)
        iterated = protocols.iterating.get(name)
        if iterated is not None:
            for argument in self._iterated_arguments(name, given, iterated):
                if not self._is_nothing(unit, argument):
                    out += self.iteration_targets(self.evaluate(unit, ctx, argument), Use.ITERATE)
        calling = protocols.calling.get(name)
        if calling is not None:
            out += self._called_argument(unit, ctx, row, calling)
        return out

    def accessed_by_name(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> tuple[list[Target], list[Target]]:
        """What an access runs that a function of the language's own makes: `getattr(x, "name")`."""
        kind = self.protocols.accessing.get(unit.names[unit.exprs[row[1]][1]])
        name = unit.string(row[4]) if kind is not None and row[2] > 1 else None
        return self.access_targets(unit, ctx, row[3], name, kind) if kind is not None and name else ([], [])

    def _iterated_arguments(self, name: str, given: tuple[int, ...], at: int) -> tuple[int, ...]:
        if at < 0:
            return given[1:] if name in self.protocols.calling else given
        if len(given) > 1 and name in self.protocols.choosing:
            return ()
        return given[at : at + 1]

    def _called_argument(self, unit: Unit, ctx: int, row: tuple[int, ...], calling: tuple[int, str]) -> list[Target]:
        at, keyword = calling
        given = row[3 : 3 + row[2]]
        pairs = row[3 + row[2] :]
        exprs = [given[at]] if 0 <= at < len(given) else []
        exprs += [pairs[i + 1] for i in range(0, len(pairs), 2) if keyword and unit.names[pairs[i]] == keyword]
        held = given[1:] if at >= 0 else given[:1]
        found: list[Target] = []
        for expr in exprs:
            for value, own in self.evaluate(unit, ctx, expr).items():
                if value[0] == "by_name":
                    for other in held:
                        found += self.by_name_targets(value, self.elements(self.evaluate(unit, ctx, other)))
                found += self.targets(value, own)
        return [(a, b, max(rank, _CALLBACK), exact) for a, b, rank, exact in found]

    def by_name_targets(self, value: Value, given: Values) -> list[Target]:
        """What a function runs that calls a method, or reads an attribute, of a known name, of what it is given."""
        out: list[Target] = []
        for item, rank in given.items():
            found = at_least(self.attribute(item, value[1]), rank)
            out += self.getters(found)
            if value[2]:
                out += self.targets_of(found)
        return out

    # -- what methods of libraries leave to classes below --------------------------------------------------------
    def left_to_receiver(self, values: Values) -> list[Target]:
        """The methods of its receiver's class that a method of a library runs in its turn: `run` for `Thread.start`;
        and the functions that a library made what is called of."""
        out: list[Target] = []
        if self.scoping.wraps:
            return [(value[1], value[2], rank, False) for value, rank in values.items() if value[0] == "wraps"]
        for value, rank in values.items() if self.library.templates else ():
            if (
                value[0] != "bound"
                or value[1] >= 0
                or value[3] is None
                or value[3][0] not in _OBJECTS
                or value[3][1] < 0
            ):
                continue
            receiver = value[3]
            for name in self.library.templates.get(self.library_name(value), ()):
                if name.endswith("*"):
                    named = self.targets(("named", receiver, name[:-1], ""), max(rank, _DYNAMIC_NAME))
                    out += [target for target in named if target[0] >= 0]
                else:
                    found = self.member(self.units[receiver[1]], receiver[2], name, receiver) or {}
                    out += [
                        (method[1], method[2], max(rank, own, _LIBRARY), True)
                        for method, own in found.items()
                        if method[0] == "bound" and method[1] >= 0
                    ]
        return out
