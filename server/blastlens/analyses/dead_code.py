"""Definitions that nothing can reach.

Liveness spreads from top-level code, tests, entry points and what the user names, over edges of every kind. A hop below
`thresholds.DEAD_CODE` keeps its target alive all the same, but only "possibly dead": what is reported as dead has no
edge of any confidence from live code, no live overridden method, no unresolved use of its name and no string that
spells it.
"""

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.hops import CONSTRUCTORS, Hops
from blastlens.analyses.untested import is_run_by_language
from blastlens.facts.file_facts import DefFlag
from blastlens.model import thresholds
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import Symbol, SymbolKind

_INHERITS = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
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


def dead_code(hops: Hops, is_named_entry: Callable[[str], bool], mentioned: Callable[[Symbol], bool]) -> DeadCode:
    """`is_named_entry`: whether the user or a packaging file declares this id
    an entry point; `mentioned`: whether a string literal
    that may mean this symbol spells its name."""
    lives = _Lives(hops)
    lives.spread(_roots(hops, is_named_entry), Life.ALIVE)
    doubts = _doubtful(hops, lives, mentioned)
    lives.spread(list(doubts), Life.POSSIBLY_DEAD)
    return _sorted_out(hops, lives, doubts)


def _roots(hops: Hops, is_named_entry: Callable[[str], bool]) -> list[str]:
    graph = hops.graph
    roots = [symbol_id for symbol_id, _ in graph.entry_points()]
    own = (SymbolKind.MODULE, SymbolKind.TEST, SymbolKind.FIXTURE)
    roots += [symbol.id for symbol in graph.symbols() if symbol.kind in own or is_named_entry(symbol.id)]
    return roots + [method for root in roots for method in _public_methods(hops, root)]


def _public_methods(hops: Hops, class_id: str) -> Iterator[str]:
    """A class that code outside the repository makes is used through its public methods."""
    symbol = hops.graph.symbol(class_id)
    if symbol is not None and symbol.kind in _CLASSES:
        for member in hops.graph.symbols_in(symbol.file):
            if member.parent == class_id and not member.name.startswith("_"):
                yield member.id


class _Lives:
    """Life of every symbol; the best found so far. Only `spread` changes it."""

    def __init__(self, hops: Hops) -> None:
        self._hops = hops
        self._graph = hops.graph
        self.of: dict[str, Life] = {}
        self._members: dict[str, list[Symbol]] = {}
        for symbol in self._graph.symbols():
            if symbol.parent is not None:
                self._members.setdefault(symbol.parent, []).append(symbol)

    def spread(self, roots: Iterable[str], life: Life) -> None:
        todo = [(root, life) for root in roots]
        while todo:
            here, level = todo.pop()
            if self.of.get(here, Life.DEAD) >= level:
                continue
            self.of[here] = level
            todo += self._kept(here, level)

    def _kept(self, here: str, level: Life) -> Iterator[tuple[str, Life]]:
        """What the life of a symbol keeps alive."""
        for edge in self._graph.outgoing(here):
            reached = level if edge.confidence >= thresholds.DEAD_CODE else min(level, Life.POSSIBLY_DEAD)
            for target in self._hops.runs(edge.target):
                yield target, reached
        symbol = self._graph.symbol(here)
        if symbol is None:
            return
        if symbol.parent is not None:
            yield symbol.parent, level
        if symbol.kind in _CLASSES:
            yield from self._of_class(here, level)
        else:
            for other in self._graph.overriding(here):
                owner = self._graph.symbol(other)
                if owner is not None and owner.parent is not None:
                    yield other, min(level, self.of.get(owner.parent, Life.DEAD))

    def _of_class(self, class_id: str, level: Life) -> Iterator[tuple[str, Life]]:
        for member in self._members.get(class_id, []):
            if is_run_by_language(member) or member.name in CONSTRUCTORS:
                yield member.id, level
            elif member.is_callable:
                best = max((self.of.get(b, Life.DEAD) for b in self._graph.overridden(member.id)), default=Life.DEAD)
                yield member.id, min(level, best)


def _doubtful(hops: Hops, lives: _Lives, mentioned: Callable[[Symbol], bool]) -> dict[str, str]:
    """Symbols without a live edge that may be alive all the same -> why."""
    found: dict[str, str] = {}
    for symbol in hops.graph.symbols():
        if lives.of.get(symbol.id, Life.DEAD) is Life.DEAD:
            reason = _doubt(hops, symbol, mentioned)
            if reason:
                found[symbol.id] = reason
    return found


def _doubt(hops: Hops, symbol: Symbol, mentioned: Callable[[Symbol], bool]) -> str:
    uses = hops.graph.unresolved(symbol.name)
    if uses:
        return f"{len(uses)} use{'' if len(uses) == 1 else 's'} of this name on something unknown"
    if mentioned(symbol):
        return "a string spells its name"
    if symbol.flags & DefFlag.PROPERTY and symbol.parent is not None:
        return "an attribute may be read on something unknown"
    if symbol.kind in _CLASSES and _registers_itself(hops, symbol.id):
        return "a base class is told of its subclasses"
    return ""


def _registers_itself(hops: Hops, class_id: str) -> bool:
    seen, todo = {class_id}, [class_id]
    while todo:
        for edge in hops.graph.outgoing(todo.pop(), _INHERITS):
            if hops.graph.symbol(f"{edge.target}.__init_subclass__") is not None:
                return True
            if edge.target not in seen:
                seen.add(edge.target)
                todo.append(edge.target)
    return False


def _sorted_out(hops: Hops, lives: _Lives, doubts: dict[str, str]) -> DeadCode:
    graph = hops.graph
    dead, possibly, alive = [], [], 0
    for symbol in graph.symbols():
        life = lives.of.get(symbol.id, Life.DEAD)
        if life is Life.ALIVE:
            alive += symbol.kind is not SymbolKind.MODULE
        elif life is Life.POSSIBLY_DEAD:
            possibly.append(Dead(symbol, life, doubts.get(symbol.id, "only uncertain edges lead to it")))
        elif symbol.parent is None or lives.of.get(symbol.parent, Life.DEAD) is not Life.DEAD:
            dead.append(Dead(symbol, life, ""))
    return DeadCode(_ordered(dead), _ordered(possibly), alive)


def _ordered(rows: list[Dead]) -> tuple[Dead, ...]:
    return tuple(sorted(rows, key=lambda r: (r.symbol.file, r.symbol.line, r.symbol.id)))
