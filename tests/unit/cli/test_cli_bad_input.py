"""Bad input to the real thing, as a process: a clear error or a note, what can be answered is answered, no traceback."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.faces.cli.main import main

SHOP = "def total():\n    return 1\n\n\ndef pay():\n    return total()\n\n\ndef refund():\n    return total()\n"
ANSWER = "2 callers of shop.py::total"
Process = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    root.mkdir()
    (root / "shop.py").write_text(SHOP, encoding="utf-8")
    return root


@pytest.fixture
def process(tmp_path: Path) -> Process:
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache"), "NO_COLOR": "1"}

    def run(root: Path, *argv: str, given: str = "") -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "blastlens", *argv],
            cwd=root,
            env=environment,
            input=given,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        assert "Traceback" not in done.stderr
        assert "internal error" not in done.stderr
        assert done.returncode in (0, 2)
        if done.returncode == 2:
            assert done.stdout == ""
            assert done.stderr.startswith("blastlens: ")
            assert "\n  " in done.stderr, "says what to do next"
        return done

    return run


def git(root: Path, *argv: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", *identity, *argv], cwd=root, check=True, capture_output=True)


def test_not_a_directory(shop: Path, process: Process) -> None:
    for line in (["index", "shop.py"], ["callers", "total", "--root", "shop.py"], ["report", "--root", "gone"]):
        done = process(shop, *line)
        assert done.returncode == 2
        assert "directory" in done.stderr


@pytest.mark.parametrize(
    "line", [["index"], ["callers", "x"], ["report"], ["untested", "--json"], ["cycles", "--gate"]]
)
def test_no_source_file(line: list[str], tmp_path: Path, process: Process) -> None:
    root = tmp_path / "notes"
    root.mkdir()
    (root / "readme.txt").write_text("hello\n", encoding="utf-8")
    done = process(root, *line)
    assert done.returncode == 2
    assert "no source file to index" in done.stderr and "no repository" in done.stderr
    assert not (root / ".code-graph").exists()
    (root / "pyproject.toml").touch()
    assert "no source file to index below" in process(root, *line).stderr
    assert process(root, "status").returncode == 0


def test_unknown_symbol(shop: Path, process: Process) -> None:
    done = process(shop, "callers", "totla")
    assert done.returncode == 2
    assert "no such symbol: totla" in done.stderr
    assert "shop.py::total" in done.stderr


@pytest.mark.parametrize(("typed", "near"), [("totals", "shop.py::total"), ("quux_zz", "")])
def test_what_is_no_symbol_is_named_with_what_to_ask_for(shop: Path, process: Process, typed: str, near: str) -> None:
    """The name of a variable is one that nothing indexed has."""
    (shop / "half.py").write_text(f"{typed} = 1\n", encoding="utf-8")
    done = process(shop, "callers", typed)
    assert done.returncode == 2
    assert f"no such symbol: {typed}" in done.stderr and near in done.stderr
    assert "of a variable, a field or a parameter ask" in done.stderr and "::<module>" in done.stderr


def test_ambiguous_symbol(shop: Path, process: Process) -> None:
    (shop / "other.py").write_text(SHOP, encoding="utf-8")
    done = process(shop, "callers", "total")
    assert done.returncode == 2
    assert "other.py::total" in done.stderr
    assert "shop.py::total" in done.stderr
    assert ANSWER in process(shop, "callers", "shop.py::total").stdout


@pytest.mark.parametrize(
    "diff",
    [
        "this is no diff\n",
        "--- a/shop.py\n+++ b/shop.py\n@@ -70,2 +70,2 @@\n-gone\n+here\n x\n",
        "--- a/shop.py\n+++ b/shop.py\n@@ -1,2 +1,2 @@\n def total():\n-    return 7\n+    return 2\n",
    ],
)
def test_a_diff_that_does_not_apply(diff: str, shop: Path, process: Process) -> None:
    git(shop, "init", "-q")
    assert process(shop, "blast-radius", "--diff", "-", given=diff).returncode == 2


def test_unknown_revision(shop: Path, process: Process) -> None:
    git(shop, "init", "-q")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "start")
    done = process(shop, "blast-radius", "--commits", "nowhere..HEAD")
    assert done.returncode == 2
    assert "nowhere" in done.stderr


def test_no_git(shop: Path, process: Process) -> None:
    assert process(shop, "blast-radius", "--working-tree").returncode == 2
    assert process(shop, "blast-radius", "--commits", "a..b").returncode == 2


def test_a_damaged_database_is_rebuilt(shop: Path, process: Process) -> None:
    process(shop, "index")
    (shop / ".code-graph" / "graph.db").write_bytes(b"no database\n" * 400)
    done = process(shop, "callers", "total")
    assert ANSWER in done.stdout
    assert "rebuilt" in done.stderr
    assert process(shop, "callers", "total").stderr == ""


def test_a_newer_database_is_rebuilt(shop: Path, process: Process) -> None:
    process(shop, "index")
    with sqlite3.connect(shop / ".code-graph" / "graph.db") as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()
    done = process(shop, "callers", "total")
    assert ANSWER in done.stdout
    assert "newer" in done.stderr


def test_a_root_that_cannot_be_written_keeps_its_index_in_the_cache(
    shop: Path, process: Process, tmp_path: Path
) -> None:
    # A file where the folder should be stands for all roots that cannot be written: permissions do not stop a superuser.
    (shop / ".code-graph").write_text("", encoding="utf-8")
    done = process(shop, "callers", "total")
    assert ANSWER in done.stdout
    assert str(tmp_path / "cache") in done.stderr
    assert (shop / ".code-graph").read_text(encoding="utf-8") == ""


def test_a_full_disk(shop: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(shop)
    monkeypatch.setattr(Path, "mkdir", full)
    code = main(["callers", "total"])
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert "no space left" in told.err.lower()
    assert "Traceback" not in told.err
    monkeypatch.undo()
    monkeypatch.chdir(shop)
    assert main(["callers", "total"]) == 0


def test_a_file_that_cannot_be_parsed_costs_only_itself(shop: Path, process: Process) -> None:
    (shop / "broken.py").write_bytes(b"\xff\xfe\x00def (:\n" * 50)
    assert ANSWER in process(shop, "callers", "total").stdout
    assert "broken.py" in process(shop, "status").stdout


def test_nothing_indexed_and_no_refresh(shop: Path, process: Process) -> None:
    done = process(shop, "callers", "total", "--no-refresh")
    assert done.returncode == 2
    assert "nothing is indexed yet" in done.stderr


def test_settings_that_are_broken_stop_nothing(shop: Path, process: Process) -> None:
    (shop / "pyproject.toml").write_text("[tool.blastlens]\ncolour = 1\n", encoding="utf-8")
    done = process(shop, "callers", "total")
    assert ANSWER in done.stdout
    assert "colour" in done.stderr
