"""From a change to the definitions it touches, and to who used what it deletes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius

SHOP = """import os

LIMIT = 3


class Cart:
    size = 1

    @property
    def total(self):
        return price(1)

    def clear(self):
        # nothing yet
        return None


def price(n):
    def inner():
        return n

    return inner()


def gone(n):
    return n
"""
USER = """from shop import Cart, gone, price


def use():
    return price(2)


def use_gone():
    return gone(2)
"""


@pytest.fixture
def app(write: Callable[..., None], committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(shop=SHOP, user=USER)
    committed()
    return opened()


def ask(app: Blastlens) -> Answer:
    app.refresh()
    return app.ask(BlastRadius(working_tree=True))


def part(answer: Answer, name: str) -> list[str]:
    return [row["symbol"] for row in answer.extra[name]]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("return price(1)", "return price(2)", ["shop.py::Cart.total"]),
        ("    @property\n", "    @property  # yes\n", []),
        ("size = 1", "size = 2", ["shop.py::Cart"]),
        ("        return n\n\n    return inner", "        return n + 1\n\n    return inner", ["shop.py::price.inner"]),
        ("LIMIT = 3", "LIMIT = 4", ["shop.py::<module>"]),
        ("import os", "import re", ["shop.py::<module>"]),
        ("# nothing yet", "# still nothing", []),
        ("class Cart", "\n\nclass Cart", []),
        ("def price(n):", "def price(n, m=0):", ["shop.py::price"]),
        ("def clear", "def empty", ["shop.py::Cart.empty"]),
    ],
)
def test_the_innermost_definition_is_changed(
    app: Blastlens, root: Path, old: str, new: str, changed: list[str]
) -> None:
    (root / "shop.py").write_text(SHOP.replace(old, new), "utf-8")
    assert sorted(part(ask(app), "changed")) == changed


def test_nothing_changed_is_said(app: Blastlens) -> None:
    answer = ask(app)
    assert answer.extra["changed"] == []
    assert answer.reason == "no definition is changed"


def test_a_moved_function_is_not_changed(app: Blastlens, root: Path) -> None:
    start, _, end = SHOP.partition("def gone(n):\n    return n\n")
    (root / "shop.py").write_text("def gone(n):\n    return n\n\n\n" + start.rstrip() + "\n" + end, "utf-8")
    assert part(ask(app), "changed") == []


def test_callers_of_the_change_are_reached(app: Blastlens, root: Path) -> None:
    (root / "shop.py").write_text(SHOP.replace("def price(n):", "def price(n, m=0):"), "utf-8")
    answer = ask(app)
    assert part(answer, "direct") == ["shop.py::Cart.total", "user.py::use"]
    assert answer.extra["direct"][1]["path"] == ["user.py::use", "shop.py::price"]
    assert sorted(part(answer, "untested")) == ["shop.py::Cart.total", "shop.py::price", "user.py::use"]


def test_who_used_a_deleted_function_is_reached(app: Blastlens, root: Path) -> None:
    (root / "shop.py").write_text(SHOP.replace("def gone(n):\n    return n\n", ""), "utf-8")
    answer = ask(app)
    assert [(row["symbol"], row.get("deleted")) for row in answer.extra["changed"]] == [("shop.py::gone", True)]
    assert part(answer, "direct") == ["user.py::use_gone"]


def test_who_used_a_deleted_file_is_reached(app: Blastlens, root: Path) -> None:
    (root / "shop.py").unlink()
    answer = ask(app)
    assert {row["symbol"] for row in answer.extra["changed"]} >= {"shop.py::gone", "shop.py::price", "shop.py::Cart"}
    assert {"user.py::use", "user.py::use_gone"} <= set(part(answer, "direct"))


def test_a_new_file_is_changed_altogether(app: Blastlens, root: Path) -> None:
    (root / "new.py").write_text("from shop import price\n\n\ndef fresh():\n    return price(1)\n", "utf-8")
    assert sorted(part(ask(app), "changed")) == ["new.py::<module>", "new.py::fresh"]


def test_a_renamed_file_with_the_same_text_is_a_deleted_module(app: Blastlens, git: Callable[..., str]) -> None:
    git("mv", "user.py", "client.py")
    (row,) = ask(app).extra["changed"]
    assert (row["symbol"], row["deleted"], row["renamed_to"]) == ("user.py::<module>", True, "client.py")


def test_who_imports_a_file_that_moved_is_reached(
    app: Blastlens, write: Callable[..., None], git: Callable[..., str]
) -> None:
    write(limit="from shop import LIMIT\n")
    git("add", "-A")
    git("commit", "-qm", "limit")
    git("mv", "shop.py", "store.py")
    answer = ask(app)
    assert part(answer, "changed") == ["shop.py::<module>"]
    assert set(part(answer, "direct")) == {
        "limit.py::<module>",
        "user.py::<module>",
        "user.py::use",
        "user.py::use_gone",
    }
    assert [row["file"] for row in answer.extra["files"]] == ["limit.py", "user.py"]
    git("add", "-A")
    git("commit", "-qm", "move")
    app.refresh()
    of_commits = app.ask(BlastRadius(commits="HEAD~1..HEAD"))
    assert (part(of_commits, "changed"), part(of_commits, "direct")) == (["shop.py::<module>"], part(answer, "direct"))
    patch = git("diff", "-M", "HEAD~1..HEAD", "--", "shop.py", "store.py")
    git("reset", "-q", "--hard", "HEAD~1")
    app.refresh()
    not_yet = app.ask(BlastRadius(diff=patch))
    assert set(part(not_yet, "direct")) == {
        "limit.py::<module>",
        "user.py::<module>",
        "user.py::use",
        "user.py::use_gone",
    }


def test_who_imports_a_deleted_file_is_reached(
    app: Blastlens, root: Path, write: Callable[..., None], git: Callable[..., str]
) -> None:
    write(limit="from shop import LIMIT\n", own="import shop\n\n\nclass Own(shop.Cart):\n    pass\n")
    git("add", "-A")
    git("commit", "-qm", "more")
    (root / "shop.py").unlink()
    answer = ask(app)
    assert "shop.py::<module>" in part(answer, "changed")
    assert {"limit.py::<module>", "own.py::<module>", "own.py::Own", "user.py::use"} <= set(part(answer, "direct"))
    assert [row["file"] for row in answer.extra["files"]] == ["limit.py", "own.py", "user.py"]


def test_a_file_that_git_was_told_to_forget_is_one_file(app: Blastlens, git: Callable[..., str]) -> None:
    git("rm", "-q", "--cached", "shop.py")
    assert part(ask(app), "changed") == []


def test_a_diff_may_be_applied_already_or_not(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    (root / "shop.py").write_text(SHOP.replace("return price(1)", "return price(7)"), "utf-8")
    text = git("diff")
    app.refresh()
    assert part(app.ask(BlastRadius(diff=text)), "changed") == ["shop.py::Cart.total"]
    git("checkout", "shop.py")
    app.refresh()
    assert part(app.ask(BlastRadius(diff=text)), "changed") == ["shop.py::Cart.total"]
    (root / "shop.py").write_text("x = 1\n", "utf-8")
    app.refresh()
    with pytest.raises(UserError) as caught:
        app.ask(BlastRadius(diff=text))
    assert caught.value.code == "bad-diff"


def test_a_range_of_commits(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    (root / "shop.py").write_text(SHOP.replace("size = 1", "size = 2"), "utf-8")
    git("commit", "-qam", "size")
    app.refresh()
    answer = app.ask(BlastRadius(commits="HEAD~1..HEAD"))
    assert part(answer, "changed") == ["shop.py::Cart"]
    assert "differs" not in (answer.reason or "")
    (root / "shop.py").write_text(SHOP, "utf-8")
    app.refresh()
    assert "differs from the end of the range" in (app.ask(BlastRadius(commits="HEAD~1..HEAD")).reason or "")
    with pytest.raises(UserError) as caught:
        app.ask(BlastRadius(commits="nowhere..HEAD"))
    assert caught.value.code == "unknown-revision"


def test_line_ends_and_a_missing_last_one_do_not_matter(app: Blastlens, root: Path) -> None:
    (root / "shop.py").write_bytes(SHOP.replace("return price(1)", "return price(3)").rstrip().encode())
    assert part(ask(app), "changed") == ["shop.py::Cart.total"]


def test_a_root_without_git_says_so(write: Callable[..., None], opened: Callable[[], Blastlens]) -> None:
    write(a="def f():\n    return 1\n")
    app = opened()
    with pytest.raises(UserError) as caught:
        app.ask(BlastRadius(working_tree=True))
    assert caught.value.code == "no-git"


def test_a_blast_radius_needs_one_source(app: Blastlens) -> None:
    for question in (BlastRadius(), BlastRadius(symbols=("price",), working_tree=True)):
        with pytest.raises(UserError):
            app.ask(question)


def test_how_deep_a_call_of_what_is_changed_stands_is_part_of_the_risk(
    app: Blastlens, root: Path, write: Callable[..., None], git: Callable[..., str]
) -> None:
    write(deep="from shop import price\n\n\ndef deep(n):\n    for x in n:\n        if x:\n            price(x)\n")
    git("add", "-A")
    git("commit", "-qm", "deep")
    (root / "shop.py").write_text(SHOP.replace("def price(n):", "def price(n, m=0):"), "utf-8")
    parts = {row["symbol"]: row["risk_parts"] for row in ask(app).extra["direct"]}
    assert (parts["deep.py::deep"]["branches"], parts["user.py::use"]["branches"]) == (2, 0)
    assert "branches" not in app.ask(BlastRadius(symbols=("price",))).extra["direct"][0]["risk_parts"]
