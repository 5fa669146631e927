"""Imports that only type checkers need, as an edit of a text."""

from typing import NamedTuple, Protocol, runtime_checkable


class Lines(NamedTuple):
    """Whole lines, from `first` up to `end`, which is not one of them (1-based), to be replaced by a text."""

    first: int
    end: int
    text: str


@runtime_checkable
class DefersImports(Protocol):
    """A language whose imports can be kept from running where they are needed for types alone."""

    def for_types_alone(self, source: str, line: int) -> tuple[tuple[Lines, ...], frozenset[str]]:
        """The edits, in order, that keep the import that begins on a line from running, and the names that it binds; no edits
        where it cannot be proved from the text that nothing needs them at run time."""
        ...
