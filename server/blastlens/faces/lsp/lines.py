"""Line tables: from the model's lines and byte columns to the protocol's positions, and back.

The model ends a line at a line feed (a carriage return before it belongs to the line end); the protocol also ends one
at a lone carriage return. Neither ends a line at a form feed, a vertical tab or a Unicode separator.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Final

_PROTOCOL_END: Final = re.compile(r"\r\n|\n|\r")
_LONE_RETURN: Final = re.compile(r"\r(?!\n)")
# Text that came in as JSON may hold lone surrogates; they must survive the way to bytes and back.
_ERRORS: Final = "surrogatepass"

UTF8: Final = "utf-8"
UTF16: Final = "utf-16"
UTF32: Final = "utf-32"


def to_bytes(text: str) -> bytes:
    """The UTF-8 bytes of a buffer."""
    return text.encode("utf-8", _ERRORS)


def units(text: str, encoding: str) -> int:
    """Length of `text` in code units of a position encoding ("utf-8", "utf-16" or "utf-32")."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF8:
        return len(to_bytes(text))
    return len(text.encode("utf-16-le", _ERRORS)) // 2


def prefix_of_units(text: str, count: int, encoding: str) -> str:
    """The longest prefix of `text` that has at most `count` code units; never half a character."""
    if encoding == UTF32 or text.isascii():
        return text[:count]
    codec, width = ("utf-8", 1) if encoding == UTF8 else ("utf-16-le", 2)
    head = text.encode(codec, _ERRORS)[: count * width]
    return _decode_head(head, codec)


def _decode_head(head: bytes, codec: str) -> str:
    """Decode bytes that may end inside a character, which is then left out."""
    for cut in range(4):
        try:
            return head[: len(head) - cut].decode(codec, _ERRORS)
        except UnicodeDecodeError:
            continue
    return head.decode(codec, "ignore")


class LineTable:
    """One text and where its lines start. `offset`s count code points from the start of the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def model_starts(self) -> Sequence[int]:
        starts = [0]
        position = self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    @cached_property
    def protocol_starts(self) -> Sequence[int]:
        if not _LONE_RETURN.search(self.text):
            return self.model_starts
        return [0, *(found.end() for found in _PROTOCOL_END.finditer(self.text))]

    # -- the model's side ------------------------------------------------------------------------------------------

    def offset_of(self, line: int, column: int) -> int:
        """Offset of a model place (1-based line, 0-based UTF-8 byte column). Places outside the text are moved to the
        nearest place inside."""
        starts = self.model_starts
        if line < 1:
            return 0
        if line > len(starts):
            return len(self.text)
        text = self._line_at(starts, line - 1)
        return starts[line - 1] + len(prefix_of_units(text, max(column, 0), UTF8))

    def place_of(self, offset: int) -> tuple[int, int]:
        """Model place of an offset: (1-based line, 0-based UTF-8 byte column)."""
        starts = self.model_starts
        index = bisect_right(starts, offset) - 1
        return index + 1, units(self.text[starts[index] : offset], UTF8)

    # -- the protocol's side ---------------------------------------------------------------------------------------

    def position_of(self, offset: int, encoding: str) -> tuple[int, int]:
        """Protocol position of an offset: (0-based line, 0-based code units)."""
        starts = self.protocol_starts
        index = bisect_right(starts, offset) - 1
        return index, units(self.text[starts[index] : offset], encoding)

    def offset_at(self, line: int, character: int, encoding: str) -> int:
        """Offset of a protocol position. A character past the end of its line means that end; a line past the last one
        means the end of the text."""
        starts = self.protocol_starts
        if line >= len(starts):
            return len(self.text)
        text = self._line_at(starts, line)
        return starts[line] + len(prefix_of_units(text, max(character, 0), encoding))

    def line_end(self, line: int) -> int:
        """Offset of the end of a model line (1-based), its line end left out."""
        starts = self.model_starts
        index = min(max(line, 1), len(starts)) - 1
        return starts[index] + len(self._line_at(starts, index))

    def model_line(self, line: int) -> str:
        """Text of a model line (1-based) without its line end; empty outside the text."""
        starts = self.model_starts
        return self._line_at(starts, line - 1) if 1 <= line <= len(starts) else ""

    def _line_at(self, starts: Sequence[int], index: int) -> str:
        end = starts[index + 1] if index + 1 < len(starts) else len(self.text)
        return self.text[starts[index] : end].rstrip("\r\n")

    @property
    def protocol_lines(self) -> list[str]:
        """The lines with their ends, as the protocol counts them; no empty line after a final line end."""
        starts = self.protocol_starts
        ends = [*starts[1:], len(self.text)]
        return [self.text[start:end] for start, end in zip(starts, ends, strict=True) if start < end]
