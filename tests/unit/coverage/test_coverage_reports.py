"""Coverage reports: formats, paths of other machines, and what is refused."""

import contextlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import STATES, Untested
from blastlens.session.coverage.mapping import map_paths
from blastlens.session.coverage.places import usual_places
from blastlens.session.coverage.reading import read_report
from blastlens.session.coverage.report import ReportError

HERE = Path("report")
# As coverage.py 7.17 lays it out; what a test of `price` ran has bit 2 of its first byte set.
DATA_FILE = """
CREATE TABLE coverage_schema (version integer);
INSERT INTO coverage_schema VALUES(7);
CREATE TABLE meta (key text, value text, unique (key));
INSERT INTO meta VALUES('version','7.17.5');
INSERT INTO meta VALUES('has_arcs','0');
CREATE TABLE file (id integer primary key, path text, unique (path));
INSERT INTO file VALUES(1,'/ci/build/shop.py');
CREATE TABLE context (id integer primary key, context text, unique (context));
INSERT INTO context VALUES(1,'');
INSERT INTO context VALUES(2,'test_shop.test_price');
CREATE TABLE line_bits (file_id integer, context_id integer, numbits blob, unique (file_id, context_id));
INSERT INTO line_bits VALUES(1,1,X'2200');
INSERT INTO line_bits VALUES(1,2,X'04');
CREATE TABLE arc (file_id integer, context_id integer, fromno integer, tono integer);
CREATE TABLE tracer (file_id integer primary key, tracer text);
"""
SHOP = "def price():\n    return 1\n\n\ndef total():\n    return 2\n"
TEST = "from shop import price\n\n\ndef test_price():\n    assert price() == 1\n"


def data_file(path: Path, script: str = DATA_FILE) -> Path:
    database = sqlite3.connect(path)
    database.executescript(script)
    database.close()
    return path


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(TEST, encoding="utf-8")
    return tmp_path


def states(root: Path, *coverage: str) -> dict[str, str]:
    app = Blastlens.open(root)
    try:
        rows = app.ask(Untested(states=STATES, coverage=coverage)).results
    finally:
        app.close()
    return {str(row["symbol"]): str(row["state"]) for row in rows}


def test_the_data_file_of_coverage_tells_lines_and_contexts(tmp_path: Path) -> None:
    path = data_file(tmp_path / ".coverage")
    report = read_report(path, path.read_bytes())
    (file,) = report.files
    assert (file.path, file.lines) == ("/ci/build/shop.py", {1: True, 2: True, 5: True})
    assert (file.contexts, report.contexts) == ({2: ("test_shop.test_price",)}, ("test_shop.test_price",))
    assert not report.says_missed


def test_branches_that_were_measured_are_lines_that_ran(tmp_path: Path) -> None:
    script = DATA_FILE + "DELETE FROM line_bits; INSERT INTO arc VALUES(1, 2, -1, 2), (1, 2, 2, -1), (1, 1, 1, 5);"
    path = data_file(tmp_path / ".coverage", script)
    (file,) = read_report(path, path.read_bytes()).files
    assert file.lines == {1: True, 2: True, 5: True}
    assert file.contexts == {2: ("test_shop.test_price",)}


def test_an_empty_file_that_ran_as_line_0_is_told_without_lines(shop: Path) -> None:
    (shop / "empty.py").write_bytes(b"")
    script = DATA_FILE + "INSERT INTO file VALUES(2, '/ci/build/empty.py'); INSERT INTO line_bits VALUES(2, 1, X'01');"
    path = data_file(shop / ".coverage", script)
    assert {file.path: file.lines for file in read_report(path, path.read_bytes()).files}["/ci/build/empty.py"] == {}
    assert states(shop) == {"shop.py::price": "MEASURED", "shop.py::total": "NOT RUN"}


def test_a_data_file_is_joined_and_not_written_to(shop: Path) -> None:
    path = data_file(shop / ".coverage")
    before = path.read_bytes()
    assert states(shop) == {"shop.py::price": "MEASURED", "shop.py::total": "NOT RUN"}
    assert path.read_bytes() == before
    assert sorted(one.name for one in shop.glob(".coverage*")) == [".coverage"]


def test_what_was_told_of_a_report_is_told_after_the_file_changed_too(shop: Path) -> None:
    data_file(shop / ".coverage")
    states(shop)
    (shop / "shop.py").write_text("import os\n\n\n" + SHOP.replace("return 2", "return 3"), encoding="utf-8")
    assert states(shop) == {"shop.py::price": "MEASURED", "shop.py::total": "NONE FOUND"}


def test_a_report_of_another_text_says_nothing_from_the_start(shop: Path) -> None:
    (shop / "shop.py").write_text("import os\n\n\n" + SHOP, encoding="utf-8")
    data_file(shop / ".coverage")
    assert states(shop) == {"shop.py::price": "INFERRED", "shop.py::total": "NONE FOUND"}


def test_a_new_report_takes_the_place_of_the_old_one_in_an_open_root(shop: Path) -> None:
    app = Blastlens.open(shop, resident=True)
    try:
        assert app.ask(Untested()).extra["states"]["MEASURED"] == 0
        data_file(shop / ".coverage")
        app.refresh()
        assert app.ask(Untested()).extra["states"]["MEASURED"] == 1
        (shop / ".coverage").unlink()
        app.refresh()
        assert app.ask(Untested()).extra["states"]["MEASURED"] == 0
    finally:
        app.close()


