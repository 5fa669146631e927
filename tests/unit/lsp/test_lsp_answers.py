"""Shapes of answers: hierarchies, locations of rows, summaries, messages."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.faces.lsp.call_rows import grouped
from blastlens.faces.lsp.command_answers import location_of, summary
from blastlens.faces.lsp.commands import affected_tests, blast_radius, callers, communities, cycles, not_updated
from blastlens.faces.lsp.dispatch import message_of
from blastlens.faces.lsp.documents import LspDocument
from blastlens.faces.lsp.progress import percent_of
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.symbols import certainty
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Basis, Edge, EdgeKind, Site
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.session.ports import Progress


def _symbol(name: str, line: int = 1) -> Symbol:
    return Symbol(f"a.py::{name}", SymbolKind.FUNCTION, name, "a.py", line, 4, 9, line, line, None, 0, False, 1, 0, 0)


def _edge(name: str, confidence: float, basis: Basis, *lines: int) -> Edge:
    sites = tuple(Site(line, 4, 8) for line in lines)
    return Edge(f"a.py::{name}", EdgeKind.CALLS, "a.py::target", confidence, basis, sites)


def test_one_group_a_caller_the_most_certain_first() -> None:
    one, two = _symbol("one", 9), _symbol("two", 2)
    rows = [
        (one, _edge("one", 0.6, Basis.OVERRIDE, 7)),
        (two, _edge("two", 0.8, Basis.RETURNED, 3)),
        (one, _edge("one", 1.0, Basis.LEXICAL, 5, 4)),
    ]
    first, second = grouped(rows)
    assert (first.symbol.name, [site.line for site in first.sites], first.remark) == ("one", [4, 5, 7], "")
    assert (second.symbol.name, second.remark) == ("two", "(inferred 0.80, returned)")


def test_certain_edges_carry_no_remark() -> None:
    assert certainty(_edge("x", 0.9, Basis.LEXICAL)) == ""
    assert certainty(_edge("x", 0.99, Basis.ANNOTATION)) == ""
    assert certainty(_edge("x", 0.3, Basis.CANDIDATES)) == "(ambiguous 0.30, candidates)"


@pytest.mark.parametrize(
    ("row", "start", "end"),
    [
        ({"symbol": "a.py::Shop.pay", "line": 2}, (1, 7), (1, 10)),
        ({"symbol": "a.py::pay#2", "line": 2}, (1, 7), (1, 10)),
        ({"symbol": "a.py::pay@2", "line": 2}, (1, 7), (1, 10)),
        ({"symbol": "a.py::<module>", "line": 1}, (0, 0), (0, 0)),
        ({"symbol": "a.py::absent", "line": 2}, (1, 2), (1, 2)),
        ({"file": "a.py", "line": 2}, (1, 2), (1, 2)),
        ({"symbol": "a.py::Shop", "line": 1, "sites": [2], "path": ["a.py::Shop", "b.py::pay_all"]}, (1, 14), (1, 21)),
        ({"members": ["a.py", "b.py"]}, (0, 0), (0, 0)),
        ({"symbol": "a.py::pay", "line": "two"}, (0, 0), (0, 0)),
        ({}, (0, 0), (0, 0)),
    ],
)
def test_a_row_is_placed_at_its_name(tmp_path: Path, row: dict[str, Any], start: Any, end: Any) -> None:
    (tmp_path / "a.py").write_text("class Shop:\n  🙂def pay(): pay_all\n", encoding="utf-8")
    places = Places(Root(tmp_path.as_uri(), tmp_path), [], "utf-32")
    found = location_of(row, {}, places)
    assert found.range == t.Range(t.Position(*start), t.Position(*end))


def test_columns_are_counted_in_the_text_they_were_measured_in(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("é = ping()\n", encoding="utf-8")
    document = LspDocument((tmp_path / "a.py").as_uri(), "something else\n")
    root = Root(tmp_path.as_uri(), tmp_path)
    assert Places(root, [document], "utf-16").range("a.py", (1, 5), (1, 9)).start.character == 4
    document.saved_text = "éé = ping()\n"
    assert Places(root, [document], "utf-16").range("a.py", (1, 7), (1, 11)).start.character == 5


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("a\nb\nc\nd\n", [0, 1, 2, 3]),
        ("new\na\nb\nc\nd\n", [1, 2, 3, 4]),
        ("a\nx\ny\nb\nc\nz\nd\n", [0, 3, 4, 6]),
        ("a\nB\nc\nd\n", [0, 1, 2, 3]),
        ("x\nc\nd\n", [0, 0, 1, 2]),
        ("c\nd\n", [0, 0, 0, 1]),
        ("a\nd\n", [0, 0, 0, 1]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_a_place_follows_what_is_typed(tmp_path: Path, typed: str, lines: list[int]) -> None:
    document = LspDocument((tmp_path / "a.py").as_uri(), typed)
    document.saved_text = "a\nb\nc\nd\n"
    places = Places(Root(tmp_path.as_uri(), tmp_path), [document], "utf-16")
    assert [places.range("a.py", (line, 0), (line, 1)).start.line for line in (1, 2, 3, 4)] == lines


def test_an_open_file_keeps_the_uri_its_client_gave(tmp_path: Path) -> None:
    uri = tmp_path.as_uri() + "/a(b).py"
    root = Root(tmp_path.as_uri(), tmp_path)
    assert Places(root, [LspDocument(uri, "")], "utf-16").uri("a(b).py") == uri
    assert Places(root, [], "utf-16").uri("a(b).py") == tmp_path.as_uri() + "/a%28b%29.py"


def _answer(rows: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"question": {"symbol": "a.py::x"}, "results": rows, "complete": True, "reason": None, **more}


def test_summaries_are_one_line() -> None:
    rows = [{"symbol": f"a.py::f{number}"} for number in range(6)]
    assert summary(callers.COMMAND, _answer(rows)) == "6 callers of a.py::x: f0, f1, f2, f3, f4, …"
    assert summary(callers.COMMAND, _answer([])) == "0 callers of a.py::x"
    partial = _answer(rows[:1]) | {"complete": False, "reason": "a file did not parse"}
    assert summary(cycles.COMMAND, partial) == "a.py::x: 1 cycle (incomplete: a file did not parse)"
    assert summary(not_updated.COMMAND, _answer([], total_callers=0)) == "a.py::x: 0 callers not updated"
    left = _answer(rows[:3], total_callers=2)
    assert summary(not_updated.COMMAND, left) == "a.py::x: 2 callers not updated, in 3 places"
    assert summary(affected_tests.COMMAND, _answer([])) == "a.py::x: 0 tests to run"
    assert summary(communities.COMMAND, _answer(rows[:2]) | {"question": {}}) == "2 communities"
    radius = _answer([], changed=[1], direct=[1, 2], transitive=[1, 2, 3], files=["a.py"], tests=[])
    assert summary(blast_radius.COMMAND, radius) == (
        "1 changed, 2 direct and 3 indirect callers in 1 file, 0 tests, 0 untested"
    )


def test_errors_say_what_to_do_next() -> None:
    assert message_of(UserError("No such symbol", "save first")) == "No such symbol - save first"
    left_out = message_of(UserError("No such file", topic="left-out-files"))
    assert left_out == "No such file - the command blastlens.indexStatus names the files that were skipped, and why"
    many = tuple(f"s{number}" for number in range(7))
    assert message_of(UserError("Ambiguous", choices=many)) == "Ambiguous (s0, s1, s2, s3, s4, …)"


def test_progress_grows_over_the_phases() -> None:
    steps = [("read", 0, 10), ("read", 10, 10), ("extract", 5, 10), ("link", 0, 10), ("link", 10, 10), ("store", 0, 0)]
    shares = [percent_of(Progress(*step)) for step in steps]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 100)
