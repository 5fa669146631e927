"""What an answer in words may be long by itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def process(folder: Path, *line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "blastlens", *line],
        cwd=folder,
        env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )


@pytest.mark.parametrize("question", ["explain", "affected-tests"])
def test_what_many_tests_reach_is_told_in_two_kilobytes_unless_more_is_asked_for(tmp_path: Path, question: str) -> None:
    tests = "".join(f"def test_that_total_is_right_{at:02}():\n    total()\n\n\n" for at in range(40))
    callers = "".join(f"def asks_for_the_total_{at:02}():\n    total()\n\n\n" for at in range(40))
    (tmp_path / "shop.py").write_text(f"def total():\n    return 1\n\n\n{callers}", encoding="utf-8")
    (tmp_path / "test_shop.py").write_text(f"from shop import total\n\n\n{tests}", encoding="utf-8")

    (tmp_path / "pyproject.toml").touch()

    short = process(tmp_path, question, "total").stdout
    long = process(tmp_path, question, "total", "--limit", "19").stdout

    assert len(short.encode()) < 2000
    assert "40 tests" in short and "more: --limit" in short
    assert long.count("test_shop.py") >= 19
