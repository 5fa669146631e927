"""Counting the sources of a folder stops as soon as they are too many."""

import subprocess
from pathlib import Path

import pytest

from blastlens.session import counting
from blastlens.session.counting import holds_more_than
from blastlens.session.listing import Lister


def _lister(root: Path, *exclude: str) -> Lister:
    return Lister(root, lambda path: path.endswith(".py"), exclude)


@pytest.fixture(params=["plain", "git"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    for name in ("a.py", "pkg/b.py", "pkg/deep/c.py", "node_modules/d.py", ".tox/e.py", "notes.txt", "made/f.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    if request.param == "git":
        subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
        subprocess.run(["git", "add", "a.py"], cwd=tmp_path, check=True)
    return tmp_path


def test_what_would_be_indexed_is_counted(root: Path) -> None:
    assert holds_more_than(root, _lister(root), 3)
    assert not holds_more_than(root, _lister(root), 4)
    assert not holds_more_than(root, _lister(root, "made/"), 3)


def test_entries_are_bounded_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MOST_ENTRIES", 2)
    assert holds_more_than(root, _lister(root), 4)


def test_no_more_is_looked_at_than_it_takes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    lister = _lister(root)
    monkeypatch.setattr(lister, "admits", lambda path: (looked.append(path), True)[1])
    assert holds_more_than(root, lister, 1)
    assert len(looked) == 2
