"""Where the lines of a text stand in another that was made of it."""

import difflib
from functools import cached_property
from typing import Final, NamedTuple

# More lines than this that differ at once are not matched with one another.
_MOST_MATCHED: Final = 2_000


class LineDifference(NamedTuple):
    """Lines (1-based) of the saved text `first`..`last` became `first`..`last + shift` of the buffer."""

    first: int
    last: int
    shift: int

    @property
    def size(self) -> int:
        """Lines on the side that has more."""
        return max(self.last, self.last + self.shift) - self.first + 1

    def moved(self, line: int) -> int:
        """Where a line stands now; inside the difference as far from its first line, or its last line."""
        if line < self.first:
            return line
        return line + self.shift if line > self.last else min(line, max(self.last + self.shift, self.first))

    def touches(self, first: int, last: int) -> bool:
        """Whether saved lines `first`..`last` hold a part of it."""
        beside = (
            1 if self.last < self.first else 0
        )  # lines were only added: what ends or starts there may go on in them
        return first <= self.last + beside and last >= self.first - beside


def difference_between(before: list[bytes], after: list[bytes]) -> LineDifference:
    """What is left without the lines that both begin and end with."""
    most = min(len(before), len(after))
    same = next((at for at, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), most)
    tail = next(
        (at for at, (old, new) in enumerate(zip(reversed(before), reversed(after), strict=False)) if old != new), most
    )
    tail = min(tail, most - same)
    return LineDifference(same + 1, len(before) - tail, len(after) - len(before))


class SameLines:
    """Which lines of a text are those of the text that it was made of: with the same content, in the same order."""

    def __init__(self, before: list[bytes], after: list[bytes]) -> None:
        self._whole = difference_between(before, after)
        self._end = len(after)
        self._inside: dict[int, int] = {}
        first, last, shift = self._whole
        if self._whole.size <= _MOST_MATCHED:
            matcher = difflib.SequenceMatcher(None, before[first - 1 : last], after[first - 1 : last + shift])
            for old, new, count in matcher.get_matching_blocks():
                self._inside |= {new + at + first: old + at + first for at in range(count)}

    def saved(self, line: int) -> int | None:
        """The line (1-based) of the former text; None for one that it did not have."""
        if not 1 <= line <= self._end:
            return None
        if line < self._whole.first:
            return line
        return line - self._whole.shift if line > self._whole.last + self._whole.shift else self._inside.get(line)

    def now(self, line: int) -> tuple[int, bool]:
        """(where a line of the former text stands, whether it is unchanged). One that was changed or is gone stands as far behind the
        last unchanged line before it as it did, but not behind the next one."""
        first, last, shift = self._whole
        if line < first:
            return line, True
        if line > last:
            return line + shift, True
        if line in self._moved:
            return self._moved[line], True
        before = next((old for old in range(line - 1, first - 1, -1) if old in self._moved), first - 1)
        behind = next((self._moved[old] for old in range(line + 1, last + 1) if old in self._moved), last + shift + 1)
        kept = self._moved.get(before, before)
        return max(1, kept, min(kept + line - before, behind - 1)), False

    @cached_property
    def _moved(self) -> dict[int, int]:
        """Lines of the former text, inside what differs -> where they stand."""
        return {old: new for new, old in self._inside.items()}
