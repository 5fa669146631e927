"""What a blast radius may start from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius

PRICE = "RATE = 2\n\n\ndef price(n):\n    return n * RATE\n"
USE = "from shop.price import price\n\n\ndef pay(n):\n    return price(n)\n"


@pytest.fixture
def app(write: Callable[..., None], committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(shop____init__="", shop__price=PRICE, pay=USE)
    committed()
    return opened()


def ask(app: Blastlens, **source: object) -> Answer:
    app.refresh()
    return app.ask(BlastRadius(**source))  # type: ignore[arg-type]


def part(answer: Answer, name: str) -> list[str]:
    return sorted(row["symbol"] for row in answer.extra[name])


def test_a_file_stands_for_all_that_it_defines(app: Blastlens) -> None:
    for typed in ("shop/price.py", "price.py"):
        answer = ask(app, symbols=(typed,))
        assert part(answer, "changed") == ["shop/price.py::<module>", "shop/price.py::price"]
        assert part(answer, "direct") == ["pay.py::<module>", "pay.py::pay"]


def test_a_file_and_a_symbol_of_it_are_one_change(app: Blastlens) -> None:
    answer = ask(app, symbols=("price.py::price", "shop/price.py"))
    assert part(answer, "changed") == ["shop/price.py::<module>", "shop/price.py::price"]


def test_what_is_neither_a_symbol_nor_a_file_is_said(app: Blastlens) -> None:
    with pytest.raises(UserError) as caught:
        ask(app, symbols=("prices.py",))
    assert caught.value.code == "unknown-symbol"


def test_one_commit_is_compared_with_its_parent(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    (root / "shop/price.py").write_text(PRICE.replace("n * RATE", "RATE * n"), "utf-8")
    git("commit", "-qam", "order")
    (root / "pay.py").write_text(USE.replace("price(n)", "price(n + 1)"), "utf-8")
    git("commit", "-qam", "more")
    assert part(ask(app, commits="HEAD"), "changed") == ["pay.py::pay"]
    assert part(ask(app, commits="HEAD~1"), "changed") == ["shop/price.py::price"]


def test_the_first_commit_added_everything(app: Blastlens) -> None:
    changed = part(ask(app, commits="HEAD"), "changed")
    assert changed == ["pay.py::<module>", "pay.py::pay", "shop/price.py::<module>", "shop/price.py::price"]


def test_a_merge_is_compared_with_the_branch_it_was_merged_into(
    app: Blastlens, root: Path, git: Callable[..., str]
) -> None:
    git("checkout", "-qb", "side")
    (root / "shop/price.py").write_text(PRICE.replace("n * RATE", "RATE * n"), "utf-8")
    git("commit", "-qam", "side")
    git("checkout", "-q", "main")
    (root / "pay.py").write_text(USE.replace("price(n)", "price(n + 1)"), "utf-8")
    git("commit", "-qam", "main")
    git("merge", "-q", "--no-edit", "side")
    assert part(ask(app, commits="HEAD"), "changed") == ["shop/price.py::price"]


def test_a_branch_is_what_it_adds_since_it_left_its_base(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    git("checkout", "-qb", "side")
    (root / "shop/price.py").write_text(PRICE.replace("n * RATE", "RATE * n"), "utf-8")
    git("commit", "-qam", "side")
    git("checkout", "-q", "main")
    (root / "pay.py").write_text(USE.replace("price(n)", "price(n + 1)"), "utf-8")
    git("commit", "-qam", "main")
    assert part(ask(app, base="main", head="side"), "changed") == ["shop/price.py::price"]
    git("checkout", "-q", "side")
    answer = ask(app, base="main")
    assert part(answer, "changed") == ["shop/price.py::price"]
    assert "differs" not in (answer.reason or "")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ({"base": "nowhere"}, "unknown-revision"),
        ({"base": "main", "head": "nowhere"}, "unknown-revision"),
        ({"commits": "nowhere"}, "unknown-revision"),
        ({"commits": "-x"}, "unknown-revision"),
        ({"head": "main"}, "usage"),
        ({"base": "main", "commits": "HEAD"}, "usage"),
        ({"symbols": ("price",), "head": "main"}, "usage"),
        ({"diff": "no diff"}, "bad-diff"),
    ],
)
def test_a_source_that_will_not_do_is_said(app: Blastlens, source: dict[str, object], code: str) -> None:
    with pytest.raises(UserError) as caught:
        ask(app, **source)
    assert (caught.value.code, bool(caught.value.hint)) == (code, True)


def test_branches_without_a_common_commit_are_said(app: Blastlens, git: Callable[..., str]) -> None:
    git("checkout", "-q", "--orphan", "other")
    git("commit", "-qm", "other")
    with pytest.raises(UserError) as caught:
        ask(app, base="main")
    assert "no common ancestor" in caught.value.message


def planned(git: Callable[..., str]) -> str:
    """A patch of all that differs, which is then taken back."""
    git("add", "-A")
    text = git("diff", "--cached", "-M", "HEAD")
    git("reset", "-q", "--hard", "HEAD")
    return text


def test_a_planned_deletion_reaches_who_uses_it(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    (root / "shop/price.py").unlink()
    answer = ask(app, diff=planned(git))
    assert part(answer, "changed") == ["shop/price.py::<module>", "shop/price.py::price"]
    assert part(answer, "direct") == ["pay.py::<module>", "pay.py::pay"]


def test_a_planned_rename_reaches_who_imports_the_file(app: Blastlens, git: Callable[..., str]) -> None:
    git("mv", "shop/price.py", "shop/prices.py")
    answer = ask(app, diff=planned(git))
    assert part(answer, "changed") == ["shop/price.py::<module>"]
    assert part(answer, "direct") == ["pay.py::<module>", "pay.py::pay"]


def test_a_planned_file_is_told_by_its_definitions(app: Blastlens, root: Path, git: Callable[..., str]) -> None:
    (root / "shop/tax.py").write_text(
        "from shop.price import price\n\n\ndef tax(n):\n    return price(n) / 5\n", "utf-8"
    )
    (row, second) = ask(app, diff=planned(git)).extra["changed"]
    assert (row["symbol"], second["symbol"]) == ("shop/tax.py::<module>", "shop/tax.py::tax")
    assert (second["kind"], second["line"]) == ("function", 4)


def test_a_patch_without_git_made_names_fits_too(app: Blastlens) -> None:
    text = (
        "--- shop/price.py\n+++ shop/price.py\n@@ -4,2 +4,2 @@\n def price(n):\n-    return n * RATE\n+    return n\n"
    )
    assert part(ask(app, diff=text), "changed") == ["shop/price.py::price"]
