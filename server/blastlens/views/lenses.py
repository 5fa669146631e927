"""Code lenses as plain data, in editor words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lens:
    """One lens above a definition. Lines 1-based, columns 0-based UTF-8 bytes."""

    symbol_id: str
    line: int
    column: int
    end_column: int
    title: str = ""  # empty until resolved
    callers: int = 0  # distinct calling symbols at or above the threshold
    sites: int = 0
    reaches: int = 0  # distinct symbols that reach it over calls, tests not counted
    reach_files: int = 0
    tests: int = 0  # distinct tests that reach it
    test_state: str = ""  # "MEASURED" | "INFERRED" | "NONE FOUND" | "UNKNOWN"
    possible: int = 0  # callers below the threshold (overrides, candidates)
    changed: bool = False  # differs from HEAD
    complete: bool = True
