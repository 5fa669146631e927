"""Findings (diagnostics) as plain data."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_MOST_NAMED: Final = 5


class Severity(enum.StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFORMATION = "information"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """Lines 1-based, columns 0-based UTF-8 bytes."""

    file: str
    line: int
    column: int
    end_column: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding in a file. `code`: "import-cycle" | "untested-callers"; places as in `RelatedPlace`."""

    code: str
    severity: Severity
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    related: tuple[RelatedPlace, ...] = ()


def cycle_message(way: Sequence[str], members: int) -> str:
    """`way`: the files of the elementary cycle in order, the file of the finding last."""
    text = (
        f"import cycle: {' → '.join([*way[-1:], *way])}"
        if len(way) <= _MOST_NAMED
        else (f"import cycle over {len(way)} files: {way[-1]} → {way[0]} → … → {way[-1]}")
    )
    return text + (f" (part of a knot of {members} files)" if members > len(way) else "")


def untested_message(name: str, callers: Sequence[str], total: int) -> str:
    """`callers`: names of those of the `total` callers outside tests that no test reaches."""
    named = ", ".join(callers[:_MOST_NAMED]) + (", …" if len(callers) > _MOST_NAMED else "")
    what = "its only caller" if total == 1 else f"{len(callers)} of its {total} callers"
    return f"{name} is changed, and no test reaches {what}: {named}"
