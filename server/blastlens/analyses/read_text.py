"""Words in the text of sources that may be uses although no edge says so: attributes of something unknown, strings, names that an
import asked for in vain. The last look before something is called dead."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_WORD: Final = re.compile(rb"[A-Za-z_$][\w$]*")
_INNER_CAPITAL: Final = re.compile(rb"[A-Za-z0-9][A-Z]\w*[a-z]|[a-z0-9][A-Z]")
_TEMPLATE: Final = re.compile(rb"\{\{|\{%|<%")
_QUOTES: Final = b"\"'`"
_EXAMPLE: Final = re.compile(rb"^[ \t]*(?:>>>|\.\.\. )[^\n]*", re.MULTILINE)


class Word(NamedTuple):
    """One place where a name stands. Line 1-based, column in bytes."""

    name: bytes
    line: int
    column: int
    follows_dot: bool
    in_string: bool
    is_path: bool  # in a string: behind a dot or colon, at its end; or called, and nothing else
    is_value: bool = False  # what is assigned, and nothing else
    in_example: bool = False  # in an example of documentation that can be run


def words_in(data: bytes, names: frozenset[bytes], lexis: re.Pattern[bytes]) -> Iterator[Word]:
    """Places in code, and in strings those that look like names; what stands in comments and documentation is no use."""
    if names.isdisjoint(_WORD.findall(data)):
        return
    lines = _Lines(data)
    at = 0
    for span in lexis.finditer(data):
        yield from _in_code(data, at, span.start(), names, lines)
        if span.lastgroup == "string":
            yield from _in_string(span, names, lines)
        elif span.lastgroup == "doc":
            yield from _in_examples(span, names, lines)
        at = span.end()
    yield from _in_code(data, at, len(data), names, lines)


def _in_code(data: bytes, start: int, end: int, names: frozenset[bytes], lines: "_Lines") -> Iterator[Word]:
    for match in _WORD.finditer(data, start, end):
        if match[0] in names:
            before = data[max(match.start() - 2, 0) : match.start()].rstrip()
            follows = before.endswith((b".", b"->", b"::"))
            is_value = data[match.end() : match.end() + 1] in (b"\n", b"\r", b"") and before.endswith(b"=")
            yield Word(match[0], *lines.place(match.start()), follows, False, False, is_value)


def _in_examples(span: re.Match[bytes], names: frozenset[bytes], lines: "_Lines") -> Iterator[Word]:
    for example in _EXAMPLE.finditer(span[0]):
        for match in _WORD.finditer(example[0]):
            if match[0] in names:
                at = span.start() + example.start() + match.start()
                yield Word(match[0], *lines.place(at), False, False, False, in_example=True)


def _in_string(span: re.Match[bytes], names: frozenset[bytes], lines: "_Lines") -> Iterator[Word]:
    text = span[0]
    is_template = bool(_TEMPLATE.search(text))
    content = text.strip(_QUOTES)
    for match in _WORD.finditer(text):
        word = match[0]
        if word in names:
            before = text[match.start() - 1 : match.start()]
            is_path = before in (b".", b":") and content.endswith(word)
            is_call = content.startswith(word + b"(") and content.rstrip(b"; \n").endswith(b")")
            if content == word or is_call or is_path or is_template or is_distinctive(word):
                place = lines.place(span.start() + match.start())
                yield Word(word, *place, before == b".", True, is_path or is_call)


def is_distinctive(word: bytes) -> bool:
    """Whether a word is hardly one of prose."""
    return b"_" in word.strip(b"_") or word.startswith(b"_") or bool(_INNER_CAPITAL.search(word))


class _Lines:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._line = 1

    def place(self, at: int) -> tuple[int, int]:
        """(line, column) of an offset; they are asked for in order."""
        self._line += self._data.count(b"\n", self._at, at)
        self._at = at
        return self._line, at - (self._data.rfind(b"\n", 0, at) + 1)
