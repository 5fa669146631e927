"""Roles of definitions: tests, fixtures, and code that somebody outside the repository calls."""

from abc import ABC
from typing import Final

from blastlens.facts.file_facts import DefFlag, Expr
from blastlens.link.published import Published
from blastlens.link.unit import Unit
from blastlens.link.values import RANK
from blastlens.model.edge import Basis, EdgeKind

_FIXTURE: Final = RANK[Basis.FIXTURE]
_NO_PREFIXES: tuple[str, ...] = ()


class Roles(Published, ABC):
    def collected_tests(self, unit: Unit) -> frozenset[int]:
        """Defs that a test runner with default settings collects."""
        collected = self.tests.is_collected_file(unit.path)
        classes: dict[tuple[int, int], bool] = {}
        out = set()
        for number, row in enumerate(unit.defs):
            if row.flags & DefFlag.TEST and not row.is_class:
                if self.tests.runs_marked(unit.path):
                    out.add(number)
                continue
            if row.is_class or row.primary != number or not self.tests.is_test_name(unit.names[row.name]):
                continue
            if row.flags & DefFlag.FIXTURE:
                continue
            owner = self.owner_of(unit, number)
            if owner is not None:
                if owner not in classes:
                    classes[owner] = self._is_test_class(self.units[owner[0]], owner[1], collected)
                if classes[owner]:
                    out.add(number)
            elif row.parent < 0 and collected and not self.tests.marks_functions:
                out.add(number)
        return frozenset(out)

    def _is_test_class(self, unit: Unit, definition: int, collected: bool) -> bool:
        if collected and self.tests.is_plain_test_class(unit.facts, definition):
            return True
        if self.tests.is_test_case_base(self.linearization(unit, definition).external):
            return True
        return self.tests.is_test_file(unit.path) and self._is_mixed_into_tests(unit, definition)

    def _is_mixed_into_tests(self, unit: Unit, definition: int) -> bool:
        """Whether a class below is a test class: it runs the tests of its mixins too."""
        for place in self.subclasses(unit, definition):
            below = self.units[place[0]]
            if self.tests.is_test_case_base(self.linearization(below, place[1]).external):
                return True
            self.read_member(below, place[1], self.forms.constructors[0])
            if self.tests.is_collected_file(below.path) and self.tests.is_plain_test_class(below.facts, place[1]):
                return True
        return False

    def fixtures(self, unit: Unit) -> frozenset[int]:
        """Defs that tests get by asking: pytest fixtures and the set-up methods of test classes."""
        out = {number for number, row in enumerate(unit.defs) if row.flags & DefFlag.FIXTURE}
        for number, row in enumerate(unit.defs):
            name = unit.names[row.name]
            if row.parent < 0 and name in self.tests.setup_functions and self.tests.is_test_file(unit.path):
                out.add(number)
            elif name in self.tests.setup_methods and (owner := self.owner_of(unit, number)) is not None:
                collected = self.tests.is_collected_file(unit.path)
                if self._is_test_class(self.units[owner[0]], owner[1], collected):
                    out.add(number)
        return frozenset(out)

    # -- what tests ask for --------------------------------------------------------------------------------------
    def link_fixture_requests(self, unit: Unit, tests: frozenset[int]) -> None:
        """Edges to what tests ask for: a test or fixture names fixtures by its parameters; a class with tests has its set-up
        methods run for each of them (one edge for the class: the walk spreads it over the tests)."""
        for number, row in enumerate(unit.defs):
            if not row.is_class and (number in tests or row.flags & DefFlag.FIXTURE):
                self._link_parameters(unit, number, unit.names[row.name])
        owners = {self._class_of_test(unit, test) for test in tests}
        for number in sorted(owner for owner in owners if owner >= 0):
            for target in self._setup_targets(unit, number):
                self.edges.add(unit.ids[number], EdgeKind.REFERENCES, target, _FIXTURE, _name_site(unit, number))

    def _class_of_test(self, unit: Unit, test: int) -> int:
        """The class of the file that a test is a method of, in its text or apart from it; -1 for none."""
        row = unit.defs[test]
        if row.member_of >= 0:
            for value in self.evaluate(unit, row.ctx, row.member_of):
                if value[0] == "class" and value[1] == unit.index:
                    return value[2]  # type: ignore[no-any-return]
        return row.parent

    def _link_parameters(self, unit: Unit, number: int, name: str) -> None:
        row = unit.defs[number]
        if not self.tests.requests_fixtures(name, row.flags):
            return
        site = _name_site(unit, number)
        in_class = row.parent >= 0 and unit.defs[row.parent].is_class
        params = row.params[1:] if in_class and not row.flags & DefFlag.STATIC else row.params
        skipped = len(row.params) - len(params)
        asked = [
            unit.names[param.name]
            for index, param in enumerate(params)
            if param.default < 0 and param.kind in (0, 1, 3) and not self.is_given(unit, number, index + skipped)
        ]
        asked += self._used_fixtures(unit, number)
        for fixture in asked:
            found = self.find_fixture(unit, number, fixture)
            if found is not None:
                self.edges.add(unit.ids[number], EdgeKind.REFERENCES, found[0].ids[found[1]], _FIXTURE, site)

    def _used_fixtures(self, unit: Unit, number: int) -> list[str]:
        """Names given to `@pytest.mark.usefixtures(…)` on the test or its class."""
        row = unit.defs[number]
        decorators = list(row.decorators)
        if row.parent >= 0:
            decorators += unit.defs[row.parent].decorators
        out = []
        for expr in decorators:
            call = unit.exprs[expr]
            if call[0] == Expr.CALL and unit.exprs[call[1]][0] == Expr.ATTR:
                if unit.names[unit.exprs[call[1]][2]] == "usefixtures":
                    out += [text for item in call[3 : 3 + call[2]] if (text := unit.string(item)) is not None]
        return out

    def _setup_targets(self, unit: Unit, definition: int) -> list[str]:
        out = self._marked_setup(unit, definition)
        for name in self.tests.setup_methods:
            bound = name + self.scoping.methods
            for value in self.member(unit, definition, bound, ("inst", unit.index, definition, ())) or {}:
                if value[0] in ("bound", "func") and value[1] >= 0:
                    out.append(self.units[value[1]].ids[value[2]])
        return out

    def _marked_setup(self, unit: Unit, definition: int) -> list[str]:
        """Methods of a test class, of its bases and of the classes around it, that are marked to be run with its tests and that no
        parameter asks for."""
        out: list[str] = []
        while definition >= 0 and unit.defs[definition].is_class:
            for place in self.linearization(unit, definition).order:
                if place[0] >= 0:
                    out += self._marked_methods(self.units[place[0]], place[1])
            definition = unit.defs[definition].parent
        return list(dict.fromkeys(out))

    def _marked_methods(self, unit: Unit, owner: int) -> list[str]:
        self.read("fixtures", unit.path)
        return [
            unit.ids[number]
            for number in unit.autouse
            if (row := unit.defs[number]).parent == owner
            and not self.tests.requests_fixtures(unit.names[row.name], row.flags)
        ]

    # -- entry points --------------------------------------------------------------------------------------------
    def entry_points(self, unit: Unit, run_by_tests: frozenset[int]) -> tuple[tuple[int, str], ...]:
        """Defs that somebody outside calls, and why; tests and fixtures, `run_by_tests`, need no other reason."""
        out: list[tuple[int, str]] = []
        exported = self._exported(unit)
        if unit.path != self.source_of(unit.path):
            return tuple((number, "only declared here") for number in range(len(unit.defs)))
        for number, row in enumerate(unit.defs):
            name = unit.names[row.name]
            if number in exported:
                out.append((number, self.entry_point_rules.exported or "exported by the package"))
            elif row.parent < 0 and name in self.entry_point_rules.module_hooks:
                out.append((number, "called by the language"))
            registering = self._registering_decorator(unit, number) if number not in run_by_tests else ""
            entered = self.entry_point_rules.entered(unit.path, unit.facts, number) or self._entered_by_name(
                unit, number
            )
            if entered and number not in run_by_tests:
                out.append((number, entered))
            elif registering:
                out.append((number, f"registered by @{registering}"))
            elif row.parent >= 0 and not row.is_class and unit.defs[row.parent].is_class and number not in run_by_tests:
                why = self._overrides_external(unit, row.parent, name + self.scoping.methods)
                if why:
                    out.append((number, why))
        return tuple(out)

    def _entered_by_name(self, unit: Unit, number: int) -> str:
        """Why a definition is called that other files declare: by where they do so."""
        for owner, declared in self.declared_as(unit, number):
            why = self.entry_point_rules.entered(owner.path, owner.facts, declared)
            if why:
                return why
        return ""

    def _exported(self, unit: Unit) -> set[int]:
        """Defs that a file hands out to whoever uses the package."""
        if self.entry_point_rules.exported:
            names = {unit.names[name] for name in unit.facts.exported or ()}
            return {n for n, row in enumerate(unit.defs) if row.parent < 0 and unit.names[row.name] in names}
        return self.published_defs(unit) if self.entry_point_rules.entries is not None else set()

    def _registering_decorator(self, unit: Unit, number: int) -> str:
        row = unit.defs[number]
        if row.flags & DefFlag.FIXTURE:
            return ""
        for expr in row.decorators:
            dotted = _decorator_name(unit, expr)
            if dotted and self.entry_point_rules.registers(dotted):
                return dotted
        return ""

    def _overrides_external(self, unit: Unit, definition: int, name: str) -> str:
        if not self.scoping.late_binding:
            return ""
        order = self.linearization(unit, definition)
        if not (order.is_open or self.forms.root) or any(
            place != (unit.index, definition) and place[0] >= 0 and self.has_own(self.units[place[0]], place[1], name)
            for place in order.order
        ):
            return ""
        for place in order.order:
            if place[0] < 0 and self.has_own(self.units[place[0]], place[1], name):
                return f"overrides a method of {self.library_name(('class', *place))}"
        for place in order.order:
            base = self.library_name(("class", *place)) if place[0] < 0 else ""
            if name.startswith(self.entry_point_rules.dispatched.get(base, _NO_PREFIXES)):
                return f"may override a method of {base}"
        # Stubs leave private members out.
        is_private = name.startswith(self.scoping.private_prefix) and not name.endswith(self.scoping.special_prefix)
        for base in order.external:
            if base.rpartition(".")[2] not in self.forms.plain_bases:
                if base == "?":
                    return "may override a method of an unresolved base"
                if is_private or self.library_class(base) is None:
                    return f"may override a method of {base}"
        return ""


def _decorator_name(unit: Unit, expr: int) -> str:
    row = unit.exprs[expr]
    if row[0] == Expr.CALL:
        return _decorator_name(unit, row[1])
    if row[0] == Expr.ATTR:
        base = _decorator_name(unit, row[1])
        return f"{base}.{unit.names[row[2]]}" if base else unit.names[row[2]]
    return unit.names[row[1]] if row[0] == Expr.NAME else ""


def _name_site(unit: Unit, number: int) -> tuple[int, int, int]:
    return unit.facts.def_spans[number][2:]
