"""Bulk work in a process of its own, and a watcher that tells when to look."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from session_files import git, write

from blastlens.session.background import BackgroundIndex, BulkResult
from blastlens.session.repository import is_kept_inside
from blastlens.session.session import Session
from blastlens.session.watcher import Watcher

COMMIT: Final = ("commit", "-q", "--allow-empty", "-m", "more")


def test_a_background_run_reports_and_its_revision_is_seen(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "def f():\n    return g()\n\n\ndef g():\n    return 1\n")
    phases: list[str] = []
    results: list[BulkResult] = []
    with Session.open(tmp_path, resident=True) as session:
        assert session.graph().revision == 0
        run = BackgroundIndex(tmp_path, progress=lambda p: phases.append(p.phase), done=results.append)
        run.start()
        result = run.wait(120)
        assert result is not None and (result.revision, result.files, result.error) == (1, 1, "")
        assert results == [result] and {"extract", "link", "store"} <= set(phases)
        assert [e.source for e in session.graph().incoming("a.py::g")] == ["a.py::f"]
        assert session.refresh().relinked == ()


def test_what_goes_wrong_is_told(tmp_path: Path) -> None:
    run = BackgroundIndex(tmp_path / "none")
    run.start()
    result = run.wait(120)
    assert result is not None and result.error == "not-a-directory" and result.hint


def test_a_run_that_is_cancelled_leaves_nothing(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "x = 1\n")
    run = BackgroundIndex(tmp_path)
    run.start()
    run.cancel()
    result = run.wait(120)
    assert result is not None and result.error in ("cancelled", "")
    assert not run.is_running


def test_a_run_ends_when_its_starter_goes(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "x = 1\n")
    run = BackgroundIndex(tmp_path)
    run.start()
    assert run._process is not None and run._process.stdin is not None
    run._process.stdin.close()  # what the system does when the starter dies
    assert run.wait(120) is not None


@pytest.mark.parametrize("resident", [False, True])
def test_many_files_are_left_to_a_process_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, resident: bool
) -> None:
    monkeypatch.setattr("blastlens.session.session.BULK_FILES", 3)
    for number in range(4):
        write(tmp_path, f"f{number}.py", f"def f{number}():\n    return 1\n")
    phases: set[str] = set()
    with Session.open(tmp_path, resident=resident) as session:
        done = session.refresh(progress=lambda progress: phases.add(progress.phase))
        assert (done.revision, done.extracted, done.total_files) == (1, tuple(f"f{n}.py" for n in range(4)), 4)
        assert "link" in phases and len(session.graph().symbols_in("f3.py")) == 2
        again = session.reindex()
        assert (again.revision, again.extracted, len(again.relinked)) == (2, (), 4)
        (tmp_path / "f0.py").unlink()
        assert session.refresh().removed == ("f0.py",)
        assert session.reindex(cancelled=lambda: True).note == "cancelled"
        assert session.graph().revision == 3


class Heard:
    def __init__(self) -> None:
        self.changes: list[list[str] | None] = []
        self._event = threading.Event()

    def __call__(self, paths: list[str] | None) -> None:
        self.changes.append(paths)
        self._event.set()

    def next(self) -> list[str] | None:
        assert self._event.wait(30)
        self._event.clear()
        return self.changes[-1]


def test_the_watcher_tells_what_changed(tmp_path: Path) -> None:
    write(tmp_path, "pkg/a.py", "x\n")
    write(tmp_path, "node_modules/b.py", "x\n")
    git(tmp_path, "init", "-q")
    heard = Heard()
    watcher = Watcher(tmp_path, heard, debounce=0.1)
    assert watcher.start()
    try:
        write(tmp_path, "node_modules/b.py", "y\n")
        write(tmp_path, "pkg/a.py", "y\n")
        assert heard.next() == ["pkg/a.py"]
        write(tmp_path, "top.py", "y\n")
        assert heard.next() == ["top.py"]
        (tmp_path / "pkg/a.py").rename(tmp_path / "pkg/c.py")
        assert heard.next() == ["pkg/a.py", "pkg/c.py"]
        write(tmp_path, "fresh/deep/d.py", "y\n")
        told = heard.next()
        assert told is not None and "fresh" in told
        git(tmp_path, "checkout", "-q", "--orphan", "other")
        while heard.next() is not None:
            pass
    finally:
        watcher.stop()


def part(repository: Path) -> Path:
    return repository / "pkg"


def work_tree(repository: Path) -> Path:
    tree = repository.parent / "tree"
    git(repository, "worktree", "add", "-q", "-b", "one", str(tree))
    return tree


@pytest.mark.parametrize("commits_only", [False, True])
@pytest.mark.parametrize(("opened", "inside"), [(Path, True), (part, False), (work_tree, False)])
def test_the_watcher_tells_of_commits(
    tmp_path: Path, opened: Callable[[Path], Path], *, inside: bool, commits_only: bool
) -> None:
    repository = tmp_path / "repository"
    write(repository, "pkg/a.py", "x\n")
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, *COMMIT)
    folder, heard = opened(repository), Heard()
    watcher = Watcher(folder, heard, debounce=0.1, commits_only=commits_only)
    assert watcher.start()
    try:
        if commits_only:
            write(folder, "b.py", "x\n")
        for change in (COMMIT, ("pack-refs", "--all"), ("reset", "-q", "HEAD~")):
            git(folder, *change)
            assert heard.next() is None
        assert is_kept_inside(folder) is inside
    finally:
        watcher.stop()


def test_where_no_process_can_be_started_the_work_is_done_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blastlens.session.session.BULK_FILES", 1)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    write(tmp_path, "a.py", "x = 1\n")
    with Session.open(tmp_path) as session:
        assert session.refresh().extracted == ("a.py",)
