"""Life of symbols, spread from what runs over whatever leads on from it."""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from blastlens.analyses.constructing import is_constructor
from blastlens.analyses.hops import Hops
from blastlens.analyses.unwritten import is_run_by_language
from blastlens.languages.registry import is_constructor_name, language_for
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind
from blastlens.model.promotion import brought_for
from blastlens.model.symbol import Symbol, SymbolKind, file_of, module_id

_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


class Life(enum.IntEnum):
    """The best that is known of a symbol: a reference more can only raise it."""

    DEAD = 0  # nothing that runs leads to it
    UNKNOWN = 1  # something may lead to it that the graph cannot see
    POSSIBLY_DEAD = 2  # only uncertain edges, or names, lead to it
    ALIVE = 3


class Step(NamedTuple):
    """How life came to a symbol: from where, and over an edge of which confidence, 1 where no edge has to be trusted."""

    source: str
    confidence: float


class Lives:
    """Life of every symbol; the best found so far. Only `spread` changes it.

    `beside(path)`: files that are loaded whenever the file is; `waiting`: methods that somebody calls once there is an object of
    their class."""

    def __init__(
        self, hops: Hops, beside: Callable[[str], Iterable[str]] = lambda _: (), waiting: frozenset[str] = frozenset()
    ) -> None:
        self._hops = hops
        self._beside = beside
        self._waiting = waiting
        self.families = Families(hops)
        self.of: dict[str, Life] = {}
        self.by: dict[str, Step] = {}  # of what is not a root

    def life(self, symbol_id: str) -> Life:
        return self.of.get(symbol_id, Life.DEAD)

    def spread(self, roots: Iterable[str], life: Life) -> None:
        todo = [(root, life, Step("", 1.0)) for root in roots]
        while todo:
            here, level, step = todo.pop()
            if self.life(here) < level:
                self.of[here] = level
                self.by[here] = step
                todo += [(there, new, Step(here, trust)) for there, new, trust in self._kept(here, level)]

    def _kept(self, here: str, level: Life) -> Iterator[tuple[str, Life, float]]:
        """What the life of a symbol keeps alive."""
        hops = self._hops
        numbers = hops.numbers
        node = hops.node(here)
        for row in numbers.outgoing_rows(node) if node >= 0 else ():
            trust = numbers.row_confidence[row]
            is_sure = trust >= thresholds.DEAD_CODE
            for target in hops.constructing.run_over(row):
                yield hops.id(target), level if is_sure else min(level, Life.POSSIBLY_DEAD), 1.0 if is_sure else trust
        symbol = hops.symbol(node)
        if symbol is not None:
            for there, life in self._belonging(symbol, level):
                yield there, life, 1.0

    def _belonging(self, symbol: Symbol, level: Life) -> Iterator[tuple[str, Life]]:
        """What lives with a symbol though no edge leads there."""
        if symbol.parent is not None:
            yield symbol.parent, level
        if symbol.kind is SymbolKind.MODULE:
            for path in self._beside(symbol.file):
                yield module_id(path), level
        elif symbol.kind in CLASSES:
            yield from self._of_class(symbol.id, level)
        elif symbol.parent is not None:
            if symbol.accessor:  # the text of what sets a property names what reads it
                for member in self.families.members(symbol.parent, symbol.name):
                    yield member, level
            for below in self.families.below(symbol.parent):
                for member in self.families.members(below, symbol.name):
                    yield member, min(level, self.life(below))
                yield from self._beside_in(below, symbol, level)
            for member in brought_for(self._hops.graph, symbol):
                yield member, level

    def _beside_in(self, below: str, symbol: Symbol, level: Life) -> Iterator[tuple[str, Life]]:
        """Methods of the same name that a class below brings along from other bases: a mixin's may stand before it."""
        for base in self.families.above(below):
            if base != symbol.parent:
                for member in self.families.members(base, symbol.name):
                    yield member, min(level, self.life(below))

    def _of_class(self, class_id: str, level: Life) -> Iterator[tuple[str, Life]]:
        """Methods that the language calls, those that override a live method, and those that an interface asks for, which no
        implementer can do without where types are declared."""
        yield from self._of_mixins(class_id, level)
        symbol = self._hops.graph.symbol(class_id)
        asks = symbol is not None and symbol.kind is SymbolKind.INTERFACE and _is_typed(symbol.file)
        for name, ids in self.families.all_members(class_id):
            file = file_of(class_id)
            if asks or is_run_by_language(name, file) or is_constructor_name(name, file):
                best = Life.ALIVE
            else:
                above = self.families.above(class_id)
                lives = (self.life(m) for base in above for m in self.families.members(base, name))
                best = max(lives, default=Life.DEAD)
            for one in ids:
                made = self._hops.graph.symbol(one)
                is_run = one in self._waiting or (made is not None and is_constructor(made))
                yield one, level if is_run else min(level, best)

    def _of_mixins(self, class_id: str, level: Life) -> Iterator[tuple[str, Life]]:
        """Methods that a class has from one base and that stand in for live ones of another."""
        if not self.families.is_mixed(class_id):
            return
        above = self.families.above(class_id)
        best: dict[str, Life] = {}
        for base in above:
            for name, ids in self.families.all_members(base):
                best[name] = max(best.get(name, Life.DEAD), *map(self.life, ids))
        for base in above:
            for name, ids in self.families.all_members(base):
                yield from ((one, min(level, best[name])) for one in ids)


def _is_typed(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.scoping.typed


class Families:
    """Classes above and below a class at any distance, and their methods by name."""

    def __init__(self, hops: Hops) -> None:
        self._bases: dict[str, list[str]] = {}
        self._subclasses: dict[str, list[str]] = {}
        self._members: dict[str, dict[str, list[str]]] = {}
        self._above: dict[str, list[str]] = {}
        self._below: dict[str, list[str]] = {}
        for edge in hops.graph.edges(_INHERITS):
            self._bases.setdefault(edge.source, []).append(edge.target)
            self._subclasses.setdefault(edge.target, []).append(edge.source)
        for symbol in hops.graph.symbols():
            if symbol.parent is not None and symbol.is_callable:
                self._members.setdefault(symbol.parent, {}).setdefault(symbol.name, []).append(symbol.id)

    def members(self, class_id: str, name: str) -> Sequence[str]:
        return self._members.get(class_id, {}).get(name, ())

    def all_members(self, class_id: str) -> Iterable[tuple[str, list[str]]]:
        return self._members.get(class_id, {}).items()

    def is_mixed(self, class_id: str) -> bool:
        """Whether it, or a class above it, has several bases."""
        return any(len(self._bases.get(one, ())) > 1 for one in (class_id, *self.above(class_id)))

    def above(self, class_id: str) -> list[str]:
        if class_id not in self._above:
            self._above[class_id] = _closure(class_id, self._bases)
        return self._above[class_id]

    def below(self, class_id: str) -> list[str]:
        if class_id not in self._below:
            self._below[class_id] = _closure(class_id, self._subclasses)
        return self._below[class_id]


def _closure(start: str, following: Mapping[str, Sequence[str]]) -> list[str]:
    seen, todo = {start}, [start]
    for here in todo:
        for one in following.get(here, ()):
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return todo[1:]
