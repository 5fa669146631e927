"""Values that cross the session's border."""

from collections.abc import Callable
from typing import Final, NamedTuple

# The key under which the store of an early index says how much it has read.
SO_FAR: Final = "so_far"


class Progress(NamedTuple):
    """`done` of `total` files in `phase` ("read", "extract", "link", "store")."""

    phase: str
    done: int
    total: int


ProgressListener = Callable[[Progress], None]


class Refresh(NamedTuple):
    """What one refresh did. Paths relative to the root, sorted."""

    revision: int
    extracted: tuple[str, ...]  # parsed now; a fact cache hit is not one
    relinked: tuple[str, ...]
    removed: tuple[str, ...]
    total_files: int
    seconds: float
    note: str = ""  # e.g. "the database was damaged and has been rebuilt"
    stale: tuple[str, ...] = ()  # changed, but nothing could be written: answers come from the last revision
    is_wide: bool = False  # nothing was done: it is more than the caller wanted to wait for

    @property
    def changed(self) -> bool:
        return bool(self.relinked or self.removed)


class IndexStatus(NamedTuple):
    root: str
    database: str  # where the index is kept
    database_bytes: int
    revision: int
    head: str  # git HEAD commit, or ""
    branch: str
    files: int
    symbols: int
    edges: int
    uses: int  # as in `model.graph.FileRecord`, over all files
    resolved: int
    external: int
    unresolved: int
    skipped: tuple[tuple[str, str], ...]  # (path, reason)
    partial: tuple[tuple[str, str], ...]  # (path, what did not parse)
    unreadable: tuple[tuple[str, str], ...]
    other_languages: tuple[tuple[str, int], ...]  # (suffix, files) of source files no folder reads yet
    stale: tuple[str, ...]
    note: str
    inferred: int = 0
    ambiguous: int = 0
    blind: tuple[
        tuple[str, int], ...
    ] = ()  # (kind of blind spot, files with one); those that hide only values left out
    languages: tuple[tuple[str, int], ...] = ()  # (language, files) in the graph, the most files first
