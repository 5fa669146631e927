"""Starting git: no shell, a time limit, and nothing that a repository's configuration could have run."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from blastlens.session.errors import SessionError

TIMEOUT_SECONDS: Final = 60.0
_CHUNK: Final = 1 << 16
_HARDENED: Final = (
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.pager=cat",
    "-c", "core.quotePath=true",
    "-c", "core.attributesFile=/dev/null",
    "-c", "diff.external=",
    "-c", "color.ui=false",
    "-c", "log.showSignature=false",
)  # fmt: skip


class GitError(Exception):
    """git ended with an error; `text` is what it said."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


def run_git(
    root: Path,
    arguments: Sequence[str],
    *,
    literal: bool = True,
    seconds: float = TIMEOUT_SECONDS,
    given: bytes = b"",
) -> bytes:
    """Output of `git arguments` run in `root`, with `given` as its input. Raises `GitError`; `SessionError` "no-git" when git
    cannot be started or does not end in time (`seconds`). `literal`: paths are names, not patterns (a few commands refuse to be
    told so). The network is closed to it, and it takes no locks."""
    command = ["git", *_HARDENED, *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env={**_environment(), "GIT_LITERAL_PATHSPECS": "1"} if literal else _environment(),
            input=given,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except FileNotFoundError as error:
        raise SessionError("no-git", "git was not found", "Install git, or pass the change as a diff.") from error
    except subprocess.TimeoutExpired as error:
        raise SessionError("no-git", f"git did not answer within {seconds:.0f} seconds") from error
    if done.returncode != 0:
        raise GitError(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout


def stream_git(root: Path, arguments: Sequence[str]) -> Iterator[bytes]:
    """The parts of what `git arguments` prints with "\0" between them, as they come; git is stopped when no more are wanted. Ends
    early when git fails or is not there."""
    try:
        process = subprocess.Popen(
            ["git", *_HARDENED, *arguments],
            cwd=root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    assert process.stdout is not None
    try:
        rest = b""
        while data := process.stdout.read(_CHUNK):
            *parts, rest = (rest + data).split(b"\0")
            yield from parts
    finally:
        process.kill()
        process.stdout.close()
        process.wait()


def filters_off(root: Path) -> list[str]:
    """Options that switch off the configured content filters, which `git diff` would run on files of the work tree."""
    try:
        listed = run_git(root, ["config", "-z", "--name-only", "--get-regexp", r"^filter\..*\.(clean|smudge|process)$"])
    except GitError:
        return []
    names = [name for name in listed.decode("utf-8", "surrogateescape").split("\0") if name]
    options = [part for name in names for part in ("-c", f"{name}=")]
    required = {f"filter.{name.split('.', 1)[1].rpartition('.')[0]}.required" for name in names}
    return options + [part for name in sorted(required) for part in ("-c", f"{name}=false")]


@cache
def _environment() -> dict[str, str]:
    """The process's environment without what redirects git elsewhere (as inside a hook)."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {
        **kept,
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PAGER": "cat",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_ATTR_NOSYSTEM": "1",
        "LC_ALL": "C.UTF-8",
    }
