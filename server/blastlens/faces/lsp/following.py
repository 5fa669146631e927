"""Where places of a saved text stand in the buffer that was made of it."""

from functools import cached_property

from blastlens.app.line_difference import SameLines
from blastlens.faces.lsp.lines import LineTable
from blastlens.text.columns import Encoding


class Following:
    """From a text that was saved to the one that was typed since."""

    def __init__(self, saved: LineTable, typed: LineTable) -> None:
        self.saved = saved
        self.typed = typed

    @cached_property
    def _same(self) -> SameLines:
        return SameLines(self.saved.data.split(b"\n"), self.typed.data.split(b"\n"))

    def position(self, line: int, column: int, encoding: Encoding) -> tuple[int, int]:
        """The position, in the typed text, of a place in the saved one (1-based line, 0-based byte column). On a line that was changed
        the column is the one it had."""
        now, unchanged = self._same.now(line)
        if unchanged:
            return self.typed.position(now, column, encoding)
        return self.typed.position(now, 0, encoding)[0], self.saved.position(line, column, encoding)[1]
