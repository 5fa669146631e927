"""Fitting: whether a value can be handed over where a type stands, and what conversion that needs."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, ScopeKind
from blastlens.link.linearization import Linearization
from blastlens.link.overloads import Overloads
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import Value, Values

# Conversions, the cheapest first.
EXACT: Final = 0
WIDER: Final = 1  # to a type above it, or a number that has room for it
UNKNOWN: Final = 2  # nothing speaks against it
BOXED: Final = 3
REST: Final = 4  # as one of the rest
NEVER: Final = 9
Row = tuple[int, int, int, int, int, int]  # a binding
Place = tuple[int, int]  # unit index, def
_INSTANCES: Final = frozenset({"inst", "self"})
_FUNCTIONS: Final = frozenset({"func", "bound", "lambda", "partial"})


class Fitting(Overloads, ABC):
    def fit(self, value: Value, admitted: Value, narrowing: bool = False) -> int:
        """The conversion that makes a value one of a type, `NEVER` for none. `narrowing`: whether the one type is within the other,
        without boxing."""
        if value == admitted:
            return EXACT
        if value[0] == "const":
            return self._fit_literal(value, admitted, narrowing)
        plain, wanted = self._plain_name(value), self._plain_name(admitted)
        if plain or wanted:
            return self._fit_plain(value, plain, admitted, wanted, narrowing)
        if admitted[0] == "var":
            bounds = self.bounds(admitted)
            return WIDER if not bounds or any(self.fit(value, bound) <= UNKNOWN for bound in bounds) else NEVER
        if self.is_root(admitted):
            return NEVER if value[0] in _FUNCTIONS else WIDER
        return self._fit_reference(value, admitted)

    def _fit_literal(self, value: Value, admitted: Value, narrowing: bool) -> int:
        kind = value[1]
        if kind == "None":
            return NEVER if self._plain_name(admitted) else WIDER
        if kind in self.forms.plain_types:
            return self.fit(("extinst", self.forms.language_scope + kind), admitted, narrowing)
        name = self.forms.boxes.get(kind)
        return self.fit(self.language_instance(name), admitted, narrowing) if name is not None else UNKNOWN

    def _fit_plain(self, value: Value, plain: str, admitted: Value, wanted: str, narrowing: bool) -> int:
        if plain and wanted:
            if plain == wanted:
                return EXACT
            return WIDER if (plain, wanted) in self.forms.promoted else NEVER
        if narrowing:
            return NEVER
        if plain:
            boxed = self.forms.boxes.get(plain)
            if boxed is None:
                return UNKNOWN
            return BOXED if self.fit(self.language_instance(boxed), admitted) <= UNKNOWN else NEVER
        if value[0] == "extinst" and value[1].startswith("?"):
            return UNKNOWN
        for kind, boxed in self.forms.boxes.items():
            if value == self.language_instance(boxed):
                return BOXED if kind == wanted or (kind, wanted) in self.forms.promoted else NEVER
        return NEVER

    def _fit_reference(self, value: Value, admitted: Value) -> int:
        tag, wanted = value[0], admitted[0]
        if tag == "var":
            bounds = self.bounds(value)
            return min((self.fit(bound, admitted) for bound in bounds), default=NEVER)
        if tag == "seq":
            return self._fit_array(value, admitted)
        if tag in _FUNCTIONS:
            return self._fit_function(value, admitted)
        if wanted == "seq":
            return NEVER if tag in _INSTANCES else UNKNOWN
        if tag in _INSTANCES:
            return self._fit_instance(value, admitted)
        if tag == "extinst":
            return NEVER if wanted in _INSTANCES and admitted[1] >= 0 and not value[1].startswith("?") else UNKNOWN
        return UNKNOWN

    def _fit_array(self, value: Value, admitted: Value) -> int:
        if admitted[0] != "seq":
            return NEVER
        costs = [self.fit(item, other, True) for item in value[1] for other in admitted[1]]
        return min(costs) if costs else UNKNOWN

    def _fit_function(self, value: Value, admitted: Value) -> int:
        if admitted[0] not in _INSTANCES:
            return UNKNOWN if admitted[0] == "extinst" else NEVER
        method = self.single_method(self.units[admitted[1]], admitted[2])
        if method is None:
            return NEVER
        if value[0] != "lambda":
            return WIDER
        owner = self.units[method[0]]
        wanted = len(owner.defs[method[1]].params) - 1
        return WIDER if len(self.lambda_bindings(value)) == wanted else NEVER

    def lambda_bindings(self, value: Value) -> list[Row]:
        """The bindings of a lambda's parameters."""
        unit = self.units[value[1]]
        scope = unit.scopes[unit.contexts[value[2]][0]]
        while scope.kind != ScopeKind.LAMBDA and scope.parent >= 0:
            scope = unit.scopes[scope.parent]
        return [rows[0] for rows in scope.bindings.values() if rows[0][5] == 0]

    def _fit_instance(self, value: Value, admitted: Value) -> int:
        unit = self.units[value[1]]
        order = self.linearization(unit, value[2])
        if admitted[0] in _INSTANCES:
            place = (admitted[1], admitted[2])
            if place in order.order:
                return EXACT if place == order.order[0] else WIDER
        elif admitted[0] != "extinst":
            return NEVER
        elif admitted[1] in order.external:
            return WIDER
        return UNKNOWN if self.has_unknown_base(order) else NEVER

    def has_unknown_base(self, order: Linearization) -> bool:
        """Whether a class has a base of which nothing is known."""
        return any(self.library_class(name) is None for name in order.external)

    # -- what types stand for ------------------------------------------------------------------------------------
    def is_root(self, value: Value) -> bool:
        """Whether a value is an instance of the class that all others are below."""
        if not self.forms.root:
            return False
        same: bool = value == self.language_instance(self.forms.root)
        return same

    def language_instance(self, name: str) -> Value:
        """An instance of one of the language's own classes."""
        found = self._own_instances.get(name)
        if found is None:
            dotted = self.forms.language_scope + name
            behind = self.library_class(dotted)
            found = ("extinst", dotted) if behind is None else ("inst", behind[1], behind[2], ())
            self._own_instances[name] = found
        return found

    def arguments_as_types(self, site: Site, position: int) -> Values:
        """What an argument may be: of several numbers the one with most room, or all that have room for the others; of text and others
        text; empty when nothing is known."""
        values = site.argument(self, position)
        if len(values) < 2:
            return {} if any(_is_vague(value) for value in values) else values
        kinds = {value[1] if value[0] == "const" else self._plain_name(value) for value in values}
        if "str" in kinds:
            return {("const", "str"): 0}
        if kinds <= self.forms.plain_types:
            widest = [kind for kind in kinds if all(kind == o or (o, kind) in self.forms.promoted for o in kinds)]
            return {("const", kind): 0 for kind in sorted(widest)}
        known = {value: rank for value, rank in values.items() if value != ("const", "None")}
        return {} if any(_is_vague(value) for value in known) else known

    def admitted_at(self, place: Place, position: int, receiver: Value | None) -> tuple[Values, bool]:
        """What a function admits as an argument, and whether as one of the rest; empty when anything will do."""
        unit = self.units[place[0]]
        row = unit.defs[place[1]]
        params = row.params[1 if unit.is_method(place[1]) else 0 :]
        if not params:
            return {}, False
        param = params[min(position, len(params) - 1)]
        if param.annotation < 0:
            return {}, param.kind == 2
        admitted = self.evaluate_type(unit, row.type_ctx, param.annotation)
        if receiver is not None and receiver[0] == "inst" and receiver[3] and row.parent >= 0:
            admitted = self.fill_variables(admitted, receiver, (unit.index, row.parent))
        return admitted, param.kind == 2

    # -- interfaces of one method --------------------------------------------------------------------------------
    def single_method(self, unit: Unit, definition: int) -> Place | None:
        """The one method that an interface leaves open, which a function may stand for; None where there is no such."""
        if not unit.has_flag(definition, DefFlag.INTERFACE):
            return None
        for value in self.named(("sm", unit.index, definition), self._single_method, unit, definition):
            return value[1]  # type: ignore[no-any-return]
        return None

    def _single_method(self, unit: Unit, definition: int) -> Values:
        root = self.library_class(self.forms.language_scope + self.forms.root)
        seen: set[str] = set()
        found: list[Place] = []
        for place in self.linearization(unit, definition).order:
            owner = self.units[place[0]]
            if root is not None and place == (root[1], root[2]):
                continue
            self.read("methods", owner.path, owner.quals[place[1]])
            for name, rows in owner.scopes[owner.defs[place[1]].scope].bindings.items():
                text = owner.names[name]
                methods = [row[1] for row in rows if row[0] == Bind.DEF and not owner.has_flag(row[1], DefFlag.STATIC)]
                if not methods or text in seen:
                    continue
                seen.add(text)
                if root is not None and self.has_own(self.units[root[1]], root[2], text):
                    continue
                self.read("member", owner.path, owner.quals[place[1]], text)
                found += [(owner.index, number) for number in methods if owner.has_flag(number, DefFlag.SIGNATURE)]
        return {("method", found[0]): 0} if len(found) == 1 else {}


def _is_vague(value: Value) -> bool:
    """Whether nothing can be said of what may be handed over."""
    if value[0] == "extinst":
        return str(value[1]).startswith("?")
    return value[0] in ("ext", "module")
