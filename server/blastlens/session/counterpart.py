"""The graph as it is with other contents of some files: at the base of a change, or after a patch that is not applied.

It starts from a copy of the live graph and is brought up to date like any other: only what differs is linked again, and since
incremental equals rebuilt, the graph is the one that an index of those files would have.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

from blastlens.session.extraction import FileExtractor, Read
from blastlens.session.location import Location
from blastlens.session.refresh import Refresher
from blastlens.session.scan import Scan
from blastlens.session.scratch import scratch
from blastlens.session.session import Session
from blastlens.session.trouble import explained, open_fact_cache
from blastlens.session.workspace import NO_STAMP, Blob, Unread, content_hash, read_blob, too_large

Contents = Mapping[str, bytes | None]
"""Path -> what the file holds; None: there is none."""


@contextmanager
def counterpart(session: Session, contents: Contents, beside: Contents = MappingProxyType({})) -> Iterator[Session]:
    """A session over the files of `session`, which is up to date, with these contents in place of theirs. Its index is in a
    temporary folder; of the live one only the fact cache is added to. Paths that the rules of listing leave out are not
    there. `beside`: the same of files that are not indexed and tell of the project (`text_beside`). Raises `SessionError`."""
    with scratch() as folder, explained(session.location):
        location = Location(folder, session.location.repository, "")
        with _Counterpart(session, location, contents, beside) as other:
            other.refresh()
            yield other


def text_beside(session: Session, path: str) -> bytes | None:
    """A file that need not be indexed, as it is on the side that a session is of; None where there is none."""
    if isinstance(session, _Counterpart) and path in session.other_texts:
        return session.other_texts[path]
    blob = read_blob(session.root, path)
    return blob.data if isinstance(blob, Blob) else None


class _Counterpart(Session):
    def __init__(self, live: Session, location: Location, contents: Contents, beside: Contents) -> None:
        self.other_texts = beside
        exclude, limit, frameworks = live._settings
        live._store.copy_to(location.database)
        super().__init__(
            live.root,
            location,
            live._tools,
            exclude=exclude,
            resident=True,
            max_file_bytes=limit,
            frameworks=frameworks,
            fact_cache=open_fact_cache(live.location),
        )
        admitted = {path: data if self._lister.admits(path) else None for path, data in contents.items()}
        self._extractor = _Extractor(self._extractor, admitted)
        self._refresher = Refresher(live._tools, self._extractor, self._store, self._cache)
        self._refresher.judged = live._refresher.judged
        self._contents = admitted

    def _scan(self, paths: list[str] | None) -> Scan:
        found = Scan()
        for path in sorted(self._contents.keys() if paths is None else self._contents.keys() & set(paths)):
            blob, row = self._extractor.look(path), self._rows.get(path)
            if isinstance(blob, Unread) and blob.state == "gone":
                found.removed += [path] if row is not None else []
            elif row is None or not _is_same(blob, row.content_hash, (row.state, row.reason)):
                found.changed.append(Read(path, blob))
        return found


def _is_same(blob: Blob | Unread, known_hash: str, known: tuple[str, str]) -> bool:
    return blob.content_hash == known_hash if isinstance(blob, Blob) else (blob.state, blob.reason) == known


class _Extractor(FileExtractor):
    """Looks at the contents first, then at the disk."""

    def __init__(self, live: FileExtractor, contents: Contents) -> None:
        super().__init__(live.root, live.tools, live.limit)
        self._contents = contents

    def look(self, path: str) -> Blob | Unread:
        if path not in self._contents:
            return super().look(path)
        data = self._contents[path]
        if data is None:
            return Unread("gone", "", NO_STAMP)
        return Blob(data, content_hash(data), NO_STAMP) if len(data) <= self.limit else too_large(len(data), self.limit)
