"""Bytes to text."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blastlens.text.decode import declared_encoding, decode


@pytest.mark.parametrize(
    ("data", "source", "encoding", "replaced"),
    [
        (b"x = 1\n", "x = 1\n", "utf-8", 0),
        ("é = 1\n".encode(), "é = 1\n", "utf-8", 0),
        (codecs.BOM_UTF8 + "é".encode(), "é", "utf-8", 0),
        (codecs.BOM_UTF16_LE + "é\n".encode("utf-16-le"), "é\n", "utf-16-le", 0),
        (codecs.BOM_UTF16_BE + "é\n".encode("utf-16-be"), "é\n", "utf-16-be", 0),
        (codecs.BOM_UTF32_LE + "é\n".encode("utf-32-le"), "é\n", "utf-32-le", 0),
        (b"# coding: latin-1\ncaf\xe9 = 1\n", "# coding: latin-1\ncafé = 1\n", "iso8859-1", 0),
        (b"#!/usr/bin/python\n# -*- coding: cp1252 -*-\n\x80\n", "#!/usr/bin/python\n# -*- coding: cp1252 -*-\n€\n", "cp1252", 0),
        (b"x = 1\n# coding: latin-1\n\xc3\xa9\n", "x = 1\n# coding: latin-1\né\n", "utf-8", 0),
        (b"# coding: no-such\n\xc3\xa9\n", "# coding: no-such\né\n", "utf-8", 0),
        (b"# coding: rot13\nx\n", "# coding: rot13\nx\n", "utf-8", 0),
        (b"a\nb \xff\xfe c\n", "a\nb \ufffd\ufffd c\n", "utf-8", 2),
        (codecs.BOM_UTF16_LE + b"a\x00\n", "a\ufffd", "utf-16-le", 1),
        (b"", "", "utf-8", 0),
    ],
)  # fmt: skip
def test_decode(data: bytes, source: str, encoding: str, replaced: int) -> None:
    found = decode(data)
    assert (found.source.decode("utf-8"), found.encoding, found.replaced_line) == (source, encoding, replaced)


def test_a_cookie_counts_in_the_first_two_lines_only() -> None:
    assert declared_encoding(b"\n# coding=koi8-r\n") == "koi8-r"
    assert declared_encoding(b"\n\n# coding=koi8-r\n") is None


@given(st.binary())
def test_any_bytes_become_text(data: bytes) -> None:
    found = decode(data)
    found.source.decode("utf-8")


@given(st.binary())
def test_replacing_keeps_lines_and_ascii(data: bytes) -> None:
    plain = b"x" + data  # no byte order mark, no cookie
    found = decode(plain)
    assert found.source.count(b"\n") == plain.count(b"\n")
    assert bytes(byte for byte in found.source if byte < 0x80) == bytes(byte for byte in plain if byte < 0x80)
