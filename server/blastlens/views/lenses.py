"""Code lenses as plain data, in editor words."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from blastlens.views.wording import plural, tests_in_words, without_callers

# What a lens may show, each on and off by itself.
CALLERS: Final = "callers"
REACH: Final = "reach"
TESTS: Final = "tests"
CHANGED: Final = "changed"
KINDS: Final = (CALLERS, REACH, TESTS, CHANGED)

# What a part of a lens opens, beside the questions that its kind is named after.
UNTESTED_CALLERS: Final = "untested callers"
NOT_UPDATED: Final = "not updated"
WORKING_TREE: Final = "working tree"

_SO_FAR: Final = " so far"
# Between the parts of one title: that of a list, and the one that editors put between several lenses of a line.
BETWEEN: Final = " · "
BESIDE: Final = " | "


class LensPart(NamedTuple):
    """`kind`: one of `KINDS`; `opens`: the question whose answer it counts."""

    kind: str
    opens: str
    title: str


@dataclass(frozen=True, slots=True)
class Lens:
    """The lens above one definition. Lines 1-based, columns 0-based UTF-8 bytes."""

    symbol_id: str
    line: int
    column: int
    end_column: int
    title: str = ""  # all parts; empty until resolved
    callers: int = 0  # distinct calling symbols at or above the threshold
    sites: int = 0
    reaches: int = 0  # distinct symbols that reach it over calls, tests not counted
    reach_files: int = 0
    tests: int = 0  # distinct tests that reach it
    test_state: str = ""  # "MEASURED" | "NOT RUN" | "INFERRED" | "NONE FOUND" | "UNKNOWN"
    likely: bool = False  # INFERRED: only over a path that is not sure
    possible: int = 0  # callers below the threshold (overrides, candidates)
    changed: bool = False  # differs from HEAD
    untested_callers: int = 0  # of what is changed: callers that no test reaches
    not_updated: int = 0  # of what is changed: callers that do not fit it any more
    checking: bool = False  # the two above are being counted, and are what was known before
    unchecked: bool = False  # callers that do not fit it any more could not be looked for
    complete: bool = True  # False: the view lacks sources, so nothing may be said to be absent
    only_here: bool = (
        False  # not complete because only a part of the repository is indexed, and of all else nothing is missing
    )
    untested_here: bool = False  # in that part no test was found, and tests unknown is what that comes to
    indexed: bool = True  # False: there is no view yet
    so_far: bool = False  # the first index still runs: what is counted is right, and may lack something
    unresolved: int = 0  # calls of its name on something unknown that may mean it
    named: int = 0  # places that name it as a value
    by_language: bool = False  # operators, `with`, `for` and the like call it
    computed: int = 0  # places that call by names made at run time and may mean it
    perhaps: int = 0  # places that may mean it though little says so: text that is run, computed names on anything
    outside: str = ""  # why code outside the repository may call it
    only_named: bool = False  # an interface: named, and never called
    parts: tuple[LensPart, ...] = ()

    def at(self, line: int, column: int, end_column: int) -> "Lens":
        """The same at another place."""
        if (line, column, end_column) == (self.line, self.column, self.end_column):
            return self
        return replace(self, line=line, column=column, end_column=end_column)


def parts_of(lens: Lens, *, is_test: bool = False, is_skipped: bool = False) -> tuple[LensPart, ...]:
    """`12 callers`, `reaches 41 in 18 files`, `3 tests`, and of what differs from HEAD `changed`, `13 callers untested`,
    `2 callers not updated`. Nothing is said to be absent while the view is not complete."""
    far = _SO_FAR if lens.so_far else ""
    parts = [LensPart(CALLERS, CALLERS, _callers(lens, far, is_test=is_test))]
    if lens.reaches:
        words = f"reaches {lens.reaches:,} in {plural(lens.reach_files, 'file')}{far}"
        parts.append(LensPart(REACH, REACH, words))
    parts.append(LensPart(TESTS, TESTS, ("skipped test" if is_skipped else "test") if is_test else _tests(lens, far)))
    if lens.changed:
        parts += _changed(lens, far)
    return tuple(part for part in parts if part.title)


def title_of(parts: Iterable[LensPart], lens: Lens) -> str:
    """All parts: `12 callers · reaches 41 in 18 files · 3 tests`."""
    return BETWEEN.join([*(part.title for part in parts), *([] if lens.indexed else ["…"])])


def _callers(lens: Lens, far: str, *, is_test: bool) -> str:
    words = [plural(lens.callers, "caller") + far] if lens.callers else []
    if not lens.callers and lens.indexed and not is_test:
        words.append(
            f"no {'uses' if lens.only_named else 'callers'} so far"
            if lens.so_far
            else without_callers(lens, sure=lens.complete, here=lens.only_here)
        )
        if lens.unresolved and not lens.so_far:
            words.append(f"{lens.unresolved:,} unresolved")
    if lens.possible:
        words.append(f"{lens.possible:,} possible")
    return BETWEEN.join(words)


def _tests(lens: Lens, far: str) -> str:
    if not lens.indexed and lens.test_state not in ("MEASURED", "INFERRED"):
        return ""
    if lens.so_far and lens.test_state not in ("MEASURED", "INFERRED"):
        return f"no test{far}"
    if lens.untested_here and lens.test_state == "UNKNOWN":
        return "no test found here"
    state = "UNKNOWN" if lens.test_state == "NONE FOUND" and not lens.complete else lens.test_state
    return tests_in_words(state, lens.tests, likely=lens.likely) + far


def _changed(lens: Lens, far: str) -> list[LensPart]:
    parts = [LensPart(CHANGED, WORKING_TREE, "changed")]
    if lens.untested_callers and lens.complete and not far:
        words = f"{plural(lens.untested_callers, 'caller')} untested"
        parts.append(LensPart(CHANGED, UNTESTED_CALLERS, words))
    if lens.not_updated:
        parts.append(LensPart(CHANGED, NOT_UPDATED, f"{plural(lens.not_updated, 'caller')} not updated"))
    if lens.checking:
        parts.append(LensPart(CHANGED, NOT_UPDATED, "checking callers…"))
    elif lens.unchecked:
        parts.append(LensPart(CHANGED, NOT_UPDATED, "callers could not be checked"))
    return parts
