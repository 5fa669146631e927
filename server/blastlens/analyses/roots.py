"""Where a test run starts: code that the runner calls by itself, and the top-level code of what it imports."""

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from blastlens.analyses.numbered import KIND_CODES, Numbers
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import LANGUAGES, language_for
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_HOOKS: Final = tuple(language.rules.tests.hook_prefix for language in LANGUAGES)
_IMPORT: Final = KIND_CODES[EdgeKind.IMPORTS]


def is_started(symbol: Symbol) -> bool:
    """Functions that a test run calls by itself: tests that are not skipped, fixtures nobody has to ask for, hooks of the
    runner."""
    if symbol.kind is SymbolKind.TEST:
        return symbol.is_run_as_test
    if symbol.kind is SymbolKind.FIXTURE:
        return bool(symbol.flags & DefFlag.AUTOUSE)
    if symbol.kind is SymbolKind.FUNCTION:
        return symbol.name.startswith(_HOOKS) and symbol.parent == module_id(symbol.file)
    return False


def runs_when_loaded(symbol: Symbol) -> bool:
    """Whether it is top-level code of a file, or a function that runs with it."""
    if symbol.kind is SymbolKind.MODULE or symbol.parent != module_id(symbol.file):
        return symbol.kind is SymbolKind.MODULE
    language = language_for(symbol.file) if symbol.kind is SymbolKind.FUNCTION else None
    return language is not None and symbol.name in language.rules.entry_points.loaders


class Roots:
    """Of one graph; remembers which modules a test run loads."""

    def __init__(self, graph: Graph, numbers: Numbers) -> None:
        self._graph = graph
        self._numbers = numbers

    def take_over(self, before: "Roots") -> None:
        """Of an earlier graph with the same files and imports."""
        if "_used" in before.__dict__:
            self.__dict__["_used"] = before._used
        if "loaded" in before.__dict__ and not self._used:
            self.__dict__["loaded"] = before.loaded

    def is_root(self, symbol: Symbol) -> bool:
        """Whether a test run runs it whatever else it does: what is started, and top-level code of test files. Test files
        that are neither collected nor imported are not run."""
        if symbol.kind is SymbolKind.MODULE:
            return symbol.in_test_code and (_is_collected(symbol.file) or symbol.id in self.loaded)
        return is_started(symbol)

    def is_started_or_loaded(self, symbol: Symbol) -> bool:
        """Whether it is a root, or top-level code outside tests that a test run loads."""
        return self.is_root(symbol) or (runs_when_loaded(symbol) and module_id(symbol.file) in self.loaded)

    def way_to_test(self, start: str) -> tuple[str, ...]:
        """Of top-level code that a test run imports: what imports it, and so on to the test file. Of other starts nothing."""
        way: list[str] = []
        symbol = self._graph.symbol(start)
        if symbol is not None and symbol.kind is not SymbolKind.MODULE and runs_when_loaded(symbol):
            start = module_id(symbol.file)
            way.append(start)
        while start := self.loaded.get(start, ""):
            way.append(start)
        return tuple(way)

    @cached_property
    def loaded(self) -> dict[str, str]:
        """Top-level code of every file that a test run imports, over any number of imports -> that of the file which imports it;
        "" for test files."""
        numbers = self._numbers
        paths = {one.path for one in self._graph.files() if one.is_test and _is_collected(one.path)}
        if self._used:
            # Tests may stand in a file of what they test.
            paths |= {symbol.file for symbol in self._graph.symbols() if symbol.is_run_as_test}
        first = [numbers.index_of(module_id(path)) for path in sorted(paths)]
        todo = [node for node in first if node >= 0]
        found = dict.fromkeys(todo, "")
        tests = frozenset(todo)
        for here in todo:
            # A test's own deferred imports run with the test.
            late = Timing.STARTED if here in tests else Timing.DEFERRED
            for row in numbers.outgoing_rows(here):
                target = numbers.row_target[row]
                if numbers.row_kind[row] == _IMPORT and numbers.row_timing[row] < late and target not in found:
                    found[target] = numbers.id_at(here)
                    todo.append(target)
            for target in self._loaded_with(here) if self._used else ():
                if target not in found:
                    found[target] = numbers.id_at(here)
                    todo.append(target)
        return {numbers.id_at(node): by for node, by in found.items()}

    @cached_property
    def _used(self) -> dict[str, list[int]]:
        """Folder -> top-level code of its files of languages where using something of a file runs that."""
        found: dict[str, list[int]] = {}
        for record in self._graph.files():
            language = language_for(record.path)
            node = self._numbers.index_of(module_id(record.path))
            if node >= 0 and language is not None and language.rules.scoping.loaded_by_use:
                found.setdefault(record.path.rpartition("/")[0], []).append(node)
        return found

    def _loaded_with(self, module: int) -> Iterator[int]:
        """Top-level code of the files of which a file uses something, and of those that are one package with it."""
        numbers = self._numbers
        path = file_of(numbers.id_at(module))
        language = language_for(path)
        if language is None or not language.rules.scoping.loaded_by_use:
            return
        for symbol in self._graph.symbols_in(path):
            node = numbers.index_of(symbol.id)
            for row in numbers.outgoing_rows(node) if node >= 0 else ():
                other = file_of(numbers.id_at(numbers.row_target[row]))
                if other != path and (target := numbers.index_of(module_id(other))) >= 0:
                    yield target
        if language.rules.scoping.package == "folder":
            yield from self._used.get(path.rpartition("/")[0], ())


def _is_collected(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.tests.is_loaded_file(path)
