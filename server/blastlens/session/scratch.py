"""Temporary folders that outlive nobody: what a process that was killed left behind, the next one that needs such a folder takes away.

A folder belongs to the process that holds the lock of a file in it. The kernel lets go of the lock when the process ends, however it
does, so neither a process id that is used again nor a clock is asked.
"""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

try:
    import fcntl
except ImportError:  # no flock on this platform: there, a file that is open cannot be removed
    fcntl = None  # type: ignore[assignment]

_PREFIX: Final = "blastlens-scratch-"
_OWNER: Final = "owner"
_INSIDE: Final = "held"


@contextmanager
def scratch() -> Iterator[Path]:
    """An empty folder for as long as the block lasts."""
    sweep()
    folder, owner = _made()
    inside = folder / _INSIDE
    try:
        inside.mkdir()
        yield inside
    finally:
        _remove(folder, owner)


def sweep() -> None:
    """Remove the folders of this user whose processes are gone. Never raises."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and entry.is_dir(follow_symlinks=False) and _is_mine(entry):
                folder = Path(entry.path)
                left = _abandoned(folder)
                if left is not None:
                    _remove(folder, left)


def _made() -> tuple[Path, int]:
    """A new folder and its lock; another one where somebody swept it away before the lock was held."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
        with contextlib.suppress(FileNotFoundError):
            return folder, _owned(folder / _OWNER)


def _owned(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            path.stat()
        except OSError:
            os.close(handle)
            raise
    return handle


def _abandoned(folder: Path) -> int | None:
    """The lock of a folder that nobody holds, -1 where there is none to hold; None where somebody does."""
    path = folder / _OWNER
    handle = -1
    try:
        if fcntl is None:
            path.unlink()
            return handle
        handle = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:  # its process ended right after it was made, or is about to lock it
        with contextlib.suppress(OSError):
            folder.rmdir()
        return None
    except OSError:
        if handle >= 0:
            os.close(handle)
        return None
    return handle


def _remove(folder: Path, owner: int) -> None:
    """The lock goes last: what cannot be removed now is found again. `owner`: see `_abandoned`."""
    shutil.rmtree(folder / _INSIDE, ignore_errors=True)
    if fcntl is None and owner >= 0:
        os.close(owner)
    if not (folder / _INSIDE).exists():
        shutil.rmtree(folder, ignore_errors=True)
    if fcntl is not None:
        os.close(owner)


def _is_mine(entry: "os.DirEntry[str]") -> bool:
    return not hasattr(os, "getuid") or entry.stat(follow_symlinks=False).st_uid == os.getuid()
