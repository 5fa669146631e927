"""Puts one question to the app, the command line and the MCP server; all must give one answer."""

import contextlib
import io
import json
import os
from pathlib import Path
from typing import Any

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.cli.main import main
from spec_kit.questions import arguments, question
from spec_kit.rendering import render, render_error


def answers(text: str, root: Path, app: Blastlens) -> tuple[list[str], list[str]]:
    """The app's rendered answer to a query line, and what the other faces answer differently."""
    try:
        told = render(app.ask(question(text)).to_json())
    except UserError as error:
        told = render_error(error)
    disagreements = []
    by_cli = _ask_cli(text, root, told)
    if by_cli != told:
        disagreements.append(f"the command line answers {by_cli}, the app {told}")
    return told, disagreements


def _ask_cli(text: str, root: Path, told: list[str]) -> list[str]:
    code, out, err = run_cli([*arguments(text), "--json"], root)
    if code == 2:
        # An error goes to standard error, for people; every choice the app offers must be in it.
        missing = [line for line in told if line.startswith("choice: ") and line.removeprefix("choice: ") not in err]
        failed = bool(told) and told[0].startswith("error: ") and err.strip() and not out.strip()
        return told if failed and not missing else [f"exit code 2, {err.strip()!r}"]
    return render(json.loads(out))


def run_cli(argv: list[str], folder: Path) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `blastlens ARGV` run in `folder`, inside this process."""
    out, err = io.StringIO(), io.StringIO()
    before = Path.cwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code: Any
            try:
                code = main(argv)
            except SystemExit as exit_:
                code = exit_.code
    finally:
        os.chdir(before)
    return int(code or 0), out.getvalue(), err.getvalue()
