"""Fixtures that tests do not ask for: a runner applies them to every test of a class, of a file, or below a folder.

The graph has no edges for them: they follow from where fixture and test stand.
"""

from collections.abc import Iterator
from typing import Final

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model.edge import EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})


class Implied:
    """`tests_of` and `fixtures_of` are each other's inverse. Remembers what it found: one instance per revision."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._tests: dict[str, list[Symbol]] | None = None
        self._fixtures: dict[str, tuple[Symbol, ...]] = {}
        self._of_place: dict[str, list[str]] = {}  # the same for all tests of a class
        self._of_file: dict[str, tuple[Symbol, ...]] = {}

    def tests_of(self, fixture: Symbol) -> list[str]:
        """Ids of the tests that a fixture is applied to without being asked for."""
        if not self._is_implied(fixture):
            return []
        if self._is_in_class(fixture):
            classes = self._classes(fixture.parent or "", above=False)
            return [test.id for one in classes for test in self._tests_in_class(one)]
        by_file = self._tests_by_file()
        if not fixture.flags & DefFlag.AUTOUSE:
            return [test.id for test in by_file.get(fixture.file, ())]
        return [test.id for path in sorted(by_file) if fixture.file in _files(path) for test in by_file[path]]

    def fixtures_of(self, test: Symbol) -> list[str]:
        """Ids of the fixtures that are applied to a test without being asked for."""
        place = test.parent or test.file
        if place not in self._of_place:
            self._of_place[place] = self._find_fixtures(test)
        return self._of_place[place]

    def _find_fixtures(self, test: Symbol) -> list[str]:
        found = [one.id for one in self._for_file(test.file)]
        for outer in self._enclosing_classes(test):
            for one in self._classes(outer, above=True):
                found += [fixture.id for fixture in self._in_file(file_of(one)) if fixture.parent == one]
        return list(dict.fromkeys(found))

    def _is_implied(self, symbol: Symbol) -> bool:
        if symbol.kind is not SymbolKind.FIXTURE:
            return False
        if symbol.flags & DefFlag.AUTOUSE:
            return True
        language = language_for(symbol.file) if symbol.parent == module_id(symbol.file) else None
        return language is not None and symbol.name in language.rules.tests.setup_functions

    def _is_in_class(self, symbol: Symbol) -> bool:
        parent = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        return parent is not None and parent.kind is SymbolKind.CLASS

    def _for_file(self, path: str) -> tuple[Symbol, ...]:
        """Fixtures that apply to every test of a file."""
        found = self._of_file.get(path)
        if found is None:
            found = self._of_file[path] = tuple(
                one
                for file in _files(path)
                for one in self._in_file(file)
                if not self._is_in_class(one) and (file == path or one.flags & DefFlag.AUTOUSE)
            )
        return found

    def _in_file(self, path: str) -> tuple[Symbol, ...]:
        found = self._fixtures.get(path)
        if found is None:
            members = self._graph.symbols_in(path)
            found = self._fixtures[path] = tuple(one for one in members if self._is_implied(one))
        return found

    def _tests_by_file(self) -> dict[str, list[Symbol]]:
        if self._tests is None:
            self._tests = {}
            for symbol in self._graph.symbols():
                if symbol.is_run_as_test:
                    self._tests.setdefault(symbol.file, []).append(symbol)
        return self._tests

    def _tests_in_class(self, class_id: str) -> Iterator[Symbol]:
        for one in self._graph.symbols_in(file_of(class_id)):
            if one.is_run_as_test and class_id in self._enclosing_classes(one):
                yield one

    def _enclosing_classes(self, symbol: Symbol) -> list[str]:
        found = []
        outer = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        while outer is not None and outer.kind is SymbolKind.CLASS:
            found.append(outer.id)
            outer = self._graph.symbol(outer.parent) if outer.parent is not None else None
        return found

    def _classes(self, class_id: str, *, above: bool) -> list[str]:
        """The class itself, then those above or below it."""
        found = [class_id]
        for one in found:
            edges = self._graph.outgoing(one, _INHERITS) if above else self._graph.incoming(one, _INHERITS)
            found += [end for edge in edges if (end := edge.target if above else edge.source) not in found]
        return found


def _files(path: str) -> tuple[str, ...]:
    """Files whose fixtures may be applied to the tests of a file: itself first."""
    language = language_for(path)
    return (path, *language.rules.tests.fixture_files(path)) if language is not None else (path,)
