"""Comparing the disk with what the store knows."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from blastlens.session.extraction import FileExtractor, Read
from blastlens.session.listing import Lister, Listing
from blastlens.session.workspace import NO_STAMP, Blob, Unread, is_unchanged, stamp_of
from blastlens.store.rows import SKIPPED, UNREADABLE, FileRow

# More new files than this are left to the workers to read.
_READ_HERE: Final = 64
_HELD_BYTES: Final = 32 << 20


@dataclass(slots=True)
class Scan:
    """What differs. `changed`: new or with other content; `touched`: same content, newer stamp; `left_out`: not to be
    indexed, new or with another reason; `removed`: known and gone."""

    changed: list[Read] = field(default_factory=list)
    touched: list[FileRow] = field(default_factory=list)
    left_out: list[FileRow] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    rejudged: set[str] = field(default_factory=set)  # files of whose edges people say other things than before
    other: str = ""  # JSON of [suffix, files], for a whole scan

    @property
    def is_empty(self) -> bool:
        return not (self.changed or self.left_out or self.removed or self.rejudged)


def scan(
    lister: Lister, extractor: FileExtractor, known: Mapping[str, FileRow], paths: Iterable[str] | None = None
) -> Scan:
    """Look at the whole root, or at `paths` only (files or folders, there or gone)."""
    if paths is None:
        listing = lister.list_all()
        expected = set(known)
    else:
        wanted = {path.strip("/") for path in paths}
        listing = lister.list_known(path for path in wanted if path in known and known[path].is_indexed)
        lister.list_some(wanted - listing.files.keys(), listing)
        folders = tuple(f"{path}/" for path in wanted)
        expected = {path for path in known if path.rstrip("/") in wanted or path.startswith(folders)}
    result = Scan(other=json.dumps(sorted(listing.other.items())))
    _compare(listing, extractor, known, result)
    present = listing.files.keys() | listing.skipped.keys() | listing.unreadable.keys()
    result.removed = sorted(expected - present)
    return result


def _compare(listing: Listing, extractor: FileExtractor, known: Mapping[str, FileRow], result: Scan) -> None:
    new: list[str] = []
    stale: list[str] = []
    for path, status in listing.files.items():
        row = known.get(path)
        if row is None:
            new.append(path)
        elif not is_unchanged(row, stamp_of(status)):
            stale.append(path)
    held = 0
    for path in sorted(stale) + sorted(new):
        if path not in known and len(new) > _READ_HERE:
            result.changed.append(Read(path))
            continue
        item = extractor.read(path)
        held += len(item.blob.data) if isinstance(item.blob, Blob) else 0
        _judge(item, known.get(path), result, hold=held <= _HELD_BYTES)
    for state, reasons in ((SKIPPED, listing.skipped), (UNREADABLE, listing.unreadable)):
        for path, reason in sorted(reasons.items()):
            row = known.get(path)
            if row is None or (row.state, row.reason) != (state, reason):
                result.left_out.append(FileRow(path, "", "", 0, 0, 0, 0, 0, 0, 0, 0, False, state, reason))


def _judge(item: Read, row: FileRow | None, result: Scan, *, hold: bool) -> None:
    blob = item.blob
    if isinstance(blob, Unread) and blob.state == "gone":
        return  # went between listing and reading: the next look tells
    if row is not None and blob is not None:
        if isinstance(blob, Blob):
            same = row.content_hash == blob.content_hash
        else:
            same = (row.state, row.reason) == (blob.state, blob.reason)
        if same:
            if blob.stamp not in (row.stamp, NO_STAMP):
                size, mtime_ns, ctime_ns, inode = blob.stamp
                touched = row._replace(size=size, mtime_ns=mtime_ns, ctime_ns=ctime_ns, inode=inode)
                result.touched.append(touched)
            return
    result.changed.append(item if hold else Read(item.path))
