"""Damaged text, mended so that what stands outside the damage parses.

A bracket or a quote that is never closed swallows the rest of the file for a parser. Here a line that can only begin a
statement (`def f(`, `class C:`, `return`, …) ends whatever is still open, as does a name behind a whole expression (`f(a` and then
`b = 1`, no further in), and what was open is overwritten with a harmless statement of the same length. A block header without its colon gets one. Every line and column outside the
damage stays as it is.
"""

import re
from typing import Final, NamedTuple

MAX_PROBLEMS: Final = 20

_TOKEN: Final = re.compile(
    rb"""(?P<comment>\#[^\n]*)
    |(?P<long>\"{3}|'{3})
    |(?P<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)
    |(?P<open>[(\[{])
    |(?P<close>[)\]}])
    |(?P<newline>\n)""",
    re.VERBOSE | re.DOTALL,
)
_BEGINS_STATEMENT: Final = re.compile(
    rb"""[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*[(\[]|class[ \t]+\w+[ \t]*[(:\[]|return\b|raise\b|import[ \t]+\w
    |from[ \t]+[\w.]+[ \t]+import\b|(?:async[ \t]+)?with[ \t]|try[ \t]*:|except\b|finally[ \t]*:|while\b|assert\b
    |pass[ \t]*(?:\#|\r?$)|break[ \t]*(?:\#|\r?$)|continue[ \t]*(?:\#|\r?$)|del[ \t]|global[ \t]|nonlocal[ \t]
    |(?:if|elif|else|for|async[ \t]+for)\b[^\n]*:[ \t]*(?:\#|\r?$))""",
    re.VERBOSE | re.MULTILINE,
)
# What a line inside brackets ends with where only an operator, a comma or a bracket may follow; and a line that begins with a name.
_WHOLE: Final = re.compile(
    rb"(?:[)\]}\"']|\b(?!(?:and|or|not|in|is|if|else|for|lambda|await|yield|from|async|as)\b)\w+)$"
)
_NAME: Final = re.compile(rb"[ \t]*(?!(?:and|or|not|in|is|if|else|for|async|as)\b)[A-Za-z_]\w*(?![\w\"'])")
_DECORATOR: Final = re.compile(rb"([ \t]*)@\w")
_HEADER: Final = re.compile(
    rb"(?P<indent>[ \t]*)(?:(?P<def>(?:async[ \t]+)?def[ \t]+\w+)|(?P<class>class[ \t]+\w+)"
    rb"|(?:if|elif|else|for|while|with|try|except|finally|async|match|case)\b)"
)
_DANGLING: Final = re.compile(rb"\.$|^[ \t]*from\b[^\n]*\bimport$|^[ \t]*(?:import|from)$")
_BLANK_LINES: Final = re.compile(rb"(?:[ \t\r\f]*(?:#[^\n]*)?\n)*")
_INDENT: Final = re.compile(rb"[ \t]*")
_CONFLICT: Final = re.compile(rb"^(?:<{7}|={7}|>{7}|\|{7})(?:[ \r][^\n]*)?$", re.MULTILINE)


class _Open(NamedTuple):
    bracket: bytes
    line_start: int


class Mended(NamedTuple):
    text: bytes
    problems: list[tuple[int, str]]  # (1-based line, what was mended there)


def mended(source: bytes) -> Mended | None:
    """The text with its damage overwritten, line for line; None where nothing is open, missing or in the way."""
    mender = _Mender(source)
    mender.run()
    if not mender.ranges and not mender.colons:
        return None
    for at in mender.colons[::-1]:
        mender.text[at:at] = b":"
    problems = [(_line_of(source, at), "missing :") for at in mender.colons[:MAX_PROBLEMS]]
    for start, end in mender.ranges[:MAX_PROBLEMS]:
        first, last = _line_of(source, start), _line_of(source, max(start, end - 1))
        problems.append((first, "syntax error" if first == last else f"syntax error up to line {last}"))
    return Mended(bytes(mender.text), problems)


def _line_of(source: bytes, at: int) -> int:
    return source.count(b"\n", 0, at) + 1


