"""What is changed and not committed, kept from save to save: a save compares only its own files again."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from blastlens.app.change_sources import versions_of
from blastlens.app.changes import TwoVersions, Versions, changed_symbols
from blastlens.app.half_read import half_read
from blastlens.model.symbol import file_of
from blastlens.session import git
from blastlens.session.diff import FileDiff
from blastlens.session.errors import SessionError
from blastlens.session.ports import Refresh
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_NONE: Final[frozenset[str]] = frozenset()


class SinceHead:
    """Ids of definitions that differ from HEAD, by file; empty outside git or without git.

    The whole tree is compared by `git diff` once, and again whenever files come, go or move or HEAD moves. The file of a save
    is compared with its content at HEAD by itself.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._versions = Versions(session)
        self._head = ""
        self._found: dict[str, frozenset[str]] | None = None
        self._stale: set[str] = set()
        self._half_read: set[str] = set()
        self._old: dict[str, bytes | None] = {}  # by path: content at HEAD; None for a new file
        self._told = 0  # grows whenever a comparison that is under way may not hold any more

    def forget(self) -> None:
        """Compare everything again when next asked."""
        self._found = None
        self._told += 1

    def refreshed(self, done: Refresh, wanted: Iterable[str] | None) -> None:
        """A refresh of `wanted` (None: of everything) has ended."""
        self._told += 1
        if wanted is None:
            self.forget()
        elif done.changed and self._found is not None:
            files = set(wanted)
            self._stale |= files
            if done.removed or not files.issubset(done.relinked):
                self.forget()

    def all(self) -> dict[str, frozenset[str]]:
        """By path; files without changes may be missing or empty."""
        if self._found is not None and self._stale and git.head(self._session.root)[0] == self._head:
            stale, self._stale = self._stale, set()
            for path in stale:
                if not self._compare(path):
                    self.forget()
                    break
        elif self._stale:
            self.forget()
        if self._found is None:
            for _ in self.steps():
                pass
        return self._found if self._found is not None else {}

    @property
    def has_head(self) -> bool:
        """Whether there is a commit to compare with; without one all there is would be changed."""
        return self.all() is not None and bool(self._head)

    def rehearse(self, path: str, changes: Sequence[FileDiff] | None = None) -> Iterator[None]:
        """Have at hand what the comparison of a file needs, in small steps. `changes`: as of `steps`."""
        yield from self.steps(changes)
        if self._found is not None and path not in self._old and self._head:
            old = git.blob_at(self._session.root, self._head, path)
            if old is not None:
                self._old[path] = old
                yield
                self._versions.own_texts(path, old)

    def of(self, path: str) -> frozenset[str]:
        return self.all().get(path, _NONE)

    def is_half_read(self, path: str) -> bool:
        """Whether the file parsed further at HEAD: what of it takes something else now, or is gone, is not known."""
        return path in self.all() and path in self._half_read

    def _compare(self, path: str) -> bool:
        """Whether the one file could be compared."""
        new = read_blob(self._session.root, path)
        if path not in self._old and self._head:
            old = git.blob_at(self._session.root, self._head, path)
            if old is not None:
                self._old[path] = old
        if not isinstance(new, Blob) or path not in self._old or self._found is None:
            return False
        # A file that is not at HEAD has no old side, as in a comparison of everything.
        old = self._old[path]
        ids, half_read = self._ids(TwoVersions(path if old is not None else None, path, old, new.data))
        self._found[path] = ids.get(path, _NONE)
        self._half_read.discard(path)
        self._half_read.update(half_read)
        return True

    def steps(self, changes: Sequence[FileDiff] | None = None) -> Iterator[None]:
        """Compare everything where that is to be done, a file a step. `changes`: what `git.diff` has just told; None: ask it here."""
        if self._found is not None:
            return
        told, head = self._told, git.head(self._session.root)[0]
        try:
            files = versions_of(self._session, git.diff(self._session.root) if changes is None else changes)
        except SessionError:
            files = []
        found: dict[str, frozenset[str]] = {}
        half_read: set[str] = set()
        for file in files:
            yield
            ids, is_half_read = self._ids(file)
            found |= ids
            half_read.update(is_half_read)
        if told == self._told and self._found is None:
            self._found, self._half_read, self._head = found, half_read, head
            self._stale.clear()
            self._old = {one.new_path: None for one in files if one.new_path is not None and one.old_path is None}

    def _ids(self, file: TwoVersions) -> tuple[dict[str, frozenset[str]], list[str]]:
        """What differs in a file, by path; its new path where it is half-read."""
        found: dict[str, set[str]] = {}
        for one in changed_symbols(self._versions, [file]):
            if one.deleted is None:
                found.setdefault(file_of(one.symbol), set()).add(one.symbol)
        return {path: frozenset(ids) for path, ids in found.items()}, half_read(self._session, [file])
