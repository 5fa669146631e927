"""Questions to git: what changed, and what a file was at a revision. Paths are relative to the root that is given."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from blastlens.session.diff import FileDiff, Hunk, parse_diff
from blastlens.session.errors import SessionError
from blastlens.session.git_process import GitError, filters_off, run_git
from blastlens.session.repository import find_repository, head_of
from blastlens.session.workspace import Blob, read_blob

# The tree without files, which every repository knows.
EMPTY_TREE: Final = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
_DIFF: Final = (
    "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--relative", "-U0", "-M", "--submodule=short",
    "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all",
)  # fmt: skip


def head(root: Path) -> tuple[str, str]:
    """(commit, branch) of the work tree that contains `root`; "" for what there is not."""
    repository = find_repository(root.resolve())
    return head_of(repository) if repository is not None else ("", "")


def folder_in_work_tree(root: Path) -> str:
    """Where a root lies below the top of its work tree, POSIX; "" for the top itself, and outside of git."""
    real = root.resolve()
    repository = find_repository(real)
    found = real.relative_to(repository.top).as_posix() if repository is not None else ""
    return "" if found == "." else found


def has_commits(root: Path) -> bool:
    """Whether there is a commit to compare with. Raises `SessionError` "no-git" outside of a work tree."""
    if find_repository(root.resolve()) is None:
        raise SessionError("no-git", f"{root} is not in a git work tree", "Pass the change as a diff instead.")
    return bool(head(root)[0])


def resolve(root: Path, revision: str) -> str:
    """The commit a revision names. Raises `SessionError` "no-git" or "unknown-revision"."""
    if find_repository(root.resolve()) is None:
        raise SessionError("no-git", f"{root} is not in a git work tree", "Pass the change as a diff instead.")
    if revision and not revision.startswith("-"):
        try:
            found = run_git(root, ["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
            return found.decode("ascii", "replace").strip()
        except GitError:
            pass
    raise SessionError("unknown-revision", f"git knows no revision {revision!r}", "See `git log` and `git branch -a`.")


def diff(root: Path, base: str = "HEAD") -> list[FileDiff]:
    """What the working tree changes against `base`: tracked files, and untracked ones that are not ignored as new files.
    The new side has the line numbers of the files on disk. Raises as `resolve`."""
    if base == "HEAD" and find_repository(root.resolve()) is not None:
        commit = head(root)[0] or EMPTY_TREE
    else:
        commit = resolve(root, base)
    return [*_diff(root, [commit]), *_untracked(root)]


def diff_commits(root: Path, commits: str) -> list[FileDiff]:
    """What `A..B` changes (`A...B`: since their merge base; an empty side is HEAD), or the one commit `A`: against its first
    parent. Raises as `resolve`."""
    if ".." not in commits:
        commit = resolve(root, commits)
        return _diff(root, [_parent(root, commit), commit])
    dots = "..." if "..." in commits else ".."
    first, _, second = commits.partition(dots)
    old, new = resolve(root, first or "HEAD"), resolve(root, second or "HEAD")
    if dots == "...":
        try:
            old = run_git(root, ["merge-base", old, new]).decode("ascii").strip()
        except GitError as error:
            raise SessionError("unknown-revision", f"{first} and {second} have no common ancestor") from error
    return _diff(root, [old, new])


def _parent(root: Path, commit: str) -> str:
    """The first parent of a commit; the empty tree for a root."""
    try:
        named = run_git(root, ["rev-list", "--no-walk", "--parents", commit]).decode("ascii", "replace").split()
    except GitError as error:
        raise SessionError("no-git", f"git could not read {commit}: {error.text}") from error
    if len(named) > 1:
        return named[1]
    if is_shallow(root):
        raise SessionError(
            "unknown-revision",
            f"the parent of {commit[:12]} is not here: the clone is shallow",
            "See `git fetch --unshallow`.",
        )
    return EMPTY_TREE


def is_shallow(root: Path) -> bool:
    """Whether the history of the repository is cut."""
    try:
        return run_git(root, ["rev-parse", "--is-shallow-repository"]).strip() == b"true"
    except GitError:
        return False


def ignored(root: Path, paths: Sequence[str]) -> set[str]:
    """Those of the paths, which need not exist, that git would ignore; none outside of git."""
    if not paths or find_repository(root.resolve()) is None:
        return set()
    given = b"\0".join(os.fsencode(path) for path in paths)
    try:
        found = run_git(root, ["check-ignore", "-z", "--no-index", "--stdin"], literal=False, given=given)
    except (GitError, SessionError):
        return set()  # it ends with an error where it ignores none of them
    return {os.fsdecode(path) for path in found.split(b"\0") if path}


def blob(root: Path, revision: str, path: str) -> bytes | None:
    """Content of a file at a revision, as stored; None when it is not there. Raises as `resolve`."""
    commit = resolve(root, revision)
    try:
        return run_git(root, ["cat-file", "blob", f"{commit}:./{path}"])
    except GitError:
        return None


def blob_at(root: Path, commit: str, path: str) -> bytes | None:
    """As `blob`, for a commit by its full name."""
    try:
        return run_git(root, ["cat-file", "blob", f"{commit}:./{path}"])
    except (GitError, SessionError):
        return None


def _diff(root: Path, revisions: list[str]) -> list[FileDiff]:
    try:
        printed = run_git(root, [*filters_off(root), *_DIFF, *revisions, "--"])
    except GitError as error:
        raise SessionError("no-git", f"git could not compare: {error.text}") from error
    return parse_diff(printed.decode("utf-8", "surrogateescape"))


def _untracked(root: Path) -> list[FileDiff]:
    try:
        listed = run_git(root, ["ls-files", "-z", "--others", "--exclude-standard"])
    except GitError:
        return []
    files: list[FileDiff] = []
    for path in os.fsdecode(listed).split("\0"):
        if not path or path.endswith("/"):
            continue
        found = read_blob(root, path)
        if isinstance(found, Blob):
            count = found.data.count(b"\n") + (0 if found.data.endswith(b"\n") or not found.data else 1)
            hunk = Hunk(0, 0, 1, count, (), tuple(range(1, count + 1)))
            files.append(FileDiff(None, path, (hunk,) if count else ()))
    return files
