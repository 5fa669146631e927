"""Errors of the session as what a face shows."""

from collections.abc import Iterator
from contextlib import contextmanager

from blastlens.app.errors import UserError
from blastlens.session.errors import SessionError


@contextmanager
def mendable() -> Iterator[None]:
    """A `SessionError` inside becomes a `UserError` of the same code, message and hint."""
    try:
        yield
    except SessionError as error:
        raise UserError(error.message, error.hint, code=error.code) from error
