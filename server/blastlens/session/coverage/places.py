"""Where tools write coverage data when nobody tells them otherwise."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

_NAMES: Final = (
    ".coverage",
    "coverage.xml",
    "coverage.json",
    "coverage.lcov",
    "lcov.info",
    "cobertura.xml",
    "cobertura-coverage.xml",
    "coverage/lcov.info",
    "coverage/cobertura-coverage.xml",
    "coverage/coverage.xml",
    "cover.out",
    "coverage.out",
    "c.out",
    "cover.profile",
    "target/site/jacoco/jacoco.xml",
    "target/site/jacoco-aggregate/jacoco.xml",
    "build/reports/jacoco/test/jacocoTestReport.xml",
    "target/coverage/lcov.info",
)
# Packages of one repository have their own, so far down; what lies deeper is named in the settings.
_DEEPEST: Final = 2
_MOST_FOLDERS: Final = 2_000
_IGNORED: Final = frozenset({"node_modules", "site-packages", "vendor", "venv"})


def usual_places(root: Path, named: Sequence[str] = ()) -> list[Path]:
    """Files that are there, in a fixed order: those that are `named` (paths or patterns below the root) first."""
    found: dict[Path, None] = {}
    for pattern in named:
        path = Path(pattern)
        if not pattern or path.is_absolute() or ".." in path.parts:
            continue
        found |= dict.fromkeys(sorted(one for one in root.glob(pattern) if one.is_file() and not one.is_symlink()))
    todo = [(root, 0)]
    seen = 0
    while todo and seen < _MOST_FOLDERS:
        folder, depth = todo.pop(0)
        seen += 1
        entries = _entries(folder)
        for name in _NAMES:
            if name.partition("/")[0] in entries and (path := folder / name).is_file() and not path.is_symlink():
                found[path] = None
        if depth < _DEEPEST:
            todo += [(folder / name, depth + 1) for name, is_folder in sorted(entries.items()) if is_folder]
    return list(found)


def signature(root: Path, named: Sequence[str] = ()) -> tuple[tuple[str, int, int], ...]:
    """Changes when a report comes, goes or is written anew; only to know when to read again."""
    stats = [(path, path.stat()) for path in usual_places(root, named) if path.exists()]
    return tuple((str(path), stat.st_size, stat.st_mtime_ns) for path, stat in stats)


def _entries(folder: Path) -> dict[str, bool]:
    """Name -> whether it is a folder to look into."""
    try:
        with os.scandir(folder) as found:
            return {
                one.name: one.is_dir(follow_symlinks=False)
                and not one.name.startswith(".")
                and one.name not in _IGNORED
                for one in found
            }
    except OSError:
        return {}
