"""The command line as a process: what it loads, and how it ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("pygls", "lsprotocol", "mcp", "igraph", "rich", "tree_sitter", "watchdog", "asyncio", "multiprocessing")


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("command", ["callers", "status", "blast_radius", "lenses", "report"])
def test_a_command_loads_nothing_heavy_and_no_other_command(command: str, tmp_path: Path) -> None:
    done = python(
        "import sys\n"
        "import blastlens.faces.cli.dispatch, blastlens.faces.cli.opening, blastlens.app.api\n"
        f"import blastlens.faces.cli.commands.{command}\n"
        "print(*sorted(sys.modules))",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.split()
    assert [name for name in loaded if name.partition(".")[0] in HEAVY] == []
    others = [name for name in loaded if name.startswith("blastlens.faces.cli.commands.")]
    assert others == [f"blastlens.faces.cli.commands.{command}"]


def test_module_runs(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "blastlens", "--version"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("blastlens ")


def test_reader_that_has_gone_is_no_failure(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "blastlens", "--help"],
            cwd=tmp_path,
            stdout=write,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("full", [path for path in ("/dev/full",) if Path(path).exists()])
def test_output_that_has_no_room_is_told(full: str, tmp_path: Path) -> None:
    with open(full, "w") as sink:
        done = subprocess.run(
            [sys.executable, "-m", "blastlens", "--help"],
            cwd=tmp_path,
            stdout=sink,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("blastlens: No space left on device")
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_a_working_directory_that_has_gone_is_told(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code = (
        "import os, sys; from blastlens.faces.cli.main import main\n"
        f"os.rmdir({str(gone)!r}); sys.exit(main(['callers', 'x']))"
    )
    done = python(code, gone)
    assert done.returncode == 2
    assert done.stderr.startswith("blastlens: the working directory no longer exists")
