"""From file events of any kind to what must be refreshed. The kind is only a hint: the disk decides."""

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from lsprotocol import types as t

from blastlens.faces.lsp.from_lsp import uri_to_path
from blastlens.faces.lsp.refreshing import WIDE, refresh_soon
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer

ANYTHING: Final = t.FileOperationRegistrationOptions(
    filters=[t.FileOperationFilter(scheme="file", pattern=t.FileOperationPattern(glob="**/*"))]
)
# Files that decide which files are read and how; any of them may change everything.
_LAYOUT: Final = frozenset({".gitignore", "pyproject.toml", "setup.cfg", "setup.py"})
_SETTINGS: Final = ".code-graph/config.json"
_BUILT: Final = frozenset({"__pycache__", "node_modules"})
# Entries of a folder that appeared which are looked at before the whole root is refreshed instead.
_LOOK: Final = 5000


async def take_in(ls: BlastlensServer, uris: Iterable[str]) -> None:
    """Sort events by root; each root is refreshed at the end of the burst."""
    paths = [path for uri in uris if (path := uri_to_path(uri)) is not None]
    for root in ls.roots:
        inside = [(path, relative) for path in paths if (relative := root.relative(path)) is not None]
        files, everything = await asyncio.to_thread(_sort, root, inside)
        if files or everything:
            refresh_soon(ls, root, files, everything)


def _sort(root: Root, events: list[tuple[Path, str]]) -> tuple[set[str], bool]:
    """(files to refresh, whether everything must be)."""
    files: set[str] = set()
    for path, relative in events:
        if concerns_all(relative):
            return set(), True
        if _is_noise(relative):
            continue
        if path.is_dir():
            found = _files_below(root, path)
            if found is None:
                return set(), True
            files.update(found)
        else:
            files.add(relative)
    return files, False


def concerns_all(relative: str) -> bool:
    """Whether the file decides about others: another commit or branch, what is ignored, where packages start."""
    if relative.startswith(".git/"):
        return relative in (".git/HEAD", ".git/packed-refs") or relative.startswith(".git/refs/heads/")
    return relative == _SETTINGS or PurePosixPath(relative).name in _LAYOUT


def _is_noise(relative: str) -> bool:
    parts = PurePosixPath(relative).parts
    return parts[0] in (".git", ".code-graph") or any(part in _BUILT for part in parts)


def _files_below(root: Root, folder: Path) -> list[str] | None:
    """Files of a folder that appeared, or None when they are many."""
    found: list[str] = []
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _BUILT and not name.startswith(".")]
        seen += len(folders) + len(names)
        for name in names:
            relative = root.relative(Path(place) / name)
            if relative is not None:
                found.append(relative)
        if seen > _LOOK or len(found) > WIDE:
            return None
    return found
