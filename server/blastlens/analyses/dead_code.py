"""Definitions that nothing can reach.

Liveness spreads from top-level code, tests, entry points and what the user names, over edges of every kind. A hop below
`thresholds.DEAD_CODE` keeps its target alive all the same, but only "possibly dead": what is reported as dead has no
edge of any confidence from live code, no live overridden method, no unresolved use of its name, no string that
spells it, and no text that nobody reads as code in which it stands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.hops import Hops
from blastlens.analyses.lives import CLASSES, Families, Life, Lives
from blastlens.analyses.outside import OF_OBJECT, Outside, in_words, is_of_object
from blastlens.analyses.roots import is_started
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model.blind_spot import BlindKind
from blastlens.model.symbol import Symbol, SymbolKind, file_of

_ACCESSES: Final = DefFlag.PROPERTY | DefFlag.SETTER | DefFlag.DELETER
_SUBCLASS_HOOK: Final = "__init_subclass__"


class Doubt(NamedTuple):
    """Why a symbol without a live edge may be alive all the same."""

    life: Life
    reason: str


class Dead(NamedTuple):
    symbol: Symbol
    life: Life
    reason: str  # of all but DEAD: what may keep it alive


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known beside the graph. Each is asked of symbols; "" and false for nothing known."""

    enters: Callable[[str], bool] = lambda _: (
        False
    )  # whether the user or a packaging file declares an id an entry point
    mentioned: Callable[[Symbol], str] = lambda _: ""  # where a string literal spells its name that may mean it
    spelled: Callable[[Symbol], bool] = lambda _: False  # whether an expression or a type spells its name
    published: Callable[[Symbol], str] = lambda _: ""  # why code outside the repository may use it
    unread: Callable[[Sequence[Symbol]], Mapping[str, str]] = (
        lambda _: {}
    )  # id -> the text nobody reads that has its name
    waits: Callable[[str], bool] = lambda _: False  # whether top-level code of a file runs only when it is imported
    beside: Callable[[str], Iterable[str]] = lambda _: ()  # files that are loaded whenever the file is


@dataclass(frozen=True, slots=True)
class DeadCode:
    """In order of file and line; what stands inside a dead definition is not listed again."""

    dead: tuple[Dead, ...]
    possibly: tuple[Dead, ...]
    unknown: tuple[Dead, ...]
    alive: int


def dead_code(hops: Hops, evidence: Evidence) -> DeadCode:
    lives = Lives(hops, evidence.beside)
    lives.spread(_roots(hops, evidence), Life.ALIVE)
    doubts = _Doubts(hops, lives.families, Outside(hops.graph), evidence).of_all(lives)
    for life in (Life.POSSIBLY_DEAD, Life.UNKNOWN):
        lives.spread([one for one, doubt in doubts.items() if doubt.life is life], life)
    left = [symbol for symbol in hops.graph.symbols() if lives.life(symbol.id) is Life.DEAD]
    unread = evidence.unread(left) if left else {}
    lives.spread(sorted(unread), Life.UNKNOWN)
    doubts |= {one: Doubt(Life.UNKNOWN, reason) for one, reason in unread.items()}
    return _sorted_out(hops, lives, doubts)


def _roots(hops: Hops, evidence: Evidence) -> list[str]:
    graph = hops.graph
    roots = [*(symbol_id for symbol_id, _ in graph.entry_points()), *Outside(graph).every()]
    for symbol in graph.symbols():
        own = symbol.kind in (SymbolKind.TEST, SymbolKind.FIXTURE)
        runs = symbol.kind is SymbolKind.MODULE and not evidence.waits(symbol.file)
        if own or runs or is_started(symbol) or evidence.enters(symbol.id):
            roots.append(symbol.id)
    return roots + [method for root in roots for method in _public_methods(hops, root)]


def _public_methods(hops: Hops, class_id: str) -> Iterator[str]:
    """A class that code outside the repository makes is used through its public methods."""
    symbol = hops.graph.symbol(class_id)
    if symbol is not None and symbol.kind in CLASSES:
        for member in hops.graph.symbols_in(symbol.file):
            if member.parent == class_id and not member.name.startswith("_") and not member.flags & DefFlag.PRIVATE:
                yield member.id