def test_a_save_does_not_look_for_reports_and_an_idle_moment_does(shop: Path) -> None:
    app = Blastlens.open(shop, resident=True)
    try:
        assert app.resolve_lens("shop.py::price") is not None
        assert not app.take_reports(app.coverage_reports())
        data_file(shop / ".coverage")
        (shop / "shop.py").write_text(SHOP + "\n", encoding="utf-8")
        app.refresh(["shop.py"])
        lens = app.resolve_lens("shop.py::price")
        assert lens is not None and "run by 1 test" not in lens.title
        assert app.take_reports(app.coverage_reports())
        lens = app.resolve_lens("shop.py::price")
        assert lens is not None and "run by 1 test" in lens.title
    finally:
        app.close()


def test_a_lens_and_a_hover_tell_what_was_measured(shop: Path) -> None:
    data_file(shop / ".coverage")
    app = Blastlens.open(shop, resident=True)
    try:
        lens = app.resolve_lens("shop.py::price")
        other = app.resolve_lens("shop.py::total")
        card = app.hover("shop.py", 1, 4)
    finally:
        app.close()
    assert lens is not None and "run by 1 test" in lens.title
    assert other is not None and "measured: not run by tests" in other.title
    assert card is not None and "run by 1 test · MEASURED" in card.plain and "test_price" in card.plain


def test_a_report_that_is_named_must_be_readable(shop: Path) -> None:
    (shop / "other.txt").write_text("nothing", encoding="utf-8")
    for report in ("none.xml", "other.txt"):
        with pytest.raises(UserError):
            states(shop, report)
    data_file(shop / "deep.data")
    assert states(shop, "deep.data")["shop.py::price"] == "MEASURED"


def test_a_damaged_report_at_a_usual_place_is_told_and_costs_nothing_else(shop: Path) -> None:
    (shop / "coverage.xml").write_text("<coverage><packages>", encoding="utf-8")
    app = Blastlens.open(shop)
    try:
        answer = app.ask(Untested())
    finally:
        app.close()
    assert [row["symbol"] for row in answer.results] == ["shop.py::total"]
    assert "coverage.xml is not read" in (answer.reason or "")


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE coverage [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><coverage>&b;</coverage>',
        '<!DOCTYPE report [<!ENTITY x SYSTEM "file:///etc/passwd">]><report>&x;</report>',
        "<coverage>",
        "<html/>",
        "{",
        '{"files": []}',
        "SF:a.py\n",
        "module x",
        '<?xml version="1.0" encoding="nothing"?><coverage/>',
        '<!DOCTYPE coverage [<!ENTITY a "b">]><coverage/>',
        "",
    ],
)
def test_what_is_no_report_is_refused(text: str) -> None:
    with pytest.raises(ReportError):
        read_report(HERE, text.encode())


def test_a_data_file_with_other_tables_is_refused(tmp_path: Path) -> None:
    path = data_file(tmp_path / ".coverage", "CREATE TABLE file (id integer); CREATE VIEW context AS SELECT 1;")
    with pytest.raises(ReportError):
        read_report(path, path.read_bytes())


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_else(data: bytes) -> None:
    for head in (b"", b"<coverage", b"<report", b"{", b"mode: set\n", b"SF:a\n", b'{"files": {"a": '):
        with contextlib.suppress(ReportError):
            read_report(HERE, head + data)


@pytest.mark.parametrize(
    ("reported", "files", "found", "ambiguous"),
    [
        (["a/b.py"], ["a/b.py", "b.py"], {"a/b.py": "a/b.py"}, ()),
        (["/ci/x/src/a/b.py"], ["src/a/b.py", "other/b.py"], {"/ci/x/src/a/b.py": "src/a/b.py"}, ()),
        (["a/b.py"], ["src/a/b.py", "src/c/b.py"], {"a/b.py": "src/a/b.py"}, ()),
        (["b.py"], ["one/b.py", "two/b.py"], {}, ("b.py",)),
        (["/usr/lib/x/utils.py"], ["pkg/utils.py"], {}, ()),
        (["example.com/m/cart/c.go"], ["cart/c.go", "c.go"], {"example.com/m/cart/c.go": "cart/c.go"}, ()),
        (
            ["/ci/p/lib/a.py", "/ci/p/lib/deep/b.py"],
            ["src/a.py", "src/deep/b.py"],
            {"/ci/p/lib/a.py": "src/a.py", "/ci/p/lib/deep/b.py": "src/deep/b.py"},
            (),
        ),
        (
            ["shop/a.py", "b.py"],
            ["one/shop/a.py", "one/b.py", "two/b.py"],
            {"shop/a.py": "one/shop/a.py", "b.py": "one/b.py"},
            (),
        ),
    ],
)
def test_paths_are_brought_to_files(
    reported: list[str], files: list[str], found: dict[str, str], ambiguous: tuple[str, ...]
) -> None:
    mapped = map_paths(reported, files)
    assert (mapped.files, mapped.ambiguous) == (found, ambiguous)


@given(st.lists(st.sampled_from(["a.py", "b.py", "x/a.py", "y/a.py", "x/y/b.py", "src/x/a.py"]), unique=True))
def test_a_report_of_the_repository_itself_is_never_ambiguous(files: list[str]) -> None:
    assert map_paths(files, files).files == {path: path for path in files}


def test_usual_places_are_looked_at_two_folders_deep_and_others_when_named(tmp_path: Path) -> None:
    kept = ["coverage.xml", "packages/web/coverage/lcov.info", "core/target/site/jacoco/jacoco.xml", ".coverage"]
    left = ["node_modules/x/coverage.xml", "a/b/c/coverage.xml", "reports/all.xml"]
    for path in (*kept, *left):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x", encoding="utf-8")
    found = {path.relative_to(tmp_path).as_posix() for path in usual_places(tmp_path)}
    assert found == set(kept)
    named = usual_places(tmp_path, ["reports/*.xml", "../*", "/etc/*"])
    assert named[0] == tmp_path / "reports/all.xml"
    assert len(named) == len(kept) + 1
