"""Words of lenses, hovers and findings."""

from dataclasses import replace

import pytest

from blastlens.app.navigation import Importer
from blastlens.model.edge import Basis
from blastlens.views.findings import cycle_message, untested_message
from blastlens.views.hovers import code
from blastlens.views.lenses import Lens, parts_of, title_of
from blastlens.views.renames import rename_words
from blastlens.views.wording import plural, why

FULL = Lens("a.py::f", 1, 0, 1, "", 12, 15, 41, 18, 3, "INFERRED")


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "12 callers · reaches 41 in 18 files · 3 tests"),
        ({"callers": 1, "reaches": 1, "reach_files": 1, "tests": 1}, "1 caller · reaches 1 in 1 file · 1 test"),
        ({"callers": 0, "reaches": 0, "tests": 0, "test_state": "NONE FOUND"}, "no callers found · no test found"),
        ({"callers": 0, "reaches": 0, "possible": 2}, "no callers found · 2 possible · 3 tests"),
        ({"tests": 0, "test_state": "UNKNOWN"}, "12 callers · reaches 41 in 18 files · tests unknown"),
        ({"tests": 0}, "12 callers · reaches 41 in 18 files · tested"),
        ({"tests": 0, "likely": True}, "12 callers · reaches 41 in 18 files · likely tested"),
        ({"test_state": "MEASURED"}, "12 callers · reaches 41 in 18 files · run by 3 tests"),
        ({"tests": 0, "test_state": "MEASURED"}, "12 callers · reaches 41 in 18 files · run by tests"),
        (
            {"callers": 0, "reaches": 0, "tests": 0, "test_state": "UNKNOWN", "complete": False, "indexed": False},
            "…",
        ),
        ({"complete": False, "indexed": False}, "12 callers · reaches 41 in 18 files · 3 tests · …"),
        ({"complete": False}, "12 callers · reaches 41 in 18 files · 3 tests"),
        (
            {"callers": 0, "reaches": 0, "tests": 0, "test_state": "NONE FOUND", "complete": False},
            "callers unknown · tests unknown",
        ),
        ({"callers": 0, "reaches": 0, "by_language": True}, "called by the language · 3 tests"),
        ({"callers": 0, "reaches": 0, "named": 1}, "no callers found · named in 1 place · 3 tests"),
        ({"callers": 0, "reaches": 0, "unresolved": 2}, "no callers found · 2 unresolved · 3 tests"),
        ({"callers": 1234}, "1,234 callers · reaches 41 in 18 files · 3 tests"),
        ({"so_far": True}, "12 callers so far · reaches 41 in 18 files so far · 3 tests so far"),
        (
            {"so_far": True, "callers": 0, "reaches": 0, "tests": 0, "test_state": "NONE FOUND", "unresolved": 3},
            "no callers so far · no test so far",
        ),
        (
            {"changed": True, "untested_callers": 13, "not_updated": 2},
            "12 callers · reaches 41 in 18 files · 3 tests · changed · 13 callers untested · 2 callers not updated",
        ),
        (
            {"changed": True, "checking": True},
            "12 callers · reaches 41 in 18 files · 3 tests · changed · checking callers…",
        ),
        ({"changed": True}, "12 callers · reaches 41 in 18 files · 3 tests · changed"),
        # Nothing is untested as long as sources are missing.
        (
            {"changed": True, "untested_callers": 1, "complete": False},
            "12 callers · reaches 41 in 18 files · 3 tests · changed",
        ),
    ],
)
def test_titles(changes: dict[str, object], title: str) -> None:
    lens = replace(FULL, **changes)  # type: ignore[arg-type]
    assert title_of(parts_of(lens), lens) == title


def test_every_basis_has_words() -> None:
    assert all(why(basis) for basis in Basis)
    assert (plural(1, "file"), plural(0, "file"), plural(2, "entry", "entries")) == ("1 file", "0 files", "2 entries")


def test_code_spans_hold_any_text() -> None:
    assert code("a`b") == "``a`b``"
    assert code("`a") == "`` `a ``"
    assert code("a\nb") == "`a b`"


def test_renames() -> None:
    places = [Importer("a.py", 1), Importer("b.py", 2)]
    assert rename_words("old.py", "new.py", 1, [], 0) == "old.py is new.py now; the file that imports it follows"
    assert rename_words("old.py", "new.py", 1, [], 1).endswith("the file that imports it follows once it is saved")
    assert rename_words("old.py", "new.py", 1, places[:1], 0).endswith(
        "and the file that imports it does not find it any more: a.py:1"
    )
    assert rename_words("old.py", "new.py", 4, places[:1], 1).endswith(
        "and 1 of 4 files that import it does not find it any more: a.py:1; 1 more file is not saved yet"
    )
    assert rename_words("old.py", "new.py", 9, places * 3, 0).endswith("a.py:1, b.py:2, a.py:1, b.py:2, a.py:1, …")


def test_messages() -> None:
    assert cycle_message(["b.py", "c.py", "a.py"], 3) == "import cycle: a.py → b.py → c.py → a.py"
    assert cycle_message(["b.py", "a.py"], 9).endswith("(part of a knot of 9 files)")
    assert "over 7 files" in cycle_message([f"{n}.py" for n in range(7)], 7)
    assert untested_message("f", ["g"], 3) == "f is changed, and no test reaches 1 of its 3 callers: g"
