"""Lenses of one snapshot."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from blastlens.app.ask.context import Context
from blastlens.app.questions import NotUpdated
from blastlens.app.settings import Settings
from blastlens.app.since_head import SinceHead
from blastlens.app.snapshot import Snapshot
from blastlens.app.untested_callers import calling_subjects, untested_callers_of
from blastlens.facts.file_facts import DefFlag, FileFacts, Signal
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.lenses import Lens, parts_of, title_of

_WITHOUT_LENS = DefFlag.OBJECT | DefFlag.NAMESPACE  # nobody calls them
# Callers whose tests are looked up while someone waits for a lens.
_FEW: Final = 20


@dataclass(frozen=True, slots=True)
class LensWay:
    """How a lens is made. `left`: callers that do not fit any more, by the id of what is changed (`extra["callers"]` of an answer to
    `NotUpdated`), where they are found elsewhere, as last known; `awaited`: ids of what may have others, while that is looked for;
    `unknown`: ids of what may have some that could not be looked for; `finds_left`: look for them here, which may take long;
    `patient`: count the untested callers however many callers there are; else of many once `LensMaker.steps` is through."""

    left: Mapping[str, int] | None = None
    awaited: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    finds_left: bool = True
    patient: bool = True


def placed_lenses(symbols: Sequence[Symbol], facts: FileFacts | None, settings: Settings) -> list[Lens]:
    """Lenses without titles, in source order, for symbols of one file (saved, or of a buffer); none where a program wrote the
    file, which nobody edits."""
    if facts is not None and facts.signals & Signal.GENERATED:
        return []
    named = [s for s in symbols if s.kind is not SymbolKind.MODULE and not s.flags & _WITHOUT_LENS]
    wanted = [s for s in named if s.kind.value in settings.lens_kinds]
    ordered = sorted(wanted, key=lambda s: (s.line, s.column))
    return [Lens(s.id, s.line, s.column, s.end_column) for s in ordered]


@dataclass(frozen=True, slots=True)
class LensMaker:
    """Makes lenses of one revision; `changes` tells what differs from HEAD."""

    context: Context
    changes: SinceHead
    min_confidence: float
    how: LensWay

    @property
    def snapshot(self) -> Snapshot:
        return self.context.snapshot

    def resolved(self, symbol_id: str) -> Lens | None:
        """With numbers, parts and title; None for a symbol that is gone."""
        symbol = self.snapshot.graph.symbol(symbol_id)
        return self.of(symbol) if symbol is not None else None

    def of(self, symbol: Symbol) -> Lens:
        """As `resolved`; also of what the graph does not know, of which it counts nothing."""
        lens = self._counted(symbol)
        if self.snapshot.so_far or symbol.id not in self.changes.of(symbol.file) or not self.changes.has_head:
            return lens
        return _worded(self._with_change(lens, symbol), symbol)

    def _counted(self, symbol: Symbol) -> Lens:
        """What the revision tells, made once."""
        if self.snapshot.graph.symbol(symbol.id) != symbol:
            return self._count(symbol)  # it stands in a buffer, at another place
        return self.snapshot.lens(symbol.id, self.min_confidence, lambda: self._count(symbol))

    def _count(self, symbol: Symbol) -> Lens:
        snapshot, threshold, symbol_id = self.snapshot, self.min_confidence, symbol.id
        direct = snapshot.callers(symbol_id, threshold)
        numbers = snapshot.numbers(symbol_id, threshold)
        tests = snapshot.tests(symbol_id, threshold)
        doubt = snapshot.doubt_about(symbol.file)
        lens = Lens(
            symbol_id,
            symbol.line,
            symbol.column,
            symbol.end_column,
            callers=len(direct.sure),
            sites=sum(len(edge.sites) for caller in direct.sure for edge in caller.edges),
            reaches=numbers.symbols,
            reach_files=numbers.files,
            tests=tests.count,
            test_state=tests.state.value,
            likely=tests.likely,
            possible=len(direct.possible),
            complete=doubt is None,
            only_here=doubt is not None and doubt == snapshot.part,
            untested_here=tests.reason != "" and tests.reason == snapshot.part,
            indexed=not snapshot.is_empty,
            so_far=bool(snapshot.so_far),
            **snapshot.unseen(symbol)._asdict(),
        )
        return _worded(lens, symbol)

    def steps(self, path: str) -> Iterator[None]:
        """What makes `resolved` quick for all that a file defines, in small pieces."""
        for symbol in self.snapshot.graph.symbols_in(path):
            if symbol.kind is not SymbolKind.MODULE:
                if not self.snapshot.has_lens_at_hand(symbol.id, self.min_confidence):
                    self.snapshot.tests(symbol.id, self.min_confidence)
                    yield
                self._counted(symbol)
                yield
            if symbol.id in self.changes.of(path):
                for caller in calling_subjects(self.snapshot, symbol.id, self.min_confidence):
                    self.snapshot.tests(caller.id, self.min_confidence)
                    yield

    def _with_change(self, lens: Lens, symbol: Symbol) -> Lens:
        untested = self._untested(symbol)
        left = self._left_behind() if self.how.finds_left and self.how.left is None else self.how.left
        return replace(
            lens,
            changed=True,
            untested_callers=untested or 0,
            not_updated=(left or {}).get(symbol.id, 0),
            checking=untested is None or symbol.id in self.how.awaited,
            unchecked=symbol.id in self.how.unknown or self.changes.is_half_read(symbol.file),
        )

    def _untested(self, symbol: Symbol) -> int | None:
        """How many callers are untested; None where that would take long and nobody is patient."""
        if not self.how.patient:
            callers = calling_subjects(self.snapshot, symbol.id, self.min_confidence)
            unknown = (one for one in callers if not self.snapshot.has_tests_at_hand(one.id, self.min_confidence))
            if len(list(islice(unknown, _FEW + 1))) > _FEW:
                return None
        return sum(1 for _ in untested_callers_of(self.snapshot, symbol.id, self.min_confidence))

    def _left_behind(self) -> Mapping[str, int]:
        from blastlens.app.ask.not_updated import answer_not_updated

        def find() -> Mapping[str, int]:
            question = NotUpdated(min_confidence=self.min_confidence)
            found: Mapping[str, int] = answer_not_updated(self.context, question).extra["callers"]
            return found

        changed = frozenset(chain.from_iterable(self.changes.all().values()))
        return self.snapshot.kept(("left behind", changed), find)


def _worded(lens: Lens, symbol: Symbol) -> Lens:
    parts = parts_of(lens, is_test=symbol.kind is SymbolKind.TEST, is_skipped=symbol.is_skipped)
    return replace(lens, parts=parts, title=title_of(parts, lens))
