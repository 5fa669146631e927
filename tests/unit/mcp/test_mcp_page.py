"""Pages: small, complete when put together, and honest about what they leave out."""

import json
from typing import Any

import pytest

from blastlens.app.errors import UserError
from blastlens.faces.mcp.page import START, Cursor, parse_cursor, render, render_sets

ENVELOPE: dict[str, Any] = {"complete": True, "reason": None, "stale": [], "revision": 7}


def pages(rows: list[dict[str, Any]], envelope: dict[str, Any]) -> list[dict[str, Any]]:
    out = []
    cursor = START
    while True:
        text = render(rows, envelope, cursor)
        assert len(text.encode("utf-8")) <= 2048
        out.append(json.loads(text))
        if "cursor" not in out[-1]:
            return out
        cursor = parse_cursor(out[-1]["cursor"])


def test_pages_put_together_are_the_answer() -> None:
    rows = [{"symbol": f"pkg/größe_{i}.py::Class.method_{i}", "line": i, "confidence": 0.93} for i in range(300)]
    told = pages(rows, ENVELOPE)
    assert [row for page in told for row in page["results"]] == rows
    assert len(told) < 20
    assert all(page["total"] == 300 and page["complete"] is True and page["revision"] == 7 for page in told)


def test_a_row_larger_than_a_page_is_cut_and_the_rest_follows() -> None:
    rows = [{"symbol": "d/" * 4000 + "a.py::f"}, {"symbol": "b.py::g"}]
    told = [row for page in pages(rows, ENVELOPE) for row in page["results"]]
    assert len(told) == 2
    assert told[0]["symbol"].endswith("a.py::f")
    assert "…" in told[0]["symbol"]
    assert told[1] == rows[1]


def test_long_reasons_and_stale_lists_leave_room_for_rows() -> None:
    envelope = ENVELOPE | {
        "complete": False,
        "reason": "ß" * 9000,
        "stale": ["größe/" * 900 + f"{i}.py" for i in range(50)],
    }
    (page,) = pages([{"symbol": "a.py::f"}], envelope)
    assert page["results"] == [{"symbol": "a.py::f"}]
    assert page["complete"] is False
    assert page["stale_total"] == 50


def test_bytes_that_are_no_utf8_survive() -> None:
    text = render([{"file": "bad\udcff.py"}], ENVELOPE, START)
    text.encode("utf-8")
    assert json.loads(text)["results"] == [{"file": "bad\udcff.py"}]


def test_a_set_larger_than_a_page_is_told_in_slices() -> None:
    sets = [({"set": 1}, [f"package/module_{i}.py" for i in range(200)]), ({"set": 2}, ["a.py", "b.py"])]
    seen: dict[int, list[str]] = {}
    cursor = START
    while True:
        text = render_sets(sets, ENVELOPE, cursor)
        assert len(text.encode()) <= 2048
        assert len(text.encode()) > 1500 or "b.py" in text
        page = json.loads(text)
        assert page["total"] == 2
        for row in page["results"]:
            seen.setdefault(row["set"], []).extend(row["members"])
            assert row["size"] == len(sets[row["set"] - 1][1])
        if "cursor" not in page:
            break
        cursor = parse_cursor(page["cursor"])
    assert seen == {1: sets[0][1], 2: sets[1][1]}


def test_a_page_of_an_older_revision_says_so() -> None:
    assert "note" not in json.loads(render([{}, {}], ENVELOPE, Cursor(1, 7)))
    assert "changed" in json.loads(render([{}, {}], ENVELOPE, Cursor(1, 6)))["note"]


@pytest.mark.parametrize("text", ["x", "1", "1.", ".1", "-1.2", "1.2.3", "²."])
def test_foreign_cursors_are_refused(text: str) -> None:
    with pytest.raises(UserError, match="no cursor"):
        parse_cursor(text)


def test_a_cursor_beyond_the_end_gives_an_empty_page() -> None:
    page = json.loads(render([{"symbol": "a"}], ENVELOPE, Cursor(9, 7)))
    assert page["results"] == []
    assert "cursor" not in page
