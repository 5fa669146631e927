"""Text that the preprocessor left out in every translation unit: names called there are unknown, not missing."""

import re
from collections.abc import Iterator
from ctypes import POINTER, Structure, c_uint
from typing import Any

from clang.cindex import SourceRange, TranslationUnit, conf
from clang_places import Places
from clang_symbols import Row, Symbols

_CALL = re.compile(r"\b(\w+)\s*\(")
MODULE = "<module>"


class _Ranges(Structure):
    _fields_ = [("count", c_uint), ("ranges", POINTER(SourceRange))]


class Skipped:
    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._places: Places = symbols.places
        # File -> lines that no unit so far has read.
        self._lines: dict[str, set[int]] = {}

    def read(self, unit: TranslationUnit) -> None:
        names = {str(unit.spelling), *(str(each.include) for each in unit.get_includes())}
        files = {file for file in map(self._places.inside, names) if file is not None}
        now: dict[str, set[int]] = {file: set() for file in files}
        for first, last in _skipped(unit):
            place, end = self._places.of(first), last
            if place is not None and place.file in now:
                now[place.file].update(range(place.line + 1, end.line))
        for file, lines in now.items():
            self._lines[file] = self._lines[file] & lines if file in self._lines else lines

    def unknown(self, rows: list[Row]) -> Iterator[Row]:
        """A row for every name of the repository that is followed by a parenthesis in such text."""
        names = {row["name"] for row in rows}
        for file, skipped in sorted(self._lines.items()):
            functions = [row for row in rows if row["file"] == file and row["kind"] not in ("class", "signature")]
            lines = self._places.text(file).decode("utf-8", "replace").split("\n")
            for line in sorted(skipped):
                for name in dict.fromkeys(_CALL.findall(lines[line - 1])) if line <= len(lines) else ():
                    if name in names:
                        caller = _around(functions, file, line)
                        yield {"caller": caller, "name": name, "site_line": line, "kind": "call", "why": "no type"}


def _around(functions: list[Row], file: str, line: int) -> Row:
    inside = [row for row in functions if row["start_line"] <= line <= row["end_line"] and not row.get("alias")]
    if not inside:
        return {"file": file, "line": 1, "name": MODULE, "qualname": MODULE}
    innermost = max(inside, key=lambda row: (row["start_line"], row["line"]))
    return {key: innermost[key] for key in ("file", "line", "name", "qualname")}


def _skipped(unit: TranslationUnit) -> Iterator[tuple[Any, Any]]:
    ask, drop = conf.lib.clang_getAllSkippedRanges, conf.lib.clang_disposeSourceRangeList
    ask.argtypes, ask.restype = [TranslationUnit], POINTER(_Ranges)
    drop.argtypes = [POINTER(_Ranges)]
    found = ask(unit)
    for index in range(found.contents.count):
        each = found.contents.ranges[index]
        yield each.start, each.end
    drop(found)
