"""Whether what is not committed can have left callers behind (`NotUpdated`): something takes other arguments, or is gone.

Looks at the changed files alone, and from save to save only at those that are others.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blastlens.app.change_sources import versions_of
from blastlens.app.changes import TwoVersions
from blastlens.app.half_read import half_read
from blastlens.app.signature_changes import facts_of_versions, removed_ids, removed_names, signature_changes
from blastlens.model.definitions import symbol_ids
from blastlens.session.diff import FileDiff
from blastlens.session.session import Session


class MayLeave(NamedTuple):
    """`ids`: of what stands there now that some may have called otherwise."""

    any: bool = False
    ids: frozenset[str] = frozenset()


class _OfFile(NamedTuple):
    """`changed`: ids of what takes other arguments; `came`: of what was not there; `gone`: something that was there is not."""

    changed: frozenset[str]
    came: frozenset[str]
    gone: bool


class Leaving:
    """Of one root. Not thread-safe."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[TwoVersions, _OfFile] = {}

    def steps(self, files: Sequence[FileDiff]) -> Iterator[MayLeave]:
        """A step a file; the last one tells. `files`: what differs from HEAD (`session.git.diff`)."""
        found: dict[TwoVersions, _OfFile] = {}
        for file in versions_of(self._session, files):
            found[file] = self._known.get(file) or self._look(file)
            yield MayLeave()
        self._known = found
        ids = frozenset[str]().union(*(one.changed for one in found.values()))
        gone = any(one.gone for one in found.values())
        if gone:  # what came may be what is gone, at another place or under another name
            ids = ids.union(*(one.came for one in found.values()))
        yield MayLeave(bool(ids or gone), ids)

    def _look(self, file: TwoVersions) -> _OfFile:
        if half_read(self._session, (file,)):
            return _OfFile(frozenset(), frozenset(), gone=False)
        old, new, both = facts_of_versions(self._session, (file,))
        changed = frozenset(one for change in signature_changes(both).values() for one in change.ids)
        before = {one for path, facts in old.items() for one in symbol_ids(path, facts)}
        now = {one for path, facts in new.items() if facts is not None for one in symbol_ids(path, facts)}
        return _OfFile(changed, frozenset(now - before), bool(removed_ids((file,), old, new) or removed_names(both)))
