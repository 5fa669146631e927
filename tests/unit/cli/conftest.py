"""Fixtures of the command line's tests: a folder to stand in, a fake app, and a way to run a command line."""

from pathlib import Path

import pytest
from fake_blastlens import FakeBlastlens, Run

from blastlens.app.api import Blastlens
from blastlens.app.indexing import Indexing
from blastlens.faces.cli.main import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "pay.py").write_text("import cart\ndef pay():\n    return cart.total()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBlastlens:
    fake = FakeBlastlens(folder)
    monkeypatch.setattr(Blastlens, "open", fake.opener())
    monkeypatch.setattr(Indexing, "open", fake.opener())
    return fake


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process: exit code, standard output, standard error."""

    def run_(*argv: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(argv)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run_
