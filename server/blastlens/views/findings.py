"""Findings (diagnostics) as plain data."""

import enum
from dataclasses import dataclass


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
