"""What past commits say about a blast radius, on a small history."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

BASE = "def price(n):\n    return n * 2\n\n\ndef pay(n):\n    return price(n)\n\n\ndef apart(n):\n    return n\n"
TEXTS = [
    BASE,
    BASE.replace("n * 2", "n * 3"),  # one function alone: not chosen
    BASE.replace("n * 2", "n * 4").replace("return price(n)", "return price(n) + 1"),  # two, of which one calls the other
    BASE.replace("n * 2", "n * 5").replace("return price(n)", "return price(n) + 1").replace("    return n\n", "    return -n\n"),
]  # fmt: skip
SUBJECTS = ["start", "one", "two", "fix the price"]


@pytest.fixture
def past_commits(bench_on_the_path: None) -> Any:  # noqa: ARG001
    import past_commits  # type: ignore[import-not-found]

    return past_commits


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=root, check=True)
    for text, subject in zip(TEXTS, SUBJECTS, strict=True):
        (root / "shop.py").write_text(text, "utf-8")
        (root / "test_shop.py").write_text(f"from shop import pay\n\n\ndef test_{len(text)}():\n    pay(1)\n", "utf-8")
        subprocess.run(["git", "add", "-A"], cwd=root, check=True)
        subprocess.run(["git", *who, "commit", "-qm", subject], cwd=root, check=True)
    return root


def test_commits_that_change_two_functions_outside_tests_are_measured(past_commits: Any, folder: Path) -> None:
    said: list[str] = []
    found = past_commits.measure(folder, "main", 10, said.append)
    assert (found.commits, found.functions, found.fixes, len(said)) == (2, 4, 1, 2)
    # `price` and `pay` are linked, `price` and `apart` are not.
    assert (found.pairs, found.linked) == (2, 1)
    one = found.scores["blast radius", past_commits.FROM_ONE]
    # From `price` to `pay`, not back; what the fix touched besides (`apart`) calls neither.
    assert (one.questions, one.wanted, one.found, one.of_fixes, one.found_of_fixes) == (4, 4, 1, 2, 0)
    file = found.scores["same file", past_commits.FROM_ONE]
    assert (file.found, file.found_of_fixes, file.median) == (4, 2, 2)
    name = found.scores["same name", past_commits.FROM_ONE]
    assert name.found == 1


def test_each_function_is_asked_for_from_one_and_from_all_others(past_commits: Any) -> None:
    asked = list(past_commits.questions({"a", "b", "c"}))
    assert ("one of them", ["a"], {"b", "c"}) in asked
    assert ("all but one", ["b", "c"], {"a"}) in asked
    assert len(asked) == 6


def test_a_score_tells_what_was_found_first(past_commits: Any) -> None:
    score = past_commits.Score()
    score.count([str(number) for number in range(20)], {"3", "15"}, {"4"})
    assert (score.recall, score.recall_first, score.recall_of_fixes) == (1.0, 0.5, 1.0)
    assert (score.precision, score.median) == (3 / 20, 20)


@pytest.mark.parametrize(
    ("subject", "is_fix"), [("Fix a crash", True), ("prefix names", False), ("Revert it", True), ("add it", False)]
)
def test_fixes_call_themselves_so(past_commits: Any, subject: str, is_fix: bool) -> None:
    assert past_commits.Commit("a", "b", subject, ()).is_fix is is_fix
