"""From the bytes of a file to the UTF-8 text that is parsed.

The rules are Python's (PEP 263), and fit every language: a byte order mark decides; else a coding cookie in one of the
first two lines (`coding: latin-1` in a comment); else UTF-8. Bytes that are not text in that encoding are replaced, one
sign for each, so that every line and every ASCII name stays where it was.
"""

import codecs
import re
from typing import Final, NamedTuple

_COOKIE: Final = re.compile(rb"^[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)")
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UTF8: Final = frozenset(("utf-8", "utf8", "u8", "utf", "utf8-ucs2", "utf8-ucs4", "cp65001"))
_REPLACEMENT: Final = "\ufffd"


class Decoded(NamedTuple):
    source: bytes  # valid UTF-8 without a byte order mark
    encoding: str  # the encoding that was used
    replaced_line: int  # 1-based line of the first byte that had to be replaced; 0 when none had to


def decode(data: bytes) -> Decoded:
    """Never raises. An unknown or wrong cookie falls back to UTF-8."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            return _utf8(body) if encoding == "utf-8" else _other(body, encoding)
    name = declared_encoding(data)
    if name is None or name in _UTF8:
        return _utf8(data)
    return _other(data, name)


def declared_encoding(data: bytes) -> str | None:
    """Codec of the cookie in one of the first two lines; None where there is none, or none that makes text."""
    end = -1
    for _ in range(2):
        start, end = end + 1, data.find(b"\n", end + 1)
        line = data[start:] if end < 0 else data[start:end]
        found = _COOKIE.match(line[:1000])
        if found:
            return _codec(found[1].decode("ascii"))
        if end < 0 or (line.strip(b" \t\f\r") and not line.lstrip(b" \t\f").startswith(b"#")):
            return None
    return None


def _codec(name: str) -> str | None:
    try:
        "".encode(name)  # also refuses codecs that do not make text
        return codecs.lookup(name).name
    except (LookupError, ValueError, TypeError):
        return None


def _utf8(data: bytes) -> Decoded:
    if data.isascii():  # most files; no text has to be made to see it
        return Decoded(data, "utf-8", 0)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return Decoded(_replaced(data), "utf-8", line)
    return Decoded(data, "utf-8", 0)


def _replaced(data: bytes) -> bytes:
    return data.decode("utf-8", "surrogateescape").translate(_STRAY).encode("utf-8")


class _Stray(dict[int, str]):
    """Maps what stands for a byte that is no text to the replacement sign, everything else to itself."""

    def __missing__(self, code: int) -> str:
        return _REPLACEMENT if 0xDC80 <= code <= 0xDCFF else chr(code)


_STRAY: Final = _Stray()


def _other(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(data.decode(encoding).encode("utf-8"), encoding, 0)
    except UnicodeError:
        pass
    text = data.decode(encoding, "replace").encode("utf-8", "replace")
    line = text.count(b"\n", 0, max(text.find(_REPLACEMENT.encode()), 0)) + 1
    return Decoded(text, encoding, line)
