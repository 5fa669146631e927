"""What is known of one revision: the graph, and answers worth remembering while it lasts."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.callers import Callers, Unseen, callers, unseen
from blastlens.analyses.hops import IMPACT, Hops
from blastlens.analyses.outside import Outside
from blastlens.analyses.tests_of import Tally, TestsOf, TestState, nearest_tests, tally
from blastlens.analyses.walk import Reach, bits_of, walk
from blastlens.languages.registry import language_for
from blastlens.model.graph import FileRecord, Graph
from blastlens.model.symbol import Symbol
from blastlens.session.workspace import DOUBTFUL
from blastlens.views.wording import plural

if TYPE_CHECKING:
    from blastlens.analyses.cycles import Cycle
    from blastlens.analyses.held import Held
    from blastlens.analyses.tests_running import TestRuns
    from blastlens.app.joined import Joined
    from blastlens.views.lenses import Lens

_Value = TypeVar("_Value")
_MOST_VALUES: Final = 12
_MOST_REACHES: Final = 8
_MOST_ROWS: Final = 20_000
# Of numbers that are kept from revision to revision, with a bit for each node of the graph.
_MOST_KEPT: Final = 1_000
_TROUBLED: Final = frozenset({"unreadable", "partial"})
_SKIPPED: Final = frozenset({"skipped"})


class _Counted(NamedTuple):
    """Sizes of a reach, and the nodes in it (`Reach.nodes`)."""

    tally: Tally
    nodes: int


class Snapshot:
    """One graph and its memo. Not thread-safe; `app.api` holds the lock."""

    def __init__(
        self,
        graph: Graph,
        before: "Snapshot | None" = None,
        joined: "Callable[[Graph], Joined] | None" = None,
        so_far: str = "",
        part: str = "",
    ) -> None:
        """`before`: the snapshot that this one takes the place of; `joined`: reads coverage data; `so_far`: how much has been
        read, of an index that is still being built; `part`: what to say of one that holds a part of a repository."""
        self.graph = graph
        self.so_far = so_far
        self.part = part
        self._read_joined = joined
        self._joined: Joined | None = None
        self.hops: Hops = Hops(graph, before=before.hops if before is not None else None)
        self._callers: dict[tuple[str, float], Callers] = {}
        self._rows: dict[tuple[str, float], list[dict[str, Any]]] = {}
        self._reaches: dict[tuple[str, float], Reach] = {}
        self._tests: dict[tuple[str, float], TestsOf] = {}
        self._numbers: dict[tuple[str, float], _Counted] = {}
        self._nearest: dict[tuple[str, float, int], list[tuple[str, int]]] = {}
        self._lenses: dict[tuple[str, float], Lens] = {}
        self._sought: dict[
            tuple[str, float], int
        ] = {}  # nodes that were looked through for tests, beside those of the numbers
        self._kept: dict[tuple[Hashable, ...], Any] = {}
        self._tests_running: TestRuns | None = None
        self._doubts: dict[str | None, str | None] = {}
        if before is not None and self.hops.outdated is not None:
            self._take_over(before, bits_of(self.hops.outdated))

    def callers(self, symbol_id: str, min_confidence: float) -> Callers:
        """Direct callers."""
        key = (symbol_id, min_confidence)
        if key not in self._callers:
            self._callers[key] = callers(self.hops, symbol_id, min_confidence)
        return self._callers[key]

    def caller_rows(self, symbol_id: str, min_confidence: float) -> list[dict[str, Any]]:
        """Rows of the direct callers, for answers, which get copies."""
        from blastlens.app.ask.rows import caller_row
        from blastlens.app.reasons import Reasons

        key = (symbol_id, min_confidence)
        found = self._rows.get(key)
        if found is None:
            if sum(map(len, self._rows.values())) > _MOST_ROWS:
                self._rows.clear()
            direct, reasons = self.callers(symbol_id, min_confidence), Reasons(self.graph)
            found = self._rows[key] = [caller_row(self.graph, one, reasons) for one in direct.sure]
        return [row.copy() for row in found]

    def reach(self, symbol_id: str, min_confidence: float) -> Reach:
        """What reaches a symbol over calls and fixture requests. Only the last ones are kept: a reach may be large."""
        key = (symbol_id, min_confidence)
        if key not in self._reaches:
            while len(self._reaches) >= _MOST_REACHES:
                del self._reaches[next(iter(self._reaches))]
            self._reaches[key] = walk(self.hops, [symbol_id], follow=IMPACT, min_confidence=min_confidence)
        return self._reaches[key]

    def numbers(self, symbol_id: str, min_confidence: float) -> Tally:
        """Sizes of the reach."""
        key = (symbol_id, min_confidence)
        if key not in self._numbers:
            reach = self.reach(symbol_id, min_confidence)
            self._numbers[key] = _Counted(tally(self.hops, reach), reach.nodes())
        return self._numbers[key].tally

    def _take_over(self, before: "Snapshot", outdated: int) -> None:
        """What the earlier snapshot, which this one takes the place of, found without looking at an outdated node."""
        latest = list(before._numbers.items())[-_MOST_KEPT:]
        self._numbers = {key: counted for key, counted in latest if not counted.nodes & outdated}
        if "outside" in before.__dict__:
            self.outside.take_over(before.outside)
        renamed = self._other_names(before)
        for key, lens in before._lenses.items() if renamed is not None else ():
            sought, symbol = before._sought.get(key, 0), self.graph.symbol(key[0])
            if key not in self._numbers or sought & outdated or symbol is None or symbol.name in (renamed or ()):
                continue
            if self.doubt_about(symbol.file) == before.doubt_about(symbol.file):
                self._lenses[key] = lens.at(symbol.line, symbol.column, symbol.end_column)
                self._sought[key] = sought

    def _other_names(self, before: "Snapshot") -> frozenset[str] | None:
        """Names that something unresolved may mean otherwise than before. None: what lenses say beside their neighbours may differ of
        any symbol."""
        touched = self.hops.numbers.touched_since(before.graph) or ()
        were = (graph.symbol(self.hops.id(node)) for node in touched for graph in (before.graph, self.graph))
        is_alike = (
            (self.part, self.so_far, self.unseen_tests, self.has_tests)
            == (before.part, before.so_far, before.unseen_tests, before.has_tests)
            and not (before.is_measured or self.is_measured)
            and self.hops.roots.loaded == before.hops.roots.loaded
            and not (self.hops.replaced.any and any(one is not None and one.in_test_code for one in were))
        )
        return self.hops.numbers.renamed_since(before.graph) if is_alike else None

    @property
    def is_measured(self) -> bool:
        """Whether there is coverage data."""
        return self.joined.measured.any

    def tests(self, symbol_id: str, min_confidence: float) -> TestsOf:
        key = (symbol_id, min_confidence)
        if key not in self._tests:
            self._tests[key] = self._find_tests(symbol_id, min_confidence)
        return self._tests[key]

    def lens(self, symbol_id: str, min_confidence: float, make: "Callable[[], Lens]") -> "Lens":
        """What `make` gives, made once while the revision and its coverage data last."""
        key = (symbol_id, min_confidence)
        if key not in self._lenses:
            self._lenses[key] = make()
        return self._lenses[key]

    def nearest_tests(self, symbol_id: str, min_confidence: float, most: int) -> list[tuple[str, int]]:
        """(test, hops) of those that reach a symbol, the fewest hops first."""
        key = (symbol_id, min_confidence, most)
        if key not in self._nearest:
            self._nearest[key] = nearest_tests(self.hops, self.reach(symbol_id, min_confidence), most)
        return self._nearest[key]

    def has_lens_at_hand(self, symbol_id: str, min_confidence: float) -> bool:
        """Whether `lens` need not make it."""
        return (symbol_id, min_confidence) in self._lenses

    def has_tests_at_hand(self, symbol_id: str, min_confidence: float) -> bool:
        """Whether `tests` need not look."""
        return (symbol_id, min_confidence) in self._tests

    @property
    def joined(self) -> "Joined":
        """Coverage data at the usual places."""
        if self._joined is None:
            from blastlens.analyses.measured import Measured
            from blastlens.app.joined import Joined

            self._joined = self._read_joined(self.graph) if self._read_joined else Joined(Measured(self.graph, ()))
        return self._joined

    def forget_joined(self) -> None:
        """Coverage data differs from what was read."""
        self._joined = None
        self._tests.clear()
        self._lenses.clear()

    def _find_tests(self, symbol_id: str, min_confidence: float) -> TestsOf:
        from blastlens.analyses.measured import join

        found = self._infer_tests(symbol_id, min_confidence)
        symbol = self.graph.symbol(symbol_id)
        if symbol is None or symbol.in_test_code or not self.is_measured:
            return found
        known = join(self.joined.measured, symbol, found.path, found.state)
        return found if known is None else TestsOf(known[0], len(known[2]), known[1], measured=known[2])

    def _infer_tests(self, symbol_id: str, min_confidence: float) -> TestsOf:
        from blastlens.analyses.untested import tests_of

        symbol = self.graph.symbol(symbol_id)
        doubt = self.unseen_tests or (self.doubt_about(symbol.file) if symbol is not None else self.doubt) or ""
        if not self.has_tests:
            return TestsOf(TestState.UNKNOWN if doubt else TestState.NONE_FOUND, reason=doubt)
        sizes = self.numbers(symbol_id, min_confidence)
        key = (symbol_id, min_confidence)

        def listen(reach: Reach) -> None:
            self._sought[key] = self._sought.get(key, 0) | reach.nodes()

        found = tests_of(self.hops, symbol_id, min_confidence, sizes=sizes, outside=self._why_outside, listen=listen)
        if not doubt or found.is_tested or (doubt == self.part and found.state is TestState.UNKNOWN):
            return found
        return TestsOf(TestState.UNKNOWN, reason=doubt)

    def _why_outside(self, symbol: Symbol) -> str:
        """Why something that is not in the graph may call a symbol, or nothing."""
        from blastlens.analyses.untested import why_unseen

        return why_unseen(self.graph, symbol, self.blind, self.outside)

    def unseen(self, symbol: Symbol) -> Unseen:
        """What may call a symbol without an edge that says so."""
        return unseen(self.graph, symbol, self.blind, self.outside)

    def is_tested(self, symbol_id: str, min_confidence: float) -> bool:
        return self.tests(symbol_id, min_confidence).is_tested

    def get_ready(self) -> Iterator[None]:
        """Have at hand what questions about any definition look at, a part a step."""
        parts: tuple[Callable[[], object], ...] = (
            lambda: self.graph.unresolved(""),
            lambda: self.blind,
            self.outside.get_ready,
            lambda: self.doubt,
            lambda: self.unseen_tests,
            lambda: self.has_tests,
            lambda: self.joined,
        )
        for make in parts:
            make()
            yield

    def kept(self, key: tuple[Hashable, ...], make: Callable[[], _Value]) -> _Value:
        """What `make` gives, made once for a key while the revision lasts; of many the latest are kept."""
        if key not in self._kept:
            while len(self._kept) >= _MOST_VALUES:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = make()
        return cast(_Value, self._kept[key])

    @cached_property
    def import_cycles(self) -> "list[Cycle]":
        """Cycles of imports that run while modules load."""
        from blastlens.analyses.cycles import import_cycles

        return import_cycles(self.graph)

    def tests_running(self, held: "Callable[[], Held]") -> "TestRuns":
        """Which tests may run what. `held`: what the texts tell, asked for once while the revision lasts."""
        if self._tests_running is None:
            from blastlens.analyses.tests_running import TestRuns

            self._tests_running = TestRuns(self.hops, held())
        return self._tests_running

    @cached_property
    def blind(self) -> BlindSpots:
        """Places that the graph cannot see through, by what they may lead to."""
        return BlindSpots(self.graph)

    @cached_property
    def outside(self) -> Outside:
        """What code outside the repository may call."""
        return Outside(self.graph)

    @cached_property
    def files(self) -> tuple[FileRecord, ...]:
        return tuple(self.graph.files())

    @cached_property
    def troubled(self) -> tuple[FileRecord, ...]:
        """Files that could not be read, or not wholly."""
        return tuple(self.graph.files(_TROUBLED))

    @cached_property
    def left_out(self) -> tuple[FileRecord, ...]:
        """Files and folders that were not read though they may hold sources."""
        doubtful = tuple(DOUBTFUL)
        return tuple(record for record in self.graph.files(_SKIPPED) if record.reason.startswith(doubtful))

    @property
    def is_empty(self) -> bool:
        """Nothing was indexed yet."""
        return self.graph.revision == 0

    @cached_property
    def doubt(self) -> str | None:
        """Why answers of this revision may lack something; None when nothing is known to be missing."""
        return self._doubt([*self.troubled, *self.left_out])

    def doubt_about(self, file: str) -> str | None:
        """The same, of what is in a file: a call never leaves its family of languages, so files of another one hide none. A file
        of a language that is not read may call anything."""
        family = _family(file)
        if family not in self._doubts:
            troubled = [one for one in (*self.troubled, *self.left_out) if _family(one.path) in (family, None)]
            self._doubts[family] = self._doubt(troubled)
        return self._doubts[family]

    def _doubt(self, troubled: Sequence[FileRecord]) -> str | None:
        if self.is_empty:
            return "the index is not built yet"
        if self.so_far:
            return f"the index is still being built: this is what {self.so_far} say so far"
        unreadable = [record.path for record in troubled if record.state == "unreadable"]
        partial = [record.path for record in troubled if record.state == "partial"]
        left_out = [record for record in troubled if record.state in _SKIPPED]
        said = [self.part] if self.part else []
        if unreadable:
            said.append(f"{plural(len(unreadable), 'file')} could not be read ({_some(unreadable)})")
        if partial:
            said.append(f"{plural(len(partial), 'file')} could only partly be parsed ({_some(partial)})")
        if left_out:
            named = _some([f"{record.path}: {record.reason}" for record in left_out])
            said.append(f"{plural(len(left_out), 'file was', 'files were')} left out ({named})")
        return "; ".join(said) or None

    @cached_property
    def unseen_tests(self) -> str:
        """Why tests may be missing from the graph; empty when none is known to be."""
        if self.is_empty or self.so_far:
            return "the index is still being built" if self.so_far else "the index is not built yet"
        broken = [record.path for record in self.troubled if record.is_test]
        return f"test code that could not be read: {_some(broken)}" if broken else ""

    @cached_property
    def has_tests(self) -> bool:
        # Nearly always known from the first test file, whose top-level code is run.
        likely = (symbol for record in self.files if record.is_test for symbol in self.graph.symbols_in(record.path))
        return any(self.hops.roots.is_root(symbol) for symbol in chain(likely, self.graph.symbols()))

    @cached_property
    def test_count(self) -> int:
        return sum(symbol.is_run_as_test for symbol in self.graph.symbols())


def _family(path: str) -> str | None:
    language = language_for(path)
    return language.rules.family if language is not None else None


def _some(paths: list[str]) -> str:
    return ", ".join(paths[:3]) + (", …" if len(paths) > 3 else "")
