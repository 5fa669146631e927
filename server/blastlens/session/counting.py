"""How many source files a folder holds, found without looking at more than it takes to know that they are too many."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from blastlens.session.git_process import stream_git
from blastlens.session.listing import Lister

# Entries of folders that are looked at when few of them are sources: whoever has more has opened more than a repository.
_MOST_ENTRIES: Final = 1_000_000


def holds_more_than(root: Path, lister: Lister, limit: int) -> bool:
    """Whether a folder holds more than `limit` source files, as far as that is known without reading any. Outside git what
    `.gitignore` leaves out is counted too."""
    found = 0
    for number, path in enumerate(_paths(root, lister)):
        found += lister.admits(path)
        if found > limit or number >= max(_MOST_ENTRIES, limit):
            return True
    return False


def _paths(root: Path, lister: Lister) -> Iterator[str]:
    if any((folder / ".git").exists() for folder in (root, *root.parents)):
        listed = stream_git(root, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        yield from map(os.fsdecode, listed)
        return
    left = [""]
    while left:
        folder = left.pop()
        try:
            with os.scandir(f"{root}/{folder}") as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if not entry.is_dir(follow_symlinks=False):
                        yield path
                    elif lister.enters(path):
                        left.append(path)
        except OSError:
            continue  # what cannot be listed is not indexed either
