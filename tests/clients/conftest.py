"""What the client tests share: a small project to open, the server as a command, and the editors."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SAMPLE = HERE / "sample"

collect_ignore = ["sample"]


def line_of(path: Path, start: str) -> int:
    """1-based number of the first line that starts with `start`, indentation aside."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.lstrip().startswith(start))


def missing(what: str, command: str) -> NoReturn:
    """A missing tool fails the test: a client nobody tried is not known to work."""
    pytest.fail(f"{what} is missing; install it with: {command}", pytrace=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the sample under git, so that "changed since HEAD" means something."""
    root = tmp_path / "shop"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("__pycache__"))
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "The shop"]):
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True)
    return root


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose user folders are empty, with `blastlens` (this checkout's) on PATH."""
    commands = tmp_path / "bin"
    commands.mkdir()
    server = commands / "blastlens"
    server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m blastlens "$@"\n')
    server.chmod(0o755)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "VIRTUAL_ENV", "NVIM"))}
    for kind in ("CONFIG", "DATA", "STATE", "CACHE", "RUNTIME"):
        folder = tmp_path / "home" / kind.lower()
        folder.mkdir(parents=True, mode=0o700)
        environment[f"XDG_{kind}_{'DIR' if kind == 'RUNTIME' else 'HOME'}"] = str(folder)
    environment["HOME"] = str(tmp_path / "home")
    environment["PATH"] = f"{commands}{os.pathsep}{environment['PATH']}"
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "server"), *filter(None, [environment.get("PYTHONPATH")])])
    return environment
