"""A root with tiny files, and sessions on it."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_tools import tiny_tools

from blastlens.session.session import Session

FILES = {
    "a.tiny": "def alpha\ncall beta\n",
    "pkg/b.tiny": "def beta\nclass Box\n  def get\n",
    "pkg/c.tiny": "def gamma\ncall beta\ncall gone\nread get\n",
}


def write(root: Path, path: str, text: str | bytes) -> None:
    """Write a file, with a stamp that is old enough to be trusted."""
    full = root / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(text if isinstance(text, bytes) else text.encode())


def git(root: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=root, env=environment, capture_output=True, check=True, text=True
    )
    return done.stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    for path, text in FILES.items():
        write(folder, path, text)
    return folder


@pytest.fixture
def open_session(root: Path) -> Iterator[Callable[..., Session]]:
    opened: list[Session] = []

    def make(at: Path | None = None, **settings: object) -> Session:
        settings.setdefault("tools", tiny_tools())
        session = Session.open(at or root, **settings)  # type: ignore[arg-type]
        opened.append(session)
        return session

    yield make
    for session in opened:
        session.close()
