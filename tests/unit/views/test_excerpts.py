"""Runs of lines, signatures, and what they cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blastlens.views.excerpts import render_runs, runs_of, signature_lines, tokens_of


def test_runs_are_lines_that_follow_one_another() -> None:
    runs = runs_of(["a", "b", "c", "d"], [4, 2, 1, 9, 0, 2])
    assert [(run.first, run.last, run.lines) for run in runs] == [(1, 2, ("a", "b")), (4, 4, ("d",))]
    assert render_runs(runs) == "     1 a\n     2 b\n…\n     4 d\n"
    assert render_runs(()) == ""


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("def f(a):\n    pass", 1),
        ("def f(\n    a,\n) -> int:\n    pass", 3),
        ("function f(a: [number,\n  string]) {\n  return\n}", 2),
        ("class C {\n  x = 1\n}", 1),
        ("def f(" + "\n  a," * 20, 8),
    ],
)
def test_a_signature_ends_where_its_brackets_are_closed(text: str, last: int) -> None:
    lines = text.split("\n")
    assert signature_lines(lines, 1, len(lines)) == range(1, last + 1)


@given(st.lists(st.text(max_size=9)), st.sets(st.integers(-1, 12)))
def test_every_line_asked_for_is_there_once(lines: list[str], numbers: set[int]) -> None:
    runs = runs_of(lines, numbers)
    told = {run.first + at: line for run in runs for at, line in enumerate(run.lines)}
    assert told == {number: lines[number - 1] for number in numbers if 1 <= number <= len(lines)}


def test_four_bytes_are_a_token() -> None:
    assert [tokens_of(text) for text in ("", "a", "abcd", "abcde", "ü" * 4)] == [0, 1, 1, 2, 2]
