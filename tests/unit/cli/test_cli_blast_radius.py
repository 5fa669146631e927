"""`blastlens blast-radius`: its sources, formats and size."""

import io
import json
import sys
from pathlib import Path

import pytest
from fake_blastlens import FakeBlastlens, Run

from blastlens.app.questions import BlastRadius

DIFF = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"


def test_reads_a_diff_from_a_file_and_from_standard_input(
    app: FakeBlastlens, run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "change.diff").write_text(DIFF, encoding="utf-8")
    assert run("blast-radius", "--diff", "change.diff")[0] == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(DIFF.encode())))
    assert run("blast-radius", "--diff", "-")[0] == 0
    assert app.asked == [BlastRadius(diff=DIFF), BlastRadius(diff=DIFF)]


def test_json_has_the_parts_beside_the_envelope(app: FakeBlastlens, run: Run) -> None:
    del app
    _, out, _ = run("blast-radius", "pay", "--format", "json")
    parts = {"changed", "direct", "transitive", "files", "tests", "untested"}
    assert json.loads(out).keys() >= parts | {"complete", "revision"}


def test_text_stays_small_however_much_is_reached(app: FakeBlastlens, run: Run) -> None:
    wide = "directory/" * 30
    app.results = [{"symbol": f"{wide}f{i}.py::Class.method_{i}", "line": i, "confidence": 0.9} for i in range(3000)]
    _, out, _ = run("blast-radius", "pay")
    assert len(out.encode()) <= 2048
    assert "reaches 6,000 symbols" in out.splitlines()[0]
    assert "3,000 untested" in out.splitlines()[0]


def test_markdown_has_totals_and_sections(app: FakeBlastlens, run: Run, folder: Path) -> None:
    del app
    code, out, _ = run("blast-radius", "pay", "--format", "markdown", "--output", "radius.md")
    text = (folder / "radius.md").read_text(encoding="utf-8")
    assert (code, out) == (0, "")
    assert text.startswith("## Blast radius\n\n**1 changed · reaches 2 symbols in 1 file")
    assert "- `Till.pay` `shop/pay.py:4`" in text
    assert text.count("<details") == text.count("</details>") == 6


@pytest.mark.parametrize(
    "line",
    [
        [],
        ["pay", "--working-tree"],
        ["--working-tree", "--commits", "a..b"],
        ["--base", "main", "--commits", "a..b"],
        ["--head", "main", "pay"],
        ["--json", "--format", "markdown", "pay"],
    ],
)
def test_wants_exactly_one_source_and_format(line: list[str], app: FakeBlastlens, run: Run) -> None:
    code, out, err = run("blast-radius", *line)
    assert (code, out) == (2, "")
    assert err.startswith("blastlens: ")
    assert not app.asked


def test_what_is_unknown_is_not_called_untested(app: FakeBlastlens, run: Run) -> None:
    row = {"symbol": "a.py::f", "file": "a.py", "line": 1, "confidence": 1.0}
    app.results = []
    app.parts = {"unknown": [{**row, "state": "UNKNOWN", "reason": "a test may reach it"}]}
    code, out, _ = run("blast-radius", "pay", "--gate")
    assert code == 0
    assert "0 untested · 1 unknown" in out
    assert "changed or calling, and not known whether a test reaches it (1)" in out
    assert "and no test found" not in out
    app.results = [{**row, "state": "NONE FOUND"}]
    assert run("blast-radius", "pay", "--gate")[0] == 1


def test_what_names_the_change_and_where_a_file_went_is_shown(app: FakeBlastlens, run: Run) -> None:
    row = {"symbol": "b.py::<module>", "file": "b.py", "line": 1, "confidence": 1.0}
    app.parts = {
        "changed": [{**row, "symbol": "a.py::<module>", "deleted": True, "renamed_to": "z.py"}],
        "referenced_by": [{**row, "of": "a.py::f"}],
    }
    _, out, _ = run("blast-radius", "pay")
    assert "<module> (renamed to z.py)" in out
    assert "names it without a call (1)\n  b.py:1  <module> (names f)" in out