@dataclass(frozen=True, slots=True)
class _Doubts:
    hops: Hops
    families: Families
    outside: Outside
    evidence: Evidence

    def of_all(self, lives: Lives) -> dict[str, Doubt]:
        """Symbols without a live edge that may be alive all the same."""
        found: dict[str, Doubt] = {}
        blind = BlindSpots(self.hops.graph)
        for symbol in self.hops.graph.symbols():
            if lives.life(symbol.id) is Life.DEAD:
                reason = self._possible(symbol)
                if reason:
                    found[symbol.id] = Doubt(Life.POSSIBLY_DEAD, reason)
                elif reason := self._unseen(symbol, blind):
                    found[symbol.id] = Doubt(Life.UNKNOWN, reason)
        return found

    def _possible(self, symbol: Symbol) -> str:
        """What speaks for a use that is not sure."""
        uses = self.hops.graph.unresolved(symbol.name)
        if uses:
            return f"{len(uses)} use{'' if len(uses) == 1 else 's'} of this name on something unknown"
        if where := self.evidence.mentioned(symbol):
            return where
        if symbol.flags & _ACCESSES and symbol.parent is not None and self.evidence.spelled(symbol):
            how = "set" if symbol.flags & DefFlag.SETTER else "deleted" if symbol.flags & DefFlag.DELETER else "read"
            return f"an attribute may be {how} on something unknown"
        if symbol.kind in CLASSES:
            return self._possible_class(symbol)
        if is_of_object(self.hops.graph, symbol):
            return f"it {OF_OBJECT}"
        if why := self.outside.through(symbol):
            return in_words(why)
        if symbol.in_test_code and symbol.parent is not None and self.families.below(symbol.parent):
            return "a test runner may collect it through a subclass"
        return ""

    def _possible_class(self, symbol: Symbol) -> str:
        if any(self.families.members(base, _SUBCLASS_HOOK) for base in self.families.above(symbol.id)):
            return "a base class is told of its subclasses"
        if self.evidence.spelled(symbol):
            return "its name may stand in a type, or before one of its attributes"
        return ""

    def _unseen(self, symbol: Symbol, blind: BlindSpots) -> str:
        """What may use it where the graph cannot see."""
        if symbol.flags & DefFlag.EXPORTED and _doubts_exported(symbol.file):
            return "code outside the repository may use it"
        if calling := [*blind.calling(symbol), *blind.perhaps_calling(symbol)]:
            how = "run text that uses it" if calling[0].kind is BlindKind.RUNS_TEXT else "call it by a computed name"
            return f"{file_of(calling[0].source)}:{calling[0].line} may {how}"
        if symbol.kind is SymbolKind.MODULE and (loading := blind.importing(symbol.file)):
            return f"{file_of(loading[0].source)}:{loading[0].line} may import it by a computed name"
        return self.evidence.published(symbol)


def _doubts_exported(path: str) -> bool:
    language = language_for(path)
    return language is not None and language.rules.entry_points.doubts_exported


def _sorted_out(hops: Hops, lives: Lives, doubts: Mapping[str, Doubt]) -> DeadCode:
    found: dict[Life, list[Dead]] = {life: [] for life in Life}
    alive = 0
    for symbol in hops.graph.symbols():
        life = lives.life(symbol.id)
        if symbol.flags & (DefFlag.DATA | DefFlag.SIGNATURE):
            continue  # as dead or alive as what it belongs to
        if life is Life.ALIVE:
            alive += symbol.kind is not SymbolKind.MODULE
        elif life is not Life.DEAD:
            found[life].append(Dead(symbol, life, _reason(hops, lives, doubts, symbol.id)))
        elif symbol.parent is None or lives.life(symbol.parent) is not Life.DEAD:
            found[life].append(Dead(symbol, life, ""))
    ordered = {life: tuple(sorted(rows, key=_place)) for life, rows in found.items()}
    return DeadCode(ordered[Life.DEAD], ordered[Life.POSSIBLY_DEAD], ordered[Life.UNKNOWN], alive)


def _reason(hops: Hops, lives: Lives, doubts: Mapping[str, Doubt], symbol_id: str) -> str:
    """Where the doubt begins that leads to a symbol."""
    here = symbol_id
    while here and here not in doubts:
        step = lives.by[here]
        if step.confidence < 1.0:
            source = hops.graph.symbol(step.source)
            by = source.display_id if source is not None else step.source
            return f"only an uncertain edge leads to it, from {by} ({step.confidence:.2f})"
        here = step.source
    if not here or here == symbol_id:
        return doubts[symbol_id].reason if here else "only uncertain edges lead to it"
    origin = hops.graph.symbol(here)
    return f"used by {origin.display_id if origin is not None else here}: {doubts[here].reason}"


def _place(dead: Dead) -> tuple[str, int, str]:
    return dead.symbol.file, dead.symbol.line, dead.symbol.id
