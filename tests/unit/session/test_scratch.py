"""Temporary folders, and what becomes of those of processes that end without a word."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from blastlens.session import scratch as module
from blastlens.session.scratch import scratch, sweep

_HOLDING = """
import sys
from blastlens.session.scratch import scratch

with scratch() as folder:
    (folder / "graph.db").write_text("large")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


@contextmanager
def holding() -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """A process that has such a folder, and the folder."""
    command = [sys.executable, "-c", _HOLDING]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, Path(process.stdout.readline().strip())
        finally:
            process.kill()


def test_a_folder_is_empty_and_goes_with_the_block(temporary: Path) -> None:
    with scratch() as folder:
        assert list(folder.iterdir()) == []
        (folder / "one").mkdir()
        (folder / "one" / "two").write_text("x", encoding="utf-8")
        assert temporary in folder.parents
    assert list(temporary.iterdir()) == []


def test_it_goes_too_where_the_block_fails(temporary: Path) -> None:
    with pytest.raises(KeyError), scratch():
        raise KeyError
    assert list(temporary.iterdir()) == []


def test_what_a_killed_process_left_is_taken_away_by_the_next(temporary: Path) -> None:
    with holding() as (process, left):
        process.kill()
        process.wait()
        assert (left / "graph.db").exists()
        with scratch() as folder:
            assert folder.parents[1] == temporary
            assert not left.exists()
    assert list(temporary.iterdir()) == []


def test_what_a_living_process_holds_stays(temporary: Path) -> None:
    with holding() as (process, held):
        sweep()
        assert (held / "graph.db").read_text() == "large"
        process.communicate("")
        assert process.returncode == 0
    assert list(temporary.iterdir()) == []


def test_a_process_that_ended_while_it_made_one_leaves_nothing(temporary: Path) -> None:
    (temporary / f"{module._PREFIX}begun").mkdir()
    locked = temporary / f"{module._PREFIX}locked"
    locked.mkdir()
    (locked / module._OWNER).touch()
    sweep()
    assert list(temporary.iterdir()) == []


def test_nothing_else_is_touched(temporary: Path) -> None:
    (temporary / "other").mkdir()
    (temporary / f"{module._PREFIX}file").write_text("x", encoding="utf-8")
    (temporary / f"{module._PREFIX}link").symlink_to(temporary / "other")
    full = temporary / f"{module._PREFIX}full"
    full.mkdir()
    (full / "notes").write_text("x", encoding="utf-8")
    sweep()
    assert (full / "notes").exists()
    assert len(list(temporary.iterdir())) == 4
