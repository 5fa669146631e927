"""Hops that no edge says, because nothing in the source names both ends:

* *nested*: a function that defines another one, or a class with methods, probably runs it or has it run; in test code nearly
  always, and so does the top-level code of a test file with the functions that it has registered;
* *wrapper*: running a decorated function runs the functions that its decorator is made of;
* *object*: whoever makes an object has its methods run by the language (`__enter__`, `__iter__` …) and by the library that a
  foreign base class belongs to; a module is an object too.

Each is a rule of thumb with a measured confidence. `Unwritten.up` and `Unwritten.down` are each other's inverse.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from blastlens.analyses.constructing import is_constructor
from blastlens.analyses.numbered import KIND_CODES, Numbers
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import is_constructor_name, language_for
from blastlens.model.confidence import confidences
from blastlens.model.edge import Basis, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_DECORATES: Final = frozenset({EdgeKind.DECORATES})
_INHERIT_CODES: Final = frozenset(KIND_CODES[kind] for kind in _INHERITS)
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_IN_TESTS: Final = confidences()[Basis.NESTED]
_ELSEWHERE: Final = 0.6
_WRAPPER: Final = confidences()[Basis.WRAPPER]
_OBJECT: Final = confidences()[Basis.OBJECT]
_INCIDENTAL: Final = 0.2
_INHERITED: Final = 0.99
_REGISTERED: Final = "registered by"  # how the reasons of entry points begin that matter here
_OVERRIDES: Final = ("may override", "overrides")
_BY_LANGUAGE: Final = "called by the language"
_APPLYING: Final = ("__call__", "__get__")


class Unwritten(NamedTuple):
    """A hop to or from `symbol`, an id."""

    symbol: str
    confidence: float
    basis: Basis


class UnwrittenHops:
    """Of one graph. Remembers what it found: one instance per revision."""

    def __init__(self, graph: Graph, numbers: Numbers) -> None:
        self._graph = graph
        self._numbers = numbers
        self._inside: dict[str, dict[str, tuple[str, ...]]] = {}
        self._decorations: dict[str, dict[str, tuple[str, ...]]] = {}
        self._entries: dict[str, dict[str, str]] = {}
        self._lines: dict[str, tuple[str, ...]] = {}
        self._members: dict[str, dict[str, dict[str, Symbol]]] = {}  # by file and class

    def up(self, symbol: Symbol, *, objects: bool) -> Iterator[Unwritten]:
        """Who probably has the symbol run; with `objects`, hops of that kind too."""
        if objects:
            yield from self._made_with(symbol)
        if not symbol.is_callable:
            return
        owner = self._owner(symbol)
        if owner is not None:
            yield Unwritten(owner.id, _IN_TESTS if symbol.in_test_code else _ELSEWHERE, Basis.NESTED)
        for decorated in dict.fromkeys(self._wrapped_by(symbol)):
            if decorated != symbol.id:
                yield Unwritten(decorated, _WRAPPER, Basis.WRAPPER)

    def down(self, symbol: Symbol, *, objects: bool) -> Iterator[Unwritten]:
        """What the symbol probably has run."""
        if objects and (symbol.kind in _CLASSES or symbol.kind is SymbolKind.MODULE):
            yield from self._of_object(symbol)
        for inner in self._inside_of(symbol.file).get(symbol.id, ()):
            yield Unwritten(inner, _IN_TESTS if symbol.in_test_code else _ELSEWHERE, Basis.NESTED)
        if symbol.flags & DefFlag.DECORATED:
            for wrapper in dict.fromkeys(self._wrappers(symbol)):
                if wrapper != symbol.id:
                    yield Unwritten(wrapper, _WRAPPER, Basis.WRAPPER)

    def leads_down(self, symbol: Symbol) -> bool:
        """Whether `down` may give anything."""
        if symbol.flags & DefFlag.DECORATED or symbol.kind in _CLASSES or symbol.kind is SymbolKind.MODULE:
            return True
        return symbol.id in self._inside_of(symbol.file)

    def told_by(self, symbol: Symbol) -> Iterator[str]:
        """Ids of symbols whose hops may be others when the symbol comes, goes, or gets other decorators."""
        for outer in self._functions_around(symbol):
            yield outer
            for edge in self._graph.incoming(outer, _DECORATES):
                yield from self._decorations_in(edge.source)
        yield from self._wrappers(symbol)
        if symbol.in_test_code and symbol.parent == module_id(symbol.file):
            yield symbol.parent

    # -- nested ----------------------------------------------------------------------------------------------
    def _owner(self, symbol: Symbol) -> Symbol | None:
        """The function that defines a symbol; for a registered function of a test file its top-level code."""
        outer = self._around(symbol)
        if outer is None or outer.is_callable:
            return outer
        is_plain = symbol.kind is SymbolKind.FUNCTION and symbol.parent == outer.id and symbol.in_test_code
        return outer if is_plain and self._entry(symbol).startswith(_REGISTERED) else None

    def _around(self, symbol: Symbol) -> Symbol | None:
        """The function around a symbol, over any number of classes; the top-level code outside all functions."""
        outer = self._graph.symbol(symbol.parent) if symbol.parent is not None else None
        while outer is not None and outer.kind in _CLASSES:
            outer = self._graph.symbol(outer.parent) if outer.parent is not None else None
        return outer

    def _inside_of(self, path: str) -> dict[str, tuple[str, ...]]:
        """Owner -> what it owns, in one file."""
        found = self._inside.get(path)
        if found is None:
            gathered: dict[str, list[str]] = {}
            for symbol in self._graph.symbols_in(path):
                owner = self._owner(symbol) if symbol.is_callable else None
                if owner is not None:
                    gathered.setdefault(owner.id, []).append(symbol.id)
            found = self._inside[path] = {owner: tuple(inner) for owner, inner in gathered.items()}
        return found

    # -- wrappers --------------------------------------------------------------------------------------------
    def _wrappers(self, symbol: Symbol) -> Iterator[str]:
        around = self._around(symbol)
        for decorator in self._decorations_in(around.id).get(symbol.id, ()) if around is not None else ():
            yield from self._parts_of(decorator)

    def _parts_of(self, decorator: str) -> Iterable[str]:
        """What runs when a function runs that the decorator was applied to."""
        symbol = self._graph.symbol(decorator)
        if symbol is None:
            return ()
        if symbol.kind in _CLASSES:
            members = self.members_of(decorator)
            return [members[name].id for name in _APPLYING if name in members]
        layers: list[list[str]] = [[decorator]]
        while layers[-1]:
            inside = self._inside_of(symbol.file)
            layers.append([inner for one in layers[-1] for inner in inside.get(one, ())])
        # `def decorator(option): def apply(function): def wrapper(…)`: only the innermost ones run then.
        return layers[-2] if len(layers) > 2 else ()

    def _wrapped_by(self, symbol: Symbol) -> Iterator[str]:
        """The inverse of `_wrappers`."""
        for decorator in self._decorators_made_of(symbol):
            if symbol.id not in self._parts_of(decorator):
                continue
            for edge in self._graph.incoming(decorator, _DECORATES):
                for decorated, by in self._decorations_in(edge.source).items():
                    if decorator in by:
                        yield decorated

    def _decorators_made_of(self, symbol: Symbol) -> Iterator[str]:
        if symbol.name in _APPLYING and symbol.parent is not None:
            yield symbol.parent
        yield from self._functions_around(symbol)

    def _functions_around(self, symbol: Symbol) -> Iterator[str]:
        outer = self._around(symbol)
        while outer is not None and outer.is_callable:
            yield outer.id
            outer = self._around(outer)

    def _decorations_in(self, scope: str) -> dict[str, tuple[str, ...]]:
        """Decorated function -> its decorators, of the functions that the code of a scope defines."""
        found = self._decorations.get(scope)
        if found is None:
            lines: dict[int, list[str]] = {}
            for edge in self._graph.outgoing(scope, _DECORATES):
                for site in edge.sites:
                    lines.setdefault(site.line, []).append(edge.target)
            found = {}
            for symbol in self._graph.symbols_in(file_of(scope)) if lines else ():
                if not symbol.is_callable or not symbol.flags & DefFlag.DECORATED:
                    continue
                around = self._around(symbol)
                if around is not None and around.id == scope:
                    above = range(symbol.first_line, symbol.line)
                    by = tuple(decorator for line in above for decorator in lines.get(line, ()))
                    if by:
                        found[symbol.id] = by
            self._decorations[scope] = found
        return found

    # -- objects ---------------------------------------------------------------------------------------------
    def _of_object(self, symbol: Symbol) -> Iterator[Unwritten]:
        """What making an object of a class has run: methods that others call, and all that its bases have run. That a base's
        method may be overridden is let pass."""
        for method in self.members_of(symbol.id).values():
            if self._is_hook(method):
                yield Unwritten(method.id, _of_hook(method), Basis.OBJECT)
        if symbol.kind is SymbolKind.MODULE:
            yield from (Unwritten(hook, _OBJECT, Basis.OBJECT) for hook in self._module_hooks(symbol.file))
        for base in self._bases(symbol.id):
            yield Unwritten(base, _INHERITED, Basis.OBJECT)

    def _made_with(self, symbol: Symbol) -> Iterator[Unwritten]:
        """The inverse of `_of_object`."""
        if symbol.kind in _CLASSES:
            for edge in self._graph.incoming(symbol.id, _INHERITS):
                yield Unwritten(edge.source, _INHERITED, Basis.OBJECT)
        elif symbol.id in self._module_hooks(symbol.file):
            yield Unwritten(module_id(symbol.file), _OBJECT, Basis.OBJECT)
        elif symbol.parent is not None and self._is_hook(symbol):
            if self.members_of(symbol.parent).get(symbol.name) == symbol:
                yield Unwritten(symbol.parent, _of_hook(symbol), Basis.OBJECT)

    def _module_hooks(self, path: str) -> list[str]:
        """Functions of a file that the language calls on its module object."""
        self._load_entries(path)
        hooks = [one for one, why in self._entries[path].items() if why.startswith(_BY_LANGUAGE)]
        return [one for one in hooks if self._is_of_module(one)]

    def _is_of_module(self, symbol_id: str) -> bool:
        symbol = self._graph.symbol(symbol_id)
        return symbol is not None and symbol.is_callable and symbol.parent == module_id(symbol.file)

    def _is_hook(self, method: Symbol) -> bool:
        """Whether the language or the library of a foreign base class calls the method."""
        if is_constructor(method) or not method.is_callable or _is_of_class(method):
            return False
        if is_run_by_language(method.name, method.file) or self._entry(method).startswith(_OVERRIDES):
            return True
        above = (self.members_of(one).get(method.name) for one in self._line(method.parent or ""))
        return any(one is not None and self._entry(one).startswith(_OVERRIDES) for one in above)

    def _line(self, class_id: str) -> tuple[str, ...]:
        """The classes above a class."""
        found = self._lines.get(class_id)
        if found is None:
            above = list(self._bases(class_id))
            for one in above:
                above += [base for base in self._bases(one) if base not in above and base != class_id]
            found = self._lines[class_id] = tuple(above)
        return found

    def _bases(self, class_id: str) -> list[str]:
        numbers = self._numbers
        node = numbers.index_of(class_id)
        rows = numbers.outgoing_rows(node) if node >= 0 else ()
        return [numbers.id_at(numbers.row_target[row]) for row in rows if numbers.row_kind[row] in _INHERIT_CODES]

    def members_of(self, class_id: str) -> dict[str, Symbol]:
        """Methods by name, without those that set or delete a property; nothing for what is no class."""
        path = file_of(class_id)
        if path not in self._members:
            found = self._members[path] = {}
            for symbol in self._graph.symbols_in(path):
                if symbol.kind in _CLASSES:
                    found.setdefault(symbol.id, {})
            for symbol in self._graph.symbols_in(path):
                if symbol.is_callable and symbol.parent in found and not symbol.accessor:
                    found[symbol.parent][symbol.name] = symbol
        return self._members[path].get(class_id, {})

    def _entry(self, symbol: Symbol) -> str:
        """Why code outside the repository may call the symbol."""
        self._load_entries(symbol.file)
        return self._entries[symbol.file].get(symbol.id, "")

    def _load_entries(self, path: str) -> None:
        if path not in self._entries:
            self._entries[path] = dict(self._graph.entry_points(path))


def _is_of_class(method: Symbol) -> bool:
    """Whether the language runs a method for a class, before there is an object."""
    language = language_for(method.file)
    forms = language.rules.forms if language is not None else None
    return forms is not None and method.name in forms.class_methods


def _of_hook(method: Symbol) -> float:
    language = language_for(method.file)
    is_incidental = language is not None and method.name in language.rules.entry_points.incidental_methods
    return _INCIDENTAL if is_incidental else _OBJECT


def is_run_by_language(name: str, path: str) -> bool:
    """Whether the language of a file calls methods of this name other than constructors: operators, protocols."""
    if is_constructor_name(name, path):
        return False
    language = language_for(path)
    return language is not None and re.fullmatch(language.rules.entry_points.language_methods, name) is not None
