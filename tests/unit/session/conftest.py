"""A root with tiny files, and sessions on it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_tools import tiny_tools
from session_files import write

from blastlens.session.session import Session

FILES = {
    "a.tiny": "def alpha\ncall beta\n",
    "pkg/b.tiny": "def beta\nclass Box\n  def get\n",
    "pkg/c.tiny": "def gamma\ncall beta\ncall gone\nread get\n",
}


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
