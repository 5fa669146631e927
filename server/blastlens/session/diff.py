"""Unified diffs: parsing any of them, and finding where one fits the files on disk."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.session.errors import SessionError
from blastlens.session.workspace import Blob, read_blob

_HUNK: Final = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPES: Final = {
    "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13, '"': 34, "\\": 92,
}  # fmt: skip
_PREFIXES: Final = frozenset({("a/", "b/"), ("i/", "w/"), ("c/", "i/"), ("c/", "w/"), ("o/", "w/"), ("1/", "2/")})
_HINT: Final = "Give a unified diff, as `git diff` prints it, made against these files."
_MAX_BYTES: Final = 64 << 20


class Hunk(NamedTuple):
    """Line numbers are 1-based; a count of 0 means the place is after line `start`. `removed` are numbers on the old side,
    `added` on the new one; `lines` are the hunk's own lines with their marks."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int
    removed: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


class FileDiff(NamedTuple):
    """One file of a diff; `old_path` None for a new file, `new_path` None for a deleted one. Paths as in the diff, without
    `a/` and `b/`. A binary, mode-only or pure rename change has no hunks."""

    old_path: str | None
    new_path: str | None
    hunks: tuple[Hunk, ...] = ()
    binary: bool = False

    @property
    def path(self) -> str:
        """The path the file has now, or had when it is deleted."""
        return self.new_path or self.old_path or ""

    @property
    def removed(self) -> tuple[int, ...]:
        return tuple(line for hunk in self.hunks for line in hunk.removed)

    @property
    def added(self) -> tuple[int, ...]:
        return tuple(line for hunk in self.hunks for line in hunk.added)


def parse_diff(text: str) -> list[FileDiff]:
    """The files of a unified diff, from git or not. Raises `SessionError` "bad-diff" for text that is none."""
    parser = _Parser(text)
    files = parser.run()
    if not files and text.strip():
        raise _bad("it holds no diff")
    return files


class _Parser:
    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        if self._lines and not self._lines[-1]:
            self._lines.pop()
        self._at = 0
        self._files: list[FileDiff] = []
        self._clear()

    def _clear(self) -> None:
        self._old: str | None = None
        self._new: str | None = None
        self._named = False
        self._created = self._deleted = self._binary = False
        self._hunks: list[Hunk] = []

    def run(self) -> list[FileDiff]:
        while self._at < len(self._lines):
            line = self._lines[self._at].rstrip("\r")
            following = self._lines[self._at + 1] if self._at + 1 < len(self._lines) else ""
            self._at += 1
            if line.startswith("diff --git "):
                self._flush()
                self._git_header(line.removeprefix("diff --git "))
            elif line.startswith("--- ") and following.startswith("+++ "):
                if self._hunks:
                    self._flush()
                self._names(line[4:], following.rstrip("\r")[4:])
                self._at += 1
            elif line.startswith("@@ "):
                self._hunk(line)
            else:
                self._extended(line)
        self._flush()
        return self._files

    def _flush(self) -> None:
        if self._named:
            old = None if self._created else self._old
            new = None if self._deleted else self._new
            if old is not None or new is not None:
                self._files.append(FileDiff(old, new, tuple(self._hunks), self._binary))
        self._clear()

    def _git_header(self, rest: str) -> None:
        """Names of a `diff --git` line: needed where no `---` line follows; unquoted ones with spaces are told apart by
        being equal but for their prefixes."""
        self._named = True
        if rest.startswith('"') or rest.endswith('"'):
            old, rest = _take_name(rest)
            new, _ = _take_name(rest.lstrip(" "))
            self._old, self._new = _unprefixed(old, new)
            return
        middle = len(rest) // 2
        candidates = [middle, *(at for at in range(len(rest)) if rest[at] == " ")]
        for at in candidates:
            if at < len(rest) and rest[at] == " ":
                old, new = _unprefixed(rest[:at], rest[at + 1 :])
                if old == new:
                    self._old, self._new = old, new
                    return

    def _extended(self, line: str) -> None:
        if not self._named:
            return
        if line.startswith("new file mode"):
            self._created = True
        elif line.startswith("deleted file mode"):
            self._deleted = True
        elif line.startswith(("rename from ", "copy from ")):
            self._old = _whole_name(line.partition(" from ")[2])
        elif line.startswith(("rename to ", "copy to ")):
            self._new = _whole_name(line.partition(" to ")[2])
        elif line.startswith(("Binary files ", "GIT binary patch")):
            self._binary = True

    def _names(self, old: str, new: str) -> None:
        self._named = True
        old_name, new_name = _file_name(old), _file_name(new)
        self._created = self._created or old_name == "/dev/null"
        self._deleted = self._deleted or new_name == "/dev/null"
        self._old, self._new = _unprefixed(old_name, new_name)

    def _hunk(self, line: str) -> None:
        found = _HUNK.match(line)
        if found is None:
            raise _bad(f"line {self._at} is not a hunk header: {line[:60]}")
        if not self._named:
            raise _bad(f"line {self._at}: a hunk without a file name before it")
        old_start, old_count = int(found[1]), int(found[2] or "1")
        new_start, new_count = int(found[3]), int(found[4] or "1")
        body = _HunkBody(old_start, old_count, new_start, new_count)
        while body.wants_more:
            if self._at >= len(self._lines):
                raise _bad("it ends in the middle of a hunk")
            if not body.take(self._lines[self._at]):
                raise _bad(f"line {self._at + 1} does not belong into its hunk: {self._lines[self._at][:60]}")
            self._at += 1
        self._hunks.append(body.hunk())


