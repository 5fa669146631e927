"""What a git repository's own files say, read without starting git: where it is, HEAD, the branch."""

from pathlib import Path
from typing import NamedTuple


class Repository(NamedTuple):
    """A git work tree: its top, its own git directory, and the one all work trees share."""

    top: Path
    directory: Path
    common: Path


def find_repository(root: Path) -> Repository | None:
    """The work tree that contains `root`, or None."""
    for top in (root, *root.parents):
        marker = top / ".git"
        try:
            if marker.is_dir():
                directory = marker
            elif marker.is_file():
                text = marker.read_text("utf-8", "surrogateescape")
                if not text.startswith("gitdir:"):
                    continue
                directory = (top / text.removeprefix("gitdir:").strip()).resolve()
            else:
                continue
            if (directory / "HEAD").is_file():
                return Repository(top, directory, _common(directory))
        except OSError:
            continue
    return None


def is_kept_inside(root: Path) -> bool:
    """Whether what tells the commit of a folder's files lies below it: not that of a linked work tree, nor of a folder of a repository.
    True where there is no commit to tell."""
    repository = find_repository(root)
    folders = (repository.directory, repository.common) if repository is not None else ()
    return all(folder.is_relative_to(root) for folder in folders)


def _common(directory: Path) -> Path:
    pointer = directory / "commondir"
    if pointer.is_file():
        return (directory / pointer.read_text("utf-8", "surrogateescape").strip()).resolve()
    return directory


def head_of(repository: Repository | None) -> tuple[str, str]:
    """(commit, branch); "" for an unborn or detached one, and outside any repository."""
    if repository is None:
        return "", ""
    try:
        text = (repository.directory / "HEAD").read_text("ascii", "replace").strip()
    except OSError:
        return "", ""
    if not text.startswith("ref:"):
        return text, ""
    name = text.removeprefix("ref:").strip()
    branch = name.removeprefix("refs/heads/")
    for folder in (repository.directory, repository.common):
        try:
            return (folder / name).read_text("ascii", "replace").strip(), branch
        except OSError:
            continue
    return _packed(repository.common, name), branch


def _packed(common: Path, name: str) -> str:
    try:
        lines = (common / "packed-refs").read_text("utf-8", "replace").splitlines()
    except OSError:
        return ""
    for line in lines:
        commit, _, ref = line.partition(" ")
        if ref == name:
            return commit
    return ""
