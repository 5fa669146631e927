"""Which lenses the client shows, and whether they still say what is so."""

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from blastlens.views.lenses import LensPart

# Files whose lenses are remembered; an editor shows a handful.
_MOST_FILES: Final = 32


class Row(NamedTuple):
    """The lenses of one definition. `parts`: None until they are made, which the client asks for by itself."""

    symbol: str
    parts: tuple[LensPart, ...] | None


class Look(enum.Enum):
    """How far the look for callers that a change left behind has come."""

    OPEN = "open"  # it is not known whether there can be any
    BEGUN = "begun"  # there can be some
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """Callers that a change left behind, by the id of what is changed: `counts` as last known, and how far the look at this
    `generation` is. `may`: ids of what may have some."""

    generation: int = -1
    counts: Mapping[str, int] = field(default_factory=dict)
    look: Look = Look.OPEN
    may: frozenset[str] = frozenset()

    def at(self, generation: int) -> "LeftBehind":
        """The same as what was known before, at a later generation."""
        if generation == self.generation:
            return self
        known = frozenset(self.counts)
        return LeftBehind(generation, self.counts, may=known if self.look is Look.DONE else known | self.may)

    def begun(self, may: frozenset[str]) -> "LeftBehind":
        return replace(self, look=Look.BEGUN, may=may | frozenset(self.counts))

    @property
    def is_over(self) -> bool:
        return self.look in (Look.DONE, Look.FAILED)

    @property
    def awaited(self) -> frozenset[str]:
        """Ids of what is being looked at."""
        return frozenset() if self.is_over else self.may

    @property
    def unknown(self) -> frozenset[str]:
        """Ids of what may have some that could not be looked for."""
        return self.may if self.look is Look.FAILED else frozenset()


@dataclass(slots=True)
class ShownLenses:
    """Of one root. `left`: what is known of callers that a change left behind."""

    left: LeftBehind = field(default_factory=LeftBehind)
    finishing: bool = False  # what takes long is being looked for
    finished: dict[str, int] = field(
        default_factory=dict
    )  # file -> generation of which all its titles are quick to make
    _rows: dict[str, dict[str, tuple[LensPart, ...] | None] | None] = field(default_factory=dict)

    @property
    def files(self) -> list[str]:
        return list(self._rows)

    def sent(self, file: str, rows: Sequence[Row] | None) -> None:
        """None: nothing but that there are none yet."""
        self._rows.pop(file, None)
        while len(self._rows) >= _MOST_FILES:
            del self._rows[next(iter(self._rows))]
        self._rows[file] = None if rows is None else {row.symbol: row.parts for row in rows}

    def resolved(self, file: str, row: Row) -> None:
        shown = self._rows.get(file)
        if shown is not None and row.symbol in shown:
            shown[row.symbol] = row.parts

    def shows(self, file: str, symbol: str) -> tuple[LensPart, ...] | None:
        """What the client shows of a definition; None where that is not known, or was not made."""
        shown = self._rows.get(file)
        return shown.get(symbol) if shown is not None else None

    def forget(self) -> None:
        """The client was told to ask again for all that it shows."""
        self._rows.clear()

    def closed(self, file: str) -> None:
        self._rows.pop(file, None)

    def is_finished(self, file: str, generation: int) -> bool:
        return self.finished.get(file) == generation

    def differs(self, file: str, rows: Sequence[Row], *, finished: bool = False) -> bool:
        """Whether these rows are others than the client shows. One that is not made yet says nothing; one that was not made and can be
        now is another once the file is `finished`."""
        shown = self._rows.get(file)
        if shown is None:
            return file in self._rows
        if [row.symbol for row in rows] != list(shown):
            return True
        pairs = [(shown[row.symbol], row.parts) for row in rows if row.parts is not None]
        return any(before != now and (finished or before is not None) for before, now in pairs)
