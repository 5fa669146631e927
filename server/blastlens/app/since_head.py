"""What is changed and not committed, kept from save to save: a save compares only its own files again."""

from collections.abc import Iterable
from typing import Final

from blastlens.app.changes import TwoVersions, Versions, changed_symbols
from blastlens.app.half_read import half_read
from blastlens.model.symbol import file_of
from blastlens.session import git
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

    def forget(self) -> None:
        """Compare everything again when next asked."""
        self._found = None

    def refreshed(self, done: Refresh, wanted: Iterable[str] | None) -> None:
        """A refresh of `wanted` (None: of everything) has ended."""
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
            self._found = self._compare_all()
        return self._found

    @property
    def has_head(self) -> bool:
        """Whether there is a commit to compare with; without one all there is would be changed."""
        return self.all() is not None and bool(self._head)

    def rehearse(self, path: str) -> None:
        """Have at hand what the comparison of a file needs."""
        if self.all() is not None and path not in self._old and self._head:
            old = git.blob_at(self._session.root, self._head, path)
            if old is not None:
                self._old[path] = old
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
        files = [TwoVersions(path if old is not None else None, path, old, new.data)]
        self._found[path] = self._ids(files).get(path, _NONE)
        return True

    def _compare_all(self) -> dict[str, frozenset[str]]:
        from blastlens.app.change_sources import working_tree

        self._stale.clear()
        self._half_read.clear()
        self._head = git.head(self._session.root)[0]
        try:
            files = working_tree(self._session)
        except SessionError:
            self._old = {}
            return {}
        self._old = {file.new_path: None for file in files if file.new_path is not None and file.old_path is None}
        return self._ids(files)

    def _ids(self, files: Iterable[TwoVersions]) -> dict[str, frozenset[str]]:
        found: dict[str, set[str]] = {}
        files = list(files)
        self._half_read.difference_update(file.new_path for file in files if file.new_path is not None)
        self._half_read.update(half_read(self._session, files))
        for one in changed_symbols(self._versions, files):
            if one.deleted is None:
                found.setdefault(file_of(one.symbol), set()).add(one.symbol)
        return {path: frozenset(ids) for path, ids in found.items()}