class _Mender:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.text = bytearray(source)
        self.ranges: list[tuple[int, int]] = []  # overwritten
        self.open: list[_Open] = []
        self.colons: list[int] = []  # where one is missing
        self.statement = 0  # start of the line on which the statement began
        self.comment = -1  # start of the comment read last
        self.is_whole = False  # whether the last line with code ended with a whole expression

    def run(self) -> None:
        source = self.source
        for marker in _CONFLICT.finditer(source):
            self._blank(marker.start(), marker.end())
        at, line_start = 0, 0
        while True:
            found = _TOKEN.search(source, at)
            if found is None:
                break
            at = found.end()
            kind = found.lastgroup
            if kind == "newline":
                line_start = self._line(line_start, at)
            elif kind == "comment":
                self.comment = found.start()
            elif kind == "long":
                at, line_start = self._long_string(found[0], found.start(), at, line_start)
            elif kind == "open":
                self.open.append(_Open(found[0], line_start))
            elif kind == "close":
                self._close(found.start())
            elif kind == "string":
                line_start = max(line_start, source.rfind(b"\n", 0, at) + 1)
        if self.open:
            self._overwrite(self.open[0].line_start, len(source))

    def _line(self, previous: int, start: int) -> int:
        """A line begins at `start`: whatever is open ends before it where it can only begin a statement."""
        if not self.open:
            self._end_statement(previous, start)
            self.statement = start
            return start
        if code := self.source[previous : self.comment if self.comment >= previous else start].rstrip():
            self.is_whole = _WHOLE.search(code) is not None
        opened = self.open[0].line_start
        source = self.source
        if _BEGINS_STATEMENT.match(source, start) or self._cannot_go_on(start):
            self._overwrite(opened, self._first_decorator(opened, start))
            self.open.clear()
        elif opened == previous and self._is_header_line(opened, start):
            self._overwrite(opened, start)
            self.open.clear()
        if not self.open:
            self.statement = start
        return start

    def _cannot_go_on(self, start: int) -> bool:
        """Whether a name follows where none can, no further in than the statement: it begins the next one."""
        is_out = self._indent(start) <= self._indent(self.statement)
        return self.is_whole and is_out and _NAME.match(self.source, start) is not None

    def _end_statement(self, line: int, end: int) -> None:
        """A statement ends at `end`: one that lacks its end (`x.`, `from a import`) is overwritten, a block header that
        lacks its colon gets one."""
        stop = self.comment if self.comment >= line else end
        text = self.source[self.statement : stop].rstrip()
        following = _BLANK_LINES.match(self.source, end)
        deeper = self._indent(following.end() if following else end) - self._indent(self.statement)
        if _DANGLING.search(text) and deeper <= 0:
            self._overwrite(self.statement, self.statement + len(text))
        elif deeper > 0 and _HEADER.match(text) and not text.endswith((b":", b"\\", b",", b"=")):
            self.colons.append(self.statement + len(text))

    def _is_header_line(self, start: int, end: int) -> bool:
        """`def f(a, b:` with a deeper line after it."""
        line = self.source[start:end].rstrip()
        if not line.endswith(b":") or not _HEADER.match(line):
            return False
        return self._indent(end) > self._indent(start)

    def _indent(self, start: int) -> int:
        found = _INDENT.match(self.source, start)
        return found.end() - start if found else 0

    def _first_decorator(self, opened: int, start: int) -> int:
        """The line where the decorators of the statement at `start` begin, after the line at `opened`."""
        while start > opened:
            before = self.source.rfind(b"\n", 0, start - 1) + 1
            found = _DECORATOR.match(self.source, before)
            if before <= opened or not found or len(found[1]) != self._indent(start):
                return start
            start = before
        return start

    def _long_string(self, quotes: bytes, start: int, at: int, line_start: int) -> tuple[int, int]:
        source = self.source
        end = at
        while True:
            end = source.find(quotes, end)
            if end < 0:  # never closed: the line it begins on is the damage
                stop = source.find(b"\n", start)
                stop = len(source) if stop < 0 else stop
                self._overwrite(line_start, stop)
                return stop, line_start
            if source[end - 1] != 0x5C or source[end - 2] == 0x5C:
                break
            end += 1
        end += 3
        return end, max(line_start, source.rfind(b"\n", 0, end) + 1)

    def _close(self, at: int) -> None:
        if self.open:
            self.open.pop()
        else:
            self._blank(at, at + 1)

    def _overwrite(self, start: int, end: int) -> None:
        """Puts a statement of no effect, or a block header of the same name, in place of a range of lines."""
        header = _HEADER.match(self.source, start, end)
        indent = self.source[start : start + self._indent(start)]
        line_end = self.source.find(b"\n", start, end)
        room = (end if line_end < 0 else line_end) - start
        candidates = [indent + b"pass", indent + b"0"]
        if header:
            named = (header["def"] and header[0] + b"():") or (header["class"] and header[0] + b":")
            candidates = [*([named] if named else []), indent + b"if 1:"]
        self._blank(start, end)
        for candidate in candidates:
            if len(candidate) <= room:
                self.text[start : start + len(candidate)] = candidate
                return

    def _blank(self, start: int, end: int) -> None:
        for at in range(start, end):
            if self.text[at] not in b"\r\n":
                self.text[at] = 0x20
        self.ranges.append((start, end))
