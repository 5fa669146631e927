"""`Tables`: the rows that one file's facts are made of, and where bytes stand in it.

Rows are hash-consed: a table is a dict from row to index, and `table[row]` finds or adds. Text is kept as slices of the
UTF-8 source until the end.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from itertools import accumulate, count
from operator import add
from typing import Any, Final

from blastlens.facts.file_facts import Expr

# Module constants, since they are read in the innermost loops.
UNKNOWN: Final = Expr.UNKNOWN
NAME: Final = Expr.NAME
ATTR: Final = Expr.ATTR
CONST: Final = Expr.CONST
WITHIN: Final = Expr.WITHIN

MAX_MENTIONED: Final = 200
_MAX_STRING: Final = 200
_SMALL_INT: Final = 4  # digits
_SPELLED_LIKE_A_NAME: Final = re.compile(rb"(?:[A-Za-z_]\w*+[.:])*+([A-Za-z_]\w*+)")


def _numbered() -> Any:
    """A table that numbers what is looked up in it."""
    return defaultdict(count().__next__)


def _line_starts(source: bytes) -> list[int]:
    """Byte offsets of the lines; only a line feed ends one."""
    if b"\r" in source:
        lengths = map(len, source.split(b"\n"))
        return [0, *map(add, accumulate(lengths), count(1))]
    lines = source.splitlines(keepends=True)  # half the work
    starts = [0, *accumulate(map(len, lines))]
    if lines and not source.endswith(b"\n"):
        starts.pop()
    return starts


class _NameRows(dict[bytes, int]):
    """From a name to its NAME row."""

    __slots__ = ("_exprs", "_names")

    def __init__(self, names: dict[bytes, int], exprs: dict[tuple[int, ...], int]) -> None:
        super().__init__()
        self._names = names
        self._exprs = exprs

    def __missing__(self, text: bytes) -> int:
        row = self[text] = self._exprs[NAME, self._names[text]]
        return row


class Tables:
    """The tables of one file."""

    __slots__ = (
        "constants",
        "contexts",
        "exprs",
        "line_starts",
        "literals",
        "mentioned",
        "name_rows",
        "names",
        "source",
        "unknown",
    )

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.names: dict[bytes, int] = _numbered()
        self.exprs: dict[tuple[int, ...], int] = _numbered()
        self.unknown: int = self.exprs[UNKNOWN,]
        self.name_rows = _NameRows(self.names, self.exprs)
        self.contexts: dict[tuple[int, int, int], int] = _numbered()
        self.mentioned: dict[bytes, None] = {}
        self.constants: dict[bytes, int] = {}
        self.literals: dict[bytes, int] = {}  # rows of integers and of strings without a prefix, quotes included
        self.line_starts = _line_starts(source)

    def use_names(self, names: dict[bytes, int]) -> None:
        """Has another table number the names, before the first of them is read."""
        self.names = names
        self.name_rows = _NameRows(names, self.exprs)

    def name(self, text: bytes) -> int:
        return self.names[text]

    def row(self, row: tuple[int, ...]) -> int:
        return self.exprs[row]

    def name_row(self, text: bytes) -> int:
        return self.name_rows[text]

    def constant(self, kind: bytes, text: bytes | None = None) -> int:
        if text is None:
            row = self.constants.get(kind)
            if row is None:
                row = self.constants[kind] = self.row((CONST, self.name(kind), -1))
            return row
        return self.row((CONST, self.name(kind), self.name(text)))

    def string(self, content: bytes) -> int:
        """CONST row of a plain string literal; notes what it mentions."""
        if len(content) > _MAX_STRING:
            return self.constant(b"str")
        mentioned = self.mentioned
        if len(mentioned) < MAX_MENTIONED and b" " not in content:
            found = _SPELLED_LIKE_A_NAME.fullmatch(content)
            if found:
                mentioned[found[1]] = None
        return self.exprs[CONST, self.names[b"str"], self.names[content]]

    def plain_string(self, text: bytes) -> int:
        """Row of a string literal without a prefix, quotes included."""
        row = self.literals.get(text)
        if row is None:
            content = text[3:-3] if text[:3] == text[:1] * 3 and len(text) > 5 else text[1:-1]
            row = self.constant(b"str") if b"\\" in content else self.string(content)
            self.literals[text] = row
        return row

    def integer(self, text: bytes) -> int:
        """Row of an integer literal; its value is kept where it is small."""
        row = self.literals.get(text)
        if row is None:
            row = self.constant(b"int", text if len(text) <= _SMALL_INT and text.isdigit() else None)
            self.literals[text] = row
        return row

    def within(self, context: int, expr: int) -> int:
        return self.row((WITHIN, context, expr)) if expr != self.unknown else expr

    def place(self, start: int) -> tuple[int, int]:
        """1-based line and column of a byte offset."""
        line = bisect_right(self.line_starts, start)
        return line, start - self.line_starts[line - 1]
