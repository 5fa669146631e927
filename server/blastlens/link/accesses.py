"""Attributes that are read, written or deleted: the getters, setters and descriptors that this runs, and the methods of a class that
take part in every access (`__getattr__`, `__setattr__` …)."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr, ScopeKind, Use
from blastlens.link.implicit import Implicit
from blastlens.link.targets import Target
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values
from blastlens.model.definitions import MADE_MARK, made_attributes

_RECEIVERS: Final = frozenset({"inst", "self", "super", "decorated"})
_INSTANCES: Final = frozenset({"inst", "self"})
_CLASSES: Final = frozenset({"class", "generic", "selfclass"})
Methods = tuple[tuple[int, int, int], ...]  # (unit index, def, rank)


class Accesses(Implicit, ABC):
    _accessed: dict[str, bool]  # names of attributes in this file -> whether some class has an accessor of it
    _described_names: frozenset[str] | None
    _hooked: dict[
        int, bool
    ]  # names in scopes, by kind of access -> whether they may be an object with a method for any attribute

    def start_accesses(self) -> None:
        self._accessed = {}
        self._described_names = None
        self._hooked = {}

    def access_targets(
        self, unit: Unit, ctx: int, base: int, name: str, kind: int
    ) -> tuple[list[Target], list[Target]]:
        """What an access to an attribute of an expression runs: accessors of the attribute itself, and methods for any."""
        accessors = self._accessor_targets(unit, ctx, base, name, kind) if self.may_be_accessor(name) else []
        return accessors, self.hook_targets(unit, ctx, base, name, kind)

    def _accessor_targets(self, unit: Unit, ctx: int, base: int, name: str, kind: int) -> list[Target]:
        # The path may be narrowed to what was assigned to it; the accessor runs all the same.
        out: list[Target] = []
        for value, rank in self.evaluate(unit, ctx, base).items():
            if value[0] in _RECEIVERS or (value[0] in _CLASSES and self._has_metaclass(value)):
                out += self._accessors(value, rank, name, kind)
        return out

    def _has_metaclass(self, value: Value) -> bool:
        """Whether an attribute of a class may be one of its metaclass, a class of the repository."""
        return value[1] >= 0 and self.linearization(self.units[value[1]], value[2]).metaclass is not None

    def may_be_accessor(self, name: str) -> bool:
        """Whether an attribute of this name runs something when it is reached for, on some class."""
        accessed = self._accessed.get(name)
        if accessed is None:
            self.read("getter", name)
            accessed = self._accessed[name] = self.program.has_getter(name) or self._is_described(name)
        return accessed

    def hook_targets(self, unit: Unit, ctx: int, base: int, name: str, kind: int) -> list[Target]:
        """Methods for any attribute that an access to one runs. They are looked for on what has a name: looking at every other
        receiver would cost as much as all calls do, and objects with such methods stand for others under a name."""
        row = unit.exprs[base]
        if row[0] != Expr.NAME:
            return []
        scope = unit.contexts[ctx][0]
        key = (scope << 24 | row[1]) << 5 | kind
        may_be_hooked = self._hooked.get(key)
        if may_be_hooked is None:
            may_be_hooked = self._hooked[key] = self._is_hooked(kind) and self._names_hooked(unit, ctx, base, kind)
        if not may_be_hooked:
            return []
        out: list[Target] = []
        for value, rank in self.evaluate(unit, ctx, base).items():
            found = self._hooks(value, kind)
            if found is not None:
                out += self._hooks_for(value, rank, name, found)
        return out

    def _names_hooked(self, unit: Unit, ctx: int, base: int, kind: int) -> bool:
        """Whether some binding of a name seen from a scope gives an object with methods for any attribute."""
        scope, name = unit.contexts[ctx][0], unit.exprs[base][1]
        if name not in unit.scattered or unit.home(scope, name) >= 0:
            return any(self._hooks(value, kind) is not None for value in self.evaluate(unit, ctx, base))
        first = True
        while scope >= 0:
            row = unit.scopes[scope]
            if row.kind != ScopeKind.CLASS or first:
                if row.declared.get(name) == 0:
                    scope = 0
                    row = unit.scopes[0]
                if name in row.bindings:
                    values = [self.binding_values(unit, binding) for binding in row.bindings[name]]
                    return any(self._hooks(value, kind) is not None for found in values for value in found)
                if name in row.narrowings:
                    return True
            first = False
            scope = row.parent
        return unit.has_stars

    def _accessors(self, value: Value, rank: int, name: str, kind: int) -> list[Target]:
        if kind == Use.LOAD or value[0] not in _INSTANCES:
            return self._getters_of(value, rank, name)
        hook = self.protocols.descriptor_set if kind == Use.STORE else self.protocols.descriptor_delete
        place = self.find_member(self.units[value[1]], value[2], name)
        out = self._getters_of(value, rank, name) if self.program.has_getter(name) else []
        out = [(a, self.accessor_for(self.units[a], b, kind), own, exact) for a, b, own, exact in out]
        for held, own in self.raw_member(place, name).items() if place is not None and place[0] >= 0 else ():
            if held[0] == "inst" and held[1] >= 0 and self.is_special(hook):
                out += self.special_targets({held: max(rank, own)}, (hook,))
            elif held[0] == "accessor":
                run = held[2] if kind == Use.STORE else held[3]
                out += [(item[1], item[2], max(rank, own), False) for item in run if item[0] == "func" and item[1] >= 0]
        return [target for target in out if not self._bears(target, self.protocols.descriptor_get)]

    def accessor_for(self, unit: Unit, getter: int, kind: int) -> int:
        """The part of a property that runs when it is set, or deleted; the getter where it has none, and for reading."""
        if kind == Use.LOAD:
            return getter
        flag = DefFlag.SETTER if kind == Use.STORE else DefFlag.DELETER
        parts = [number for number in unit.parts.get(getter, ()) if unit.has_flag(number, flag)]
        return parts[-1] if parts else getter

    def _getters_of(self, value: Value, rank: int, name: str) -> list[Target]:
        return [(a, b, max(own, rank), exact) for a, b, own, exact in self.getters(self.attribute(value, name))]

    def _bears(self, target: Target, name: str) -> bool:
        unit = self.units[target[0]]
        return unit.names[unit.defs[target[1]].name] == name

    # -- descriptors -------------------------------------------------------------------------------------------
    def _is_described(self, name: str) -> bool:
        described = self._described_names
        if described is None:
            described = self._described_names = self._described()
        return name in described

    def _described(self) -> frozenset[str]:
        """Names of attributes that a class body makes by calling a class with descriptor methods."""
        protocols = self.protocols
        hooks = (protocols.descriptor_get, protocols.descriptor_set, protocols.descriptor_delete)
        return self._names_of_entry(self.named(("described", ""), self._find_described, hooks))

    def _find_described(self, hooks: tuple[str, ...]) -> Values:
        found: set[str] = set()
        makers = {dotted.rpartition(".")[2] for dotted in self.library.accessor_makers}
        for maker in sorted(self.classes_with(hooks) | makers):
            for path, definition in self.program.derived_from(MADE_MARK + maker):
                unit = self.unit(path)
                if unit is not None:
                    made = made_attributes(unit.facts, definition)
                    found.update(unit.names[attribute] for attribute, called in made if called == maker)
        return {("names", frozenset(found)): 0}

    def classes_with(self, methods: tuple[str, ...]) -> frozenset[str]:
        """Names of the classes that have one of some methods, or a base that has."""
        return self._names_of_entry(self.named(("with", *methods), self._find_classes_with, methods))

    def _names_of_entry(self, values: Values) -> frozenset[str]:
        # The machine keeps value sets; the names travel inside the one key of such a set.
        for value in values:
            return value[1]  # type: ignore[no-any-return]
        return frozenset()

    def _find_classes_with(self, methods: tuple[str, ...]) -> Values:
        found: dict[str, None] = {}
        for name in methods:
            self.read("members", name)
            for path, method in self.program.members_named(name):
                unit = self.unit(path)
                if unit is not None:
                    found[unit.names[unit.defs[unit.defs[method].parent].name]] = None
        pending = list(found)
        for maker in pending:
            self.read("derived", maker)
            for path, definition in self.program.derived_from(maker):
                unit = self.unit(path)
                derived = unit.names[unit.defs[definition].name] if unit is not None else maker
                if derived not in found:
                    found[derived] = None
                    pending.append(derived)
        return {("names", frozenset(found)): 0}

    # -- methods for any attribute -------------------------------------------------------------------------------
    def _is_hooked(self, kind: int) -> bool:
        protocols = self.protocols
        if kind == Use.STORE:
            return self.is_special(protocols.set_attribute)
        if kind == Use.DELETE:
            return self.is_special(protocols.delete_attribute)
        return self.is_special(protocols.missing) or self.is_special(protocols.any_attribute)

    def _hooks(self, value: Value, kind: int) -> Value | None:
        """("hooks", methods for every access of this kind, methods for one to an attribute that is lacking) of the value's class."""
        if value[0] == "decorated":
            value = value[3]
        if value[0] not in _INSTANCES or value[1] < 0:
            return None
        key = ("hooks", value[1], value[2], kind)
        known = self.kept(key)
        for found in known if known is not None else self.fresh(key, self._find_hooks, value[1], value[2], kind):
            return found
        return None

    def _hooks_for(self, value: Value, rank: int, name: str, hooks: Value) -> list[Target]:
        if value[0] == "decorated":
            value = value[3]
        always: Methods = hooks[1]
        missing: Methods = hooks[2]
        if missing and (
            name.startswith(self.scoping.special_prefix)
            or self.find_member(self.units[value[1]], value[2], name) is not None
        ):
            missing = ()
        return [
            (owner, method, max(rank, own), self.is_exact(value, max(rank, own)))
            for owner, method, own in (*always, *missing)
        ]

    def _find_hooks(self, owner: int, definition: int, kind: int) -> Values:
        protocols = self.protocols
        instance = ("inst", owner, definition, ())
        missing: Methods = ()
        if kind == Use.STORE:
            always = self._hook_methods(instance, protocols.set_attribute)
        elif kind == Use.DELETE:
            always = self._hook_methods(instance, protocols.delete_attribute)
        else:
            always = self._hook_methods(instance, protocols.any_attribute)
            missing = self._hook_methods(instance, protocols.missing)
        return {("hooks", always, missing): 0} if always or missing else {}

    def _hook_methods(self, instance: Value, name: str) -> Methods:
        return tuple((owner, method, rank) for owner, method, rank, _ in self.special_targets({instance: 0}, (name,)))