class _HunkBody:
    """Collects a hunk's lines until both sides have as many as its header says."""

    def __init__(self, old_start: int, old_count: int, new_start: int, new_count: int) -> None:
        self._header = (old_start, old_count, new_start, new_count)
        self._old, self._new = old_start, new_start
        self._old_left, self._new_left = old_count, new_count
        self._removed: list[int] = []
        self._added: list[int] = []
        self._lines: list[str] = []

    @property
    def wants_more(self) -> bool:
        return self._old_left > 0 or self._new_left > 0

    def take(self, line: str) -> bool:
        mark = line[:1] or " "  # an empty context line loses its blank in some mailers
        if mark == "\\":
            return True
        if mark == "\r":
            mark = " "
        if mark not in " +-":
            return False
        self._lines.append(mark + line[1:])
        if mark in " -":
            if mark == "-":
                self._removed.append(self._old)
            self._old += 1
            self._old_left -= 1
        if mark in " +":
            if mark == "+":
                self._added.append(self._new)
            self._new += 1
            self._new_left -= 1
        return self._old_left >= 0 and self._new_left >= 0

    def hunk(self) -> Hunk:
        return Hunk(*self._header, tuple(self._removed), tuple(self._added), tuple(self._lines))


def _file_name(text: str) -> str:
    """The name on a `---` or `+++` line, without the time stamp other tools put after a tab."""
    return _take_name(text)[0] if text.startswith('"') else text.partition("\t")[0]


def _whole_name(text: str) -> str:
    return _take_name(text)[0] if text.startswith('"') else text


def _take_name(text: str) -> tuple[str, str]:
    """A name at the start of `text`, quoted as in C or up to a blank, and what follows it."""
    if not text.startswith('"'):
        name, _, rest = text.partition(" ")
        return name, rest
    out = bytearray()
    at = 1
    while at < len(text) and text[at] != '"':
        if text[at] != "\\":
            out += text[at].encode("utf-8", "surrogateescape")
            at += 1
        elif text[at + 1 : at + 4].isdigit():
            out.append(int(text[at + 1 : at + 4], 8) & 0xFF)
            at += 4
        else:
            out.append(_ESCAPES.get(text[at + 1 : at + 2], 63))
            at += 2
    return out.decode("utf-8", "surrogateescape"), text[at + 1 :]


