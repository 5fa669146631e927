"""The lenses of one file, as far as they are made at once."""

import time
from collections.abc import Iterator
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
# Seconds spent on titles before the lenses are sent. One title asked for by itself costs 1-2 ms on the wire, several
# times what most titles cost to make.
_AT_ONCE: Final = 0.06
# The same where every title is quick to make.
_AT_LENGTH: Final = 0.5


def way_of(root: Root) -> LensWay:
    """How lenses are made for an editor: nothing is looked for that may take long."""
    left, awaited = root.lenses.left_at(root.generation), root.lenses.awaited(root.generation)
    return LensWay(left, awaited, finds_left=False, patient=False)


def placed(app: Blastlens, file: str, text: bytes | None) -> list[Lens]:
    try:
        return app.lenses(file, text)
    except UserError:
        return []  # a file that the index does not read has no lenses


def rows_of(
    app: Blastlens, lenses: list[Lens], way: LensWay, settings: LensSettings, *, finished: bool = False
) -> Iterator[Row]:
    """One row a definition that has a lens, in order. Once the time for it is over, titles are left to be asked for; where a
    definition may turn out to have no lens, it has none until its title is quick to make. `finished`: all of them are."""
    until = time.monotonic() + (_AT_LENGTH if finished else _AT_ONCE)
    for lens in lenses:
        if time.monotonic() < until:
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
