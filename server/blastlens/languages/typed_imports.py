"""Imports that only type checkers need, as an edit of a text."""

import re
from typing import Final, NamedTuple, Protocol, runtime_checkable

from blastlens.facts.file_facts import FileFacts

_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


class Lines(NamedTuple):
    """Whole lines, from `first` up to `end`, which is not one of them (1-based), to be replaced by a text."""

    first: int
    end: int
    text: str


def lines_of(source: str) -> list[str]:
    """The lines of a text with their ends."""
    return _LINE.findall(source)


Proposed = tuple[tuple[Lines, ...], frozenset[str]]
"""Edits, in order, and the names that the import binds; no edits where nothing is proved."""

NOTHING: Final[Proposed] = ((), frozenset())


@runtime_checkable
class DefersImports(Protocol):
    """A language whose imports can be kept from running where they are needed for types alone."""

    def for_types_alone(self, source: str, line: int, facts: FileFacts) -> Proposed:
        """The edits that keep the import that begins on a line from running, where it is proved from the text, whose facts these are,
        that nothing in it needs the names at run time."""
        ...

    def taken_by(self, path: str) -> str:
        """The name by which other files take what this one imports, as a member of the file: the last one of the module's; "" where
        what a file imports is its own."""
        ...
