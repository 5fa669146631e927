"""The last change of some lines, in words."""

from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

_EPOCH: Final = date(1970, 1, 1).toordinal()


class LastChange(NamedTuple):
    """`commit`: the beginning of its name; `day`: since the epoch, in the time of Greenwich; `subject`: first line of its message."""

    commit: str
    day: int
    author: str
    subject: str

    @property
    def date(self) -> str:
        """`2026-11-02`."""
        return date.fromordinal(_EPOCH + self.day).isoformat()


def history_words(change: LastChange, code: Callable[[str], str]) -> str:
    """`last changed 2026-11-02 by Ann in a1b2c3d4: Count twice`. `code` marks what others wrote, so that it is no markup."""
    return f"last changed {change.date} by {code(change.author)} in {code(change.commit)}: {code(change.subject)}"
