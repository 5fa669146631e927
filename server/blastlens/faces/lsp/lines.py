"""Line tables: from the model's lines and byte columns to the protocol's positions, and back.

The model ends a line at a line feed; the protocol also ends one at a lone carriage return.
"""

from functools import cached_property
from typing import Final

from blastlens.text.columns import Encoding, from_utf8, to_utf8
from blastlens.text.decode import declared_encoding
from blastlens.text.lines import LineIndex

# Text that came in as JSON may hold lone surrogates; they must survive the way to bytes and back.
_ERRORS: Final = "surrogatepass"
_BOM: Final = b"\xef\xbb\xbf"


def encoding_name(encoding: object) -> Encoding:
    """A position encoding as plain text: pygls holds an enum for the default and text otherwise."""
    name = getattr(encoding, "value", encoding)
    return "utf-8" if name == "utf-8" else "utf-32" if name == "utf-32" else "utf-16"


class LineTable:
    """One text with its lines in both senses. Places are the model's (1-based line, 0-based byte column), positions the
    protocol's (0-based line, 0-based code units). What lies outside the text is moved to the nearest place inside."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode("utf-8", _ERRORS)

    @cached_property
    def _model(self) -> LineIndex:
        return LineIndex(self.data)

    @cached_property
    def _protocol(self) -> LineIndex:
        has_lone = self.data.count(b"\r") != self.data.count(b"\r\n")
        return LineIndex(self.data, lone_carriage_returns=True) if has_lone else self._model

    def position(self, line: int, column: int, encoding: Encoding) -> tuple[int, int]:
        """The position of a place."""
        found, column = self._protocol.position(self._model.offset(line - 1, column) if line > 0 else 0)
        return found, from_utf8(self._protocol.line(found), column, encoding)

    def place(self, line: int, character: int, encoding: Encoding) -> tuple[int, int]:
        """The place of a position."""
        found, column = self._model.position(self.offset(line, character, encoding))
        return found + 1, column

    def offset(self, line: int, character: int, encoding: Encoding) -> int:
        """Byte offset of a position. A character past the end of its line means that end, a line past the last one the
        end of the text."""
        text = self._protocol.line(line)
        return self._protocol.start(line) + to_utf8(text, character, encoding)

    def line_end(self, line: int, column: int, encoding: Encoding) -> tuple[int, int]:
        """The position at which the protocol's line ends that a place is in."""
        found, _ = self._protocol.position(self._model.offset(line - 1, column) if line > 0 else 0)
        text = self._protocol.line(found)
        return found, from_utf8(text, len(text), encoding)

    @property
    def line_count(self) -> int:
        """Lines as the protocol counts them; the empty one after a final line end is one of them."""
        return len(self._protocol)

    def model_line(self, line: int) -> bytes:
        """Text of a model line (1-based) without its end; empty outside the text."""
        return self._model.line(line - 1)

    def protocol_lines(self) -> tuple[str, ...]:
        """The lines with their ends, as the protocol counts them; no empty line after a final line end."""
        index = self._protocol
        found = (self.data[index.start(line) : index.start(line + 1)] for line in range(len(index)))
        return tuple(line.decode("utf-8", _ERRORS) for line in found if line)

    def edited(self, start: int, end: int, new: str) -> str:
        """The text with the bytes from `start` to `end` replaced."""
        changed = self.data[:start] + new.encode("utf-8", _ERRORS) + self.data[max(start, end) :]
        return changed.decode("utf-8", _ERRORS)


def as_file(table: LineTable) -> bytes:
    """The bytes of a buffer as a file that reads as this text: behind a byte order mark where a coding cookie would
    make something else of it."""
    if declared_encoding(table.data) in (None, "utf-8"):
        return table.data
    return _BOM + table.data
