"""What tests get for their parameters: fixtures, values they are parametrised with, and mocks that patches hand over."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import Bind, DefFlag
from blastlens.link.dynamic import Dynamic
from blastlens.link.parametrized import given_values, literal_texts, patched
from blastlens.link.unit import Unit
from blastlens.link.values import RANK, Value, Values, at_least, merge
from blastlens.model.edge import Basis

_FIXTURE: Final = RANK[Basis.FIXTURE]
_CONTAINER: Final = RANK[Basis.CONTAINER]


class Fixtures(Dynamic, ABC):
    def is_given(self, unit: Unit, definition: int, index: int) -> bool:
        """Whether a test's parameter is no fixture, because a decorator hands it over."""
        name = unit.names[unit.defs[definition].params[index].name]
        return patched(unit, definition, index, self.tests.patchers) or given_values(unit, definition, name) is not None

    def test_parameter(self, unit: Unit, definition: int, index: int) -> Values | None:
        """What a parameter of a test or fixture holds; None when nothing says so."""
        name = unit.names[unit.defs[definition].params[index].name]
        if patched(unit, definition, index, self.tests.patchers):
            return {("extinst", self.tests.patched_type): _FIXTURE}
        given = given_values(unit, definition, name)
        if given is not None:
            out: Values = {}
            for ctx, expr, at in given:
                merge(out, self._given(unit, ctx, expr, at), _CONTAINER)
            return out
        if name == self.tests.request:
            return {("request", unit.index, definition): _FIXTURE}
        found = self.find_fixture(unit, definition, name)
        return at_least(self.fixture_result(found), _FIXTURE) if found is not None else None

    def _given(self, unit: Unit, ctx: int, expr: int, at: int) -> Values:
        """One of the values; `at` -1: all of it, -2: an element, else its part of this number."""
        values = self.evaluate(unit, ctx, expr)
        if at == -1:
            return values
        if at == -2:
            return self.elements(values)
        out: Values = {}
        for value in values:
            if value[0] == "tup" and at < len(value[1]):
                merge(out, dict.fromkeys(value[1][at], _CONTAINER))
            elif value[0] == "seq":
                for item in value[1]:
                    if item[0] == "tup" and at < len(item[1]):
                        merge(out, dict.fromkeys(item[1][at], _CONTAINER))
        return out

    def of_request(self, value: Value, name: str) -> Values:
        """An attribute of what a test asks as `request`."""
        unit = self.units[value[1]]
        if name == self.tests.request_parameter:
            out: Values = {}
            for ctx, expr, at in given_values(unit, value[2], "") or ():
                merge(out, self._given(unit, ctx, expr, at), _CONTAINER)
            return out
        if name == self.tests.request_fixture:
            return {("gives_fixture", value[1], value[2]): _FIXTURE}
        return {("ext", "?." + name): 0}

    def asked_fixture(self, value: Value, name: str | None) -> Values:
        """`request.getfixturevalue("name")`."""
        found = self.find_fixture(self.units[value[1]], value[2], name) if name else None
        return at_least(self.fixture_result(found), _FIXTURE) if found is not None else {}

    # -- fixtures --------------------------------------------------------------------------------------------
    def fixture_result(self, place: tuple[Unit, int]) -> Values:
        unit, definition = place
        return self.named(("fx", unit.index, definition), self.fixture_value, unit, definition)

    def find_fixture(self, unit: Unit, definition: int, name: str) -> tuple[Unit, int] | None:
        """The fixture a test's parameter names: of its class, its module (imported ones too), then conftest upwards."""
        row = unit.defs[definition]
        if row.parent >= 0 and unit.defs[row.parent].is_class:
            for place in self.linearization(unit, row.parent).order:
                owner = self.units[place[0]]
                self.read_member(owner, place[1], name)
                found = self._fixture_in(owner, owner.defs[place[1]].scope, name, definition if owner is unit else -1)
                if found >= 0:
                    return owner, found
        found_here = self._fixture_of_module(unit, name, definition)
        if found_here is not None:
            return found_here
        found_there = self._fixture_of_plugin(unit, name)
        for path in self.tests.fixture_files(unit.path) if found_there is None else ():
            self.read("module", "/" + path.rpartition(".")[0])
            other = self.unit(path) if path in self.layout.paths else None
            if other is not None and other is not unit:
                found_there = self._fixture_of_module(other, name, -1) or self._fixture_of_plugin(other, name)
                if found_there is not None:
                    break
        return found_there

    def _fixture_of_plugin(self, unit: Unit, name: str) -> tuple[Unit, int] | None:
        """A fixture of the modules that a file of tests names as plug-ins."""
        self.read("bind", unit.path, self.tests.plugin_list)
        for row in unit.scopes[0].bindings.get(unit.name_id(self.tests.plugin_list), ()):
            if row[0] != Bind.ASSIGN:
                continue
            for dotted in literal_texts(unit, row[1]):
                module = self.import_module(unit, 0, dotted)
                other = self.unit(module.path) if module is not None and module.path is not None else None
                if other is not None and other.index >= 0 and other is not unit:
                    found = self._fixture_of_module(other, name, -1)
                    if found is not None:
                        return found
        return None

    def _fixture_of_module(self, unit: Unit, name: str, asking: int) -> tuple[Unit, int] | None:
        self.read("bind", unit.path, name)
        self.read("fixtures", unit.path)
        found = self._fixture_in(unit, 0, name, asking)
        if found >= 0:
            return unit, found
        self.read("stars", unit.path)
        index = unit.name_id(name)
        if any(row[0] == Bind.IMPORT for row in unit.scopes[0].bindings.get(index, ())) or unit.has_stars:
            values = self.module_attribute(unit.path, "", name)
            for value in values:
                if value[0] == "func" and value[1] >= 0 and self.units[value[1]].has_flag(value[2], DefFlag.FIXTURE):
                    if not (self.units[value[1]] is unit and value[2] == asking):
                        return self.units[value[1]], value[2]
        return None

    def _fixture_in(self, unit: Unit, scope: int, name: str, asking: int) -> int:
        return next((number for number in unit.fixtures_named(scope, name) if number != asking), -1)
