"""Text that the preprocessor left out in every translation unit: names called there are unknown, not missing. So are names that
are called among the arguments of a macro that drops them (an assertion of a build without assertions)."""

import re
from collections.abc import Iterator
from ctypes import POINTER, Structure, c_uint
from typing import Any

from clang.cindex import SourceRange, TranslationUnit, conf
from clang_places import Places
from clang_symbols import Row, Symbols

_CALL = re.compile(r"\b(\w+)\s*\(")
_CALL_BYTES = re.compile(rb"\b(\w+)\s*\(")
_HEAD = re.compile(r"[A-Za-z_][^;=]*?\b(\w+)\s*\([^;]*$")
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
        """A row for every name of the repository that is followed by a parenthesis in text that was left out."""
        names = {row["name"] for row in rows}
        for file, skipped in sorted(self._lines.items()):
            functions = _functions(rows, file)
            lines = self._places.text(file).decode("utf-8", "replace").split("\n")
            head = ""
            for line in sorted(skipped & set(range(1, len(lines) + 1))):
                found = _HEAD.match(lines[line - 1])
                head = found[1] if found else head if line - 1 in skipped else ""
                for name in dict.fromkeys(_CALL.findall(lines[line - 1])):
                    if name in names:
                        yield _row(_around(functions, file, line, head), name, line)

    def dropped(self, rows: list[Row], macros: set[tuple[str, int, int]], known: set[tuple[str, int]]) -> Iterator[Row]:
        """A row for every name of the repository that is called among a macro's arguments, at no position that is known."""
        names = {row["name"] for row in rows}
        functions = {file: _functions(rows, file) for file, _, _ in macros}
        for file, start, end in sorted(macros):
            text = self._places.text(file)
            opened = text.find(b"(", start, end)
            for found in _CALL_BYTES.finditer(text, opened + 1, end) if opened >= 0 else ():
                name = found[1].decode()
                if name in names and (file, found.start()) not in known:
                    line = text.count(b"\n", 0, found.start()) + 1
                    yield _row(_around(functions[file], file, line, ""), name, line)


def _row(caller: Row, name: str, line: int) -> Row:
    return {"caller": caller, "name": name, "site_line": line, "kind": "call", "why": "no type"}


def _functions(rows: list[Row], file: str) -> list[Row]:
    return [row for row in rows if row["file"] == file and row["kind"] not in ("class", "signature")]


def _around(functions: list[Row], file: str, line: int, head: str) -> Row:
    """The function around a line; in a function that was left out (`head` is its name) its twin that was not."""
    inside = [row for row in functions if row["start_line"] <= line <= row["end_line"] and not row.get("alias")]
    inside = inside or [row for row in functions if row["name"] == head][:1]
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
