"""Code lenses as plain data, in editor words."""

from dataclasses import dataclass

from blastlens.views.wording import plural, tests_in_words, without_callers


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
    test_state: str = ""  # "MEASURED" | "NOT RUN" | "INFERRED" | "NONE FOUND" | "UNKNOWN"
    likely: bool = False  # INFERRED: only over a path that is not sure
    possible: int = 0  # callers below the threshold (overrides, candidates)
    changed: bool = False  # differs from HEAD
    complete: bool = True  # False: the view lacks sources, so nothing may be said to be absent
    indexed: bool = True  # False: there is no view yet
    unresolved: int = 0  # calls of its name on something unknown that may mean it
    named: int = 0  # places that name it as a value
    by_language: bool = False  # operators, `with`, `for` and the like call it
    computed: int = 0  # places that call by names made at run time and may mean it
    perhaps: int = 0  # places that may mean it though little says so: text that is run, computed names on anything
    outside: str = ""  # why code outside the repository may call it


def title_of(lens: Lens, *, is_test: bool = False, is_skipped: bool = False) -> str:
    """`12 callers · reaches 41 in 18 files · 3 tests`. Nothing is said to be absent while the view is not complete."""
    parts = [plural(lens.callers, "caller")] if lens.callers else []
    if not lens.callers and lens.indexed and not is_test:
        parts.append(without_callers(lens, sure=lens.complete))
        if lens.unresolved:
            parts.append(f"{lens.unresolved:,} unresolved")
    if lens.possible:
        parts.append(f"{lens.possible:,} possible")
    if lens.reaches:
        parts.append(f"reaches {lens.reaches:,} in {plural(lens.reach_files, 'file')}")
    parts.append(("skipped test" if is_skipped else "test") if is_test else _tests(lens))
    if not lens.indexed:
        parts.append("…")
    return " · ".join(part for part in parts if part)


def _tests(lens: Lens) -> str:
    if not lens.indexed and lens.test_state not in ("MEASURED", "INFERRED"):
        return ""
    state = "UNKNOWN" if lens.test_state == "NONE FOUND" and not lens.complete else lens.test_state
    return tests_in_words(state, lens.tests, likely=lens.likely)
