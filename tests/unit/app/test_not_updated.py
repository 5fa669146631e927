"""Callers that a change left behind, over a real working tree."""

from collections.abc import Callable

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.questions import BlastRadius, NotUpdated

OLD = """import dataclasses


def load(path, mode="r", *, timeout=None):
    return path


def gone(x):
    return x


class Store:
    def __init__(self, root):
        self.root = root

    def get(self, key):
        return key


@dataclasses.dataclass
class Point:
    x: int
    y: int = 0
"""
NEW = """import dataclasses


def load(path, session, mode="r"):
    return path


class Store:
    def __init__(self, root, size):
        self.root = root

    def get(self, key, kind):
        return key


@dataclasses.dataclass
class Point:
    x: int
    z: int
    y: int = 0
"""
USER = """import functools

from store import Point, Store, gone, load


def by_keyword():
    return load("a", "s", timeout=3)


def moved():
    return load("a", "r")


def unpacked(*args, **named):
    return load(*args, **named)


def made():
    return Store("a").get("k")


def unbound(store: Store):
    return Store.get(store, "k")


def updated():
    return Store("a", 1).get("k", "v"), load("a", "s", mode="r")


def point():
    return Point(1)


def handed():
    return functools.partial(load, "a")


def left():
    return gone(1)


class Sub(Store):
    def __init__(self):
        super().__init__("a")

    def get(self, key):
        return key
"""


@pytest.fixture
def app(write: Callable[..., None], committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(store=OLD, user=USER)
    committed()
    return opened()


def said(rows: list[dict[str, object]]) -> set[tuple[str, str]]:
    return {(str(row["symbol"]).rpartition("::")[2], str(row["misfit"])) for row in rows}


def test_callers_that_no_longer_fit(app: Blastlens, write: Callable[..., None]) -> None:
    write(store=NEW)
    app.refresh()
    answer = app.ask(BlastRadius(working_tree=True))
    assert said(answer.extra["not_updated"]) == {
        ("by_keyword", "passes keyword `timeout`, which is gone"),
        ("made", "lacks required `size`"),
        ("made", "lacks required `kind`"),
        ("unbound", "lacks required `kind`"),
        ("point", "lacks required `z`"),
        ("left", "calls `gone`, which is gone"),
        ("<module>", "imports `gone`, which is gone"),
        ("Sub.__init__", "lacks required `size`"),
    }
    assert said(answer.extra["may_not_fit"]) == {
        ("moved", "argument 2 by position was `mode` and is `session` now"),
        ("unpacked", "unpacks arguments into the call (* and **): whether they fit is not known"),
        ("handed", "named as a value: how it is called from there is not known"),
        ("Sub.get", "overrides what takes (key, kind) now, and takes (key)"),
    }


def test_what_may_not_fit_is_listed_and_not_counted_beside_its_list(app: Blastlens, write: Callable[..., None]) -> None:
    write(store=NEW)
    app.refresh()
    answer = app.ask(NotUpdated())
    assert len(answer.extra["may_not_fit"]) == 4
    assert "may not fit" not in (answer.reason or "")


def test_each_row_says_where_and_what(app: Blastlens, write: Callable[..., None]) -> None:
    write(store=NEW)
    app.refresh()
    (row,) = [
        row for row in app.ask(BlastRadius(working_tree=True)).extra["not_updated"] if row["callee"].endswith("load")
    ]
    assert (row["file"], row["line"], row["column"]) == ("user.py", 7, 11)
    assert row["callee"] == "store.py::load"
    assert row["takes"] == "(path, session, mode=…)"


def test_a_change_that_is_not_made_yet(app: Blastlens, git: Callable[..., str], write: Callable[..., None]) -> None:
    write(store=NEW)
    diff = git("diff")
    git("checkout", "-q", "--", ".")
    app.refresh()
    planned = app.ask(BlastRadius(diff=diff))
    write(store=NEW)
    app.refresh()
    made = app.ask(BlastRadius(working_tree=True))
    assert planned.extra["not_updated"] == made.extra["not_updated"]
    assert planned.extra["may_not_fit"] == made.extra["may_not_fit"]


def test_a_planned_change_that_takes_its_callers_along(
    app: Blastlens, git: Callable[..., str], write: Callable[..., None]
) -> None:
    write(store=OLD.replace("def get(self, key)", "def get(self, key, kind)"))
    write(user=USER.replace('.get("k")', '.get("k", 1)').replace('(store, "k")', '(store, "k", 1)'))
    diff = git("diff")
    git("checkout", "-q", "--", ".")
    app.refresh()
    assert app.ask(BlastRadius(diff=diff)).extra["not_updated"] == []


def test_without_a_change_nothing_is_left_behind(app: Blastlens) -> None:
    assert app.ask(BlastRadius(working_tree=True)).extra["not_updated"] == []


def test_an_import_is_no_caller_beside_the_callers_of_its_file(app: Blastlens, write: Callable[..., None]) -> None:
    write(alone="from store import gone\n")
    app.refresh()
    write(store=NEW)
    app.refresh()
    answer = app.ask(NotUpdated(symbol="store.py::gone"))
    assert {(row["file"], row["misfit"].partition(" ")[0]) for row in answer.results} == {
        ("user.py", "imports"),
        ("user.py", "calls"),
        ("alone.py", "imports"),
    }
    assert answer.extra["callers"] == {"store.py::gone": 2}
    assert answer.extra["total_callers"] == 2
