"""When what stands in a file runs."""

from collections.abc import Sequence

from blastlens.facts.file_facts import Import, ImportFlag
from blastlens.model.edge import Timing

Ranges = Sequence[tuple[int, int, int, int]]


def is_started(started: Ranges, line: int, column: int) -> bool:
    """Whether what stands at a place runs only where the file is started. `started` as in `FileFacts`."""
    return any(one[:2] <= (line, column) < one[2:] for one in started)


def timing_of_import(row: Import, span: Sequence[int], started: Ranges, *, erased: bool = False) -> Timing:
    """`span`: where it stands, from its line and column; `erased`: what is `ImportFlag.ERASABLE` is left out of what runs."""
    if row.flags & ImportFlag.TYPE_ONLY or (erased and row.flags & ImportFlag.ERASABLE):
        return Timing.TYPE_ONLY
    if row.flags & ImportFlag.DEFERRED:
        return Timing.DEFERRED
    return Timing.STARTED if started and is_started(started, span[0], span[1]) else Timing.LOAD
