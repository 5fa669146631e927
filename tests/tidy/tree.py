"""The files of the repository, as git sees them (or as they lie, in an unpacked archive)."""

import functools
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "server" / "blastlens"
_TEXT = {
    ".py",
    ".md",
    ".toml",
    ".json",
    ".ts",
    ".js",
    ".cjs",
    ".mjs",
    ".lua",
    ".sql",
    ".sh",
    ".yml",
    ".yaml",
    ".txt",
    "",
}
# Small repositories with answers: their contents are data, whatever they look like.
_DATA = ("tests/cases/data/", "package-lock.json")


@functools.cache
def tracked() -> tuple[str, ...]:
    """Paths relative to the root, POSIX, sorted."""
    listing = subprocess.run(
        ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
    )
    if listing.returncode == 0:
        names = listing.stdout.decode().split("\0")
        return tuple(sorted(name for name in names if name and (ROOT / name).is_file()))
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file()))


def texts() -> dict[str, str]:
    """Path to content of every text file that people wrote."""
    out = {}
    for name in tracked():
        path = ROOT / name
        if path.suffix in _TEXT and not name.startswith(_DATA) and not path.is_symlink():
            out[name] = path.read_text(encoding="utf-8", errors="replace")
    return out


def modules(below: Path = SERVER) -> list[Path]:
    """Python files below a folder, sorted."""
    return [ROOT / name for name in tracked() if name.endswith(".py") and (ROOT / name).is_relative_to(below)]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
