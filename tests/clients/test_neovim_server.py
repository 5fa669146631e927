"""A server that is missing, too old, or ends: Neovim says what to do, and starts it again a bounded number of times."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .conftest import line_of

if TYPE_CHECKING:
    from .neovim import Editor

RUNNING = (
    "local c = vim.lsp.get_clients({ name = 'blastlens', bufnr = 0 })[1];"
    "return c and c.initialized and vim.uv and c.rpc and c.id or nil"
)


def client(editor: Editor) -> int:
    """Id of the client of the current buffer."""
    return int(editor.wait(lambda: editor.lua(RUNNING), "server"))


def server_process(project: Path) -> int:
    """The server's process: the one that runs `lsp` in the project."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
                if words[-2:-1] == [b"lsp"] and (entry / "cwd").samefile(project):
                    return int(entry.name)
            except OSError:
                continue
    return 0


def kill_server(editor: Editor, project: Path) -> None:
    os.kill(editor.wait(lambda: server_process(project), "server process"), signal.SIGKILL)


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def test_a_missing_server_is_named_with_what_to_do(start: Callable[..., Editor], project: Path) -> None:
    editor = start("vim.g.blastlens = { cmd = { '/nowhere/blastlens', 'lsp' } }")
    editor.open(project / "shop/pricing.py")
    said = editor.wait(editor.messages, "message")
    assert "/nowhere/blastlens" in said
    assert "pip install blastlens" in said
    assert ":Blastlens restart" in said


def test_no_server_on_the_path(start: Callable[..., Editor], project: Path, home: dict[str, str]) -> None:
    """And once it is installed, `:Blastlens restart` finds it."""
    path = home["PATH"]
    home["PATH"] = os.pathsep.join(path.split(os.pathsep)[1:])
    editor = start()
    editor.open(project / "shop/pricing.py")
    said = editor.wait(editor.messages, "message")
    assert "no `blastlens` in the active virtual environment or on PATH" in said
    editor.nvim.command(f"let $PATH = '{path}'")
    editor.nvim.command("Blastlens restart")
    row = line_of(project / "shop/pricing.py", "def price_of")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens")


def test_a_python_that_is_too_old_is_told(start: Callable[..., Editor], project: Path, tmp_path: Path) -> None:
    old = script(tmp_path / "old/python3.9", '#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n')
    server = script(tmp_path / "old/blastlens", f"#!{old}\n")
    editor = start(f"vim.g.blastlens = {{ cmd = {{ '{server}', 'lsp' }} }}")
    editor.open(project / "shop/pricing.py")
    said = editor.wait(lambda: "3.11" in (m := editor.messages()) and m, "message")
    assert "runs with Python 3.9, and 3.11 or newer is needed" in said
    assert "pipx install --python" in said
    editor.nvim.command("checkhealth blastlens")
    assert "runs with Python 3.9" in "\n".join(editor.lines())


def test_a_server_that_does_not_start_says_why(start: Callable[..., Editor], project: Path, tmp_path: Path) -> None:
    broken = "import sys\nsys.exit('ModuleNotFoundError: No module named blastlens')\n"
    server = script(tmp_path / "broken/blastlens", f"#!/usr/bin/env python3\n{broken}")
    editor = start(f"vim.g.blastlens = {{ cmd = {{ '{server}', 'lsp' }} }}")
    editor.open(project / "shop/pricing.py")
    said = editor.wait(lambda: "does not start" in (m := editor.messages()) and m, "message")
    assert "No module named blastlens" in said
    assert "pip install blastlens" in said
    assert editor.lua("return #vim.lsp.get_clients({ name = 'blastlens' })") == 0


def test_a_killed_server_is_started_again_a_few_times(editor: Editor, pricing: Path, project: Path) -> None:
    row = line_of(pricing, "def price_of")
    for number in (1, 2, 3):
        before = client(editor)
        kill_server(editor, project)
        editor.wait(lambda n=number: f"it is started again ({n} of 3)" in editor.messages(), f"message {number}")
        editor.wait(lambda b=before: editor.lua(RUNNING) not in (None, b), f"server {number + 1}")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens drawn by the last one")
    kill_server(editor, project)
    editor.wait(lambda: "it is not started again" in editor.messages(), "the last message")
    assert "killed by signal 9" in editor.messages()
    assert ":Blastlens restart starts it" in editor.messages()
    editor.wait(lambda: editor.lua("return #vim.lsp.get_clients({ name = 'blastlens' })") == 0, "its end")
    editor.nvim.command("messages clear")
    editor.nvim.command("Blastlens callers")
    assert "the server is not running for this buffer" in editor.messages()
    editor.nvim.command("Blastlens restart")
    editor.wait(lambda: "4 callers" in editor.virtual_text().get(row, ""), "lens")


def test_a_server_that_is_stopped_on_purpose_stays_stopped(editor: Editor, project: Path, pricing: Path) -> None:  # noqa: ARG001
    client(editor)
    editor.lua("vim.lsp.enable('blastlens', false)")
    editor.wait(lambda: not server_process(project), "its end")
    time.sleep(0.5)
    assert "started again" not in editor.messages()
    editor.wait(lambda: editor.lua("return require('blastlens').statusline()") == "", "end of the status line")
