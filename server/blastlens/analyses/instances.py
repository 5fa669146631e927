"""Which tests may make an object of a class: rapid type analysis (Bacon and Sweeney, 1996), for each test by itself.

Whoever names a class may make an object of it: calls it, hands it on, or calls a method of the class itself; who only asks whether a
value is of it does not. Whoever reads a variable that top-level code keeps an object in has that. A class that nobody names is made by
whoever runs what it is defined in. What top-level code calls, surely, makes its objects for every test, that of test code for the tests
for which its file is loaded.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Final

from blastlens.analyses.held import Held
from blastlens.analyses.hops import Hops
from blastlens.analyses.numbered import KIND_CODES
from blastlens.analyses.tests_placed import TestPlaces
from blastlens.analyses.weights import CALL_CODES, REGISTERED_CODE
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.symbol import Symbol, SymbolKind

_INHERITS: Final = frozenset((EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS))
_NO_NAMING: Final = frozenset(KIND_CODES[kind] for kind in (*_INHERITS, EdgeKind.IMPORTS))
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_WITHOUT_OBJECT: Final = DefFlag.STATIC | DefFlag.CLASSMETHOD


class Instances:
    """Grows while sets of tests flow (`made_by`). `asked`: (node, node of a class) where a class is only asked about."""

    def __init__(self, hops: Hops, places: TestPlaces, held: Held, asked: Container[tuple[int, int]]) -> None:
        self._hops, self._places, self._held, self._asked = hops, places, held, asked
        self._loading = self._run_by_loading()
        self._made: dict[str, int] = {}  # class -> tests that may make an object of it or of one below
        self._makes: dict[int, list[str]] = {}  # node -> classes of which it may make objects, and those above
        self._methods: dict[str, list[int]] = {}
        self._class_of: dict[int, str] = {}
        classes = [one for one in hops.graph.symbols() if one.kind in _CLASSES and _made_by_calls(one)]
        self._members = self._gather_members(classes)
        for one in classes:
            self._note(one)

    def of_method(self, node: int) -> int:
        """Tests in which a method may have an object; every test for what is none."""
        owner = self._class_of.get(node)
        return self._places.every if owner is None else self._made.get(owner, 0)

    def made_by(self, node: int, bits: int) -> Iterator[int]:
        """The node runs in these tests: methods that may run in more tests for that."""
        for owner in self._makes.get(node, ()):
            known = self._made.get(owner, 0)
            if bits & ~known:
                self._made[owner] = known | bits
                yield from self._methods.get(owner, ())

    def _gather_members(self, classes: Iterable[Symbol]) -> dict[str, list[Symbol]]:
        found: dict[str, list[Symbol]] = {one.id: [] for one in classes}
        for symbol in self._hops.graph.symbols():
            if symbol.parent in found and symbol.is_callable:
                found[symbol.parent].append(symbol)
                if not symbol.flags & _WITHOUT_OBJECT and not self._is_of_class(symbol):
                    node = self._hops.node(symbol.id)
                    self._methods.setdefault(symbol.parent, []).append(node)
                    self._class_of[node] = symbol.parent
        return found

    def _is_of_class(self, method: Symbol) -> bool:
        """Whether the language runs a method on the class, before there is an object."""
        language = language_for(method.file)
        forms = language.rules.forms if language is not None else None
        return forms is not None and (method.name in forms.constructors or method.name in forms.class_methods)

    def _note(self, one: Symbol) -> None:
        line = [one.id, *self._above(one.id)]
        nodes, everywhere = self._naming(one)
        if not nodes and not everywhere:
            around = self._function_around(one)
            if around is None:
                everywhere = self._places.of_top_level(one)
            else:
                nodes = [self._hops.node(around.id)]
        for node in nodes:
            everywhere |= self._loading.get(node, 0)
        for owner in line:
            self._made[owner] = self._made.get(owner, 0) | everywhere
        for node in nodes:
            self._makes.setdefault(node, []).extend(line)

    def _naming(self, one: Symbol) -> tuple[list[int], int]:
        """Functions that name a class or call a method on it, and the tests for which top-level code does."""
        numbers = self._hops.numbers
        ends = [one.id, *(member.id for member in self._members[one.id] if self._stands_for(member))]
        nodes: list[int] = []
        everywhere = 0
        for end in ends:
            for row in numbers.incoming_rows(self._hops.node(end)):
                source = numbers.symbol_at(numbers.row_source[row])
                if source is None or numbers.row_kind[row] in _NO_NAMING:
                    continue
                readers = self._held.readers.get((source.id, end))
                if readers is not None:
                    everywhere |= self._reading(readers, nodes)
                elif source.kind is SymbolKind.MODULE or source.kind in _CLASSES:
                    everywhere |= self._places.of_top_level(source)
                elif (numbers.row_source[row], numbers.row_target[row]) not in self._asked:
                    nodes.append(numbers.row_source[row])
        return nodes, everywhere

    def _reading(self, readers: Iterable[str], nodes: list[int]) -> int:
        """Adds the functions among the readers of a variable to `nodes`; the tests for which the top-level code of test files does. What
        that of other files makes of it is a variable again, or is told by what it calls."""
        everywhere = 0
        for reader in readers:
            symbol = self._hops.graph.symbol(reader)
            if symbol is None or symbol.kind is not SymbolKind.MODULE:
                nodes.append(self._hops.node(reader))
            elif symbol.in_test_code:
                everywhere |= self._places.of_top_level(symbol)
        return everywhere

    def _run_by_loading(self) -> dict[int, int]:
        """Node -> tests for which loaded top-level code calls it, surely."""
        found: dict[int, int] = {}
        for name in self._hops.roots.loaded:
            top = self._hops.graph.symbol(name)
            if top is None:
                continue
            tests = self._places.of_top_level(top) if top.in_test_code else self._places.every
            todo = [self._hops.node(name)]
            for here in todo:
                if tests & ~found.get(here, 0):
                    found[here] = found.get(here, 0) | tests
                    todo += self._surely_called(here)
        return found

    def _surely_called(self, node: int) -> Iterator[int]:
        numbers = self._hops.numbers
        for row in numbers.outgoing_rows(node) if node >= 0 else ():
            is_call = numbers.row_kind[row] in CALL_CODES and numbers.row_basis[row] != REGISTERED_CODE
            if (
                is_call
                and numbers.row_timing[row] != Timing.STARTED
                and numbers.row_confidence[row] >= thresholds.REVIEW
            ):
                yield from self._hops.constructing.run_over(row)

    def _stands_for(self, member: Symbol) -> bool:
        """Whether a call of a member is a call on the class."""
        return bool(member.flags & DefFlag.CLASSMETHOD) or self._is_of_class(member)

    def _above(self, class_id: str) -> list[str]:
        found: list[str] = []
        todo = [class_id]
        for here in todo:
            for edge in self._hops.graph.outgoing(here, _INHERITS):
                if edge.target not in found and edge.target != class_id:
                    found.append(edge.target)
                    todo.append(edge.target)
        return found

    def _function_around(self, symbol: Symbol) -> Symbol | None:
        outer = self._hops.graph.symbol(symbol.parent) if symbol.parent is not None else None
        while outer is not None and outer.kind in _CLASSES:
            outer = self._hops.graph.symbol(outer.parent) if outer.parent is not None else None
        return outer if outer is not None and outer.is_callable else None


def _made_by_calls(symbol: Symbol) -> bool:
    language = language_for(symbol.file)
    return language is not None and language.rules.scoping.made_by_calls
