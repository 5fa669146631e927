"""Definitions that nothing can reach.

Liveness spreads from top-level code, tests, entry points and what the user names, over edges of every kind. A hop below
`thresholds.DEAD_CODE` keeps its target alive all the same, but only "possibly dead": what is reported as dead has no
edge of any confidence from live code, no live overridden method, no unresolved use of its name and no string that
spells it.
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.constructing import CONSTRUCTORS, is_constructor
from blastlens.analyses.hops import Hops
from blastlens.analyses.outside import OF_OBJECT, Outside, in_words, is_of_object
from blastlens.analyses.roots import is_started
from blastlens.analyses.unwritten import is_run_by_language
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model import thresholds
from blastlens.model.blind_spot import BlindKind
from blastlens.model.edge import EdgeKind
from blastlens.model.promotion import brought_for
from blastlens.model.symbol import Symbol, SymbolKind, file_of

_INHERITS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_ACCESSES: Final = DefFlag.PROPERTY | DefFlag.SETTER | DefFlag.DELETER
_CLASSES = (SymbolKind.CLASS, SymbolKind.INTERFACE)


class Life(enum.IntEnum):
    DEAD = 0
    POSSIBLY_DEAD = 1
    ALIVE = 2


class Dead(NamedTuple):
    symbol: Symbol
    life: Life
    reason: str  # for POSSIBLY_DEAD: what may keep it alive


@dataclass(frozen=True, slots=True)
class DeadCode:
    """In order of file and line; what stands inside a dead definition is not listed again."""

    dead: tuple[Dead, ...]
    possibly: tuple[Dead, ...]
    alive: int


def dead_code(
    hops: Hops,
    is_named_entry: Callable[[str], bool],
    mentioned: Callable[[Symbol], bool],
    spelled: Callable[[Symbol], bool] = lambda _: False,
) -> DeadCode:
    """`is_named_entry`: whether the user or a packaging file declares this id
    an entry point; `mentioned`: whether a string literal
    that may mean this symbol spells its name; `spelled`: whether an expression or a type does, of a class."""
    lives = _Lives(hops)
    lives.spread(_roots(hops, is_named_entry), Life.ALIVE)
    doubts = _doubtful(hops, lives, mentioned, spelled)
    lives.spread(list(doubts), Life.POSSIBLY_DEAD)
    return _sorted_out(hops, lives, doubts)


def _roots(hops: Hops, is_named_entry: Callable[[str], bool]) -> list[str]:
    graph = hops.graph
    roots = [*(symbol_id for symbol_id, _ in graph.entry_points()), *Outside(graph).every()]
    own = (SymbolKind.MODULE, SymbolKind.TEST, SymbolKind.FIXTURE)
    roots += [
        symbol.id for symbol in graph.symbols() if symbol.kind in own or is_started(symbol) or is_named_entry(symbol.id)
    ]
    return roots + [method for root in roots for method in _public_methods(hops, root)]


def _public_methods(hops: Hops, class_id: str) -> Iterator[str]:
    """A class that code outside the repository makes is used through its public methods."""
    symbol = hops.graph.symbol(class_id)
    if symbol is not None and symbol.kind in _CLASSES:
        for member in hops.graph.symbols_in(symbol.file):
            if member.parent == class_id and not member.name.startswith("_") and not member.flags & DefFlag.PRIVATE:
                yield member.id


class _Lives:
    """Life of every symbol; the best found so far. Only `spread` changes it."""

    def __init__(self, hops: Hops) -> None:
        self._hops = hops
        self.families = _Families(hops)
        self.of: dict[str, Life] = {}

    def spread(self, roots: Iterable[str], life: Life) -> None:
        todo = [(root, life) for root in roots]
        while todo:
            here, level = todo.pop()
            if self.of.get(here, Life.DEAD) < level:
                self.of[here] = level
                todo += self._kept(here, level)

    def _kept(self, here: str, level: Life) -> Iterator[tuple[str, Life]]:
        """What the life of a symbol keeps alive."""
        hops = self._hops
        numbers = hops.numbers
        node = hops.node(here)
        for row in numbers.outgoing_rows(node) if node >= 0 else ():
            is_sure = numbers.row_confidence[row] >= thresholds.DEAD_CODE
            for target in hops.constructing.run_over(row):
                yield hops.id(target), level if is_sure else min(level, Life.POSSIBLY_DEAD)
        symbol = hops.symbol(node)
        if symbol is None:
            return
        if symbol.parent is not None:
            yield symbol.parent, level
        if symbol.kind in _CLASSES:
            yield from self._of_class(here, level)
        elif symbol.parent is not None:
            for below in self.families.below(symbol.parent):
                for member in self.families.members(below, symbol.name):
                    yield member, min(level, self.of.get(below, Life.DEAD))
            for member in brought_for(hops.graph, symbol):
                yield member, level

    def _of_class(self, class_id: str, level: Life) -> Iterator[tuple[str, Life]]:
        """Methods that the language calls, those that override a live method, and those that an interface asks for, which no
        implementer can do without where types are declared."""
        symbol = self._hops.graph.symbol(class_id)
        asks = symbol is not None and symbol.kind is SymbolKind.INTERFACE and _is_typed(symbol.file)
        for name, ids in self.families.all_members(class_id):
            if asks or is_run_by_language(name) or name in CONSTRUCTORS:
                best = Life.ALIVE
            else:
                above = self.families.above(class_id)
                lives = (self.of.get(m, Life.DEAD) for base in above for m in self.families.members(base, name))
                best = max(lives, default=Life.DEAD)
            for one in ids:
                made = self._hops.graph.symbol(one)
                is_made = made is not None and is_constructor(made)
                yield one, level if is_made else min(level, best)


def _is_typed(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.scoping.typed


class _Families:
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


def _doubtful(
    hops: Hops, lives: _Lives, mentioned: Callable[[Symbol], bool], spelled: Callable[[Symbol], bool]
) -> dict[str, str]:
    """Symbols without a live edge that may be alive all the same -> why."""
    found: dict[str, str] = {}
    blind, outside = BlindSpots(hops.graph), Outside(hops.graph)
    for symbol in hops.graph.symbols():
        if lives.of.get(symbol.id, Life.DEAD) is Life.DEAD:
            reason = _doubt(hops, symbol, lives.families, mentioned, blind, outside)
            if not reason and symbol.kind in _CLASSES and spelled(symbol):
                reason = "its name may stand in a type, or before one of its attributes"
            if reason:
                found[symbol.id] = reason
    return found


def _doubts_exported(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.entry_points.doubts_exported


def _doubt(
    hops: Hops,
    symbol: Symbol,
    families: _Families,
    mentioned: Callable[[Symbol], bool],
    blind: BlindSpots,
    outside: Outside,
) -> str:
    uses = hops.graph.unresolved(symbol.name)
    if uses:
        return f"{len(uses)} use{'' if len(uses) == 1 else 's'} of this name on something unknown"
    if symbol.flags & DefFlag.EXPORTED and _doubts_exported(symbol.file):
        return "code outside the repository may use it"
    if mentioned(symbol):
        return "a string spells its name"
    if calling := [*blind.calling(symbol), *blind.perhaps_calling(symbol)]:
        how = "run text that uses it" if calling[0].kind is BlindKind.RUNS_TEXT else "call it by a computed name"
        return f"{file_of(calling[0].source)}:{calling[0].line} may {how}"
    if symbol.flags & _ACCESSES and symbol.parent is not None:
        how = "set" if symbol.flags & DefFlag.SETTER else "deleted" if symbol.flags & DefFlag.DELETER else "read"
        return f"an attribute may be {how} on something unknown"
    if symbol.kind in _CLASSES and any(
        families.members(base, "__init_subclass__") for base in families.above(symbol.id)
    ):
        return "a base class is told of its subclasses"
    if is_of_object(hops.graph, symbol):
        return f"it {OF_OBJECT}"
    if why := outside.through(symbol):
        return in_words(why)
    if symbol.in_test_code and symbol.parent is not None and families.below(symbol.parent):
        return "a test runner may collect it through a subclass"
    return ""


def _sorted_out(hops: Hops, lives: _Lives, doubts: dict[str, str]) -> DeadCode:
    graph = hops.graph
    dead, possibly, alive = [], [], 0
    for symbol in graph.symbols():
        life = lives.of.get(symbol.id, Life.DEAD)
        if symbol.flags & (DefFlag.DATA | DefFlag.SIGNATURE):
            continue  # as dead or alive as what it belongs to
        if life is Life.ALIVE:
            alive += symbol.kind is not SymbolKind.MODULE
        elif life is Life.POSSIBLY_DEAD:
            possibly.append(Dead(symbol, life, doubts.get(symbol.id, "only uncertain edges lead to it")))
        elif symbol.parent is None or lives.of.get(symbol.parent, Life.DEAD) is not Life.DEAD:
            dead.append(Dead(symbol, life, ""))
    return DeadCode(_ordered(dead), _ordered(possibly), alive)


def _ordered(rows: list[Dead]) -> tuple[Dead, ...]:
    return tuple(sorted(rows, key=lambda r: (r.symbol.file, r.symbol.line, r.symbol.id)))
