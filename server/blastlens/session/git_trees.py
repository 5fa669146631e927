"""What a work tree changes against a commit, file by file, and the contents that the commit has. Only objects are read: nothing
is checked out, and the index is left alone. Paths are relative to the root that is given."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.session.errors import SessionError
from blastlens.session.git import EMPTY_TREE, head, resolve
from blastlens.session.git_process import GitError, filters_off, run_git
from blastlens.session.repository import find_repository

_RAW: Final = (
    "diff", "--raw", "-z", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--relative", "-M",
    "--ignore-submodules=all",
)  # fmt: skip
_ORDINARY: Final = "100"  # how the modes of ordinary files begin
_DEEPEN: Final = (
    "the clone is shallow: fetch more of it first (git fetch --unshallow, or fetch-depth: 0 of actions/checkout, "
    "GIT_DEPTH: 0 of GitLab)"
)


class FileChange(NamedTuple):
    """A file at a commit and in the work tree; the path of a side is None where there is no ordinary file. `old_object`: git's
    name of the content at the commit."""

    old_path: str | None
    new_path: str | None
    old_object: str = ""


def fork_of(root: Path, revision: str) -> str:
    """The commit at which HEAD and a revision part: their merge base. Raises `SessionError` "no-git" or "unknown-revision", which
    says what to fetch where the clone is shallow."""
    if find_repository(root.resolve()) is not None and not head(root)[0]:
        raise SessionError("unknown-revision", "there is no commit yet", "Commit first, or pass --all.")
    try:
        base = resolve(root, revision)
    except SessionError as error:
        if error.code != "unknown-revision":
            raise
        raise SessionError(error.code, error.message, _why_unknown(root) or error.hint) from error
    try:
        return run_git(root, ["merge-base", base, "HEAD"]).decode("ascii", "replace").split()[0]
    except (GitError, IndexError) as error:
        hint = _DEEPEN if is_shallow(root) else "Name a revision that HEAD comes from, or pass --all."
        raise SessionError("unknown-revision", f"{revision} and HEAD have no common ancestor", hint) from error


def is_shallow(root: Path) -> bool:
    repository = find_repository(root.resolve())
    return repository is not None and (repository.common / "shallow").is_file()


def _why_unknown(root: Path) -> str:
    if is_shallow(root):
        return _DEEPEN
    try:
        parents = run_git(root, ["rev-list", "--parents", "-n", "1", "HEAD"]).split()
    except GitError:
        return ""
    return "HEAD is the first commit: there is nothing before it, --all judges everything." if len(parents) == 1 else ""


def changes_since(root: Path, commit: str) -> list[FileChange]:
    """What differs between a commit ("": one without files) and the work tree, files that are untracked and not ignored
    included. A file that git was told to forget and that is still there is a changed one."""
    try:
        raw = run_git(root, [*filters_off(root), *_RAW, commit or EMPTY_TREE, "--"])
        listed = run_git(root, ["ls-files", "-z", "--others", "--exclude-standard"])
    except GitError as error:
        raise SessionError("no-git", f"git could not compare: {error.text}") from error
    found = list(_parsed(os.fsdecode(raw).split("\0")))
    gone = {change.old_path: at for at, change in enumerate(found) if change.new_path is None}
    for path in os.fsdecode(listed).split("\0"):
        if path in gone:
            found[gone[path]] = found[gone[path]]._replace(new_path=path)
        elif path and not path.endswith("/"):
            found.append(FileChange(None, path))
    return found


def _parsed(fields: list[str]) -> Iterator[FileChange]:
    """`:OLDMODE NEWMODE OLDOBJECT NEWOBJECT STATUS`, a path, and for what moved a second one."""
    at = 0
    while at + 1 < len(fields):
        old_mode, new_mode, old_object, _, status = fields[at].lstrip(":").split(" ")
        moved = status[:1] in "RC"
        old_path, new_path = fields[at + 1], fields[at + 1 + moved]
        at += 2 + moved
        old = old_path if old_mode.startswith(_ORDINARY) and status[:1] != "C" else None
        new = new_path if new_mode.startswith(_ORDINARY) else None
        if old is not None or new is not None:
            yield FileChange(old, new, old_object if old is not None else "")


def contents(root: Path, objects: Iterable[str]) -> dict[str, bytes]:
    """What the named objects hold. Raises `SessionError` "unknown-revision" where git does not have them here."""
    wanted = sorted(set(objects))
    if not wanted:
        return {}
    try:
        printed = run_git(root, ["cat-file", "--batch"], literal=False, given="\n".join(wanted).encode() + b"\n")
    except GitError as error:
        raise SessionError("no-git", f"git could not read its objects: {error.text}") from error
    found: dict[str, bytes] = {}
    at = 0
    for name in wanted:
        end = printed.index(b"\n", at)
        header = printed[at:end].split()
        if len(header) != 3:
            raise SessionError(
                "unknown-revision",
                f"git does not have what files were at the base (object {name[:12]})",
                "The clone leaves out contents: fetch them first (git fetch --refetch --no-filter).",
            )
        size = int(header[2])
        found[name] = printed[end + 1 : end + 1 + size]
        at = end + 1 + size + 1
    return found
