"""Profiles of `go test -coverprofile`: blocks of statements, from line and column to line and column, with a count."""

import re
from typing import Final

from blastlens.session.coverage.report import FileLines, Lines, Report, ReportError, plain

_BLOCK: Final = re.compile(r"^(?P<path>.+):(?P<first>\d+)\.\d+,(?P<last>\d+)\.\d+ \d+ (?P<count>\d+)$")
_MOST_LINES: Final = 100_000  # of one block; no function is longer


def read_go_profile(data: bytes) -> Report:
    """Raises `ReportError` for a text without a mode line. Profiles that were put together have several."""
    text = data.decode("utf-8", "replace")
    if not text.startswith("mode:"):
        raise ReportError("it does not begin with a mode")
    files: dict[str, tuple[Lines, set[int]]] = {}
    for line in text.splitlines():
        found = _BLOCK.match(line)
        if found is None:
            continue
        lines, begins = files.setdefault(plain(found["path"]), (Lines(), set()))
        first, last = int(found["first"]), int(found["last"])
        if 0 < first <= last < first + _MOST_LINES:
            begins.add(first)
            for number in range(first, last + 1):
                lines.line(number, int(found["count"]) > 0)
    return Report(
        "Go cover profile",
        tuple(FileLines(path, lines.lines, {}, {}, frozenset(begins)) for path, (lines, begins) in files.items()),
    )
