"""What a call by a name alone is believed to mean, and what else it may."""

from __future__ import annotations

from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import Callers, Explain

BASE = "class Shape:\n    def render(self):\n        return 0\n"
BELOW = "\n\nclass {0}(Shape):\n    def render(self):\n        return 1\n"
SHOW = "def show(thing):\n    return thing.render()\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shapes.py").write_text(BASE, encoding="utf-8")
    (tmp_path / "show.py").write_text(SHOW, encoding="utf-8")
    return tmp_path


def explained(root: Path, callee: str) -> tuple[str, list[str]]:
    app = Blastlens.open(root)
    try:
        app.refresh()
        found = app.ask(Explain("show", callee))
        return found.results[0]["why"], [one["symbol"] for one in found.extra["rivals"]]
    finally:
        app.close()


def test_a_method_that_nothing_overrides_is_the_only_one(root: Path) -> None:
    assert explained(root, "Shape.render") == (
        "the only method of that name here; the receiver's type is not known",
        [],
    )


def test_what_overrides_it_is_told_and_named(root: Path) -> None:
    (root / "shapes.py").write_text(BASE + BELOW.format("Circle"), encoding="utf-8")
    assert explained(root, "Shape.render") == (
        "the only method of that name here besides 1 that overrides it; the receiver's type is not known",
        ["shapes.py::Circle.render"],
    )
    (root / "shapes.py").write_text(BASE + BELOW.format("Circle") + BELOW.format("Square"), encoding="utf-8")
    why, rivals = explained(root, "Shape.render")
    assert "besides 2 that override it" in why
    assert rivals == ["shapes.py::Circle.render", "shapes.py::Square.render"]
    assert explained(root, "Circle.render")[1] == ["shapes.py::Shape.render", "shapes.py::Square.render"]


def test_a_namesake_that_only_tests_have_is_no_secret(root: Path) -> None:
    tests = root / "tests"
    tests.mkdir()
    (tests / "test_show.py").write_text(
        "class Double:\n    def render(self):\n        return 2\n\n\ndef test_it():\n    assert Double()\n",
        encoding="utf-8",
    )
    assert "the only method of that name outside of test code;" in explained(root, "Shape.render")[0]


def test_rows_of_callers_say_the_same(root: Path) -> None:
    (root / "shapes.py").write_text(BASE + BELOW.format("Circle"), encoding="utf-8")
    app = Blastlens.open(root)
    try:
        app.refresh()
        (row,) = app.ask(Callers("Shape.render")).results
        assert "besides 1 that overrides it" in row["why"]
    finally:
        app.close()
