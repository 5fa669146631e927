"""Where clang's tokens stand in the repository, and what macros have to do with it."""

import re
from ctypes import POINTER, byref, c_uint
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from clang.cindex import File, SourceLocation, c_object_p, conf

_PIECE = rb'"(?:\\.|[^"\\])*"|\([^()]*\)|[^()",]'
_INVOCATION = re.compile(rb"(\w+)\s*\(((?:" + _PIECE + rb"|,)*)\)")
_ARGUMENT = re.compile(rb"(?:" + _PIECE + rb")+")


class Place(NamedTuple):
    """`macro`: "argument" when the token is written here among a macro's arguments, else ""; a token of a macro's body stands
    where the macro is used. `file` is relative to the repository."""

    file: str
    line: int
    offset: int
    macro: str


class Places:
    """Positions in the files below `root`, but for those whose path begins with one of `excluded`."""

    def __init__(self, root: Path, excluded: tuple[str, ...]) -> None:
        self._root = root
        self._excluded = excluded
        # What clang's file names are relative to: the folder of the command.
        self.folder = root
        self._inside = cache(self._relative)
        self.text = cache(self._read)

    def of(self, location: SourceLocation) -> Place | None:
        """None outside the repository."""
        shown = _position(conf.lib.clang_getFileLocation, location)
        file = self.inside(shown[0])
        if file is None:
            return None
        used = _position(conf.lib.clang_getExpansionLocation, location)
        return Place(file, shown[1], shown[2], "" if used == shown else "argument")

    def inside(self, name: str) -> str | None:
        """A file as clang names it, relative to the repository."""
        return self._inside(self.folder, name) if name else None

    def has(self, place: Place, name: str) -> bool:
        """Whether the name is written at a place; if not, it comes out of a macro's body."""
        word = name.encode()
        return self.text(place.file)[place.offset : place.offset + len(word)] == word

    def matched(self, place: Place, pattern: "re.Pattern[bytes]") -> "re.Match[bytes] | None":
        return pattern.match(self.text(place.file), place.offset)

    def invocation(self, place: Place) -> tuple[str, list[str]] | None:
        """The macro that is used there, and its arguments."""
        found = self.matched(place, _INVOCATION)
        if found is None:
            return None
        arguments = [each.strip().decode("utf-8", "replace") for each in _ARGUMENT.findall(found[2])]
        return found[1].decode(), [each for each in arguments if each]

    def _relative(self, folder: Path, name: str) -> str | None:
        path = (folder / name).resolve()
        if not path.is_relative_to(self._root):
            return None
        relative = path.relative_to(self._root).as_posix()
        return None if self._excluded and relative.startswith(self._excluded) else relative

    def _read(self, file: str) -> bytes:
        return (self._root / file).read_bytes()


def _position(ask: Any, location: SourceLocation) -> tuple[str, int, int]:
    """File, line and offset; an empty file name for what no file has."""
    file, line, column, offset = c_object_p(), c_uint(), c_uint(), c_uint()
    ask.argtypes = [SourceLocation, POINTER(c_object_p), *[POINTER(c_uint)] * 3]
    ask(location, byref(file), byref(line), byref(column), byref(offset))
    return (str(File(file).name) if file else "", line.value, offset.value)
