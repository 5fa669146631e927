"""How often files were changed."""

import subprocess
from pathlib import Path

import pytest

from blastlens.session import churn
from blastlens.session.churn import churn_of
from blastlens.session.errors import SessionError

WHO = ["-c", "user.name=a", "-c", "user.email=a@example.com"]


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *WHO, *arguments], cwd=root, check=True, capture_output=True)


def test_commits_are_counted_by_file(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for number in range(3):
        (tmp_path / "often é.py").write_text(str(number), "utf-8")
        if number == 0:
            (tmp_path / "inner").mkdir()
            (tmp_path / "inner" / "once.py").write_text("", "utf-8")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-qm", "more")
    assert dict(churn_of(tmp_path) or {}) == {"often é.py": 3, "inner/once.py": 1}
    # Paths are those of the root that is asked about.
    assert dict(churn_of(tmp_path / "inner") or {}) == {"once.py": 1}


def test_without_git_or_commits_nobody_knows(tmp_path: Path) -> None:
    assert churn_of(tmp_path) is None
    git(tmp_path, "init", "-q")
    assert churn_of(tmp_path) is None


def test_who_does_not_answer_in_time_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "commit", "-qm", "none", "--allow-empty")

    def late(*_: object, **__: object) -> bytes:
        raise SessionError("no-git", "git did not answer within 5 seconds")

    monkeypatch.setattr(churn, "run_git", late)
    assert churn_of(tmp_path) is None
