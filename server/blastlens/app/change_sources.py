"""Where a change comes from: the working tree, a range of commits, or a diff."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.app.changes import TwoVersions
from blastlens.app.errors import UserError
from blastlens.session.errors import SessionError
from blastlens.session.git_process import GitError, filters_off, run_git
from blastlens.session.session import Session

# `git hash-object -t tree /dev/null`: what a repository without commits is compared to.
_EMPTY_TREE: Final = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
_REGULAR: Final = ("100644", "100755", "000000")
_LARGEST_DIFF: Final = 50_000_000


class _Raw(NamedTuple):
    """One record of `git diff --raw`; an object id of zeros: absent, or in the working tree."""

    old_object: str
    new_object: str
    status: str
    old_path: str
    new_path: str


def working_tree(session: Session) -> list[TwoVersions]:
    """What differs from HEAD, files that are new and not ignored included. Raises `UserError` (no-git) outside git."""
    root = session.root
    head = _revision(root, "HEAD") or _EMPTY_TREE
    rows = [row for row in _raw_diff(root, [head]) if _is_source(session, row)]
    old = _blobs(root, [row.old_object for row in rows])
    out = [_two(row, old.get(row.old_object), _on_disk(root, row.new_path)) for row in rows]
    known = {row.new_path for row in rows}
    for path in _untracked(root):
        if path not in known and session.facts_of(path, b"") is not None:
            out.append(TwoVersions(None, path, None, _on_disk(root, path)))
    return out


def commits(session: Session, given: str) -> list[TwoVersions]:
    """`A..B` (from A to B) or `A...B` (from where they parted to B); an empty side is HEAD. Raises `UserError`
    (unknown-revision, no-git)."""
    root = session.root
    first, dots, last = given.partition("..." if "..." in given else "..")
    if not dots:
        raise UserError(
            f"{given!r} is no range of commits", "write it as A..B, for example main..HEAD", code="unknown-revision"
        )
    ends = [_known_revision(root, one.strip() or "HEAD") for one in (first, last)]
    if dots == "...":
        ends[0] = _git(root, ["merge-base", *ends]).decode("ascii", "replace").strip()
    rows = [row for row in _raw_diff(root, ends) if _is_source(session, row)]
    blobs = _blobs(root, [one for row in rows for one in (row.old_object, row.new_object)])
    return [_two(row, blobs.get(row.old_object), blobs.get(row.new_object)) for row in rows]


def is_of_working_tree(session: Session, given: str) -> bool:
    """Whether the range ends at what is in the working tree."""
    last = given.rpartition("..")[2].strip() or "HEAD"
    head = _revision(session.root, "HEAD")
    return _revision(session.root, last) == head and not any(_raw_diff(session.root, [head or _EMPTY_TREE]))


def patch(session: Session, text: str) -> list[TwoVersions]:
    """The files of a unified diff, which may be applied to the working tree already or not yet. Raises `UserError` (bad-diff)
    when it is neither. Nothing in the working tree is touched: git applies it to copies."""
    data = text.encode("utf-8", "surrogateescape")
    if not data.strip():
        return []
    if len(data) > _LARGEST_DIFF:
        raise UserError("the diff is too large", "ask for the commits instead: --commits A..B", code="bad-diff")
    if not data.endswith(b"\n"):
        data += b"\n"
    for strip in ("-p1", "-p0"):
        for backwards in ((), ("-R",)):
            found = _applied(session, data, [strip, *backwards])
            if found is not None:
                return found if not backwards else [TwoVersions(f.new_path, f.old_path, f.new, f.old) for f in found]
    raise UserError(
        "the diff does not apply to the working tree",
        "make it with `git diff` at the root of this repository, from files as they are now",
        code="bad-diff",
    )


def _applied(session: Session, data: bytes, options: list[str]) -> list[TwoVersions] | None:
    """Files before and after `git apply`; None when it does not apply."""
    with tempfile.TemporaryDirectory(prefix="blastlens-") as scratch:
        folder = Path(scratch)
        try:
            before = _named(folder, data, [*options, "-R"] if "-R" not in options else options[:1])
            after = _named(folder, data, options)
            names = [name for name in dict.fromkeys((*before, *after)) if _is_below(name)]
            old = {name: _copied(session.root, folder, name) for name in names}
            run_git(folder, ["apply", "--whitespace=nowarn", *options, "-"], data)
        except GitError:
            return None
        new = {name: _on_disk(folder, name) for name in names}
    moved = [name for name in names if session.facts_of(name, b"") is not None and old[name] != new[name]]
    return [
        TwoVersions(
            name if old[name] is not None else None, name if new[name] is not None else None, old[name], new[name]
        )
        for name in moved
    ]


def _named(folder: Path, data: bytes, options: Sequence[str]) -> list[str]:
    """Paths that a diff names on its new side (its old one, with `-R`)."""
    listed = run_git(folder, ["apply", "--numstat", "-z", *options, "-"], data)
    records = listed.decode("utf-8", "surrogateescape").split("\0")
    return [record.split("\t", 2)[2] for record in records if record.count("\t") >= 2]


def _is_below(name: str) -> bool:
    return bool(name) and not name.startswith("/") and ".." not in name.split("/")


def _copied(root: Path, folder: Path, name: str) -> bytes | None:
    found = _on_disk(root, name)
    if found is not None:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(found)
    return found


def _on_disk(root: Path, path: str) -> bytes | None:
    """The bytes of a regular file inside the root; None where there is none."""
    file = root / path
    try:
        if file.is_file() and file.resolve().is_relative_to(root.resolve()):
            return file.read_bytes()
    except (OSError, ValueError):
        return None
    return None


def _two(row: _Raw, old: bytes | None, new: bytes | None) -> TwoVersions:
    return TwoVersions(row.old_path if old is not None else None, row.new_path if new is not None else None, old, new)


def _is_source(session: Session, row: _Raw) -> bool:
    return any(session.facts_of(path, b"") is not None for path in {row.old_path, row.new_path})


def _raw_diff(root: Path, revisions: Sequence[str]) -> Iterator[_Raw]:
    options = ["--raw", "-z", "--no-abbrev", "-M", "--relative", "--no-ext-diff", "--ignore-submodules=all"]
    listed = _git(root, [*filters_off(root), "diff", *options, *revisions, "--"])
    parts = iter(listed.decode("utf-8", "surrogateescape").split("\0"))
    for head in parts:
        if not head.startswith(":"):
            continue
        old_mode, new_mode, old_object, new_object, status = head[1:].split(" ")
        old_path = next(parts, "")
        new_path = next(parts, "") if status[0] in "RC" else old_path
        if old_mode in _REGULAR and new_mode in _REGULAR:
            yield _Raw(old_object, new_object, status[0], old_path, new_path)


def _untracked(root: Path) -> list[str]:
    listed = _git(root, ["ls-files", "-z", "--others", "--exclude-standard"])
    return [path for path in listed.decode("utf-8", "surrogateescape").split("\0") if path]


def _blobs(root: Path, objects: Sequence[str]) -> dict[str, bytes]:
    """Contents of git objects by id; zeros (and what is missing) are left out."""
    wanted = sorted({one for one in objects if one.strip("0")})
    if not wanted:
        return {}
    data = _git(root, ["cat-file", "--batch"], "".join(f"{one}\n" for one in wanted).encode("ascii"))
    found: dict[str, bytes] = {}
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        head = data[at:end].decode("ascii", "replace").split(" ")
        at = end + 1
        if len(head) == 3:
            size = int(head[2])
            found[head[0]] = data[at : at + size]
            at += size + 1
    return found


def _known_revision(root: Path, given: str) -> str:
    found = _revision(root, given)
    if found is None:
        raise UserError(f"unknown revision: {given}", "'git log --oneline' lists commits", code="unknown-revision")
    return found


def _revision(root: Path, given: str) -> str | None:
    """The commit that a name means; None when there is none. Raises `UserError` (no-git) outside git."""
    if given.startswith("-"):
        return None
    try:
        return (
            run_git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{given}^{{commit}}"])
            .decode()
            .strip()
        )
    except GitError:
        _git(root, ["rev-parse", "--git-dir"])
        return None


def _git(root: Path, arguments: Sequence[str], stdin: bytes | None = None) -> bytes:
    try:
        return run_git(root, arguments, stdin)
    except GitError as error:
        said = error.text.splitlines()[0] if error.text else "git failed"
        raise SessionError(
            "no-git", f"git cannot tell what is changed: {said}", "pass the change as a diff: --diff FILE"
        ) from error
