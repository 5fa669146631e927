"""Where a page of a long answer starts."""

from typing import Final, NamedTuple

from blastlens.app.errors import UserError

_SHOWN: Final = 60


class Cursor(NamedTuple):
    """`offset`: of the first row. `revision`: the one that the page before was cut from (-1: there was none)."""

    offset: int
    revision: int

    def __str__(self) -> str:
        return f"{self.offset}.{self.revision}"


START: Final = Cursor(0, -1)


def parse_cursor(text: str) -> Cursor:
    """The cursor that an answer gave. Raises `UserError` for any other text."""
    if not text:
        return START
    offset, _, revision = text.partition(".")
    if not (offset.isascii() and offset.isdigit() and revision.isascii() and revision.isdigit()):
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
        raise UserError(f"{shown!r} is no cursor of an answer", "leave it out to start at the first page")
    return Cursor(int(offset), int(revision))
