"""What `check` says of both sides of a change, and of what it could not tell."""

from collections.abc import Callable
from pathlib import Path

from tests.unit.app.conftest import Git, Write

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.questions import Check

_SCRIPTS = '[project]\nname = "shop"\n\n[project.scripts]\nshop = "shop:main"\n'


def _checked(root: Path, question: Check) -> Answer:
    app = Blastlens.open(root)
    try:
        return app.ask(question)
    finally:
        app.close()


def test_what_enters_the_base_is_read_from_the_base(
    root: Path, write: Write, git: Git, committed: Callable[[], None]
) -> None:
    write(shop="def main():\n    return 1\n", other="VALUE = 1\n")
    (root / "pyproject.toml").write_text(_SCRIPTS, "utf-8")
    committed()
    (root / "pyproject.toml").write_text('[project]\nname = "shop"\n', "utf-8")
    git("commit", "-qam", "no script")

    found = _checked(root, Check(base="HEAD~1"))

    assert [(row["rule"], row["message"]) for row in found.results] == [
        ("dead-code", "main is no longer reached by anything")
    ]


def test_a_caller_of_which_no_test_is_known_or_excluded_is_said(
    root: Path, write: Write, committed: Callable[[], None]
) -> None:
    text = "def compute():\n    return helper()\n\n\ndef helper():\n    return 1\n\n\nVALUE = compute()\n"
    write(shop=text, tests__test_shop="import shop\n\n\ndef test_value():\n    assert shop.VALUE\n")
    committed()
    write(shop=text.replace("return 1", "return 2"))

    found = _checked(root, Check(working_tree=True))

    assert found.results == []
    assert "untested-callers: of 1 caller it is unknown whether a test reaches them" in (found.reason or "")


def test_rules_of_changes_say_that_they_judge_nothing_where_all_is_new(root: Path, write: Write) -> None:
    write(shop="def main():\n    return 1\n\n\nmain()\n")

    found = _checked(root, Check(whole=True))

    assert "nothing is changed, so there is nothing to judge for callers-not-updated" in (found.reason or "")
