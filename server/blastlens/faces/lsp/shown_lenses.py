"""Which lenses the client shows, and whether they still say what is so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from blastlens.views.lenses import LensPart

# Files whose lenses are remembered; an editor shows a handful.
_MOST_FILES: Final = 32


class Row(NamedTuple):
    """The lenses of one definition. `parts`: None until they are made, which the client asks for by itself."""

    symbol: str
    parts: tuple[LensPart, ...] | None


@dataclass(slots=True)
class ShownLenses:
    """Of one root. `left`: callers that a change left behind, by the id of what is changed, and the generation it is of."""

    left: tuple[int, Mapping[str, int]] | None = None
    finishing: bool = False  # what takes long is being looked for
    finished: dict[str, int] = field(
        default_factory=dict
    )  # file -> generation of which all its titles are quick to make
    _rows: dict[str, dict[str, tuple[LensPart, ...] | None] | None] = field(default_factory=dict)

    def left_at(self, generation: int) -> Mapping[str, int] | None:
        return self.left[1] if self.left is not None and self.left[0] == generation else None

    def awaited(self, generation: int) -> frozenset[str]:
        """What had callers left behind when that was last known, which it is not now."""
        return frozenset() if self.left is None or self.left[0] == generation else frozenset(self.left[1])

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
