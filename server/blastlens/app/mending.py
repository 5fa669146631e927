"""Errors of the session as what a face shows, and what can be done about files that are left out."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from blastlens.app.errors import UserError
from blastlens.model.graph import FileRecord
from blastlens.session.errors import SessionError
from blastlens.session.workspace import BINARY, MINIFIED, TOO_LARGE

_HINTS: Final = (
    (TOO_LARGE, "raise max_file_bytes in .code-graph/config.json to have it read"),
    (MINIFIED, "it is taken for the output of a tool; open what it was made from"),
    (BINARY, "it is no text, whatever its name says"),
)


def told_of_left_out(record: FileRecord | None) -> tuple[str, str] | None:
    """See `Blastlens.left_out`."""
    if record is None or record.state not in ("skipped", "unreadable"):
        return None
    if record.state == "unreadable":
        return record.reason, "check its permissions"
    return next(((record.reason, hint) for mark, hint in _HINTS if record.reason.startswith(mark)), None)


@contextmanager
def mendable() -> Iterator[None]:
    """A `SessionError` inside becomes a `UserError` of the same code, message and hint."""
    try:
        yield
    except SessionError as error:
        raise UserError(error.message, error.hint, code=error.code) from error
