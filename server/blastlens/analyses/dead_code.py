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
from blastlens.analyses.outside import OF_OBJECT, Outside, in_words, is_of_object, overrides
from blastlens.analyses.roots import is_started
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model import thresholds
from blastlens.model.blind_spot import BlindKind
from blastlens.model.edge import CALL_LIKE, Basis
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of

_SUBCLASS_HOOK: Final = "__init_subclass__"


class Place(NamedTuple):
    path: str
    line: int  # 1-based
    is_run: bool = False  # also where it stands in dead code: an example


class Doubt(NamedTuple):
    """Why a symbol without a live edge may be alive all the same."""

    life: Life
    reason: str


_OF_NO_OBJECT: Final = DefFlag.STATIC | DefFlag.PRIVATE  # not called on an object that somebody else has
_OF_STRANGER: Final = (
    "there are objects of its class, and nothing known calls any of their methods: whoever is given one may"
)


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
    loads: Callable[[Symbol], bool] = lambda _: False  # whether a framework finds it by where it stands
    possible: Callable[[Symbol], str] = lambda _: ""  # what speaks for a use, by the rules of the language
    published: Callable[[Symbol], str] = lambda _: ""  # why code outside the repository may use it
    named_as_test: Callable[[Symbol], bool] = lambda _: False  # whether a runner with other settings may run it
    library: Callable[[Symbol], str] = lambda _: ""  # the name of the library that has it, offered or not
    read: Callable[[Sequence[Symbol]], Mapping[str, Sequence[Place]]] = (
        lambda _: {}
    )  # id -> where sources spell its name
    unread: Callable[[Sequence[Symbol]], Mapping[str, str]] = (
        lambda _: {}
    )  # id -> the text nobody reads that has its name
    waits: Callable[[str], bool] = lambda _: False  # whether top-level code of a file runs only when it is imported
    beside: Callable[[str], Iterable[str]] = lambda _: ()  # files that are loaded whenever the file is
    alternatives: Callable[[Symbol], Iterable[Symbol]] = lambda _: ()  # what other builds take in its place


@dataclass(frozen=True, slots=True)
class DeadCode:
    """In order of file and line; what stands inside a dead definition is not listed again. `reached`: ids of all that live code leads to
    over edges, of any confidence."""

    dead: tuple[Dead, ...]
    possibly: tuple[Dead, ...]
    unknown: tuple[Dead, ...]
    alive: int
    reached: frozenset[str] = frozenset()


def dead_code(hops: Hops, evidence: Evidence) -> DeadCode:
    waiting = frozenset(one for one, why in Outside(hops.graph).every().items() if overrides(why))
    lives = Lives(hops, evidence.beside, waiting)
    lives.spread(_roots(hops, evidence, lives.families, waiting), Life.ALIVE)
    doubts = _Doubts(hops, lives, evidence)
    doubts.settle()
    doubts.places = evidence.read(doubts.left())
    doubts.settle()
    doubts.unread = evidence.unread(doubts.left())
    doubts.settle()
    doubts.strangers = True
    doubts.settle()
    return _sorted_out(hops, lives, doubts.found)


def _outermost(hops: Hops, lives: Lives) -> Iterator[Symbol]:
    """Dead symbols that stand in no other dead one."""
    for symbol in hops.graph.symbols():
        if lives.life(symbol.id) is Life.DEAD and (symbol.parent is None or lives.life(symbol.parent) is not Life.DEAD):
            yield symbol


def _roots(hops: Hops, evidence: Evidence, families: Families, waiting: frozenset[str]) -> list[str]:
    graph = hops.graph
    entries = [*(symbol_id for symbol_id, _ in graph.entry_points()), *Outside(graph).every()]
    roots = [one for one in entries if one not in waiting]
    for symbol in graph.symbols():
        own = symbol.kind in (SymbolKind.TEST, SymbolKind.FIXTURE)
        runs = symbol.kind is SymbolKind.MODULE and not evidence.waits(symbol.file)
        if own or runs or is_started(symbol) or _has_tests(graph, families, symbol) or evidence.enters(symbol.id):
            roots.append(symbol.id)
    methods = [method for root in roots for method in _public_methods(hops, families, root)]
    return [*roots, *methods, *(symbol.id for symbol in graph.symbols() if evidence.loads(symbol))]


def _has_tests(graph: Graph, families: Families, symbol: Symbol) -> bool:
    """Whether a runner finds inherited tests in a class."""
    if symbol.kind is not SymbolKind.CLASS or not symbol.in_test_code:
        return False
    members = (ids for base in families.above(symbol.id) for _, ids in families.all_members(base))
    found = (graph.symbol(one) for ids in members for one in ids)
    return any(one is not None and one.kind is SymbolKind.TEST for one in found)


