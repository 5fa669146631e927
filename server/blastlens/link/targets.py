"""From values to the definitions that using them enters."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Extend
from blastlens.link.evaluator import Evaluator
from blastlens.link.sites import Site
from blastlens.link.surveyed import SurveyedNames
from blastlens.link.unit import Unit
from blastlens.link.values import FOREIGN, GIVEN, RANK, Value, Values, is_foreign
from blastlens.model.definitions import EXTENDS_MARK
from blastlens.model.edge import Basis

_CALLABLE_OBJECT: Final = RANK[Basis.CALLABLE_OBJECT]
_PARTIAL: Final = RANK[Basis.PARTIAL]
_DECORATOR_RESULT: Final = RANK[Basis.DECORATOR_RESULT]
_INFERRED: Final = RANK[Basis.INFERRED_RETURN]
_CLASS_ATTRIBUTE: Final = RANK[Basis.CLASS_ATTRIBUTE]
_EXACT_RANKS: Final = frozenset(
    RANK[basis] for basis in (Basis.LEXICAL, Basis.IMPORT, Basis.SUPER, Basis.CONSTRUCTED, Basis.CLASS_ATTRIBUTE)
)
# What is known of a function by these says more than that it is called as an object.
_TOLD: Final = frozenset({*range(_INFERRED), RANK[Basis.CONTAINER], RANK[Basis.DEFAULT]})
_CONDITIONAL: Final = RANK[Basis.CONDITIONAL]
_INTERFACE: Final = RANK[Basis.INTERFACE]
_CANDIDATES: Final = RANK[Basis.CANDIDATES]
_CLASSES: Final = frozenset({"class", "generic", "selfclass"})
_KNOWN: Final = frozenset({"lambda", "super", "module"})
MOST_CANDIDATES: Final = 4
_MOST_BEARERS: Final = 200  # a name borne by more methods says nothing

# (unit index, def, rank of the extra step, whether overriding methods cannot be meant)
Target = tuple[int, int, int, bool]


class Targets(Evaluator, ABC):
    surveyed: SurveyedNames | None = None
    always: frozenset[str]  # names under which something may be found that no file binds

    def leads_nowhere(self, unit: Unit, callee: tuple[int, ...]) -> bool:
        """Whether what is called, or read, cannot be of the repository, by its name alone."""
        if callee[0] == Expr.NAME:
            return unit.is_builtin(callee[1])
        if self.surveyed is None or callee[0] != Expr.ATTR:
            return False
        receiver = unit.exprs[callee[1]]
        holder = receiver[-1] if receiver[0] == Expr.NAME or receiver[0] == Expr.ATTR else -1
        known = self.frame.nowhere if unit.path == self.frame.own else None
        if known is None:
            return self._leads_nowhere(unit, callee[2], holder)
        key = callee[2] << 24 | (holder + 1)
        found = known.get(key)
        if found is None:
            found = known[key] = self._leads_nowhere(unit, callee[2], holder)
        return found

    def _leads_nowhere(self, unit: Unit, called: int, holder: int) -> bool:
        """The same of the name of what is called, and that of what it is called on, -1 for none."""
        name, surveyed = unit.names[called], self.surveyed
        if surveyed is None or surveyed.may_lead_somewhere(name) or name in self.always or name in self.runners:
            return False
        if holder >= 0:
            asked = self.plain_name(unit.names[holder])
            if surveyed.may_be_asked(asked):
                return False
            self.read("defines", asked)
        self.read("binds", name)
        return True

    def called(self, callee: tuple[int, ...], values: Values) -> Values:
        """The values of a callee; what a variable took from a member is called as a variable."""
        if callee[0] == Expr.ATTR or not self.scoping.exports:
            return values
        return {value: rank for value, rank in values.items() if value[0] != "member"}

    def targets_of(self, values: Values, site: Site | None = None) -> list[Target]:
        out: list[Target] = []
        members = [value for value in values if value[0] == "member"]
        for value in members or values:
            out += self.targets(value, values[value])
        if self.scoping.overloads:
            return self._chosen(out, values, site)
        return self._callable(out) if self.scoping.exports else out

    def _callable(self, targets: list[Target]) -> list[Target]:
        """Without what nobody can name; a type is no target where a value of its name is."""
        if len(targets) > 1:
            targets = [one for one in targets if not self.units[one[0]].has_flag(one[1], DefFlag.INTERFACE)] or targets
        return [one for one in targets if not self.units[one[0]].has_flag(one[1], DefFlag.UNNAMED)]

    def _chosen(self, targets: list[Target], values: Values, site: Site | None) -> list[Target]:
        """Of the functions of one name the one that a call means."""
        out: list[Target] = []
        receivers = {value[1:3]: value[3] for value in values if value[0] == "bound"}
        if len(targets) > 1 and site is not None and site.unit_row(site.row[1])[0] == Expr.NAME:
            targets = self._of_one_name(targets, site)
        for unit, definition, rank, exact in targets:
            if self.units[unit].defs[definition].is_class:
                out += self._constructors(unit, definition, rank, site)
                continue
            places = self.choices(self.units[unit], definition, site, receivers.get((unit, definition)))
            own = max(rank, _CONDITIONAL) if len(places) > 1 else rank
            out += [(*place, own, exact) for place in places if place[0] >= 0]
        return self.settle(list(dict.fromkeys(out)))

    def settle(self, targets: list[Target]) -> list[Target]:
        """The definitions of what is only declared."""
        if self.scoping.package != "linkage":
            return targets
        out: dict[tuple[int, int], Target] = {}
        for unit, definition, rank, exact in targets:
            places = self.settled(self.units[unit], definition)
            # What a header leaves to each file that includes it is another one in each.
            is_private = self.units[unit].has_flag(definition, DefFlag.PRIVATE)
            own = rank
            if len(places) > 1:
                apart = self.are_apart(self.frame.own, [self.units[place[0]].path for place in places])
                own = max(rank, _CANDIDATES if apart else _INTERFACE if is_private else _CONDITIONAL)
            for place in places:
                known = out.get(place)
                if known is None or known[2] > own:
                    out[place] = (*place, own, exact)
        return list(out.values())

    def _of_one_name(self, targets: list[Target], site: Site) -> list[Target]:
        """Functions of several classes that one name stands for: those that a call of it means."""
        by_place = {
            place: target
            for target in targets
            if not self.units[target[0]].defs[target[1]].is_class
            for place in self.same_named(self.units[target[0]], target[1], None)
        }
        meant = {by_place[place][:2] for place in self.best_of(list(by_place), site, None)}
        return [target for target in targets if target[:2] in meant] if meant else targets

    def _constructors(self, unit: int, definition: int, rank: int, site: Site | None) -> list[Target]:
        """The constructor that making an instance means, where the class has one of its own; else the class. So too where the
        class is only what a nameless one is built on."""
        owner = self.units[unit]
        name = self.forms.constructors[0]
        if site is None or site.unit_row(site.row[1])[0] == Expr.EITHER or not self.has_own(owner, definition, name):
            return [(unit, definition, rank, True)]
        bindings = owner.scopes[owner.defs[definition].scope].bindings[owner.name_id(name)]
        places = self.best_of(self.same_named(owner, bindings[0][1], None), site, None)
        if not places:
            return [(unit, definition, rank, True)]  # the one that no text writes: of the fields of a record
        own = max(rank, _CONDITIONAL) if len(places) > 1 else rank
        return [(*place, own, True) for place in places]

    def targets(self, value: Value, rank: int) -> list[Target]:
        """Definitions a call of the value enters."""
        tag = value[0]
        if is_foreign(value):
            return []
        if tag == "func":
            # A function that came back from a call is called as an object, under whatever name it got.
            exact = rank in _EXACT_RANKS and (self.scoping.late_binding or not self._is_asked_for(value))
            return [(value[1], value[2], rank if rank in _TOLD else max(rank, _CALLABLE_OBJECT), exact)]
        if tag == "bound":
            exact = self.is_exact(value[3], rank) if self.scoping.late_binding else not self._is_asked_for(value)
            return [(value[1], value[2], rank, exact)]
        if tag in _CLASSES:
            return [(value[1], value[2], rank, tag != "selfclass")]
        if tag == "decorated":
            # The object that the decorator made is called, and calls the function in its turn.
            return [*self.targets(value[3], rank), (value[1], value[2], max(rank, _DECORATOR_RESULT), False)]
        if tag in ("inst", "self"):
            found = self.member(self.units[value[1]], value[2], self.protocols.call_object, value) or {}
            return [
                (method[1], method[2], max(rank, _CALLABLE_OBJECT), False)
                for method in found
                if method[0] in ("bound", "func") and method[1] >= 0
            ]
        if tag in ("runs", "member"):
            return [(value[1], value[2], rank, False)]
        if tag == "shape":
            return [(method[1], method[2], _CLASS_ATTRIBUTE, True) for method in value[4]]
        if tag == "applied":
            return self.targets(value[1], rank)
        if tag == "partial":
            return [
                (unit, definition, max(own, _PARTIAL), exact)
                for unit, definition, own, exact in self.targets(value[1], rank)
            ]
        if tag == "named":
            return [(*place, rank, False) for place in self.named_like(value)]
        return []

    def named_like(self, value: Value) -> tuple[tuple[int, int], ...]:
        """The functions that a name with a known beginning and end may mean, on a module or on a class and those below it."""
        receiver = value[1]
        of = (receiver[2] or "") if receiver[0] == "module" else receiver[1]
        for found in self.named(("nl", of, value), self._named_like, receiver, value[2], value[3]):
            return found[1]  # type: ignore[no-any-return]
        return ()

    def _named_like(self, receiver: Value, start: str, end: str) -> Values:
        if receiver[0] == "module":
            unit = self.unit(receiver[2]) if receiver[2] is not None else None
            found = self._functions_like(unit, -1, start, end) if unit is not None else []
            return {("methods", tuple(found)): 0}
        unit = self.units[receiver[1]]
        places = [*self.linearization(unit, receiver[2]).order, *self.subclasses(unit, receiver[2])]
        methods: dict[tuple[int, int], None] = {}
        for place in places[:_MOST_BEARERS]:
            methods.update(dict.fromkeys(self._functions_like(self.units[place[0]], place[1], start, end)))
        return {("methods", tuple(methods)): 0}

    def _functions_like(self, unit: Unit, owner: int, start: str, end: str) -> list[tuple[int, int]]:
        """Functions that a class, or (owner -1) a module, defines under a name with this beginning and end."""
        if owner >= 0:
            self.read("methods", unit.path, unit.quals[owner])
        else:
            self.read("functions", unit.path)
        shortest = len(start) + len(end)
        out = []
        for name, rows in unit.scopes[unit.defs[owner].scope if owner >= 0 else 0].bindings.items():
            text = unit.names[name]
            if text.startswith(start) and text.endswith(end) and len(text) >= shortest:
                out += [(unit.index, unit.defs[row[1]].primary) for row in rows if row[0] == Bind.DEF]
        return list(dict.fromkeys(out))

    def _is_asked_for(self, method: Value) -> bool:
        """Whether a method stands in an interface, so that those who have it run their own."""
        unit = self.units[method[1]]
        owner = unit.defs[method[2]].parent
        return owner >= 0 and unit.has_flag(owner, DefFlag.INTERFACE)

    def is_exact(self, receiver: Value | None, rank: int) -> bool:
        if rank == RANK[Basis.SUPER]:
            return True
        return rank in _EXACT_RANKS and (receiver is None or receiver[0] in ("inst", "class"))

    def _names_one(self, function: Value, rank: int) -> bool:
        """Whether who is given a function that is named without a call runs this one, whatever classes below have in its place."""
        if not self.scoping.late_binding:
            return not self._is_asked_for(function)
        if function[0] == "bound":
            return self.is_exact(function[3], rank)
        unit = self.units[function[1]]
        owner = unit.defs[function[2]].parent
        is_method = owner >= 0 and unit.defs[owner].is_class and not unit.has_flag(function[2], DefFlag.STATIC)
        return not (is_method and self.scoping.named_late)

    def value_targets(self, value: Value, rank: int) -> list[Target]:
        """Definitions that naming the value refers to, without calling it."""
        tag = value[0]
        if is_foreign(value):
            return []
        if tag in ("func", "bound"):
            return [(value[1], value[2], rank, self._names_one(value, rank))]
        if tag in ("class", "generic", "decorated"):
            return [(value[1], value[2], rank, True)]
        if tag == "applied":
            return self.value_targets(value[1], rank)
        if tag == "partial":
            return self.value_targets(value[1], max(rank, _PARTIAL))
        if tag == "named":
            return self.targets(value, rank)
        return []

    def getters(self, values: Values) -> list[Target]:
        return [
            (value[1], value[2], rank, False)
            for value, rank in values.items()
            if value[0] == "getter" and value[1] >= 0
        ]

    @staticmethod
    def is_known(values: Values) -> bool:
        """Whether evaluation says something, though nothing of this repository."""
        return any(
            value != GIVEN and (value[0] in FOREIGN or value[0] in _KNOWN or is_foreign(value)) for value in values
        )

    def named_alike(self, name: str) -> tuple[tuple[int, int], ...]:
        """The methods of a name, one per class hierarchy (of the topmost class that has it), for receivers of which nothing
        is known; empty for names that say nothing (see `is_borne`)."""
        if name in self.library.common_methods or name.startswith(self.scoping.special_prefix):
            return ()
        # The machine keeps value sets; the methods travel as the one key of such a set.
        for value in self.named(("n", name), self._named_alike, name):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def named_like_receiver(self, unit: Unit, row: tuple[int, ...], name: str) -> tuple[tuple[int, int], ...]:
        """Functions that files assign to a member of something that is named as a receiver is: a convention, no evidence."""
        receiver = unit.exprs[row[1]]
        if receiver[0] != Expr.NAME or unit.is_builtin(receiver[1]):
            return ()
        listed = EXTENDS_MARK + unit.names[receiver[1]]
        for value in self.named(("rn", listed, name), self._assigned_to, listed, name):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _assigned_to(self, listed: str, name: str) -> Values:
        self.read("derived", listed)
        found: dict[tuple[int, int], None] = {}
        for path, number in self.program.derived_from(listed):
            other = self.unit(path)
            row = other.facts.extensions[number] if other is not None else None
            if other is not None and row is not None and row.kind == Extend.METHOD and other.names[row.name] == name:
                found[other.index, other.defs[row.a].primary] = None
        return {("methods", tuple(found)): 0}

    def is_borne(self, name: str) -> bool:
        """Whether some class of the repository has a method of this name, though it says nothing about the receiver."""
        if name.startswith(self.scoping.special_prefix):
            return False
        plain = self.plain_name(name)
        self.read("borne", plain)
        return bool(self.program.members_named(plain))

    def _named_alike(self, name: str) -> Values:
        plain = self.plain_name(name)
        self.read("members", plain)
        places = self.program.members_named(plain)
        if len(places) > _MOST_BEARERS:
            return {}
        tops = set()
        for path, definition in places:
            unit = self.unit(path)
            if unit is not None and not unit.source:
                owner = self.owner_of(unit, definition)
                if owner is not None:
                    tops.add(self._topmost(self.units[owner[0]], owner[1], name))
        methods = [
            method
            for place in sorted(tops, key=lambda place: (self.units[place[0]].path, place[1]))
            for method in self.methods_of(place, name)
        ]
        return {("methods", tuple(methods)): 0}

    def left_to_subclasses(
        self, unit: Unit, definition: int, name: str, beyond: bool = False
    ) -> tuple[tuple[int, int], ...]:
        """The methods of a name that the class itself does not have and that subclasses of it have or inherit: what a
        mixin expects of the classes it is mixed into, and what a template method leaves open. `beyond`: only those that
        come after the class in the order of its subclasses."""
        key = ("ls", unit.index, definition, name, beyond)
        for value in self.named(key, self._left_to_subclasses, unit, definition, name, beyond):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _left_to_subclasses(self, unit: Unit, definition: int, name: str, beyond: bool) -> Values:
        found: dict[tuple[int, int], None] = {}
        for place in self.subclasses(unit, definition):
            below = self.units[place[0]]
            owner = self.find_member(below, place[1], name, (unit.index, definition) if beyond else None)
            if owner is not None:
                found.update(dict.fromkeys(method for method in self.methods_of(owner, name) if method[0] >= 0))
        return {("methods", tuple(found)): 0}

    def between_below(self, unit: Unit, definition: int, name: str) -> tuple[tuple[int, int], ...]:
        """The methods of a name that come next after a class for objects of a class below which has other bases too."""
        if not self.crossed(unit, definition):
            return ()
        for value in self.named(("bb", unit.index, definition, name), self._between_below, unit, definition, name):
            return value[1]  # type: ignore[no-any-return]
        return ()

    def _between_below(self, unit: Unit, definition: int, name: str) -> Values:
        found: dict[tuple[int, int], None] = {}
        for place in self.crossed(unit, definition):
            owner = self.find_member(self.units[place[0]], place[1], name, (unit.index, definition))
            if owner is not None:
                found.update(dict.fromkeys(method for method in self.methods_of(owner, name) if method[0] >= 0))
        return {("methods", tuple(found)): 0}

    def _topmost(self, unit: Unit, definition: int, name: str) -> tuple[int, int]:
        having = [
            place
            for place in self.linearization(unit, definition).order
            if place[0] >= 0 and self.has_own(self.units[place[0]], place[1], name)
        ]
        return having[-1] if having else (unit.index, definition)

    def methods_of(self, place: tuple[int, int], name: str) -> list[tuple[int, int]]:
        """The methods of a name that a class has in its text, else from outside of it."""
        unit = self.units[place[0]]
        method = self.own_method(unit, place[1], name)
        if method >= 0 or not self.scoping.extensions:
            return [(unit.index, method)] if method >= 0 else []
        return [(value[1], value[2]) for value in self.extended_member(unit, place[1], name) if value[0] == "func"]

    def own_name(self, target: Target) -> str:
        unit = self.units[target[0]]
        return unit.names[unit.defs[target[1]].name]

    def plain_name(self, name: str) -> str:
        """A name by which a method is reached, as it is spelled."""
        return name.removesuffix(self.scoping.methods)

    def own_method(self, unit: Unit, definition: int, name: str) -> int:
        """The method of a name that a class itself defines, -1 when there is none."""
        index = unit.name_id(name)
        rows = unit.scopes[unit.defs[definition].scope].bindings.get(index, ())
        found = [row[1] for row in rows if row[0] == Bind.DEF]
        return unit.defs[found[-1]].primary if found else -1
