"""What hovers tell beside callers and tests: risk, rank, the last change."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app import questions
from blastlens.app.api import Blastlens
from blastlens.app.hovers import Beside
from blastlens.app.ranks import Ranks
from blastlens.session.last_change import last_change
from blastlens.views.history import LastChange
from blastlens.views.hovers import ordinal, rank_words

CODE = """def used(a):
    return a


def plain():
    return used(1)


def tangled(x):
    if x:
        for one in x:
            if one:
                return used(one)
    return None
"""
TEST = "from code_ import plain\n\n\ndef test_plain():\n    plain()\n"


@pytest.fixture
def app(write: Callable[..., None], committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(code_=CODE, test_code=TEST)
    committed()
    return opened()


def test_the_riskiest_caller_comes_first(app: Blastlens) -> None:
    answer = app.ask(questions.Describe("used"))
    assert [(row["symbol"], row["tests"]) for row in answer.results] == [
        ("code_.py::tangled", "NONE FOUND"),
        ("code_.py::plain", "INFERRED"),
    ]
    assert answer.results[0]["risk"] > answer.results[1]["risk"]
    assert (answer.extra["callers"], answer.extra["reaches"], answer.extra["test_count"]) == (2, 2, 1)
    assert answer.extra["hub"] == 1
    assert answer.extra["last_change"]["subject"]
    card = app.hover("code_.py", 1, 4)
    assert card is not None
    assert card.plain.index("tangled") < card.plain.index("plain code_")
    assert "- tangled code_.py:13 · no test found · " in card.plain


def test_what_only_the_editor_knows_is_told_with_it(app: Blastlens) -> None:
    beside = Beside(
        Ranks({"code_.py::used": 1}, {"code_.py::used": 3}, 1204),
        LastChange("a1b2c3d4", 20000, "Ann", "Count ![x](http://example.org/y.png) `twice`"),
        lambda file, line: f"file:///shop/{file}#L{line}",
        lambda symbol: f"[All of it](command:blastlens.explainSymbol?{symbol})",
    )
    card = app.hover("code_.py", 1, 4, None, beside)
    assert card is not None
    assert "hub: 1st of 1,204 functions · bridge: 3rd" in card.markdown
    assert "[`code_.py:13`](file:///shop/code_.py#L13)" in card.markdown
    assert card.markdown.endswith("[All of it](command:blastlens.explainSymbol?code_.py::used)")
    # What others wrote is no markup: a picture would be fetched.
    assert (
        "last changed 2024-10-04 by `Ann` in `a1b2c3d4`: `` Count ![x](http://example.org/y.png) `twice` ``"
        in card.markdown
    )
    assert "last changed 2024-10-04 by Ann in a1b2c3d4: Count " in card.plain
    assert "file://" not in card.plain and "command:" not in card.plain


def test_places_are_told_only_of_what_is_ranked() -> None:
    assert rank_words(None, None, 9) == ""
    assert rank_words(None, 12, 1204) == "bridge: 12th of 1,204 functions"
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 22, 113)] == ["1st", "2nd", "3rd", "4th", "11th", "22nd", "113th"]


def test_the_last_change_is_that_of_the_lines(root: Path, app: Blastlens) -> None:
    assert app.root == root
    (root / "code_.py").write_text(CODE.replace("return a\n", "return -a\n"), "utf-8")
    identity = ["-c", "user.name=Bob", "-c", "user.email=b@example.invalid"]
    date = {"GIT_COMMITTER_DATE": "2031-05-06T12:00:00Z", "GIT_AUTHOR_DATE": "2031-05-06T12:00:00Z"}
    subprocess.run(["git", *identity, "commit", "-qam", "Turn it round"], cwd=root, check=True, env=date)
    # A line above, not committed: places are those on the disk.
    (root / "code_.py").write_text("\n" + CODE.replace("return a\n", "return -a\n"), "utf-8")
    changed = last_change(root, "code_.py", (2, 3), 1)
    assert changed is not None
    assert (changed.author, changed.subject, changed.date) == ("Bob", "Turn it round", "2031-05-06")
    other = last_change(root, "code_.py", (6, 7), 1)
    assert other is not None and other.subject != "Turn it round"
    assert last_change(root, "nowhere.py", (1, 2), 1) is None
    assert last_change(root, "code_.py", (90, 99), 1) is None
