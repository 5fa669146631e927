"""Repositories by name: what of them is fetched."""

import subprocess
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def corpora(bench_on_the_path: None) -> Any:  # noqa: ARG001
    import corpora  # type: ignore[import-not-found]

    return corpora


def _published(folder: Path) -> str:
    """A repository with one commit; its id."""
    for file in ("kept/a.c", "kept/inner/b.c", "left/c.c"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("")
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "all"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    shown = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
    return shown.stdout.strip()


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.c")}


def test_a_corpus_may_be_a_folder_of_a_repository_or_lack_some(
    corpora: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source"
    commit = _published(source)
    monkeypatch.setenv("BLASTLENS_CORPORA", str(tmp_path / "store"))
    for name, other in (("whole", {}), ("part", {"inside": "kept"}), ("less", {"without": ("left",)})):
        made = corpora.Corpus(name, name, repository=str(source), commit=commit, **other)
        monkeypatch.setitem(corpora.CORPORA, name, made)
    assert _files(corpora.located("whole")) == {"kept/a.c", "kept/inner/b.c", "left/c.c"}
    assert _files(corpora.located("part")) == {"a.c", "inner/b.c"}
    assert _files(corpora.located("less")) == {"kept/a.c", "kept/inner/b.c"}


def test_every_language_has_open_or_development_corpora_and_blind_ones(corpora: Any) -> None:
    by_language: dict[str, set[str]] = {}
    for corpus in corpora.CORPORA.values():
        by_language.setdefault(corpus.language, set()).add("blind" if corpus.role == "blind" else "seen")
    assert by_language == {
        language: {"blind", "seen"}
        for language in ("python", "typescript", "javascript", "go", "java", "rust", "c", "cpp")
    }