def _public_methods(hops: Hops, families: Families, class_id: str) -> Iterator[str]:
    """A class that code outside the repository makes is used through its public methods, those that it inherits among them."""
    symbol = hops.graph.symbol(class_id)
    if symbol is None or symbol.kind not in CLASSES:
        return
    for owner in dict.fromkeys((class_id, *families.above(class_id))):
        above = hops.graph.symbol(owner)
        for member in hops.graph.symbols_in(above.file) if above is not None else ():
            if member.parent == owner and not member.name.startswith("_") and not member.flags & DefFlag.PRIVATE:
                yield member.id


class _Doubts:
    """What may be alive all the same. Only what stands in nothing dead is asked about: a method of a class that nobody can make is not
    called, whatever is called by its name. So whatever comes to life raises new questions, until nothing does."""

    def __init__(self, hops: Hops, lives: Lives, evidence: Evidence) -> None:
        self._hops = hops
        self._lives = lives
        self._evidence = evidence
        self._outside = Outside(hops.graph)
        self._blind = BlindSpots(hops.graph)
        self.found: dict[str, Doubt] = {}
        self.places: Mapping[str, Sequence[Place]] = {}  # id -> where sources spell the name
        self.unread: Mapping[str, str] = {}
        self.strangers = False  # asked about last, for it speaks of what nothing else is known of

    def left(self) -> list[Symbol]:
        """What is dead so far."""
        return [symbol for symbol in self._hops.graph.symbols() if self._lives.life(symbol.id) is Life.DEAD]

    def settle(self) -> None:
        while new := dict(self._asked()):
            self.found |= new
            for life in (Life.POSSIBLY_DEAD, Life.UNKNOWN):
                self._lives.spread([one for one, doubt in new.items() if doubt.life is life], life)

    def _asked(self) -> Iterator[tuple[str, Doubt]]:
        dead = list(_outermost(self._hops, self._lives))
        ranges: dict[str, list[tuple[int, int]]] = {}
        for symbol in dead:
            ranges.setdefault(symbol.file, []).append((symbol.first_line, symbol.last_line))
        for symbol in dead:
            if reason := self._possible(symbol) or self._used(symbol) or self._spelled(symbol, ranges):
                yield symbol.id, Doubt(Life.POSSIBLY_DEAD, reason)
            elif reason := self._unseen(symbol) or self._left_out(symbol) or self.unread.get(symbol.id, ""):
                yield symbol.id, Doubt(Life.UNKNOWN, reason)
            elif self.strangers and symbol.kind is SymbolKind.METHOD and self._is_of_stranger(symbol):
                yield symbol.id, Doubt(Life.POSSIBLY_DEAD, _OF_STRANGER)

    def _used(self, symbol: Symbol) -> str:
        """What a use of its name on something unknown may mean, unless the use itself stands in dead code."""
        uses = self._hops.graph.unresolved(symbol.name)
        live = sum(self._lives.life(use.source) is not Life.DEAD for use in uses)
        return f"{live} use{'' if live == 1 else 's'} of this name on something unknown" if live else ""

    def _spelled(self, symbol: Symbol, dead: Mapping[str, Sequence[tuple[int, int]]]) -> str:
        """The first place outside dead code where its name stands. `dead`: by file, ranges of lines."""
        for place in self.places.get(symbol.id, ()):
            if place.is_run or not any(first <= place.line <= last for first, last in dead.get(place.path, ())):
                return f"{place.path}:{place.line} has its name, and may mean it"
        return ""

    def _possible(self, symbol: Symbol) -> str:
        """What speaks for a use that is not sure."""
        families = self._lives.families
        if symbol.kind in CLASSES and any(families.members(base, _SUBCLASS_HOOK) for base in families.above(symbol.id)):
            return "a base class is told of its subclasses"
        if symbol.kind in CLASSES and symbol.in_test_code and self._inherits_tests(symbol):
            return "a test runner with other settings may run what it inherits"
        if is_of_object(self._hops.graph, symbol):
            return f"it {OF_OBJECT}"
        if why := self._outside.through(symbol):
            return in_words(why)
        if symbol.kind is SymbolKind.METHOD and (asking := self._asked_for_by(symbol)):
            return f"its class must have it: {asking.display_id} asks for it"
        if symbol.in_test_code and symbol.parent is not None and families.below(symbol.parent):
            return "a test runner may collect it through a subclass"
        if symbol.in_test_code and symbol.kind is SymbolKind.METHOD and (other := self._model_of(symbol)):
            return f"its object may stand in for one that has {other.display_id}"
        return self._evidence.possible(symbol)

    def _inherits_tests(self, symbol: Symbol) -> bool:
        families = self._lives.families
        inherited = (one for base in families.above(symbol.id) for _, ids in families.all_members(base) for one in ids)
        return any(
            self._evidence.named_as_test(one) for one in map(self._hops.graph.symbol, inherited) if one is not None
        )

    def _is_of_stranger(self, method: Symbol) -> bool:
        """Whether a class is used by its methods nowhere, though it is alive: what it is made for lies outside the graph. One method
        alone says so only in test code, of what stands in for something; elsewhere a class may be there for what it holds."""
        inside = {one for _, ids in self._lives.families.all_members(method.parent or "") for one in ids}
        methods = [
            one for one in map(self._hops.graph.symbol, inside) if one is not None and not one.name.startswith("_")
        ]
        if method not in methods or (len(methods) == 1 and not method.in_test_code):
            return False
        if method.flags & _OF_NO_OBJECT or any(map(self._is_known, methods)):
            return False
        return not any(
            edge.source not in inside and (edge.confidence >= thresholds.REVIEW or edge.basis is Basis.STAND_IN)
            for one in methods
            for edge in self._hops.graph.incoming(one.id, CALL_LIKE)
        )

    def _is_known(self, method: Symbol) -> bool:
        """Whether something uses it, or is known to in a library."""
        return self._lives.life(method.id) is Life.ALIVE or bool(self._outside.through(method))

    def _asked_for_by(self, method: Symbol) -> Symbol | None:
        """A declaration without a body that it implements, of a type that is not dead."""
        graph = self._hops.graph
        for one in map(graph.symbol, graph.overridden(method.id)):
            if one is not None and one.parent is not None and one.flags & (DefFlag.SIGNATURE | DefFlag.ABSTRACT):
                if self._lives.life(one.parent) is not Life.DEAD:
                    return one
        return None

    def _model_of(self, double: Symbol) -> Symbol | None:
        """A live method of the same name outside tests: what tests make may be used in its place."""
        for one in self._hops.graph.symbols_named(double.name):
            if one.kind is SymbolKind.METHOD and not one.in_test_code and self._lives.life(one.id) is Life.ALIVE:
                return one
        return None

    def _unseen(self, symbol: Symbol) -> str:
        """What may use it where the graph cannot see."""
        if symbol.flags & DefFlag.EXPORTED and _doubts_exported(symbol.file):
            return "code outside the repository may use it"
        if calling := [*self._blind.calling(symbol), *self._blind.perhaps_calling(symbol)]:
            how = "run text that uses it" if calling[0].kind is BlindKind.RUNS_TEXT else "call it by a computed name"
            return f"{file_of(calling[0].source)}:{calling[0].line} may {how}"
        if symbol.kind is SymbolKind.MODULE and (loading := self._blind.importing(symbol.file)):
            return f"{file_of(loading[0].source)}:{loading[0].line} may import it by a computed name"
        return self._evidence.published(symbol) or self._offered_otherwise(symbol)

    def _left_out(self, symbol: Symbol) -> str:
        """The build that the graph is of may leave it out, and another one take it in place of what is used."""
        for other in self._evidence.alternatives(symbol):
            if self._lives.life(other.id) is not Life.DEAD:
                return f"another build may take it in place of {other.display_id}"
        return ""

    def _offered_otherwise(self, symbol: Symbol) -> str:
        """Why code outside may use a public method of a class that is not offered itself: through one that inherits it, or of an object
        of it that it is given."""
        if symbol.kind is not SymbolKind.METHOD or symbol.parent is None or symbol.name.startswith("_"):
            return ""
        for below in map(self._hops.graph.symbol, self._lives.families.below(symbol.parent)):
            if below is not None and (reason := self._evidence.published(below)):
                return reason
        library = self._evidence.library(symbol)
        return f"users of {library} may be given objects of its class" if library else ""


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
    return DeadCode(ordered[Life.DEAD], ordered[Life.POSSIBLY_DEAD], ordered[Life.UNKNOWN], alive, _reached(lives))


