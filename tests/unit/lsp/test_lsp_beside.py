"""Wide questions in a process of their own."""

import subprocess
import tempfile
from pathlib import Path

import pytest

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import BlastRadius, Callers, Cycles, Untested
from blastlens.app.wanted_findings import Wanted
from blastlens.faces.lsp import beside
from blastlens.faces.lsp.beside import BesideProcess, is_wide
from blastlens.faces.lsp.configuration import Settings


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("import b\n\n\ndef f(way):\n    return b.g(way)\n", encoding="utf-8")
    (tmp_path / "b.py").write_text("import a\n\n\ndef g(way):\n    return a.f(way)\n", encoding="utf-8")
    Blastlens.open(tmp_path).close()
    return tmp_path


def test_questions_without_a_symbol_are_wide() -> None:
    assert is_wide(Untested()) and is_wide(Cycles()) and is_wide(BlastRadius(working_tree=True))
    assert not is_wide(Callers("f")) and not is_wide(BlastRadius(symbols=("f",)))


@pytest.mark.parametrize(
    "question", [Untested(), Untested("a.py"), Cycles(), Cycles("call"), BlastRadius(commits="A..B")]
)
def test_the_answer_is_the_same_as_here(root: Path, question: Untested | Cycles | BlastRadius) -> None:
    app = Blastlens.open(root)
    try:
        here = app.ask(question)
    except UserError as error:
        with pytest.raises(UserError) as caught:
            BesideProcess().ask(root, Settings(), question, lambda: False)
        assert (str(caught.value), caught.value.hint, caught.value.code) == (str(error), error.hint, error.code)
    else:
        assert BesideProcess().ask(root, Settings(), question, lambda: False).to_json() == here.to_json()
    finally:
        app.close()


def test_a_process_that_is_slow_to_begin_is_waited_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "_LOOK", 0.002)
    assert BesideProcess().ask(root, Settings(), Cycles(), lambda: False).question["kind"] == "cycles"


def test_a_cancelled_question_ends(root: Path) -> None:
    with pytest.raises(UserError, match="cancelled"):
        BesideProcess().ask(root, Settings(), Untested(), lambda: True)


def test_what_a_stopped_question_had_in_temporary_folders_goes_with_it(
    root: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(beside, "_LOOK", 0.002)
    (root / "main.py").write_text("import a\n", encoding="utf-8")
    for command in (("init", "-q"), ("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x")):
        subprocess.run(["git", *command], cwd=root, check=True)
    (root / "a.py").write_text("import b\n", encoding="utf-8")
    app = Blastlens.open(root)
    app.refresh()
    app.close()
    begun: list[Path] = []

    def cancelled() -> bool:
        begun.extend(temporary.glob("blastlens-*"))
        return bool(begun)

    while not begun:  # it may have been quicker than the first look
        BesideProcess().judge(root, Settings(), Wanted(), lambda _: None, cancelled)
        assert list(temporary.glob("blastlens-*")) == []
