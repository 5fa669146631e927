"""Descriptors: what reading an attribute gives that is an object with a method for being read, a property made of functions, or a
method with such an object around it."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.extensions import Extensions
from blastlens.link.sites import GivenSite
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, is_foreign, merge, thaw
from blastlens.model.edge import Basis

_PROPERTY: Final = RANK[Basis.PROPERTY]
_DECORATOR_RESULT: Final = RANK[Basis.DECORATOR_RESULT]

# What does not tell what a descriptor gives: something foreign, or something that can be called.
_UNTOLD: Final = frozenset({"getter", "callable", "ext", "extinst", "const", "gives"})


class Descriptors(Extensions, ABC):
    def through_descriptor(self, method: Value, receiver: Value, rank: int) -> Values:
        """What reading a method gives whose decorator is a descriptor: what that gives, or, where it is not known to give
        anything, the method or what calling it gives. Nothing where no decorator is one."""
        unit, definition = self.units[method[1]], method[2]
        makes = self.protocols.descriptor_get
        if not self.program.members_named(makes):
            self.read("special", makes)
            return {}
        out: Values = {}
        for value in self.named(("d", unit.index, definition), self._decorator_result, unit, definition):
            found = self.descriptor(value, receiver) if value[0] == "inst" and value[1] >= 0 else None
            if found is not None:
                merge(out, found)
        if not out:
            return {}
        if not any(value[0] not in _UNTOLD and not is_foreign(value) for value in out):
            merge(out, self.result(unit, definition, receiver, None), _DECORATOR_RESULT)
            out[method] = rank
        elif any(value[0] == "inst" and self._stands_for_function(value) for value in out):
            out[method] = max(rank, _DECORATOR_RESULT)
        if not any(value[0] == "callable" for value in out):
            out["getter", unit.index, definition] = _DECORATOR_RESULT
        return out

    def _stands_for_function(self, value: Value) -> bool:
        """Whether an instance stands for a function."""
        return self.find_member(self.units[value[1]], value[2], self.protocols.metaclass_call) is not None

    def read_accessor(self, value: Value, receiver: Value | None, instance: bool) -> Values:
        """What reading a property gives that is made of functions."""
        out: Values = {}
        for getter in thaw(value[1], 0) if instance else ():
            if getter[0] == "func":
                merge(out, self.result(self.units[getter[1]], getter[2], receiver, None), _PROPERTY)
                out["getter", getter[1], getter[2]] = _PROPERTY
            else:
                merge(out, self.call(getter, None), _PROPERTY)
        return out if out or not instance else {("extinst", "?"): _PROPERTY}

    def descriptor(self, value: Value, receiver: Value) -> Values | None:
        """The result of `__get__` when the member's value is a descriptor; None when it is not."""
        unit = self.units[value[1]]
        if self.find_member(unit, value[2], self.protocols.descriptor_get) is None:
            return None
        out: Values = {}
        for getter in self.member(unit, value[2], self.protocols.descriptor_get, value) or {}:
            if getter[0] == "bound":
                out["getter", getter[1], getter[2]] = _PROPERTY
                owner = self.units[getter[1]]
                chosen = self._read_from_instance(owner, getter[2], value)
                given = GivenSite(receiver, class_of(receiver) or receiver)
                merge(out, self.result(owner, chosen, getter[3], given), _PROPERTY)
        return out

    def _read_from_instance(self, unit: Unit, definition: int, descriptor: Value) -> int:
        """Of the overloads of `__get__`, the one that reading from an instance means."""
        stubs = unit.parts.get(definition)
        if stubs is None:
            return definition
        for number in (definition, *stubs):
            row = unit.defs[number]
            if not row.flags & DefFlag.OVERLOAD or len(row.params) < 2:
                continue
            self.read("sig", unit.path, unit.quals[number])
            instance = row.params[1].annotation
            if instance >= 0 and unit.exprs[instance][0] == Expr.CONST:
                continue  # None: read from the class
            if self._is_meant(unit, row.type_ctx, row.params[0].annotation, descriptor):
                return number
        return definition

    def _is_meant(self, unit: Unit, ctx: int, annotation: int, receiver: Value) -> bool:
        """Whether a receiver's own annotation admits a receiver."""
        if annotation < 0:
            return True
        order = self.linearization(self.units[receiver[1]], receiver[2]).order
        admitted = self.evaluate_type(unit, ctx, annotation)
        return not admitted or any(value[0] != "inst" or (value[1], value[2]) in order for value in admitted)


def class_of(value: Value | None) -> Value | None:
    if value is None:
        return None
    if value[0] == "inst":
        return ("class", value[1], value[2])
    if value[0] == "self":
        return ("selfclass", value[1], value[2])
    return value
