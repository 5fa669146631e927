"""Small repositories on disk, indexed for real."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens

Write = Callable[..., None]
Git = Callable[..., str]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    folder.mkdir()
    return folder


@pytest.fixture
def write(root: Path) -> Write:
    """Write files, given as path=text; `__` in a keyword stands for `/`, and `.py` is added."""

    def files(**texts: str) -> None:
        for name, text in texts.items():
            file = root / f"{name.replace('__', '/')}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")

    return files


@pytest.fixture
def git(root: Path) -> Git:
    names = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            ["git", *arguments], cwd=root, env={**os.environ, **names}, capture_output=True, text=True, check=True
        )
        return done.stdout

    return run


@pytest.fixture
def committed(git: Git) -> Callable[[], None]:
    """Make the repository and commit what is there."""

    def commit() -> None:
        git("init", "-q", "-b", "main")
        git("add", "-A")
        git("commit", "-q", "-m", "start")

    return commit


@pytest.fixture
def opened(root: Path) -> Iterator[Callable[[], Blastlens]]:
    """Open (and index) the repository; closed afterwards."""
    apps: list[Blastlens] = []

    def start() -> Blastlens:
        apps.append(Blastlens.open(root, resident=len(apps) % 2 == 0))
        return apps[-1]

    yield start
    for app in apps:
        app.close()
