"""Where a change comes from: the working tree, commits, a branch, or a diff. Each gives both versions of its files."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from blastlens.app.changes import TwoVersions
from blastlens.session import git
from blastlens.session.diff import FileDiff, Fitted, Hunk, fit_diff, parse_diff
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_LIKE: Final = 0.5
_MOST_PAIRS: Final = 10_000

Read = Callable[[str], bytes | None]


def working_tree(session: Session) -> list[TwoVersions]:
    """What differs from HEAD, files that are new and not ignored included. Raises `SessionError` (no-git)."""
    return versions_of(session, git.diff(session.root))


def versions_of(session: Session, files: Iterable[FileDiff]) -> list[TwoVersions]:
    """The same, of what `git.diff` told."""
    return _joined(_versions(session, files, _reader(session.root)))


def _joined(files: Sequence[TwoVersions]) -> list[TwoVersions]:
    """A file that git was told to forget and that is still there comes as a deleted and as a new one: it is one file."""
    new = {file.new_path: file for file in files if file.old_path is None}
    gone = {file.old_path for file in files if file.new_path is None}
    out = []
    for file in files:
        if file.new_path is None and file.old_path in new:
            out.append(TwoVersions(file.old_path, file.old_path, file.old, new[file.old_path].new))
        elif not (file.old_path is None and file.new_path in gone):
            out.append(file)
    return with_moves(out)


def with_moves(files: Sequence[TwoVersions]) -> list[TwoVersions]:
    """A file that git does not know yet, and most of whose lines are those of one that is gone, is that one at another place: as
    git tells of files that it knows, which need more than half of their lines in common."""
    gone = [file for file in files if file.new_path is None and file.old]
    new = [file for file in files if file.old_path is None and file.new]
    if not gone or not new or len(gone) * len(new) > _MOST_PAIRS:
        return list(files)
    lines = {file: Counter((file.old or file.new or b"").split(b"\n")) for file in (*gone, *new)}
    pairs = sorted(
        ((_likeness(lines[one], lines[other]), at, to) for at, one in enumerate(gone) for to, other in enumerate(new)),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    moved: dict[TwoVersions, TwoVersions] = {}
    taken: set[int] = set()
    for likeness, at, to in pairs:
        if likeness > _LIKE and gone[at] not in moved and to not in taken:
            moved[gone[at]] = TwoVersions(gone[at].old_path, new[to].new_path, gone[at].old, new[to].new)
            taken.add(to)
    dropped = {new[to] for to in taken}
    return [moved.get(file, file) for file in files if file not in dropped]


def _likeness(one: Counter[bytes], other: Counter[bytes]) -> float:
    """The share of lines that two texts have in common, 0 to 1."""
    return (one & other).total() / max(one.total(), other.total())


def commits(session: Session, given: str) -> list[TwoVersions]:
    """`A..B` or `A...B`, an empty side is HEAD; or one commit, which is compared with its first parent. Raises `SessionError`
    (unknown-revision, no-git)."""
    last = _last(given)
    return _versions(session, git.diff_commits(session.root, given), lambda path: git.blob(session.root, last, path))


def ends_at_working_tree(session: Session, given: str) -> bool:
    """Whether the range ends at what is in the working tree."""
    root = session.root
    at_head = git.resolve(root, _last(given)) == git.head(root)[0]
    return at_head and not any(_is_source(session, file) for file in git.diff(root))


def patch(session: Session, text: str) -> list[TwoVersions]:
    """The files of a unified diff, which may be applied to the working tree already or not yet. Raises `SessionError`
    (bad-diff) when it is neither."""
    return versions_of_diff(session, fit_diff(session.root, parse_diff(text)))


def versions_of_diff(session: Session, fitted: Fitted) -> list[TwoVersions]:
    """Both versions of the files of a diff that fits the working tree."""
    return _versions(session, fitted.files, _reader(session.root), applied=fitted.applied)


def unread(session: Session, *, diff: str | None = None, commits: str | None = None) -> list[str]:
    """Changed files that are no source, sorted; without arguments, of the working tree. Raises `SessionError`."""
    if diff is not None:
        files = parse_diff(diff)
    else:
        files = git.diff(session.root) if commits is None else git.diff_commits(session.root, commits)
    others = [file for file in files if file.binary or not _is_source(session, file)]
    return sorted({file.new_path or file.old_path or "" for file in others} - {""})


def _last(given: str) -> str:
    return given.rpartition("..")[2].strip() or "HEAD"


def _reader(root: Path) -> Read:
    def read(path: str) -> bytes | None:
        found = read_blob(root, path)
        return found.data if isinstance(found, Blob) else None

    return read


def _versions(session: Session, files: Iterable[FileDiff], read: Read, *, applied: bool = True) -> list[TwoVersions]:
    """`read` gives the new side, or, unless `applied`, the old one; the other side follows from the hunks."""
    out = []
    for file in files:
        if file.binary or not _is_source(session, file):
            continue
        known_path, made_path = (file.new_path, file.old_path) if applied else (file.old_path, file.new_path)
        known = read(known_path) if known_path is not None else None
        made = _other_side(known or b"", file.hunks, backwards=applied) if made_path is not None else None
        old, new = (made, known) if applied else (known, made)
        out.append(TwoVersions(file.old_path, file.new_path, old, new))
    return out


def _is_source(session: Session, file: FileDiff) -> bool:
    paths = {path for path in (file.old_path, file.new_path) if path is not None}
    return any(session.facts_of(path, b"") is not None for path in paths)


def _other_side(data: bytes, hunks: Sequence[Hunk], *, backwards: bool) -> bytes:
    """The lines of one side of a diff from those of the other. The end of the last line is not kept."""
    lines = data.split(b"\n")
    for hunk in reversed(hunks):
        start, count = (hunk.new_start, hunk.new_count) if backwards else (hunk.old_start, hunk.old_count)
        wanted = " -" if backwards else " +"
        put = [line[1:].encode("utf-8", "surrogateescape") for line in hunk.lines if line[:1] and line[0] in wanted]
        # A side without lines names the line before the place.
        first = start - 1 if count else start
        lines[first : first + count] = put
    return b"\n".join(lines)