def test_a_branch_and_one_commit_are_sources(app: FakeBlastlens, run: Run) -> None:
    assert run("blast-radius", "--base", "main", "--head", "side")[0] == 0
    assert run("blast-radius", "--commits", "HEAD")[0] == 0
    assert app.asked == [BlastRadius(base="main", head="side"), BlastRadius(commits="HEAD")]


def test_a_file_is_named_as_it_lies_below_the_root(app: FakeBlastlens, run: Run, folder: Path) -> None:
    (folder / "shop").mkdir(exist_ok=True)
    (folder / "shop" / "pay.py").write_text("", encoding="utf-8")
    assert run("blast-radius", "./shop/pay.py")[0] == 0
    assert app.asked == [BlastRadius(symbols=("shop/pay.py",))]


def rows_of(count: int) -> list[dict[str, object]]:
    return [{"symbol": f"a.py::f{i}", "file": "a.py", "line": i, "risk": i / 100} for i in range(count)]


def test_pages_are_in_the_order_of_risk_and_end(app: FakeBlastlens, run: Run) -> None:
    app.parts = {"changed": rows_of(1), "direct": rows_of(5), "transitive": rows_of(5), "tests": [], "untested": []}
    cursor: list[str] = []
    shown: list[str] = []
    while cursor or not shown:
        _, out, _ = run("blast-radius", "pay", "--limit", "4", *cursor)
        lines = out.splitlines()
        shown += [line for line in lines[1:] if line.startswith("  ")]
        cursor = lines[-1].removeprefix("more: ").split() if lines[-1].startswith("more: ") else []
    assert len(shown) == 11
    assert shown[0].startswith("  changed: a.py  f0")
    assert shown[1].startswith("  calls: a.py:4  f4  risk 0.04")
    assert shown[2].startswith("  calls indirectly: a.py:4  f4  risk 0.04")


def test_json_pages_have_totals_a_cursor_and_say_that_there_is_more(app: FakeBlastlens, run: Run) -> None:
    app.parts = {"changed": rows_of(1), "direct": rows_of(3), "transitive": [], "tests": [], "untested": []}
    first = json.loads(run("blast-radius", "pay", "--json", "--limit", "3")[1])
    assert (first["total"], first["truncated"], len(first["results"])) == (4, True, 3)
    assert (first["results"][1]["part"], first["totals"]["direct"]) == ("direct", 3)
    last = json.loads(run("blast-radius", "pay", "--json", "--limit", "3", "--cursor", first["cursor"])[1])
    assert (last["truncated"], len(last["results"]), "cursor" in last) == (False, 1, False)


def test_a_cursor_of_something_else_is_refused(app: FakeBlastlens, run: Run) -> None:
    del app
    code, out, err = run("blast-radius", "pay", "--cursor", "next")
    assert (code, out) == (2, "")
    assert "cursor" in err


def test_risk_is_told_with_what_makes_it(app: FakeBlastlens, run: Run) -> None:
    parts = {"confidence": 0.75, "hops": 2, "tests": "NONE FOUND", "complexity": 12, "dependents": 9, "churn": 31}
    row = {"symbol": "a.py::f", "file": "a.py", "line": 3, "risk": 0.513, "risk_parts": parts}
    app.parts = {"changed": [], "direct": [row], "transitive": [], "tests": [], "untested": []}
    _, out, _ = run("blast-radius", "pay")
    assert "f  risk 0.51: 2 hops, 0.75 sure, no test found, complexity 12, 9 callers, 31 commits" in out


def test_what_is_different_is_told(app: FakeBlastlens, run: Run) -> None:
    moved = {"symbol": "b.py::g", "file": "b.py", "line": 3, "changes": ["moved", "body"], "former": "a.py::g"}
    named = {"symbol": "b.py::h", "file": "b.py", "line": 9, "changes": ["renamed"], "former": "b.py::k"}
    app.parts = {"changed": [moved, named], "direct": [], "transitive": [], "tests": [], "untested": []}
    _, out, _ = run("blast-radius", "pay")
    assert "g (moved, body from a.py::g)" in out
    assert "h (renamed from k)" in out
