import argparse
import io

import pytest

from blastlens.faces.cli.console import Console
from blastlens.faces.cli.excerpt_lines import show_blocks
from blastlens.faces.cli.table import field, show_first

_ROWS = [{"name": name} for name in ("one", "two", "three")]


@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        (3, ["  one", "  two", "  three"]),
        (2, ["  one", "  two", "  and 1 more: --limit 3, or --json"]),
    ],
)
def test_rows_beyond_the_limit_are_counted(limit: int, lines: list[str]) -> None:
    out = io.StringIO()
    show_first(Console(out, io.StringIO(), {}), _ROWS, [(field("name"), "")], limit)
    assert out.getvalue().splitlines() == lines


def _printed(blocks: list[list[tuple[str, str]]], limit: int | None = None, tokens: int | None = None) -> list[str]:
    out = io.StringIO()
    show_blocks(Console(out, io.StringIO(), {}), blocks, argparse.Namespace(limit=limit, tokens=tokens))
    return out.getvalue().splitlines()


def test_excerpts_are_cut_to_two_kilobytes_unless_more_is_asked_for() -> None:
    blocks = [[(f"{name}{at:03}" + "x" * 40, "") for at in range(15)] for name in "abcd"]
    told = _printed(blocks)
    assert len(told) == 31
    assert told[-1] == "and 2 more: --limit 4, or --json"
    assert sum(len(line) + 1 for line in told) < 2000
    assert len(_printed(blocks, limit=3)) == 46
    assert len(_printed(blocks, tokens=5000)) == 60
    assert len(_printed(blocks, limit=9)) == 60


def test_of_a_first_excerpt_that_is_too_long_the_beginning_is_shown() -> None:
    blocks = [[(f"{at:03}" + "ä" * 50, "") for at in range(100)], [("second", "")]]
    told = _printed(blocks)
    assert told[0].startswith("000")
    assert told[-2:] == [f"… {100 - (len(told) - 2)} more lines: --limit 1 or more", "and 1 more: --limit 2, or --json"]
    assert sum(len(line.encode()) + 1 for line in told) < 2000


def _told(rows: list[dict[str, str]], room: int) -> tuple[list[str], int]:
    out = io.StringIO()
    taken = show_first(Console(out, io.StringIO(), {}), rows, [(field("name"), "")], None, room=room)
    return out.getvalue().splitlines(), taken


def test_without_a_limit_as_many_rows_are_shown_as_there_is_room_for() -> None:
    rows = [{"name": f"{at:02}" + "ä" * 24} for at in range(30)]
    lines, taken = _told(rows, room=530)
    assert lines[:-1] == [f"  {row['name']}" for row in rows[:10]]
    assert lines[-1] == "  and 20 more: --limit 30, or --json"
    assert taken == sum(len(line.encode()) + 1 for line in lines[:-1])


def test_at_least_one_and_at_most_twenty_rows_are_shown_without_a_limit() -> None:
    assert len(_told([{"name": "x" * 100}] * 3, room=10)[0]) == 2
    assert len(_told([{"name": "x"}] * 30, room=5000)[0]) == 21
