"""Lines of a text, in both senses that meet here.

* The core and the parser number lines by line feeds only: `\\r\\n` is one end, a lone `\\r` is none. Lines of the
  model are 1-based.
* The Language Server Protocol ends a line at `\\n`, `\\r\\n` or a lone `\\r`, and counts from 0.

Other separators (form feed, U+2028, U+0085, vertical tab) end a line in neither.
"""

import re
from bisect import bisect_right
from typing import Final

_LSP_END: Final = re.compile(rb"\r\n|\n|\r")


class LineIndex:
    """Starts of the lines of a UTF-8 text; all numbers 0-based."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: bytes, lone_carriage_returns: bool = False) -> None:
        """`lone_carriage_returns`: end lines as the Language Server Protocol does."""
        self._text = text
        self._starts = [0]
        if lone_carriage_returns:
            self._starts.extend(found.end() for found in _LSP_END.finditer(text))
        else:
            at = text.find(b"\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = text.find(b"\n", at + 1)

    def __len__(self) -> int:
        """Number of lines; text after the last line end counts as a line, even when it is empty."""
        return len(self._starts)

    def start(self, line: int) -> int:
        """Byte offset of a line; past the last one, the text's length."""
        return self._starts[line] if 0 <= line < len(self._starts) else len(self._text)

    def line(self, line: int) -> bytes:
        """Text of a line without its end; empty when there is no such line."""
        return self._text[self.start(line) : self.start(line + 1)].rstrip(b"\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column in bytes) of a byte offset."""
        line = bisect_right(self._starts, min(max(offset, 0), len(self._text))) - 1
        return line, min(max(offset, 0), len(self._text)) - self._starts[line]

    def offset(self, line: int, column: int) -> int:
        """Byte offset of a position, within the line."""
        start = self.start(line)
        return min(start + max(column, 0), max(start, start + len(self.line(line))))
