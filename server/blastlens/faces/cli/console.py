"""Where a command writes: answers to standard output, everything else to standard error."""

import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

from blastlens.app.errors import UserError

_CODES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

# Characters that would break a line or steer a terminal: names of files may hold any of them.
_ESCAPES: Final = {
    code: repr(chr(code))[1:-1] for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F))
}


def one_line(text: str) -> str:
    """Text on one line, with control characters written out (`\\n`, `\\x1b`)."""
    return text.translate(_ESCAPES)


class Console:
    """The streams of one run. Colour only when standard output is a terminal and NO_COLOR is not set."""

    def __init__(self, out: TextIO, err: TextIO, environ: Mapping[str, str]) -> None:
        self.out = out
        self.err = err
        self.is_terminal = out.isatty()
        self.err_is_terminal = err.isatty()
        self._colour = self.is_terminal and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
        self._is_utf8 = (getattr(out, "encoding", None) or "utf-8").lower().replace("-", "") == "utf8"

    @classmethod
    def of_process(cls) -> "Console":
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # A path on disk may hold bytes that are no UTF-8; in JSON the escape stays readable.
                stream.reconfigure(errors="backslashreplace")
        return cls(sys.stdout, sys.stderr, os.environ)

    def line(self, text: str = "") -> None:
        self.out.write(text + "\n")

    def note(self, text: str) -> None:
        """A remark beside the answer, on standard error."""
        self.err.write(f"blastlens: {one_line(text)}\n")

    def json(self, value: object) -> None:
        """One JSON document; indented for people, one line for programs."""
        import json

        self.line(json.dumps(value, ensure_ascii=not self._is_utf8, indent=2 if self.is_terminal else None))

    def json_line(self, value: object) -> None:
        import json

        self.line(json.dumps(value, ensure_ascii=not self._is_utf8))

    def paint(self, text: str, style: str) -> str:
        """`text` in a style of `_CODES`, or as it is where colour is off."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self._colour and text else text

    @contextmanager
    def redirected(self, target: Path | None) -> Iterator["Console"]:
        """A console that writes to `target`; this one when `target` is None. The file is opened only when the answer is
        complete. Raises `UserError` when it cannot be written."""
        if target is None:
            yield self
            return
        buffer = io.StringIO()
        yield Console(buffer, self.err, {})
        try:
            target.write_text(buffer.getvalue(), encoding="utf-8", errors="backslashreplace", newline="\n")
        except OSError as error:
            raise UserError(f"cannot write {target}: {error.strerror}", "choose another --output") from error


def as_number(value: Any) -> str:
    """A confidence as people read it: `0.93`; empty when there is none."""
    return f"{value:.2f}" if isinstance(value, int | float) else ""
