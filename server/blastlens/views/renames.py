"""What a rename leaves behind, in words."""

from collections.abc import Sequence
from typing import Final, Protocol

from blastlens.views.wording import plural

_MOST: Final = 5


class _Place(Protocol):
    @property
    def file(self) -> str: ...
    @property
    def line(self) -> int: ...


def rename_words(old: str, new: str, importers: int, left: Sequence[_Place], unsaved: int) -> str:
    """`left`: who still names the old path, of so many `importers`; `unsaved`: how many more have changes that are not saved."""
    head = f"{old} is {new} now"
    if not left:
        return f"{head}; {_follow(importers, unsaved)}"
    places = ", ".join(f"{one.file}:{one.line}" for one in left[:_MOST]) + (", …" if len(left) > _MOST else "")
    also = f"; {plural(unsaved, 'more file is', 'more files are')} not saved yet" if unsaved else ""
    if importers == 1:
        return f"{head}, and the file that imports it does not find it any more: {places}"
    do = "does" if len(left) == 1 else "do"
    return f"{head}, and {len(left):,} of {importers:,} files that import it {do} not find it any more: {places}{also}"


def _follow(importers: int, unsaved: int) -> str:
    if importers == 1:
        return "the file that imports it follows" + (" once it is saved" if unsaved else "")
    return f"the {importers:,} files that import it follow" + (f", {unsaved:,} of them once saved" if unsaved else "")
