"""Classes: method resolution order, members, and what a member is when seen through a receiver."""

from abc import ABC
from collections.abc import Sequence
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr
from blastlens.link.descriptors import Descriptors, class_of
from blastlens.link.linearization import Linearization
from blastlens.link.unit import Unit
from blastlens.link.values import (
    GENERIC,
    RANK,
    Value,
    Values,
    at_least,
    freeze,
    is_informative,
    merge,
    with_elements,
)
from blastlens.model.edge import Basis

_SELF: Final = RANK[Basis.SELF]
_CLASS_ATTRIBUTE: Final = RANK[Basis.CLASS_ATTRIBUTE]
_ATTRIBUTE: Final = RANK[Basis.ATTRIBUTE]
_PROPERTY: Final = RANK[Basis.PROPERTY]
_TAKEN_AS_WRITTEN: Final = DefFlag.OVERLOAD | DefFlag.ACCESSOR | DefFlag.FIXTURE | DefFlag.ABSTRACT


class Members(Descriptors, ABC):
    # -- method resolution order -----------------------------------------------------------------------------
    def linearization(self, unit: Unit, definition: int) -> Linearization:
        known = unit.orders.get(definition)
        if known is not None:
            # As `named` does for an entry that is done, without the detour: this is asked for with every attribute.
            if known.reads:
                frame = self.frame
                if known not in frame.merged:
                    frame.merged.add(known)
                    frame.reads.update(known.reads)
            return known
        key = ("mro", unit.index, definition)
        # The machine keeps value sets; the order travels as the one key of such a set.
        for value in self.named(key, self._linearize, unit, definition):
            found: Linearization = value[1]
            kept = self.done.get(key) or self.shared.done.get(key)
            if kept is not None:
                found.reads = kept.reads
                unit.orders[definition] = found
            return found
        return Linearization(((unit.index, definition),), True, ())

    def _linearize(self, unit: Unit, definition: int) -> Values:
        """C3 linearization (Barrett et al., 1996); an inconsistent hierarchy falls back to depth first."""
        self.read("bases", unit.path, unit.quals[definition])
        own = (unit.index, definition)
        bases: list[tuple[int, int]] = []
        external: list[str] = []
        row = unit.defs[definition]
        for expr in row.bases:
            base = unit.exprs[expr]
            found = self.evaluate(unit, row.ctx, base[1] if base[0] == Expr.INDEX else expr)
            known = False
            for value in sorted(found, key=self._place_key) if len(found) > 1 else found:
                if value[0] in ("class", "generic") and (value[1], value[2]) != own:
                    known = True
                    if (value[1], value[2]) not in bases:
                        bases.append((value[1], value[2]))
                    if value[1] < 0:
                        external.append(self.library_name(value))
                elif value[0] in ("alias", "inst") and unit.index >= 0 and self.scoping.extensions:
                    for place in self._behind_alias(value):
                        known = True
                        if place not in bases and place != own:
                            bases.append(place)
                elif value[0] == "ext":
                    name = value[1].rpartition(".")[2]
                    known = known or name in self.forms.plain_bases
                    external.append(value[1])
                    behind = self.library_class(value[1]) if name not in self.forms.plain_bases else None
                    if behind is not None and (behind[1], behind[2]) not in bases and (behind[1], behind[2]) != own:
                        bases.append((behind[1], behind[2]))
            if not known and not external:
                external.append("?")
        for value in self.extended_bases(unit, definition) if self.scoping.extensions else ():
            if value[0] in ("class", "generic") and (place := (value[1], value[2])) != own and place not in bases:
                bases.append((value[1], value[2]))
                if value[1] < 0:
                    external.append(self.library_name(value))
            elif value[0] == "ext":
                external.append(value[1])
        is_open = any(name.rpartition(".")[2] not in self.forms.plain_bases for name in external)
        sequences: list[list[tuple[int, int]]] = []
        metaclass = self.own_metaclass(unit, row)
        for base in bases:
            above = self.linearization(self.units[base[0]], base[1])
            metaclass = metaclass or above.metaclass
            sequences.append(list(above.order))
            is_open = is_open or above.is_open
            external.extend(name for name in above.external if name not in external)
        merged = self._levels(own, bases) if self.scoping.breadth_first else _merge_orders([*sequences, list(bases)])
        order = (own, *merged)
        if self.forms.root:
            order = self._with_root(order)
        made = Linearization(order, is_open, tuple(external), metaclass)
        made.bases = tuple(bases)
        return {("mro", made): 0}

    def _levels(self, own: tuple[int, int], bases: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The classes above a class, the nearest first."""
        order: list[tuple[int, int]] = []
        pending = list(bases)
        for place in pending:
            if place not in order and place != own:
                order.append(place)
                pending.extend(self.linearization(self.units[place[0]], place[1]).bases)
        return order

    def _with_root(self, order: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
        """An order with the class behind that every class is below."""
        root = self.library_class(self.forms.language_scope + self.forms.root)
        if root is None:
            return order
        place = (root[1], root[2])
        return (*(other for other in order if other != place), place)

    def _behind_alias(self, value: Value) -> list[tuple[int, int]]:
        """The classes that a type under another name, or an object that is taken over, brings as bases."""
        found = {value: 0} if value[0] == "inst" else self.evaluate_type(self.units[value[1]], value[2], value[3])
        return [(one[1], one[2]) for one in found if one[0] == "inst" and one[1] >= 0]

    def _place_key(self, value: Value) -> tuple[int, int]:
        """Where several classes may be meant, their order is that of the files."""
        return (value[1], value[2]) if value[0] in ("class", "generic") else (-1, -1)

    def find_member(
        self, unit: Unit, definition: int, name: str, after: tuple[int, int] | None = None
    ) -> tuple[int, int] | None:
        line = self.linearization(unit, definition)
        if after is not None:
            order = line.order
            if after in order:
                order = order[order.index(after) + 1 :]
            return self._search(order, name)
        if self.has_own(unit, definition, name):
            return line.order[0]
        return self._search(line.above, name)

    def _search(self, order: tuple[tuple[int, int], ...], name: str) -> tuple[int, int] | None:
        """The first class of the order that has the member; what is above one class is searched once for all below it."""
        if not order:
            return None
        unit = self.units[order[0][0]]
        if self.linearization(unit, order[0][1]).order == order:
            key = ("f", order[0], name)
            found = self.kept(key)
            for value in found if found is not None else self.fresh(key, self._found, unit, order[0][1], name):
                return value[1]  # type: ignore[no-any-return]
            return None
        return next((place for place in order if self.has_own(self.units[place[0]], place[1], name)), None)

    def _found(self, unit: Unit, definition: int, name: str) -> Values:
        place = self.find_member(unit, definition, name)
        return {("place", place): 0} if place is not None else {}

    def has_own(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether a class itself has a member: in its body, on self, or declared."""
        self.read_member(unit, definition, name)
        index = unit.name_id(name)
        row = unit.defs[definition]
        if index >= 0:
            if index in unit.scopes[row.scope].bindings or index in row.declared:
                return True
            if index in row.attributes:
                return not self.is_set_above(unit, definition, name)
        if unit.stub:
            stated = self.declaration(unit, definition)
            return stated is not None and self.has_own(stated[0], stated[1], name)
        return self.scoping.extensions and self.is_extended_by(unit, definition, name)

    # -- members ---------------------------------------------------------------------------------------------
    def raw_member(self, place: tuple[int, int], name: str) -> Values:
        key = ("m", place[0], place[1], name)
        found = self.kept(key)
        return found if found is not None else self.fresh(key, self._raw_member, self.units[place[0]], place[1], name)

    def member(
        self,
        unit: Unit,
        definition: int,
        name: str,
        receiver: Value | None,
        after: tuple[int, int] | None = None,
        instance: bool = True,
    ) -> Values | None:
        place = self.find_member(unit, definition, name, after)
        replaceable = after is None and receiver is not None and receiver[0] in ("self", "selfclass")
        if place is None:
            return self.seen_below(receiver, name, None, None) or None if replaceable and receiver is not None else None
        out = self._seen_through(place, name, receiver, instance)
        if replaceable and receiver is not None:
            below = self.seen_below(receiver, name, out, place)
            if below:
                return merge(dict(out), below)
        return out

    def _seen_through(self, place: tuple[int, int], name: str, receiver: Value | None, instance: bool) -> Values:
        """Values of a class's own member as its receiver sees them."""
        out: Values = {}
        for value, rank in self.raw_member(place, name).items():
            tag = value[0]
            if tag == "func" and rank < _ATTRIBUTE:
                merge(out, self._method(value, rank, place, name, receiver, instance))
            elif tag == "self" and receiver is not None and receiver[0] in ("inst", "self"):
                out[receiver] = rank
            elif tag == "inst" and receiver is not None and receiver[0] in ("inst", "self"):
                got = self.descriptor(value, receiver) if self._is_of_class(place, name) else None
                if got is None and value[3]:
                    got = self.fill_variables({value: rank}, receiver, place)
                merge(out, got if got is not None else {value: rank}, rank)
            elif tag == "accessor":
                merge(out, self.read_accessor(value, receiver, instance), rank)
            elif tag == "field":
                for read in value[1] if instance else value[2]:
                    got = (
                        self.descriptor(read, receiver)
                        if instance and receiver is not None and read[0] == "inst"
                        else None
                    )
                    merge(out, got if got is not None else {read: 0}, rank)
            elif tag in GENERIC and receiver is not None and receiver[0] in ("inst", "self"):
                merge(out, self.fill_variables({value: rank}, receiver, place))
            else:
                out[value] = rank
        if not out and place[0] < 0:
            # A member whose type the library leaves open is known not to be ours.
            out["extinst", f"{self.library_name(('class', *place))}.{name}"] = 0
        return out

    def _is_of_class(self, place: tuple[int, int], name: str) -> bool:
        """Whether a class has a member itself, not only its instances: those alone are read through `__get__`."""
        unit = self.units[place[0]]
        row, index = unit.defs[place[1]], unit.name_id(name)
        return index in unit.scopes[row.scope].bindings or not (index in row.attributes or index in row.declared)

    def _method(
        self, value: Value, rank: int, place: tuple[int, int], name: str, receiver: Value | None, instance: bool
    ) -> Values:
        """A function found in a class body, bound as the language binds it."""
        unit = self.units[value[1]]
        row = unit.defs[value[2]]
        if (row.parent < 0 or (value[1], row.parent) != place) and not self.belongs_to(value, place):
            return {("bound", value[1], value[2], None) if instance else value: rank}
        flags = row.flags
        if flags & DefFlag.DATA:
            self.read("sig", unit.path, unit.quals[value[2]])
            out = at_least(self.evaluate_type(unit, row.type_ctx, row.returns), _ATTRIBUTE) if row.returns >= 0 else {}
            if receiver is not None and receiver[0] in ("inst", "self"):
                out = dict(self.fill_variables(out, receiver, place))
            out["member", value[1], value[2]] = rank
            return out
        if flags & DefFlag.PROPERTY:
            if not instance:
                return {}
            out = at_least(self.result(unit, value[2], receiver, None), _PROPERTY)
            out["getter", value[1], value[2]] = rank
            return out
        if flags & DefFlag.STATIC:
            return {value: rank}
        if flags & DefFlag.CLASSMETHOD or name in self.forms.class_methods:
            return {("bound", value[1], value[2], class_of(receiver)): rank}
        bound: Value = ("bound", value[1], value[2], receiver) if instance else value
        if row.decorators and value[1] >= 0 and receiver is not None and not flags & _TAKEN_AS_WRITTEN:
            read = self.through_descriptor(bound, receiver, rank)
            if read:
                return read
        return {bound: rank}

    def _raw_member(self, unit: Unit, definition: int, name: str) -> Values:
        self.read_member(unit, definition, name)
        row = unit.defs[definition]
        index = unit.name_id(name)
        if index in row.declared:
            admitted = self.evaluate_type(unit, row.type_ctx, row.declared[index])
            if admitted:
                return at_least(admitted, _ATTRIBUTE)
        out: Values = {}
        bindings = unit.scopes[row.scope].bindings.get(index)
        if bindings:
            out = self._from_body(unit, definition, index, bindings)
            declared = any(binding[0] == Bind.ANNOTATED for binding in bindings)
            if declared and is_informative(out):
                return merge(dict(out), self._functions_assigned(unit, definition, index))
            if (
                not declared
                and any(binding[0] == Bind.ASSIGN for binding in bindings)
                and self.is_enum(unit, definition)
            ):
                return {("inst", unit.index, definition, ()): _CLASS_ATTRIBUTE}
            read = {} if declared else self.framework_field(unit, definition, bindings)
            if read:
                return {("field", freeze(read), freeze(out)): RANK[Basis.FRAMEWORK]}
            out = out if declared else self.framework_owned(unit, definition, out)
        if index in row.attributes:
            out = self._from_assignments(unit, definition, name, out)
        if self.scoping.extensions:
            merge(out, self.extended_member(unit, definition, name, bool(bindings) and not row.flags & DefFlag.OBJECT))
        if unit.stub and not is_informative(out):
            stated = self.declaration(unit, definition)
            if stated is not None and self.has_own(stated[0], stated[1], name):
                return self.raw_member((stated[0].index, stated[1]), name) or out
        return out

    def _functions_assigned(self, unit: Unit, definition: int, index: int) -> Values:
        """Functions that a class assigns to a member which it declares with a type: what a call of the member enters."""
        out: Values = {}
        for expr, _ in unit.defs[definition].attributes.get(index, ()):
            row = unit.exprs[expr]
            if row[0] == Expr.FUNCTION and not unit.defs[row[1]].is_class:
                out["member", unit.index, row[1]] = _ATTRIBUTE
        return out

    def _from_body(self, unit: Unit, definition: int, index: int, bindings: Sequence[tuple[int, ...]]) -> Values:
        own = {binding[1] for binding in bindings if binding[0] == Bind.DEF}
        primaries = {unit.defs[number].primary for number in own}
        out: Values = {}
        for value, rank in self.bound(unit, unit.defs[definition].scope, index).items():
            tag = value[0]
            if tag == "func" and value[1] == unit.index and value[2] in primaries:
                out[value] = max(rank, _SELF)
            elif tag == "decorated":
                out["func", value[1], value[2]] = _SELF
            elif tag in ("class", "func"):
                out[value] = max(rank, _CLASS_ATTRIBUTE)
            else:
                out[value] = max(rank, _ATTRIBUTE)
        return out

    def _from_assignments(self, unit: Unit, definition: int, name: str, out: Values) -> Values:
        """Values assigned to `self.name`; a declaration in a base class says more than they do."""
        for place in self.linearization(unit, definition).order[1:]:
            if self._declares(self.units[place[0]], place[1], name):
                return self.raw_member(place, name)
        row = unit.defs[definition]
        assigned: Values = {}
        for expr, ctx in row.attributes[unit.name_id(name)]:
            merge(assigned, self.evaluate(unit, ctx, expr))
        merge(out, assigned, _ATTRIBUTE)
        stores = row.attributes.get(unit.contents(unit.name_id(name)))
        if stores:
            elements: Values = {}
            for expr, ctx in stores:
                merge(elements, self.stored(unit, ctx, expr))
            out = with_elements(out, freeze(elements), True)
        if any(value[0] == "map" and value[2] for value in out):
            out = {value: rank for value, rank in out.items() if value[0] != "map" or value[2]}
        return out

    def _declares(self, unit: Unit, definition: int, name: str) -> bool:
        self.read_member(unit, definition, name)
        index = unit.name_id(name)
        row = unit.defs[definition]
        if index < 0:
            return False
        rows = unit.scopes[row.scope].bindings.get(index, ())
        return index in row.declared or any(binding[0] == Bind.ANNOTATED for binding in rows)

    def is_enum(self, unit: Unit, definition: int) -> bool:
        return any(name.startswith(self.forms.enum_prefix) for name in self.linearization(unit, definition).external)


def declared_names(unit: Unit, definition: int) -> list[str]:
    """Names that a class body declares with a type, in order."""
    bindings = unit.scopes[unit.defs[definition].scope].bindings
    return [unit.names[name] for name, rows in bindings.items() if any(row[0] == Bind.ANNOTATED for row in rows)]


def _merge_orders(sequences: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    order: list[tuple[int, int]] = []
    pending = [sequence for sequence in sequences if sequence]
    while pending:
        head = next(
            (row[0] for row in pending if not any(row[0] in other[1:] for other in pending)),
            pending[0][0],
        )
        order.append(head)
        pending = [kept for row in pending if (kept := [item for item in row if item != head])]
    return order
