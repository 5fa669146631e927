"""What git is asked, on odd names and with a configuration that would run things."""

from pathlib import Path

import pytest
from session_files import git, write

from blastlens.session import git as asked
from blastlens.session.errors import SessionError
from blastlens.session.repository import find_repository

NAMES = ["plain.py", "with space.py", "naïve/größe.py", 'quote"s.py', "tab\there.py", "back\\slash.py", "-dash.py"]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    for name in NAMES:
        write(root, name, "one\ntwo\nthree\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


def test_head_and_branch_without_starting_git(repository: Path, tmp_path: Path) -> None:
    commit = git(repository, "rev-parse", "HEAD").strip()
    assert asked.head(repository) == (commit, "main")
    assert asked.head(repository / "naïve") == (commit, "main")
    git(repository, "pack-refs", "--all")
    assert asked.head(repository) == (commit, "main")
    git(repository, "checkout", "-q", "--detach")
    assert asked.head(repository) == (commit, "")
    git(repository, "worktree", "add", "-q", "-b", "side/one", str(tmp_path / "tree"))
    assert asked.head(tmp_path / "tree") == (commit, "side/one")
    found = find_repository(tmp_path / "tree")
    assert found is not None and found.common == repository / ".git"
    assert asked.head(tmp_path) == ("", "")


def test_the_working_tree_against_head(repository: Path) -> None:
    for name in NAMES:
        write(repository, name, "one\nTWO\nthree\n")
    write(repository, "new one.py", "a\nb")
    changed = {file.new_path: (file.old_path, file.removed, file.added) for file in asked.diff(repository)}
    assert changed == {**{name: (name, (2,), (2,)) for name in NAMES}, "new one.py": (None, (), (1, 2))}


def test_renames_and_deletions(repository: Path) -> None:
    write(repository, "plain.py", "quite\nanother\ncontent\n")
    git(repository, "commit", "-qam", "second")
    (repository / "plain.py").rename(repository / "moved.py")
    git(repository, "add", "-A")
    (repository / "-dash.py").unlink()
    assert [(file.old_path, file.new_path) for file in asked.diff(repository)] == [
        ("-dash.py", None),
        ("plain.py", "moved.py"),
    ]


def test_a_folder_of_the_work_tree_sees_its_own(repository: Path) -> None:
    write(repository, "naïve/größe.py", "one\n")
    write(repository, "plain.py", "one\n")
    assert [file.path for file in asked.diff(repository / "naïve")] == ["größe.py"]
    assert asked.blob(repository / "naïve", "HEAD", "größe.py") == b"one\ntwo\nthree\n"


def test_commits(repository: Path) -> None:
    first = git(repository, "rev-parse", "HEAD").strip()
    write(repository, "plain.py", "one\n")
    git(repository, "commit", "-qam", "second")
    for commits in (f"{first}..HEAD", f"{first}..", "HEAD~1..main", "HEAD~1...HEAD", "HEAD"):
        assert [file.removed for file in asked.diff_commits(repository, commits)] == [(2, 3)]
    assert asked.diff_commits(repository, "HEAD..HEAD") == []


def test_a_repository_without_commits(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, "a.py", "x\n")
    git(tmp_path, "add", "a.py")
    write(tmp_path, "b.py", "x\n")
    assert sorted(file.path for file in asked.diff(tmp_path)) == ["a.py", "b.py"]


@pytest.mark.parametrize("revision", ["nope", "", "--output=x", "HEAD:plain.py", "HEAD~99", "a b"])
def test_an_unknown_revision_is_said(repository: Path, revision: str) -> None:
    with pytest.raises(SessionError) as raised:
        asked.diff(repository, revision)
    assert raised.value.code == "unknown-revision" and raised.value.hint


def test_outside_git(tmp_path: Path) -> None:
    with pytest.raises(SessionError) as raised:
        asked.diff(tmp_path)
    assert raised.value.code == "no-git"


def test_blobs(repository: Path) -> None:
    for name in NAMES:
        assert asked.blob(repository, "HEAD", name) == b"one\ntwo\nthree\n"
    assert asked.blob(repository, "HEAD", "none.py") is None


def test_nothing_configured_is_run(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\necho x >> {mark}\ncat\n")
    script.chmod(0o755)
    write(repository, ".gitattributes", "*.py diff=evil filter=evil\n")
    git(repository, "add", ".gitattributes")
    for key in ("core.fsmonitor", "core.pager", "diff.external", "diff.evil.textconv", "diff.evil.command"):
        git(repository, "config", key, str(script))
    for key in ("filter.evil.clean", "filter.evil.smudge"):
        git(repository, "config", key, str(script))
    git(repository, "config", "filter.evil.required", "true")
    write(repository, "plain.py", "other\n")
    mark.unlink(missing_ok=True)
    asked.diff(repository)
    asked.diff_commits(repository, "HEAD..HEAD")
    asked.blob(repository, "HEAD", "plain.py")
    assert not mark.exists()


def test_the_shape_of_diffs_does_not_depend_on_the_configuration(repository: Path) -> None:
    for key, value in (
        ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("color.ui", "always"), ("diff.context", "9"),
        ("diff.renames", "false"), ("core.quotePath", "false"), ("diff.interHunkContext", "50"),
    ):  # fmt: skip
        git(repository, "config", key, value)
    write(repository, "naïve/größe.py", "ONE\ntwo\nTHREE\n")
    (file,) = asked.diff(repository)
    assert (file.path, file.removed, file.added) == ("naïve/größe.py", (1, 3), (1, 3))


def test_a_hook_s_environment_does_not_mislead(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "none"))
    assert asked.diff(repository) == []
