"""How tests of exports start the programs that read them."""

import json
import subprocess
from pathlib import Path
from typing import Any

from blastlens.views.exports.part import visible

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
_SECONDS = 120


def seen_by(reader: str, *files: Path) -> Any:
    """What a reader of `readers.mjs` saw in files."""
    assert (ROOT / "node_modules/.stamp").exists() or (ROOT / "node_modules/esbuild").exists(), (
        "run scripts/setup first"
    )
    done = subprocess.run(
        ["node", str(HERE / "readers.mjs"), reader, *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])


def shown(text: str) -> str:
    """A label as a drawing shows it, blanks at its ends aside."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in visible(text)).strip()
