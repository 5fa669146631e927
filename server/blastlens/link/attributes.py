"""Attributes: what `value.name` is, for every kind of value."""

from abc import ABC

from blastlens.link.calls import Calls
from blastlens.link.values import RANK, Value, Values, at_least, merge
from blastlens.model.edge import Basis

_SELF, _SUPER, _CLASS_ATTRIBUTE = RANK[Basis.SELF], RANK[Basis.SUPER], RANK[Basis.CLASS_ATTRIBUTE]
_LIBRARY = RANK[Basis.LIBRARY]


class Attributes(Calls, ABC):
    def attribute(self, value: Value, name: str) -> Values:
        tag = value[0]
        if tag in ("inst", "self"):
            return self._of_instance(value, name)
        if tag == "module":
            return self.module_attribute(value[2], value[1], name)
        if tag == "ext":
            if len(value) > 2:
                return {("ext", "?." + name, value[2]): 0}
            return self._of_external(value[1], name)
        if tag == "extinst":
            return self._of_external_instance(value[1], name)
        if tag == "const":
            return self._of_external_instance(self.forms.language_scope + value[1], name)
        if tag in ("class", "generic", "selfclass"):
            return self._of_class(value, name)
        if tag == "super":
            return self._of_super(value, name)
        if tag == "decorated":
            run = self.framework_runner(value, name) if name in self.frameworks.runners else {}
            return run or self.attribute(value[3], name)
        if tag in ("seq", "map"):
            return self._of_container(value, name)
        if tag == "holder" and name in self.forms.holder_getters:
            return {("gives", value[1]): _LIBRARY}
        if tag == "partial" and name == "func":
            return {value[1]: 0}
        if tag in ("var", "varclass", "selftype", "selftypeclass"):
            return {}
        if tag == "func" and name in self.frameworks.runners:
            return self.framework_runner(value, name) or {("ext", "?." + name): 0}
        return {("ext", "?." + name): 0}

    def _of_instance(self, value: Value, name: str) -> Values:
        told = self.framework_attribute(value, name)
        if told:
            return told
        found = self.member(self.units[value[1]], value[2], name, value)
        is_self = value[0] == "self"
        if found is not None:
            return at_least(found, _SELF) if is_self else found
        if name == "__class__":
            return {("selfclass" if is_self else "class", value[1], value[2]): 0}
        return self._missing(value, name)

    def _of_class(self, value: Value, name: str) -> Values:
        told = self.framework_attribute(value, name)
        if told:
            return told
        receiver = ("class", value[1], value[2]) if value[0] == "generic" else value
        found = self.member(self.units[value[1]], value[2], name, receiver, instance=False)
        if found is None:
            return self._of_metaclass(value, name)
        return at_least(found, _SELF if value[0] == "selfclass" else _CLASS_ATTRIBUTE)

    def _of_metaclass(self, value: Value, name: str) -> Values:
        """A class is an instance of its metaclass."""
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
            return self._of_container_class(self.library.containers[0], (value[1],), name)
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
        return {("ext", f"{dotted}.{name}"): 0}

    def _of_external_instance(self, dotted: str, name: str) -> Values:
        behind = self.library_class(dotted)
        if behind is not None:
            found = self._of_instance(("inst", behind[1], behind[2], ()), name)
            if found:
                return found
        return {("ext", "?." + name): 0}

    def _missing(self, value: Value, name: str) -> Values:
        """A member no class of the order has: typed `__getattr__`, else foreign when a base is foreign, else nothing."""
        if value[1] < 0:
            return {("ext", f"{self.library_name(value)}.{name}"): 0}
        if name.startswith("__"):
            # Every object has those, and every class has those of classes.
            is_class = value[0] in ("class", "generic", "selfclass")
            behind = self.library_class(self.forms.language_scope + ("type" if is_class else "object"))
            if behind is not None and self.find_member(self.units[behind[1]], behind[2], name) is not None:
                return self._of_instance(("inst", behind[1], behind[2], ()), name)
        unit, definition = self.units[value[1]], value[2]
        out: Values = {}
        if value[0] in ("inst", "self") and not name.startswith("__"):
            for getter in self.member(unit, definition, "__getattr__", value) or {}:
                if getter[0] != "bound":
                    continue
                owner = self.units[getter[1]]
                self.read("sig", owner.path, owner.quals[getter[2]])
                if owner.defs[getter[2]].returns >= 0:
                    merge(out, self.result(owner, getter[2], value, None), RANK[Basis.ATTRIBUTE])
        out = {item: rank for item, rank in out.items() if item[0] in ("inst", "self", "class")}
        if out:
            return out
        return {("ext", "?." + name): 0} if self.linearization(unit, definition).is_open else {}
