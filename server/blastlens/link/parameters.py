"""Parameters: what a function's parameter holds inside it."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.fixtures import Fixtures
from blastlens.link.rows import DefRow
from blastlens.link.sites import Site
from blastlens.link.unit import Unit
from blastlens.link.values import GIVEN, RANK, Value, Values, at_least, freeze, merge, thaw
from blastlens.model.edge import Basis

_SELF: Final = RANK[Basis.SELF]
_ANNOTATION: Final = RANK[Basis.ANNOTATION]
_FIXTURE: Final = RANK[Basis.FIXTURE]
_DEFAULT: Final = RANK[Basis.DEFAULT]
_CALLBACK: Final = RANK[Basis.CALLBACK]
_HANDED_ON: Final = frozenset({"inst", "class", "seq", "map", "tup"})
_OF_CLASS: Final = DefFlag.STATIC | DefFlag.CLASSMETHOD
_PLAIN: Final = (
    DefFlag.ABSTRACT | DefFlag.DECORATED | DefFlag.ASYNC | DefFlag.GENERATOR | DefFlag.STUB | DefFlag.MAIN_GUARDED
)


class Parameters(Fixtures, ABC):
    def parameter(self, unit: Unit, definition: int, index: int) -> Values:
        if index == 0:
            receiver = self._receiver(unit, definition)
            if receiver is not None:
                return receiver
        key = ("p", unit.index, definition, index)
        found = self.kept(key)
        return found if found is not None else self.fresh(key, self._parameter, unit, definition, index)

    def plain_receiver(self, unit: Unit, definition: int) -> Values | None:
        row = unit.defs[definition]
        if row.flags & _OF_CLASS or row.member_of >= 0 or row.parent < 0 or not unit.defs[row.parent].is_class:
            return None
        param = row.params[0]
        if param.annotation >= 0 or param.kind >= 2 or unit.names[param.name] in self.forms.class_receivers:
            return None
        if unit.names[row.name] in self.forms.class_methods:
            return None
        if unit.path != self.frame.own:
            self.read("sig", unit.path, unit.quals[definition])
        return {("self", unit.index, row.parent): _SELF}

    def _receiver(self, unit: Unit, definition: int) -> Values | None:
        """The receiver of a method; None when the first parameter is something else, or annotated."""
        row = unit.defs[definition]
        if not unit.is_method(definition):
            return self._receiver_inside(unit, definition)
        param = row.params[0]
        if param.annotation >= 0 or param.kind >= 2:
            return None
        if unit.path != self.frame.own:
            self.read("sig", unit.path, unit.quals[definition])
        if row.member_of >= 0:
            return self._receiver_apart(unit, definition)
        of_class = (
            row.flags & DefFlag.CLASSMETHOD
            or unit.names[row.name] in self.forms.class_methods
            or (unit.names[param.name] in self.forms.class_receivers and not self._is_metaclass(unit, row.parent))
        )
        return {("selfclass" if of_class else "self", unit.index, row.parent): _SELF}

    def _receiver_inside(self, unit: Unit, definition: int) -> Values | None:
        """The receiver of a method that a function in the body of a class makes: a decorator for its methods, say."""
        row = unit.defs[definition]
        if row.parent < 0 or not self.forms.instance_receivers:
            return None
        maker = unit.defs[row.parent]
        if maker.is_class or maker.parent < 0 or not unit.defs[maker.parent].is_class:
            return None
        if not self._is_named_receiver(unit, row) or self._is_named_receiver(unit, maker):
            return None
        self.read("sig", unit.path, unit.quals[definition])
        self.read("sig", unit.path, unit.quals[row.parent])
        return {("self", unit.index, maker.parent): _SELF}

    def _is_named_receiver(self, unit: Unit, row: DefRow) -> bool:
        params = row.params
        return bool(params) and params[0].annotation < 0 and unit.names[params[0].name] in self.forms.instance_receivers

    def _receiver_apart(self, unit: Unit, definition: int) -> Values:
        """The receiver of a method that stands apart from its type."""
        row = unit.defs[definition]
        out: Values = {}
        for value in self.evaluate(unit, row.ctx, row.member_of):
            if value[0] in ("class", "generic"):
                out["self", value[1], value[2]] = _SELF
            elif value[0] in ("inst", "self", "func"):
                out[value] = _SELF
        return out or self.as_what_it_implements(unit, row)

    def _is_metaclass(self, unit: Unit, definition: int) -> bool:
        """Whether instances of the class are classes themselves, which their methods call `cls`."""
        external = self.linearization(unit, definition).external
        return any(name.rpartition(".")[2] in self.forms.metaclasses for name in external)

    def _parameter(self, unit: Unit, definition: int, index: int) -> Values:
        self.read("sig", unit.path, unit.quals[definition])
        row = unit.defs[definition]
        param = row.params[index]
        if param.annotation >= 0:
            return self._annotated(unit, definition, index)
        if unit.stub:
            declared = self._declared_parameter(unit, definition, unit.names[param.name])
            if declared is not None:
                return declared
        if param.kind == 2:
            return {("seq", frozenset()): 0}
        if param.kind == 4:
            return {("map", self.texts, frozenset()): 0}
        in_class = row.parent >= 0 and unit.defs[row.parent].is_class
        return self._unannotated(unit, definition, index, in_class)

    def _declared_parameter(self, unit: Unit, definition: int, name: str) -> Values | None:
        """What the file of declarations admits for a parameter; None when it says nothing."""
        declared = self.declaration(unit, definition)
        if declared is None:
            return None
        stub, number = declared
        for index, param in enumerate(stub.defs[number].params):
            if stub.names[param.name] == name and param.annotation >= 0:
                return self._annotated(stub, number, index)
        return None

    def _annotated(self, unit: Unit, definition: int, index: int) -> Values:
        row = unit.defs[definition]
        param = row.params[index]
        admitted = at_least(self.evaluate_type(unit, row.type_ctx, param.annotation), _ANNOTATION)
        if param.kind == 2:
            return {("seq", freeze(admitted)): _ANNOTATION}
        if param.kind == 4:
            return self._keywords(unit, row.type_ctx, param.annotation, admitted)
        in_class = row.parent >= 0 and unit.defs[row.parent].is_class
        if index == 0 and in_class and not row.flags & DefFlag.STATIC:
            variables = {value[0] for value in admitted} & {"var", "varclass"}
            if variables or not admitted:  # `self: T`, `cls: type[T]`
                is_class = "varclass" in variables or bool(row.flags & DefFlag.CLASSMETHOD)
                return {("selfclass" if is_class else "self", unit.index, row.parent): _SELF}
        return admitted

    def _keywords(self, unit: Unit, ctx: int, annotation: int, admitted: Values) -> Values:
        """`**name: T`: a mapping of T, or what T says of each name in `**name: Unpack[T]`."""
        row = unit.exprs[annotation]
        if row[0] == Expr.INDEX:
            names = {value[1].rpartition(".")[2] for value in self.evaluate(unit, ctx, row[1]) if value[0] == "ext"}
            if not names.isdisjoint(self.forms.unpacked):
                return admitted
        return {("map", self.texts, freeze(admitted)): _ANNOTATION}

    def _unannotated(self, unit: Unit, definition: int, index: int, in_class: bool) -> Values:
        row = unit.defs[definition]
        param = row.params[index]
        name = unit.names[param.name]
        if param.default < 0 and self.tests.requests_fixtures(unit.names[row.name], row.flags):
            got = self.test_parameter(unit, definition, index)
            if got is not None:
                return got
            if name in self.tests.fixture_types:
                return {("extinst", self.tests.fixture_types[name]): _FIXTURE}
        inherited = self._inherited(unit, definition, name) if in_class and index else {}
        if inherited:
            return inherited
        dispatched = self._dispatched(unit, definition) if index == in_class and row.decorators else {}
        if dispatched:
            return dispatched
        if row.decorators and not row.flags & ~_PLAIN:
            out: Values = {}
            for expr in row.decorators:
                for value in self.evaluate(unit, row.ctx, expr):
                    merge(out, self.callback_parameter(value, 0, None, index - (1 if in_class else 0), None))
                if out:
                    return at_least(out, _CALLBACK)
        if param.default >= 0:
            injected = self.framework_default(unit, row.ctx, param.default)
            if injected:
                return injected
            given = self.evaluate(unit, row.ctx, param.default)
            return {value: _DEFAULT for value in given if value[0] in ("inst", "class", "func")}
        return {}

    def _dispatched(self, unit: Unit, definition: int) -> Values:
        """`@f.register(C)` of a generic function: the first argument is a C."""
        row = unit.defs[definition]
        out: Values = {}
        for expr in row.decorators:
            call = unit.exprs[expr]
            if call[0] != Expr.CALL or call[2] < 1:
                continue
            callee = unit.exprs[call[1]]
            if callee[0] != Expr.ATTR or unit.names[callee[2]] != self.forms.generic_register:
                continue
            for value in self.evaluate(unit, row.ctx, callee[1]):
                if value[0] in ("func", "decorated") and value[1] >= 0 and self.is_generic_function(value):
                    for given, rank in self.tested_types(unit, row.ctx, call[3]).items():
                        merge(out, self.instance_of(given), max(rank, _CALLBACK))
        return out

    def is_generic_function(self, value: Value) -> bool:
        unit = self.units[value[1]]
        self.read("sig", unit.path, unit.quals[value[2]])
        row = unit.defs[value[2]]
        return any(
            self._name_of(decorator) in self.forms.generic_functions
            for expr in row.decorators
            for decorator in self.evaluate(unit, row.ctx, expr)
        )

    def _name_of(self, value: Value) -> str:
        """Last name of a function or class of a library."""
        if value[0] == "ext":
            dotted: str = value[1]
        elif value[0] in ("func", "class") and value[1] < 0:
            dotted = self.library_name(value)
        else:
            return ""
        return dotted.rpartition(".")[2]

    def _inherited(self, unit: Unit, definition: int, name: str) -> Values:
        """What the method that this one overrides admits for the parameter of the same name."""
        row = unit.defs[definition]
        method = unit.names[row.name]
        for place in self.linearization(unit, row.parent).order[1:]:
            owner = self.units[place[0]]
            if not self.has_own(owner, place[1], method):
                continue
            for value in self.raw_member(place, method):
                if value[0] != "func" or self.units[value[1]].defs[value[2]].parent != place[1]:
                    return {}
                found = self._annotated_so(self.units[value[1]], value[2], name)
                if found is not None:
                    return found
        return {}

    def _annotated_so(self, unit: Unit, definition: int, name: str) -> Values | None:
        """What a method's annotation of a parameter admits; None without an annotation."""
        self.read("sig", unit.path, unit.quals[definition])
        for index, param in enumerate(unit.defs[definition].params):
            if unit.names[param.name] == name:
                return self.parameter(unit, definition, index) if param.annotation >= 0 else None
        return None

    # -- callbacks -------------------------------------------------------------------------------------------
    def callback_parameter(
        self, value: Value, argument: int, keyword: str | None, index: int, site: Site | None
    ) -> Values:
        out: Values = {}
        if value[0] == "callable" and argument < len(value[2]):
            for admitted in value[2][argument]:
                merge(out, self.handed_by_type(admitted, index))
        for unit, definition, receiver in self.callees(value):
            handed: Values = {}
            for admitted in self.admitted_by(unit, definition, receiver is not None, argument, keyword):
                merge(handed, self.handed_by_type(admitted, index))
            for item, rank in handed.items():
                merge(out, self.seen_through(item, unit, definition, receiver, site), rank)
        return {item: rank for item, rank in out.items() if item[0] in _HANDED_ON or item == GIVEN}

    def handed_by_type(self, admitted: Value, index: int) -> Values:
        """What a callable of a declared type is handed as its parameter `index`."""
        if admitted[0] == "callable" and index < len(admitted[2]):
            return thaw(admitted[2][index], _CALLBACK)
        return self._protocol_parameter(admitted, index) if admitted[0] == "inst" else {}

    def callees(self, value: Value, site: Site | None = None) -> list[tuple[Unit, int, Value | None]]:
        """The functions a call of the value enters, with their receivers: overloads each for itself, or those that the call may
        mean."""
        tag = value[0]
        if tag == "ext":
            behind = self.library_definition(value[1])
            return self.callees(behind) if behind is not None else []
        if tag == "class":
            instance: Value = ("inst", value[1], value[2], ())
            for name in self.forms.constructors:
                found = self.member(self.units[value[1]], value[2], name, instance) or {}
                callees = [callee for method in found if method[0] == "bound" for callee in self.callees(method, site)]
                if callees:
                    return [(unit, definition, instance) for unit, definition, _ in callees]
            return []
        if tag not in ("func", "bound"):
            return []
        unit, definition = self.units[value[1]], value[2]
        receiver = value[3] if tag == "bound" else None
        if self.scoping.overloads:
            places = self.choices(unit, definition, site, receiver)
            return [(self.units[place[0]], place[1], receiver) for place in places]
        overloads = [number for number in unit.parts.get(definition, ()) if unit.has_flag(number, DefFlag.OVERLOAD)]
        return [(unit, number, receiver) for number in (definition, *overloads)]

    def admitted_by(self, unit: Unit, definition: int, is_bound: bool, argument: int, keyword: str | None) -> Values:
        """What a function's annotation admits as an argument. `is_bound`: its first parameter is given already."""
        row = unit.defs[definition]
        self.read("sig", unit.path, unit.quals[definition])
        params = [param for param in row.params if param.kind < 2]
        if is_bound:
            params = params[1:]
        chosen = None
        if keyword is not None:
            chosen = next((param for param in row.params if unit.names[param.name] == keyword), None)
        elif argument < len(params):
            chosen = params[argument]
        if keyword is None and chosen is None:
            chosen = next((param for param in row.params if param.kind == 2), None)
        if chosen is None or chosen.annotation < 0:
            return {}
        return self.evaluate_type(unit, row.type_ctx, chosen.annotation)

    def _handed_by_method(self, value: Value, unit: Unit, method: int, index: int) -> Values:
        """What the one method of an interface is handed that a function stands for."""
        self.read("sig", unit.path, unit.quals[method])
        row = unit.defs[method]
        if index + 1 >= len(row.params) or row.params[index + 1].annotation < 0:
            return {}
        admitted = self.evaluate_type(unit, row.type_ctx, row.params[index + 1].annotation)
        return self.fill_variables(admitted, value, (unit.index, row.parent))

    def _protocol_parameter(self, value: Value, index: int) -> Values:
        """`__call__` of a protocol class says what it hands over."""
        unit = self.units[value[1]]
        only = self.single_method(unit, value[2])
        if only is not None:
            return self._handed_by_method(value, self.units[only[0]], only[1], index)
        for method in self.member(unit, value[2], self.protocols.call_object, value) or {}:
            if method[0] == "bound":
                owner = self.units[method[1]]
                self.read("sig", owner.path, owner.quals[method[2]])
                row = owner.defs[method[2]]
                if index + 1 < len(row.params) and row.params[index + 1].annotation >= 0:
                    return self.evaluate_type(owner, row.type_ctx, row.params[index + 1].annotation)
        return {}
