"""Columns, lines, hashes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blastlens.text.columns import from_utf8, to_utf8
from blastlens.text.hashing import content_hash, hash60
from blastlens.text.lines import LineIndex


@given(st.text(), st.integers(min_value=0))
def test_columns_agree_with_the_codecs(line: str, seed: int) -> None:
    at = seed % (len(line) + 1)
    head, data = line[:at], line.encode("utf-8", "replace")
    column = len(head.encode("utf-8", "replace"))
    wide = len(head.encode("utf-16-le", "replace")) // 2
    for encoding, units in (("utf-8", column), ("utf-16", wide), ("utf-32", at)):
        assert from_utf8(data, column, encoding) == units  # type: ignore[arg-type]
        assert to_utf8(data, units, encoding) == column  # type: ignore[arg-type]


@pytest.mark.parametrize(("column", "expected"), [(-3, 0), (0, 0), (1, 0), (2, 0), (4, 2), (5, 3), (99, 3)])
def test_columns_inside_and_past_are_clamped(column: int, expected: int) -> None:
    assert from_utf8("😀x".encode(), column, "utf-16") == expected


def test_a_column_inside_a_surrogate_pair_is_the_beginning() -> None:
    assert to_utf8("a😀x".encode(), 2, "utf-16") == 1


def test_lines_of_the_model_end_at_line_feeds_only() -> None:
    index = LineIndex("a\r\nb\rc\f\x85d\u2028\ne".encode())
    assert [index.line(number) for number in range(len(index))] == [b"a", "b\rc\f\x85d\u2028".encode(), b"e"]


def test_lines_of_the_protocol_end_at_lone_carriage_returns_too() -> None:
    index = LineIndex(b"a\r\nb\rc\n", lone_carriage_returns=True)
    assert [index.line(number) for number in range(len(index))] == [b"a", b"b", b"c", b""]


@given(st.text(alphabet="ab\r\né"), st.booleans())
def test_positions_and_offsets_are_inverse(text: str, lone: bool) -> None:
    data = text.encode()
    index = LineIndex(data, lone)
    for offset in range(len(data) + 1):
        line, column = index.position(offset)
        assert index.start(line) + column == offset
        if data[offset : offset + 1] not in (b"\r", b"\n") and data[offset - 1 : offset] != b"\r":
            assert index.offset(line, column) == offset


def test_positions_outside_are_clamped() -> None:
    index = LineIndex(b"ab\ncd")
    assert (index.offset(0, 99), index.offset(9, 0), index.position(99), index.line(9)) == (2, 5, (1, 2), b"")


def test_hashes_are_stable() -> None:
    assert content_hash(b"") == "3345524abf6bbe1809449224b5972c41790b6cf2"
    assert content_hash(b"x") == content_hash(b"x") != content_hash(b"y")
    assert hash60(b"x") == hash60(b"x") != hash60(b"y")
    assert 0 <= hash60(b"x") < 1 << 60
