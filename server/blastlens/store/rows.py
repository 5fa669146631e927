"""Values that cross the store's border, beside those of the model."""

from typing import NamedTuple

from blastlens.facts.file_facts import FileFacts
from blastlens.link.ports import FileLinks

INDEXED = "indexed"
PARTIAL = "partial"  # indexed, though some ranges did not parse
SKIPPED = "skipped"
UNREADABLE = "unreadable"


class FileRow(NamedTuple):
    """What the store knows of one file. `path` is relative to the root, POSIX; folders skipped whole end in "/".

    `size`, `mtime_ns`, `ctime_ns` and `inode` are a hint that the content is the hashed one; zero when it must be read.
    Of `uses`, what is neither `resolved`, `inferred`, `ambiguous` nor `external` is unresolved.
    """

    path: str
    language: str
    content_hash: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    line_count: int
    uses: int
    resolved: int
    external: int
    is_test: bool
    state: str
    reason: str
    inferred: int = 0
    ambiguous: int = 0

    @property
    def is_indexed(self) -> bool:
        return self.state in (INDEXED, PARTIAL)

    @property
    def stamp(self) -> tuple[int, int, int, int]:
        return (self.size, self.mtime_ns, self.ctime_ns, self.inode)


class LinkedFile(NamedTuple):
    """One file with all that replaces what the store has of it."""

    row: FileRow
    facts: FileFacts
    links: FileLinks
    listed: list[tuple[int, str]] | None = None  # `model.definitions.listed_names`, where it is known