def _unprefixed(old: str, new: str) -> tuple[str, str]:
    pair = (old[:2], new[:2])
    absent = "/dev/null"
    if pair in _PREFIXES or (old == absent and new[:2] == "b/") or (new == absent and old[:2] == "a/"):
        return (old if old == absent else old[2:]), (new if new == absent else new[2:])
    return old, new


def _bad(what: str) -> SessionError:
    return SessionError("bad-diff", f"the diff cannot be used: {what}", _HINT)


class Fitted(NamedTuple):
    """A diff whose line numbers hold for the files on disk. `applied`: the files already have the new side."""

    files: list[FileDiff]
    applied: bool


def fit_diff(root: Path, files: Sequence[FileDiff]) -> Fitted:
    """Find where the diff fits: on the files as they are (not applied yet), or as their new side (already applied). Hunks
    that moved are given their true place. Raises `SessionError` "bad-diff" naming the first place that fits neither."""
    fitted, trouble = _fit_all(root, files, new_side=False)
    if fitted is not None:
        return Fitted(fitted, False)
    fitted, _ = _fit_all(root, files, new_side=True)
    if fitted is not None:
        return Fitted(fitted, True)
    raise SessionError("bad-diff", f"the diff does not apply: {trouble}", _HINT)


def _fit_all(root: Path, files: Sequence[FileDiff], *, new_side: bool) -> tuple[list[FileDiff] | None, str]:
    done: list[FileDiff] = []
    for file in files:
        fitted = _fit(root, file, new_side)
        if isinstance(fitted, str):
            return None, fitted
        done.append(fitted)
    return done, ""


def _fit(root: Path, file: FileDiff, new_side: bool) -> FileDiff | str:
    path = file.new_path if new_side else file.old_path
    other = file.old_path if new_side else file.new_path
    for name in (path, other):
        if name is not None and (name.startswith("/") or ".." in name.split("/")):
            return f"{name} is outside the root"
    if path is None:
        exists = other is not None and (root / other).is_file()
        return f"{other} exists already" if exists else file
    found = read_blob(root, path, _MAX_BYTES)
    if not isinstance(found, Blob):
        return f"{path}: no such file" if found.state == "gone" else f"{path}: {found.reason}"
    lines = [line.rstrip("\r") for line in found.data.decode("utf-8", "replace").split("\n")]
    hunks: list[Hunk] = []
    shift = 0
    for hunk in file.hunks:
        start = hunk.new_start if new_side else hunk.old_start
        place = _place(lines, list(_side(hunk, new_side)), start + shift)
        if place is None:
            return f"{path}: the lines at {start} are different"
        shift = place - start
        hunks.append(_moved(hunk, shift))
    return file._replace(hunks=tuple(hunks))


def _side(hunk: Hunk, new_side: bool) -> Iterator[str]:
    kept = " +" if new_side else " -"
    for line in hunk.lines:
        if line[0] in kept:
            yield line[1:].rstrip("\r").encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _place(lines: Sequence[str], wanted: list[str], start: int) -> int | None:
    """The 1-based line nearest to `start` where the wanted lines stand."""
    if not wanted:
        return start
    last = len(lines) - len(wanted) + 1
    for place in sorted(_places(lines, wanted[0], last), key=lambda at: abs(at - start)):
        if lines[place - 1 : place - 1 + len(wanted)] == wanted:
            return place
    return None


def _places(lines: Sequence[str], first: str, last: int) -> Iterable[int]:
    return (at + 1 for at in range(max(last, 0)) if lines[at] == first)


def _moved(hunk: Hunk, shift: int) -> Hunk:
    if shift == 0:
        return hunk
    return hunk._replace(
        old_start=hunk.old_start + shift,
        new_start=hunk.new_start + shift,
        removed=tuple(line + shift for line in hunk.removed),
        added=tuple(line + shift for line in hunk.added),
    )
