"""Where a test run starts: code that the runner calls by itself, and the top-level code of what it imports."""

from functools import cached_property
from typing import Final

from blastlens.analyses.numbered import KIND_CODES, Numbers
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import LANGUAGES, language_for
from blastlens.model.edge import EdgeKind, ImportTiming
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, module_id

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


class Roots:
    """Of one graph; remembers which modules a test run loads."""

    def __init__(self, graph: Graph, numbers: Numbers) -> None:
        self._graph = graph
        self._numbers = numbers

    def take_over(self, before: "Roots") -> None:
        """Of an earlier graph with the same files and imports."""
        if "loaded" in before.__dict__:
            self.__dict__["loaded"] = before.loaded

    def is_root(self, symbol: Symbol) -> bool:
        """Whether a test run runs it whatever else it does: what is started, and top-level code of test files. Test files
        that are neither collected nor imported are not run."""
        if symbol.kind is SymbolKind.MODULE:
            return symbol.in_test_code and (_is_collected(symbol.file) or symbol.id in self.loaded)
        return is_started(symbol)

    def is_started_or_loaded(self, symbol: Symbol) -> bool:
        """Whether it is a root, or top-level code outside tests that a test run imports."""
        return self.is_root(symbol) or (symbol.kind is SymbolKind.MODULE and symbol.id in self.loaded)

    def way_to_test(self, start: str) -> tuple[str, ...]:
        """Of top-level code that a test run imports: what imports it, and so on to the test file. Of other starts nothing."""
        way: list[str] = []
        while start := self.loaded.get(start, ""):
            way.append(start)
        return tuple(way)

    @cached_property
    def loaded(self) -> dict[str, str]:
        """Top-level code of every file that a test run imports, over any number of imports -> that of the file which imports it;
        "" for test files."""
        numbers = self._numbers
        first = [
            numbers.index_of(module_id(record.path))
            for record in self._graph.files()
            if record.is_test and _is_collected(record.path)
        ]
        todo = [node for node in first if node >= 0]
        found = dict.fromkeys(todo, "")
        tests = frozenset(todo)
        for here in todo:
            # A test's own deferred imports run with the test.
            late = ImportTiming.TYPE_ONLY if here in tests else ImportTiming.DEFERRED
            for row in numbers.outgoing_rows(here):
                target = numbers.row_target[row]
                if numbers.row_kind[row] == _IMPORT and numbers.row_timing[row] < late and target not in found:
                    found[target] = numbers.id_at(here)
                    todo.append(target)
        return {numbers.id_at(node): by for node, by in found.items()}


def _is_collected(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.tests.is_loaded_file(path)
