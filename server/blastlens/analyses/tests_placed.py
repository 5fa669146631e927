"""In which tests the code of a file may run at all."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from blastlens.analyses.hops import Hops
from blastlens.analyses.numbered import KIND_CODES
from blastlens.languages.registry import language_for
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.symbol import Symbol, file_of, module_id

_IMPORT: Final = KIND_CODES[EdgeKind.IMPORTS]


class TestPlaces:
    """Sets of tests as in `tests_running`. Code of a test file runs in the tests of its folder and in those whose file imports it,
    over any number of files; where neither says a thing, in any test. All other code may run in any test."""

    __test__ = False

    def __init__(self, hops: Hops, tests: Sequence[Symbol]) -> None:
        self._hops = hops
        self.every: int = (1 << len(tests)) - 1
        self.of_test_file: dict[str, int] = {}
        self._below: dict[str, int] = {}
        for place, test in enumerate(tests):
            self.of_test_file[test.file] = self.of_test_file.get(test.file, 0) | 1 << place
        for path, bits in self.of_test_file.items():
            folder = path
            while folder:
                folder = folder.rpartition("/")[0]
                self._below[folder] = self._below.get(folder, 0) | bits
        self._known: dict[str, int] = {}

    def of_node(self, node: int) -> int:
        symbol = self._hops.symbol(node)
        return self.every if symbol is None or not symbol.in_test_code else self.of_test_code(symbol.file)

    def of_test_code(self, path: str) -> int:
        found = self._known.get(path)
        if found is None:
            found = self._importing.get(path, 0) | self._below.get(path.rpartition("/")[0], 0)
            found = self._known[path] = found or self.every
        return found

    def of_top_level(self, symbol: Symbol) -> int:
        """Tests for which the top-level code around a symbol has run."""
        if symbol.in_test_code:
            own = self.importing(symbol.file)
            if _is_of_fixtures(symbol.file):
                own |= self.below(symbol.file.rpartition("/")[0])
            return own or self.of_test_code(symbol.file)
        folder = symbol.file.rpartition("/")[0]
        return self.every if folder in self._loaded_folders else 0

    def importing(self, path: str) -> int:
        """Tests whose file imports a file, over any number of files."""
        return self._importing.get(path, 0)

    def prepared(self, path: str) -> int:
        """Tests that run below a file of fixtures that imports a file, over any number of files."""
        return self._prepared.get(path, 0)

    def package_of(self, path: str) -> list[str]:
        """The files of the folder of a file."""
        folder = path.rpartition("/")[0]
        return [one.path for one in self._hops.graph.files() if one.path.rpartition("/")[0] == folder]

    def below(self, folder: str) -> int:
        """Tests of the files below a folder."""
        return self._below.get(folder, 0)

    @cached_property
    def _loaded_folders(self) -> frozenset[str]:
        """Folders of which a test run loads something: their other files may be loaded by name."""
        return frozenset(file_of(one).rpartition("/")[0] for one in self._hops.roots.loaded)

    @cached_property
    def _importing(self) -> dict[str, int]:
        """File -> tests whose file imports it, over any number of imports, late ones too."""
        return self._reached_by_imports(self.of_test_file)

    @cached_property
    def _prepared(self) -> dict[str, int]:
        fixtures = (one.path for one in self._hops.graph.files() if _is_of_fixtures(one.path))
        return self._reached_by_imports({path: self.below(path.rpartition("/")[0]) for path in fixtures})

    def _reached_by_imports(self, first: Mapping[str, int]) -> dict[str, int]:
        numbers = self._hops.numbers
        found: dict[int, int] = {}
        todo: list[int] = []
        for path, bits in first.items():
            node = numbers.index_of(module_id(path))
            if node >= 0:
                found[node] = bits
                todo.append(node)
        while todo:
            here = todo.pop()
            bits = found[here]
            for row in numbers.outgoing_rows(here):
                if numbers.row_kind[row] != _IMPORT or numbers.row_timing[row] >= Timing.STARTED:
                    continue
                target = numbers.row_target[row]
                known = found.get(target, 0)
                if bits & ~known:
                    found[target] = known | bits
                    todo.append(target)
        return {file_of(numbers.id_at(node)): bits for node, bits in found.items()}


def _is_of_fixtures(path: str) -> bool:
    """Whether a runner loads a file for every test below its folder."""
    language = language_for(path)
    return language is not None and path in language.rules.tests.fixture_files(path)