def _reached(lives: Lives) -> frozenset[str]:
    """What is alive, and what is not sure to be for the one reason that an edge on the way is not."""
    found = {one for one, life in lives.of.items() if life is Life.ALIVE}
    for one in lives.of.keys() - found:
        way = [one]
        while way[-1] not in found and way[-1] in lives.by and lives.by[way[-1]].source not in ("", *way):
            way.append(lives.by[way[-1]].source)
        if way[-1] in found:
            found.update(way)
    return frozenset(found)


def _reason(hops: Hops, lives: Lives, doubts: Mapping[str, Doubt], symbol_id: str) -> str:
    """Where the doubt begins that leads to a symbol."""
    here, life = symbol_id, lives.life(symbol_id)
    while here not in doubts or doubts[here].life < life:
        step = lives.by[here]
        source = hops.graph.symbol(step.source)
        if step.confidence < thresholds.DEAD_CODE:
            by = source.display_id if source is not None else step.source
            return f"only an uncertain edge leads to it, from {by} ({step.confidence:.2f})"
        if source is None or lives.life(source.id) is Life.ALIVE:
            return "only uncertain edges lead to it"
        here = step.source
    if here == symbol_id:
        return doubts[here].reason
    origin = hops.graph.symbol(here)
    return f"used by {origin.display_id if origin is not None else here}: {doubts[here].reason}"


def _place(dead: Dead) -> tuple[str, int, str]:
    return dead.symbol.file, dead.symbol.line, dead.symbol.id
