"""Calls site by site: an overload is right only on its own line."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

Row = dict[str, Any]
PREFIX = Path("data/corpus")

DEFINITIONS = [
    {"name": "put", "line": 3, "start_line": 2, "end_line": 5},
    {"name": "put", "line": 8, "start_line": 7, "end_line": 9},
    {"name": "Box", "line": 1, "start_line": 1, "end_line": 20},
    {"name": "Box", "line": 12, "start_line": 12, "end_line": 13},
]


def _end(line: int, name: str, file: str = "Box.java") -> Row:
    return {"file": file, "line": line, "name": name}


CALLER = _end(1, "main", "Main.java")
TRUTH = [
    {"caller": CALLER, "callee": _end(3, "put"), "site_line": 5, "kind": "call"},
    {"caller": CALLER, "callee": _end(8, "put"), "site_line": 6, "kind": "call"},
    {"caller": CALLER, "callee": _end(1, "Box"), "constructor": _end(12, "Box"), "site_line": 4, "kind": "call"},
    {"caller": CALLER, "callee": _end(3, "put"), "site_line": 7, "kind": "ref"},
]


@pytest.fixture
def measured(bench_on_the_path: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Row]:  # noqa: ARG001
    import overloads  # type: ignore[import-not-found]

    truth_set = SimpleNamespace(
        rows=lambda path: TRUTH if path == f"{PREFIX}.edges.jsonl.gz" else [],
        Defs=lambda _: SimpleNamespace(by_file={"Box.java": DEFINITIONS}),
    )
    monkeypatch.setattr(overloads, "scorer", lambda: truth_set)

    def ask(*rows: Row) -> Row:
        found: Row = overloads.measured(PREFIX, rows)
        return found

    return ask


def _edge(callee: Row, *sites: int, kind: str = "call") -> Row:
    return {"caller": CALLER, "callee": callee, "sites": list(sites), "kind": kind}


def test_every_call_of_the_truth_at_its_own_line_is_found(measured: Callable[..., Row]) -> None:
    every = (_edge(_end(3, "put"), 5), _edge(_end(8, "put"), 6), _edge(_end(12, "Box"), 4))
    assert measured(*every) == {"truth": 3, "tool": 3, "precision": 1.0, "recall": 1.0}


def test_another_overload_and_the_class_for_its_constructor_are_wrong(measured: Callable[..., Row]) -> None:
    assert measured(_edge(_end(3, "put"), 5, 6), _edge(_end(1, "Box"), 4)) == {
        "truth": 3,
        "tool": 3,
        "precision": 0.3333,
        "recall": 0.3333,
    }


def test_a_line_inside_a_definition_means_that_definition(measured: Callable[..., Row]) -> None:
    assert measured(_edge(_end(7, "put"), 6))["recall"] == 0.3333


def test_references_and_callees_outside_the_truth_are_no_calls(measured: Callable[..., Row]) -> None:
    found = measured(
        _edge(_end(3, "put"), 7, kind="ref"), _edge(_end(3, "other"), 9), _edge(_end(2, "run", "No.java"), 9)
    )
    assert found["tool"] == 0
    assert found["precision"] is None
