"""The list of tests that a lens opens tells apart what the lens counts and what else there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import AffectedTests

_SHOP = """\
def price(item):
    return rounded(item)


def rounded(item):
    return round(item, 2)


class Cart:
    def total(self):
        return price(1)


DEFAULT = rounded(1)
"""
_TESTS = """\
import shop
from shop import Cart, price


def test_price():
    assert price(1) == 1


def test_nothing():
    assert shop.DEFAULT


def test_made():
    assert Cart()


def test_cart():
    Cart().total()
"""
_MAYBE = """\
import shop


def test_named():
    check(shop.price)


def check(what):
    assert what
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "shop.py").write_text(_SHOP, encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(_TESTS, encoding="utf-8")
    (tmp_path / "test_maybe.py").write_text(_MAYBE, encoding="utf-8")
    return tmp_path


def grouped(app: Blastlens, symbol: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    answer = app.ask(AffectedTests((symbol,)))
    for row in answer.results:
        found.setdefault(row["group"], []).append(row["symbol"].rpartition("::")[2])
    assert {one["name"]: one["count"] for one in answer.extra["groups"]} == {
        name: len(tests) for name, tests in found.items()
    }
    return found


def test_what_a_lens_counts_stands_apart_and_first(root: Path) -> None:
    app = Blastlens.open(root)
    try:
        app.refresh()
        assert grouped(app, "shop.py::price") == {"reaching": ["test_price", "test_named", "test_cart"]}
        assert list(grouped(app, "shop.py::rounded")) == ["reaching", "loading"]
        assert grouped(app, "shop.py::rounded")["loading"] == ["test_nothing", "test_made"]
        for symbol in ("price", "rounded", "Cart", "Cart.total"):
            counted = app.resolve_lens(f"shop.py::{symbol}")
            assert counted is not None
            assert len(grouped(app, f"shop.py::{symbol}").get("reaching", ())) == counted.tests
    finally:
        app.close()


def test_the_groups_are_told_in_words(root: Path) -> None:
    app = Blastlens.open(root)
    try:
        app.refresh()
        heads = [one["head"] for one in app.ask(AffectedTests(("shop.py::rounded",))).extra["groups"]]
        assert heads == ["3 tests reach it", "2 tests only load files that run it"]
        heads = [one["head"] for one in app.ask(AffectedTests(("shop.py::Cart.total",))).extra["groups"]]
        assert heads == ["1 test reaches it"]
    finally:
        app.close()


def test_what_a_lens_counts_and_cannot_be_is_said_to_be_left_out(tmp_path: Path) -> None:
    registry = (
        "class Registry:\n    def __init__(self):\n        self.handlers = []\n\n    def register(self, handler):\n"
    )
    registry += "        self.handlers.append(handler)\n\n    def run(self):\n        for handler in self.handlers:\n            handler()\n"
    (tmp_path / "registry.py").write_text(registry, encoding="utf-8")
    (tmp_path / "actions.py").write_text(
        "def greet():\n    return 1\n\n\ndef leave():\n    return 2\n", encoding="utf-8"
    )
    test = "\n\ndef test_{0}():\n    registry = Registry()\n\n    def on():\n        {0}()\n\n"
    test += "    registry.register(on)\n    registry.run()\n"
    tests = (
        "from actions import greet, leave\nfrom registry import Registry\n"
        + test.format("greet")
        + test.format("leave")
    )
    (tmp_path / "test_registry.py").write_text(tests, encoding="utf-8")
    app = Blastlens.open(tmp_path)
    try:
        app.refresh()
        answer = app.ask(AffectedTests(("actions.py::greet",)))
        counted = app.resolve_lens("actions.py::greet")
        assert counted is not None
        assert [row["symbol"] for row in answer.results] == ["test_registry.py::test_greet"]
        left_out = counted.tests - len(answer.results)
        assert left_out == 1
        assert "1 test that a lens counts is left out" in (answer.reason or "")
        assert answer.complete
    finally:
        app.close()
