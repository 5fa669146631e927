"""Columns of a line in UTF-8, UTF-16 and UTF-32 units. The core counts UTF-8 bytes; an editor says what it counts."""

from typing import Final, Literal

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_FIRST_OF_FOUR: Final = 0xF0


def from_utf8(line: bytes, column: int, encoding: Encoding) -> int:
    """Column in `encoding` units of a 0-based UTF-8 byte column. `line` is the UTF-8 text of the line; a column past
    its end is taken as the end, one inside a character as the character's beginning."""
    head = line[: _boundary(line, min(max(column, 0), len(line)))]
    if encoding == "utf-8":
        return len(head)
    if head.isascii():
        return len(head)
    characters = sum(1 for byte in head if byte & 0xC0 != 0x80)
    if encoding == "utf-32":
        return characters
    return characters + sum(1 for byte in head if byte >= _FIRST_OF_FOUR)


def to_utf8(line: bytes, column: int, encoding: Encoding) -> int:
    """The 0-based UTF-8 byte column of a column in `encoding` units; clamped like `from_utf8`."""
    column = max(column, 0)
    if encoding == "utf-8":
        return _boundary(line, min(column, len(line)))
    if line.isascii():
        return min(column, len(line))
    wide = encoding == "utf-16"
    units = 0
    for at, byte in enumerate(line):
        if byte & 0xC0 == 0x80:
            continue
        width = 2 if wide and byte >= _FIRST_OF_FOUR else 1
        if units + width > column:
            return at
        units += width
    return len(line)


def _boundary(line: bytes, column: int) -> int:
    while 0 < column < len(line) and line[column] & 0xC0 == 0x80:
        column -= 1
    return column
