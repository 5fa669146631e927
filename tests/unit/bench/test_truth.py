"""What the truth lists beside edges."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

STEPS = [("Shape.area", "Round.area"), ("Round.area", "Circle.area"), ("Shape.name", "Circle.name")]


@pytest.fixture
def truth(bench_on_the_path: None, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ARG001
    import truth  # type: ignore[import-not-found]

    rows = [{"base": base, "override": override} for base, override in STEPS]
    listed = {"data/shapes.overrides.jsonl.gz": rows}
    truth_set = SimpleNamespace(rows=lambda path: listed.get(path, []), CTORS={"constructor"})
    monkeypatch.setattr(truth, "scorer", lambda: truth_set)
    return truth


def test_overriding_methods_are_those_listed_over_any_number_of_steps(truth: Any) -> None:
    definitions = SimpleNamespace(truth=lambda name: ("shapes", name))
    assert truth._listed(definitions, Path("data/shapes")) == {
        ("shapes", "Shape.area"): {("shapes", "Round.area"), ("shapes", "Circle.area")},
        ("shapes", "Round.area"): {("shapes", "Circle.area")},
        ("shapes", "Shape.name"): {("shapes", "Circle.name")},
    }
    assert truth._listed(definitions, Path("data/others")) == {}


def test_classes_without_a_constructor_are_told(truth: Any) -> None:
    rows = [
        {"file": "a.js", "qualname": "A", "name": "A", "kind": "class"},
        {"file": "a.js", "qualname": "B", "name": "B", "kind": "class"},
        {"file": "a.js", "qualname": "B.constructor", "name": "constructor", "kind": "method", "class": "B"},
        {"file": "a.js", "qualname": "A.go", "name": "go", "kind": "method", "class": "A"},
    ]
    definitions = SimpleNamespace(files={"a.js"}, by_file={"a.js": rows})
    assert truth._without_constructor(definitions) == {("a.js", "A")}
    assert truth.is_micro(Path("data/micro_js"))
    assert not truth.is_micro(Path("data/microscope"))
