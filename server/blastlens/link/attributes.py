"""Attributes: what `value.name` is, for every kind of value."""

from abc import ABC, abstractmethod
from typing import Final

from blastlens.facts.file_facts import DefFlag, Narrow
from blastlens.link.calls import Calls
from blastlens.link.frame import Tainted
from blastlens.link.lazy_names import asked_of
from blastlens.link.machine import INF, TAINT
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, NONE, RANK, Value, Values, at_least, freeze, merge
from blastlens.model.edge import Basis

_SELF: Final = RANK[Basis.SELF]
_SUPER: Final = RANK[Basis.SUPER]
_CLASS_ATTRIBUTE: Final = RANK[Basis.CLASS_ATTRIBUTE]
_LIBRARY: Final = RANK[Basis.LIBRARY]
_ATTRIBUTE: Final = RANK[Basis.ATTRIBUTE]


class Attributes(Calls, ABC):
    @abstractmethod
    def of_request(self, value: Value, name: str) -> Values:
        """An attribute of what a test asks as `request`."""

    def attribute(self, value: Value, name: str) -> Values:
        """What `value.name` is. A file asks most of its receivers for the same few names over and over; that is found out once."""
        return self.attribute_from(value, name, 0)

    def attribute_from(self, value: Value, name: str, rank: int) -> Values:
        """The same of a receiver that is known by a way of this rank: each value at least at it."""
        known = self.frame.attributes
        if known is None:
            values = self._attribute(value, name)
            return at_least(values, rank) if rank else values
        key = (value, name, rank)
        found = known.get(key)
        if found is not None:
            if type(found) is Tainted and self.low > TAINT:
                self.low = TAINT
            return found
        outer, self.low = self.low, INF
        values = at_least(self.attribute_from(value, name, 0), rank) if rank else self._attribute(value, name)
        low = self.low
        if low == INF:
            known[key] = values
        elif low == TAINT:
            known[key] = Tainted(values)
        self.low = min(low, outer)
        return values

    def _attribute(self, value: Value, name: str) -> Values:
        tag = value[0]
        if tag in ("inst", "self"):
            return self._of_instance(value, name)
        if tag == "module":
            return self.module_attribute(value[2], value[1], name)
        if tag == "record":
            return self.record_attribute(value, name)
        if tag == "ext":
            if len(value) > 2:
                return {("ext", "?." + name, value[2]): 0}
            return self._of_external(value[1], name)
        if tag == "extinst":
            return {GIVEN: 0} if value == GIVEN else self._of_external_instance(value[1], name)
        if tag == "const":
            if value == NONE and not self.scoping.typed and not name.startswith(self.scoping.special_prefix):
                return {}  # it is what something begins as that is filled later
            return self._of_external_instance(self.forms.language_scope + value[1], name)
        if tag in ("class", "generic", "selfclass"):
            return self._of_class(value, name)
        if tag == "super":
            return self._of_super(value, name)
        if tag == "decorated":
            run = self.framework_runner(value, name) if name in self.runners else {}
            return run or self.attribute(value[3], name)
        if tag in ("seq", "map"):
            return self._of_container(value, name)
        if tag == "func":
            run = self.framework_runner(value, name) if name in self.runners else {}
            return run or self._of_function(value, name)
        if tag == "gen":
            return {("gives", value[1]) if name in self.library.generator_element else ("ext", "?." + name): _LIBRARY}
        if tag == "holder" and name in self.forms.holder_getters:
            return {("gives", value[1]): _LIBRARY}
        if tag == "await" and name in self.forms.holder_getters:
            return {("gives", value[1]): _LIBRARY}
        if tag == "await" and self.library.awaitable:
            return self._of_container_class(self.library.awaitable, (_awaited(value[1]),), name)
        if tag == "partial" and name == "func":
            return {value[1]: 0}
        if tag == "request":
            return self.of_request(value, name)
        if tag == "names" and name in self.library.mapping_value:
            return {("gives_named", value[1]): 0}
        if tag in ("var", "varclass"):
            return self.of_variable(value, name)
        if tag == "member":
            return {}
        if tag == "bound" and self.scoping.extensions:
            return self._of_function(value, name)
        return {("ext", "?." + name): 0}

    def _of_instance(self, value: Value, name: str) -> Values:
        told = self.framework_attribute(value, name)
        if told:
            return told
        found = self.member(self.units[value[1]], value[2], name, value)
        is_self = value[0] == "self"
        if found is not None:
            return at_least(found, _SELF) if is_self else found
        if self.forms.underlying and (held := self._of_underlying(value, name)):
            return held
        if name == self.protocols.own_class:
            return {("selfclass" if is_self else "class", value[1], value[2]): 0}
        return self._missing(value, name)

    def _of_underlying(self, value: Value, name: str) -> Values:
        """A field of the type that a type is made of, which has its fields and not its methods; an interface has them."""
        out: Values = {}
        for made_of, rank in self.made_of(value).items():
            if made_of[0] == "inst":
                asks = self.units[made_of[1]].has_flag(made_of[2], DefFlag.INTERFACE)
                for found, own in self.attribute(made_of, name).items():
                    if asks or found[0] not in ("bound", "func"):
                        out[found] = max(rank, own)
        return out

    def _of_class(self, value: Value, name: str) -> Values:
        told = self.framework_attribute(value, name)
        if told:
            return told
        receiver = value
        if value[0] == "generic":
            receiver = ("class", value[1], value[2])
        found = self.member(self.units[value[1]], value[2], name, receiver, instance=False)
        unit = self.units[value[1]]
        if found is None and unit.has_flag(value[2], DefFlag.NAMESPACE):
            self.read("stars", unit.path)
            return self.starred_by_path(unit, unit.defs[value[2]].scope, name)
        if found is None:
            return self._of_metaclass(value, name)
        return at_least(found, _SELF if value[0] == "selfclass" else _CLASS_ATTRIBUTE)

    def _of_metaclass(self, value: Value, name: str) -> Values:
        """A class is an instance of its metaclass."""
        if name == self.protocols.subclasses:
            below = self.few_subclasses(self.units[value[1]], value[2])
            classes = frozenset(("class", *place) for place in below) or frozenset({value})
            return {("gives", frozenset({("seq", classes)})): _LIBRARY}
        if name == self.protocols.enum_members and self.is_enum(self.units[value[1]], value[2]):
            return {("map", self.texts, frozenset({("inst", value[1], value[2], ())})): _LIBRARY}
        for place in self.linearization(self.units[value[1]], value[2]).order:
            unit = self.units[place[0]]
            row = unit.defs[place[1]]
            for keyword, expr in row.keywords:
                if unit.names[keyword] != "metaclass":
                    continue
                for meta in self.evaluate(unit, row.ctx, expr):
                    if meta[0] == "class":
                        found = self.member(self.units[meta[1]], meta[2], name, ("class", value[1], value[2]))
                        if found is not None:
                            return at_least(found, _CLASS_ATTRIBUTE)
        return self._missing(value, name)

    def _of_function(self, value: Value, name: str) -> Values:
        """What the module sets on a function of its own: `f.helper = helper`."""
        unit, row = self.units[value[1]], self.units[value[1]].defs[value[2]]
        path = f"{unit.names[row.name]}.{name}" if row.outer == 0 else ""
        self.read("bind", unit.path, path)
        out: Values = {}
        for kind, expr, ctx, _, _ in unit.scopes[0].narrowings.get(unit.name_id(path), ()):
            if kind == Narrow.ASSIGNED:
                merge(out, self.evaluate(unit, ctx, expr), _ATTRIBUTE)
        if not out and self.scoping.extensions:
            out = self._given_to_function(unit, value, name)
        return out or {("ext", "?." + name): 0}

    def _given_to_function(self, unit: Unit, value: Value, name: str) -> Values:
        """A member that some file gives to a function, with the function as its receiver."""
        out: Values = {}
        for found, rank in self.extended_member(unit, value[2], name).items():
            if found[0] == "func" and found[1] >= 0 and self.units[found[1]].is_method(found[2]):
                found = ("bound", found[1], found[2], value)
            out[found] = rank
        return out

    def _of_super(self, value: Value, name: str) -> Values:
        unit, definition = self.units[value[1]], value[2]
        receiver: Value = ("self" if value[3] else "selfclass", value[1], value[2])
        found = self.member(unit, definition, name, receiver, after=(value[4], value[5]))
        if found is None:
            return self._missing(value, name)
        return at_least(found, _SUPER)

    def _of_container(self, value: Value, name: str) -> Values:
        if value[0] == "seq":
            if name in self.library.sequence_element:
                return {("gives", value[1]): _LIBRARY}
            if name in self.library.sequence_same:
                return {("gives", frozenset({value})): _LIBRARY}
            found = self._of_container_class(self.library.containers[0], (value[1],), name)
            if self.forms.anything and all(one[0] == "ext" for one in found):
                return self.given_to_sequence(value, name) or found
            return found
        keys, held = value[1], value[2]
        if name in self.library.mapping_value:
            return {("gives_or", held): _LIBRARY}
        if name == "values":
            return {("gives", frozenset({("seq", held)})): _LIBRARY}
        if name == "keys":
            return {("gives", frozenset({("seq", keys)})): _LIBRARY}
        if name == "items":
            pair = ("tup", (keys, held))
            return {("gives", frozenset({("seq", frozenset({pair}))})): _LIBRARY}
        if name == "copy":
            return {("gives", frozenset({value})): _LIBRARY}
        return self._of_container_class(self.library.containers[1], (keys, held), name)

    def _of_container_class(self, dotted: str, arguments: tuple[frozenset[Value], ...], name: str) -> Values:
        behind = self.library_class(dotted)
        if behind is not None:
            found = self._of_instance(("inst", behind[1], behind[2], arguments), name)
            if found:
                return found
        return {("ext", f"{dotted}.{name}"): 0}

    # -- what libraries have -------------------------------------------------------------------------------------
    def _of_external(self, dotted: str, name: str) -> Values:
        behind = self.library_class(dotted)
        if behind is not None:
            found = self.member(self.units[behind[1]], behind[2], name, behind, instance=False)
            if found:
                return found
        if self.scoping.package == "name" and not behind:
            found = self.of_package_path(dotted.removeprefix(self.forms.language_scope), name)
            if found:
                return found
        return {("ext", f"{dotted}.{name}"): 0}

    def _of_external_instance(self, dotted: str, name: str) -> Values:
        behind = self.library_class(dotted)
        if behind is not None:
            found = self._of_instance(("inst", behind[1], behind[2], ()), name)
            if found:
                return found
        given = self.given_to(("extinst", dotted), dotted.rpartition(".")[2], name)
        return given or {("ext", "?." + name): 0}

    def _missing(self, value: Value, name: str) -> Values:
        """A member no class of the order has: typed `__getattr__`, else foreign when a base is foreign, else nothing."""
        if value[1] < 0:
            return {("ext", f"{self.library_name(value)}.{name}"): 0}
        if name == self.protocols.attribute_table and (table := self.attribute_table({value: 0})):
            return table
        if name.startswith(self.scoping.special_prefix):
            # Every object has those, and every class has those of classes.
            is_class = value[0] in ("class", "generic", "selfclass")
            behind = self.library_class(self.forms.language_scope + ("type" if is_class else "object"))
            if behind is not None:
                receiver = ("inst", behind[1], behind[2], ()) if is_class else value
                found = self.member(self.units[behind[1]], behind[2], name, receiver)
                if found:
                    return found
        unit, definition = self.units[value[1]], value[2]
        if value[0] in ("inst", "self") and not name.startswith(self.scoping.special_prefix):
            if self.is_keyed(unit, definition):
                if name in self.library.mapping_value:
                    return {("keyed", value): _LIBRARY}
                return self._of_container(("map", self.texts, freeze(self.keyed_values(value, None))), name)
            told = self.of_record_base(unit, definition, name)
            if told is not None:
                return told
            if name in self.forms.copiers and self.as_tuple(value) is not None:
                return {("gives", frozenset({value})): _LIBRARY}
            for getter in self.member(unit, definition, self.protocols.missing, value) or {}:
                if getter[0] == "bound":
                    out = self._handed_on(self.units[getter[1]], getter[2], value, name)
                    if out:
                        return out
        given = self.given_to(value, "", name) if value[0] in ("inst", "self") else {}
        return given or ({("ext", "?." + name): 0} if self.linearization(unit, definition).is_open else {})

    def _handed_on(self, unit: Unit, getter: int, value: Value, name: str) -> Values:
        """What a `__getattr__` gives: as it is annotated; the attribute of what it asks in its turn; or the one thing that it
        returns, whatever the name."""
        self.read("sig", unit.path, unit.quals[getter])
        row = unit.defs[getter]
        if row.returns >= 0:
            found = at_least(self.result(unit, getter, value, None), _ATTRIBUTE)
            return {item: rank for item, rank in found.items() if item[0] in ("inst", "self", "class")}
        self.read("evidence", unit.path, unit.quals[getter])
        wrapped = [
            (ctx, base)
            for expr, ctx in row.returned
            if (base := asked_of(unit, getter, expr, 1, self.library.dynamic)) >= 0
        ]
        out: Values = {}
        for ctx, base in wrapped:
            merge(out, self.named(("on", unit.index, ctx, base, name), self._attribute_of, unit, ctx, base, name))
        if not wrapped and len(row.returned) == 1:
            found = self.result(unit, getter, value, None)
            out = {item: rank for item, rank in found.items() if item[0] in ("func", "bound", "lambda", "inst")}
        return at_least(out, _ATTRIBUTE)

    def _attribute_of(self, unit: Unit, ctx: int, base: int, name: str) -> Values:
        out: Values = {}
        for value, rank in self.evaluate(unit, ctx, base).items():
            merge(out, self.attribute(value, name), rank)
        return out


def _awaited(held: frozenset[Value]) -> frozenset[Value]:
    """What is given in the end by what gives something awaitable, which is awaited too."""
    found: set[Value] = set()
    for value in held:
        found |= _awaited(value[1]) if value[0] == "await" else {value}
    return frozenset(found)
