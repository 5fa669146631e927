"""From file events of any kind to what must be refreshed. The kind is only a hint: the disk decides."""

import asyncio
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from lsprotocol import types as t

from blastlens.faces.lsp.from_lsp import uri_to_path
from blastlens.faces.lsp.refreshing import refresh_soon
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.languages.registry import language_for

ANYTHING: Final = t.FileOperationRegistrationOptions(
    filters=[t.FileOperationFilter(scheme="file", pattern=t.FileOperationPattern(glob="**/*"))]
)
# Files that decide which files are read and how; any of them may change everything.
_LAYOUT: Final = frozenset({".gitignore", ".gitmodules", "pyproject.toml", "pyvenv.cfg", "setup.cfg", "setup.py"})
_SETTINGS: Final = frozenset({".code-graph/config.json", ".code-graph/edges.json"})
_BUILT: Final = frozenset({"__pycache__", "node_modules"})


async def take_in(ls: BlastlensServer, uris: Iterable[str]) -> None:
    """Sort events by root; each root is refreshed at the end of the burst."""
    paths = [path for uri in uris if (path := uri_to_path(uri)) is not None]
    for root in ls.roots:
        inside = [(path, relative) for path in paths if (relative := root.relative(path)) is not None]
        files, everything = await asyncio.to_thread(_sort, inside)
        if files or everything:
            refresh_soon(ls, root, files, everything)


def _sort(events: list[tuple[Path, str]]) -> tuple[set[str], bool]:
    """(what to refresh, whether everything must be). A folder that is gone is refreshed like a file: what was below it goes;
    one that appeared may hold any number of files, which is work for another process."""
    files: set[str] = set()
    for path, relative in events:
        if concerns_all(relative):
            return set(), True
        if _is_noise(relative):
            continue
        if path.is_dir():
            if path.name.startswith("."):
                continue  # of a tool; files in it that are read come with events of their own
            return set(), True
        if language_for(relative) is not None or not path.exists():
            files.add(relative)  # what is gone may have been a folder
    return files, False


def concerns_all(relative: str) -> bool:
    """Whether the file decides about others: another commit or branch, what is ignored, where packages start."""
    if relative.startswith(".git/"):
        return relative in (".git/HEAD", ".git/packed-refs") or relative.startswith(".git/refs/heads/")
    return relative in _SETTINGS or PurePosixPath(relative).name in _LAYOUT


def _is_noise(relative: str) -> bool:
    parts = PurePosixPath(relative).parts
    return parts[0] in (".git", ".code-graph") or any(part in _BUILT for part in parts)
