"""From what a user types to a root and to paths below it."""

import os
from pathlib import Path

from blastlens.app.errors import UserError
from blastlens.app.root_folder import find_root as repository_around


def find_root(given: str | None) -> Path:
    """The folder `given`, else the repository around the working directory (see `app.root_folder`). Absolute, symbolic
    links resolved. Raises `UserError` (not-a-directory, not-a-repository)."""
    return as_folder(given) if given is not None else repository_around(_working_directory())


def as_folder(given: str) -> Path:
    """`given` as an absolute folder. Raises `UserError` (not-a-directory)."""
    folder = Path(os.path.realpath(given))
    if folder.is_dir():
        return folder
    what = "is a file, not a directory" if folder.exists() else "no such directory"
    message = f"{given}: {what}" if folder.exists() else f"{what}: {given}"
    raise UserError(message, "give the folder of a repository", code="not-a-directory")


def path_below(root: Path, given: str) -> str:
    """A path as a user types it (absolute, relative to the working directory, or relative to the root), as a POSIX path
    relative to the root. What exists beneath the working directory is preferred; of what exists nowhere the plain name
    is returned as typed, for the index to say so. Raises `UserError` for a path outside the root."""
    from_here = Path(os.path.normpath(_working_directory() / given))
    from_root = Path(os.path.normpath(root / given))
    for candidate in (from_here, from_root):
        inside = _relative(root, candidate)
        if inside is not None and os.path.lexists(candidate):
            return inside
    from_here_only = Path(given).is_absolute() or given.startswith((".", os.sep)) or os.path.lexists(from_here)
    found = _relative(root, from_here if from_here_only else from_root)
    if found is None:
        raise UserError(f"{given} is outside the repository {root}", "name a file below it, or give another --root")
    return found


def symbol_below(root: Path, given: str) -> str:
    """A symbol as a user types it (`file::name`, `file:line`, or a name); its file part as in `path_below`."""
    file, separator, name = given.rpartition("::")
    if not separator:
        file, separator, name = given.rpartition(":")
        separator = separator if name.isdigit() else ""
    return f"{path_below(root, file)}{separator}{name}" if separator and file else given


def _relative(root: Path, path: Path) -> str | None:
    for candidate in (path, Path(os.path.realpath(path.parent)) / path.name):
        if candidate == root:
            return "."
        if candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    return None


def _working_directory() -> Path:
    try:
        return Path.cwd().resolve()
    except FileNotFoundError:
        raise UserError("the working directory no longer exists", "change to one that does, or give --root") from None
