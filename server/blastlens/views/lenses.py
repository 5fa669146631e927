"""Code lenses as plain data, in editor words."""

from dataclasses import dataclass

from blastlens.views.wording import plural


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


def title_of(lens: Lens, *, is_test: bool = False) -> str:
    """`12 callers · reaches 41 in 18 files · 3 tests`. Nothing is said to be absent while the view is not complete."""
    parts = [plural(lens.callers, "caller")] if lens.callers else []
    if not lens.callers and lens.complete and not is_test:
        parts.append("no callers found")
    if lens.possible:
        parts.append(f"{lens.possible:,} possible")
    if lens.reaches:
        parts.append(f"reaches {lens.reaches:,} in {plural(lens.reach_files, 'file')}")
    parts.append("test" if is_test else _tests(lens))
    if not lens.complete:
        parts.append("…")
    return " · ".join(part for part in parts if part)


def _tests(lens: Lens) -> str:
    if lens.tests:
        return plural(lens.tests, "test")
    if lens.test_state in ("MEASURED", "INFERRED"):
        return "tested"
    if not lens.complete:
        return ""
    return "no test found" if lens.test_state == "NONE FOUND" else "tests unknown"
