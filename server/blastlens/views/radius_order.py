"""The rows of a blast radius as one list: what a reader must act on first."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

LEFT_BEHIND: Final = ("not_updated", "may_not_fit")
REACHED: Final = ("direct", "transitive", "subtypes")
PARTS: Final = (*LEFT_BEHIND, "changed", *REACHED, "referenced_by", "tests", "likely_tests")
"""All lists whose rows are told one by one, in order."""

_Row = Mapping[str, Any]


def in_order(extra: Mapping[str, Any]) -> Iterator[tuple[str, _Row]]:
    """(part, row) of every row: callers that a change left behind; what is changed; what it reaches, the riskiest first, whether
    directly or not; what names it; tests."""
    for part in (*LEFT_BEHIND, "changed"):
        yield from ((part, row) for row in extra.get(part) or ())
    reached = [(part, row) for part in REACHED for row in extra.get(part) or ()]
    yield from sorted(reached, key=lambda one: -one[1].get("risk", 0.0))
    for part in ("referenced_by", "tests", "likely_tests"):
        yield from ((part, row) for row in extra.get(part) or ())


def totals(extra: Mapping[str, Any]) -> dict[str, int]:
    """How many rows there are of each part; parts without are left out, but for those that are always asked for."""
    sizes = {part: len(extra.get(part) or ()) for part in (*PARTS, "files", "untested", "unknown")}
    return {part: size for part, size in sizes.items() if size or part in _ALWAYS}


_ALWAYS: Final = frozenset(("changed", "direct", "transitive", "tests", "files", "untested"))


def risk_in_words(row: _Row) -> str:
    """The few parts of a row's risk that make it what it is."""
    parts = row.get("risk_parts") or {}
    said = []
    if parts.get("hops", 0) > 1:
        said.append(f"{parts['hops']} hops")
    if parts.get("confidence", 1.0) < 0.9:
        said.append(f"{parts['confidence']:.2f} sure")
    tests = parts.get("tests")
    if tests == "NONE FOUND":
        said.append("no test found")
    elif tests == "NOT RUN":
        said.append("measured: not run by tests")
    elif tests == "UNKNOWN":
        said.append("tests unknown")
    if parts.get("branches", 0) >= 2:
        said.append(f"{parts['branches']} branches deep")
    if parts.get("complexity", 0) >= 8:
        said.append(f"complexity {parts['complexity']}")
    if parts.get("dependents", 0) >= 5:
        said.append(f"{parts['dependents']} callers")
    if parts.get("churn", 0) >= 10:
        said.append(f"{parts['churn']} commits")
    return ", ".join(said)
