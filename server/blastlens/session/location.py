"""Where a root's index is kept."""

import errno
import hashlib
import os
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.session.errors import SessionError
from blastlens.session.repository import Repository, find_repository

FOLDER: Final = ".code-graph"
_DATABASE: Final = "graph.db"
_WRITTEN: Final = (_DATABASE, f"{_DATABASE}-wal", f"{_DATABASE}-shm")
_WHY: Final = "# The index is made anew from the sources; the settings are worth keeping.\n"
_IGNORE: Final = f"{_WHY}*\n!config.json\n!edges.json\n"
# As written before: it showed itself among the files to commit, and hid what people say of edges.
_FORMER_IGNORES: Final = (f"{_WHY}*\n!.gitignore\n!config.json\n", f"{_WHY}*\n!config.json\n")
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_NOT_WRITABLE: Final = frozenset(
    {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ENOENT, errno.ELOOP}
)


class Location(NamedTuple):
    """`note` says when the index is not inside the root."""

    folder: Path
    repository: Repository | None
    note: str

    @property
    def database(self) -> Path:
        return self.folder / _DATABASE

    @property
    def lock(self) -> Path:
        return self.folder / "writer.lock"

    @property
    def fact_caches(self) -> tuple[Path, ...]:
        """Places for the fact cache, the preferred one first: shared by the work trees of a repository."""
        own = self.folder / "facts.db"
        return (self.repository.common / "blastlens" / "facts.db", own) if self.repository else (own,)


def locate(root: Path) -> Location:
    """Settle (and make) the folder of the index. Raises `SessionError` "not-a-directory" or "disk-full"."""
    if not root.is_dir():
        what = "is not a folder" if root.exists() else "does not exist"
        raise SessionError("not-a-directory", f"{root} {what}", "Give the folder that holds the sources.")
    repository = find_repository(root)
    inside = root / FOLDER
    try:
        if inside.is_symlink():
            raise OSError(errno.ELOOP, "is a symbolic link")
        _make(inside)
        return Location(inside, repository, "")
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise _full(inside) from error
        if error.errno not in _NOT_WRITABLE:
            raise
        reason = error.strerror or "not writable"
    outside = _cache_folder(root)
    try:
        _make(outside)
    except OSError as error:
        raise (
            _full(outside)
            if error.errno in _NO_ROOM
            else SessionError(
                "read-only",
                f"neither {inside} nor {outside} can be written",
                "Set XDG_CACHE_HOME to a writable folder.",
            )
        ) from error
    return Location(outside, repository, f"{inside} cannot be written ({reason}): the index is kept in {outside}")


def keep_folder(root: Path, location: Location) -> None:
    """Make the folder of the index anew where somebody has removed what was in it, and the root is still there. Raises
    `SessionError`."""
    if location.database.exists() or not root.is_dir():
        return
    try:
        _make(location.folder)
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise _full(location.folder) from error
        message = f"{location.folder} is gone and cannot be made: {error.strerror or error}"
        raise SessionError("read-only", message, "Open the folder again once it can be written.") from error


def _full(folder: Path) -> SessionError:
    return SessionError("disk-full", f"no space left for the index in {folder}", "Free some space and run again.")


def _make(folder: Path) -> None:
    """Make the folder of an index, or find that everything in it can be written. Raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / "writer.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    os.close(handle)
    # A database in WAL mode needs new files beside it, and each of these to be written.
    for name in ("", *_WRITTEN):
        if not os.access(folder / name, os.W_OK) and (folder / name).exists():
            raise OSError(errno.EACCES, f"{name or 'the folder'} is read-only")
    ignore = folder / ".gitignore"
    if not ignore.exists() or ignore.read_bytes().decode("utf-8", "replace") in _FORMER_IGNORES:
        try:
            ignore.write_text(_IGNORE, "utf-8")
        except OSError as error:
            if error.errno not in _NO_ROOM or not (folder / _DATABASE).exists():
                raise


def _cache_folder(root: Path) -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    name = hashlib.blake2b(os.fsencode(root), digest_size=12).hexdigest()
    return Path(base) / "blastlens" / name
