"""Writing roots to try sessions on."""

import os
import subprocess
from pathlib import Path


def write(root: Path, path: str, text: str | bytes) -> None:
    full = root / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_bytes(text if isinstance(text, bytes) else text.encode())


def git(root: Path, *arguments: str) -> str:
    """Output of git, run under a name of its own and untouched by the environment."""
    settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=root, env=environment, capture_output=True, check=True, text=True
    )
    return done.stdout
