"""The lenses of one file, as far as they are made at once."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.lenses import LensWay
from blastlens.faces.lsp.lens_settings import LensSettings
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.shown_lenses import Row
from blastlens.views.lenses import CALLERS, Lens, LensPart

# A definition that stands in the buffer but not yet in the saved graph.
UNSAVED: Final = LensPart(CALLERS, CALLERS, "not saved yet")
# Seconds spent on titles before the lenses are sent, beside those that are at hand. One title asked for by itself costs 1-2 ms on the
# wire, several times what most titles cost to make.
_AT_ONCE: Final = 0.02


def way_of(root: Root) -> LensWay:
    """How lenses are made for an editor: nothing is looked for that may take long."""
    left = root.lenses.left.at(root.generation)
    return LensWay(left.counts, left.awaited, left.unknown, finds_left=False, patient=False)


def placed(app: Blastlens, file: str, text: bytes | None) -> list[Lens]:
    try:
        return app.lenses(file, text)
    except UserError:
        return []  # a file that the index does not read has no lenses


def rows_of(app: Blastlens, lenses: list[Lens], way: LensWay, settings: LensSettings) -> Iterator[Row]:
    """One row a definition that has a lens, in order. Once the time for it is over, titles that are not at hand are left to be asked
    for; where a definition may turn out to have no lens, it has none until its title is quick to make."""
    until = time.monotonic() + _AT_ONCE
    for lens in lenses:
        if time.monotonic() < until or app.is_lens_at_hand(lens.symbol_id):
            parts = parts_of(app, lens.symbol_id, way, settings)
            if parts:
                yield Row(lens.symbol_id, parts)
        elif settings.has_always_some:
            yield Row(lens.symbol_id, None)


def parts_of(app: Blastlens, symbol_id: str, way: LensWay, settings: LensSettings) -> tuple[LensPart, ...]:
    try:
        lens = app.resolve_lens(symbol_id, way)
    except UserError:
        lens = None
    return settings.shown(lens) if lens is not None else (UNSAVED,)


@dataclass(slots=True)
class Comparison:
    """Whether the lenses of one file are others than the client shows, found in small steps: `differ` holds once they are through."""

    root: Root
    app: Blastlens
    file: str
    text: bytes | None
    differ: bool = False

    def steps(self) -> Iterator[None]:
        """The lenses of what is changed come first, as they are the most likely to differ; the first that does ends it."""
        shown, file = self.root.lenses, self.file
        finished = shown.is_finished(file, self.root.generation)
        way, settings = way_of(self.root), self.root.settings.lenses
        lenses = placed(self.app, file, self.text)
        yield
        changed = self.app.changed_in(file)
        yield
        made: dict[str, tuple[LensPart, ...]] = {}
        for lens in sorted(lenses, key=lambda one: one.symbol_id not in changed):
            before = shown.shows(file, lens.symbol_id)
            if before is None and settings.has_always_some and not finished:
                continue  # nothing is said of it yet
            made[lens.symbol_id] = parts = parts_of(self.app, lens.symbol_id, way, settings)
            if before is not None and before != parts:
                self.differ = True
                return
            yield
        ids = [lens.symbol_id for lens in lenses]
        rows = [Row(one, made.get(one)) for one in ids if one not in made or made[one]]
        self.differ = shown.differs(file, rows, finished=finished)
