"""Unified diffs of all kinds, and where they fit."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from session_files import write

from blastlens.session.diff import FileDiff, Hunk, fit_diff, parse_diff
from blastlens.session.errors import SessionError

CHANGE = """\
diff --git a/f.py b/f.py
index 1..2 100644
--- a/f.py
+++ b/f.py
@@ -2,3 +2,4 @@ def x():
 two
-three
+THREE
+more
 four
"""


def test_lines_are_numbered_on_both_sides() -> None:
    (file,) = parse_diff(CHANGE)
    assert (file.old_path, file.new_path, file.removed, file.added) == ("f.py", "f.py", (3,), (3, 4))
    assert file.hunks[0][:4] == (2, 3, 2, 4)


def test_hunks_without_context() -> None:
    (file,) = parse_diff("--- a/f\n+++ b/f\n@@ -3 +2,0 @@\n-x\n@@ -7,0 +7,2 @@\n+y\n+z\n")
    assert [hunk[:6] for hunk in file.hunks] == [(3, 1, 2, 0, (3,), ()), (7, 0, 7, 2, (), (7, 8))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("diff --git a/x y b/x y\nnew file mode 100644\nindex 0..0\n", FileDiff(None, "x y")),
        ("diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
         FileDiff("x", None, (Hunk(1, 1, 0, 0, (1,), (), ("-a",)),))),
        ("diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n", FileDiff("o", "n")),
        ("diff --git a/old name b/new\nsimilarity index 100%\nrename from old name\nrename to new\n",
         FileDiff("old name", "new")),
        ("diff --git a/i b/i\nindex 1..2 100644\nBinary files a/i and b/i differ\n", FileDiff("i", "i", (), True)),
        ("diff --git a/m b/m\nold mode 100644\nnew mode 100755\n", FileDiff("m", "m")),
        ('diff --git "a/na\\303\\257ve \\"q\\".py" "b/na\\303\\257ve \\"q\\".py"\nnew file mode 100644\n',
         FileDiff(None, 'naïve "q".py')),
        ('--- "a/t\\tb"\n+++ "b/t\\tb"\n@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n',
         FileDiff("t\tb", "t\tb", (Hunk(1, 1, 1, 1, (1,), (1,), ("-a", "+b")),))),
        ("--- f.c\t2024-01-01 00:00:00\n+++ f.c\t2024-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n",
         FileDiff("f.c", "f.c", (Hunk(1, 1, 1, 1, (1,), (1,), ("-a", "+b")),))),
        ("diff --git c/f w/f\n--- c/f\n+++ w/f\n@@ -0,0 +1 @@\n+--- a\n", FileDiff("f", "f", (Hunk(0, 0, 1, 1, (), (1,), ("+--- a",)),))),
    ],
)  # fmt: skip
def test_forms(text: str, expected: FileDiff) -> None:
    assert parse_diff(text) == [expected]


def test_a_removed_line_that_looks_like_a_header_is_one() -> None:
    (file,) = parse_diff("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n--- x\n+++ y\n same\n")
    assert (file.removed, file.added) == ((1,), (1,))


@pytest.mark.parametrize(
    "text",
    ["no diff", "--- a/f\n+++ b/f\n@@ -1,3 +1 @@\n-a\n", "@@ -1 +1 @@\n-a\n+b\n", "--- a/f\n+++ b/f\n@@ x @@\n",
     "--- a/f\n+++ b/f\n@@ -1 +1 @@\nwhat\n", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n+a\n+b\n"],
)  # fmt: skip
def test_what_is_no_diff_is_said(text: str) -> None:
    with pytest.raises(SessionError) as raised:
        parse_diff(text)
    assert raised.value.code == "bad-diff" and raised.value.hint


def test_nothing_is_no_change() -> None:
    assert parse_diff("") == parse_diff("\n \n") == []


@given(st.text())
def test_any_text_is_a_diff_or_an_error(text: str) -> None:
    try:
        parse_diff("--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n" + text)
    except SessionError as error:
        assert error.code == "bad-diff"


def test_a_diff_fits_before_it_is_applied_and_after(tmp_path: Path) -> None:
    files = parse_diff(CHANGE)
    write(tmp_path, "f.py", "one\ntwo\nthree\nfour\n")
    assert fit_diff(tmp_path, files) == (files, False)
    write(tmp_path, "f.py", "one\r\ntwo\r\nTHREE\r\nmore\r\nfour\r\n")
    assert fit_diff(tmp_path, files) == (files, True)


def test_a_hunk_that_moved_is_found(tmp_path: Path) -> None:
    write(tmp_path, "f.py", "zero\nhalf\none\ntwo\nthree\nfour\n")
    (file,) = fit_diff(tmp_path, parse_diff(CHANGE)).files
    assert (file.hunks[0].old_start, file.removed, file.added) == (4, (5,), (5, 6))


@pytest.mark.parametrize("content", [None, "one\ntwo\nother\nfour\n"])
def test_a_diff_that_does_not_apply_names_the_place(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        write(tmp_path, "f.py", content)
    with pytest.raises(SessionError, match=r"does not apply: f\.py") as raised:
        fit_diff(tmp_path, parse_diff(CHANGE))
    assert raised.value.code == "bad-diff"


def test_new_files_and_deleted_ones(tmp_path: Path) -> None:
    new = parse_diff("--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n")
    assert fit_diff(tmp_path, new).applied is False
    write(tmp_path, "n", "a\n")
    assert fit_diff(tmp_path, new).applied is True


def test_a_diff_does_not_leave_the_root(tmp_path: Path) -> None:
    write(tmp_path, "out", "a\n")
    (tmp_path / "root").mkdir()
    with pytest.raises(SessionError, match="outside the root"):
        fit_diff(tmp_path / "root", parse_diff("--- a/../out\n+++ b/../out\n@@ -1 +1 @@\n-a\n+b\n"))
