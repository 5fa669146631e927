"""Whether an answer meets what a check expects; a judge returns a sentence when it does not, else None."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cases.case_format import is_read

UNSURE = 0.9  # what an edge labelled as inferred or ambiguous counts as, however high its measured precision
CERTAIN = 0.95  # what is marked `low_confidence_only` must be below


def bare(reference: str) -> str:
    """A symbol without the line that tells overloads apart."""
    path, mark, qualified = reference.partition("::")
    return f"{path}{mark}{qualified.split('@')[0]}"


def confidences(rows: Iterable[Any], named: Callable[[str], str] = bare) -> dict[str, float]:
    """Symbol or file to the best confidence it has in the answer."""
    found: dict[str, float] = {}
    for row in rows:
        reference = named(row if isinstance(row, str) else row.get("symbol") or row.get("file"))
        confidence = 1.0 if isinstance(row, str) else row.get("confidence")
        if not isinstance(row, str) and row.get("tier") in ("INFERRED", "AMBIGUOUS"):
            confidence = min(confidence, UNSURE)
        found[reference] = max(found.get(reference, 0.0), 1.0 if confidence is None else confidence)
    return found


def judge_set(
    found: Mapping[str, float],
    wanted: Mapping[str, Any],
    *,
    by_file: bool = False,
    ignored: Iterable[str] = (),
    named: Callable[[str], str] = bare,
) -> str | None:
    """Judge a set answer. `ignored` are no extras; `by_file`: the lists hold files; references to languages that are
    not read are left out on both sides."""

    def listed(key: str) -> set[str]:
        return {named(reference) for reference in wanted.get(key, []) if is_read(reference)}

    if by_file:
        grouped: dict[str, float] = {}
        for reference, confidence in found.items():
            path = reference.split("::")[0]
            grouped[path] = max(grouped.get(path, 0.0), confidence)
        found = grouped
    may, low, must = listed("may"), listed("low_confidence_only"), listed("must")
    groups = [{named(reference) for reference in group if is_read(reference)} for group in wanted.get("any_of", [])]
    if missing := must - set(found):
        return f"missing {sorted(missing)}, found {sorted(found)}"
    for group in groups:
        if group and not group & set(found):
            return f"none of {sorted(group)}"
    if wrong := (listed("must_not") - may) & set(found):
        return f"wrongly has {sorted(wrong)}"
    if sure := [reference for reference in low - may if found.get(reference, 0.0) >= CERTAIN]:
        return f"too sure of {sorted(sure)}"
    if wanted.get("exact"):
        allowed = must | may | low | set(ignored) | set().union(*groups)
        if extra := {reference for reference in found if is_read(reference)} - allowed:
            return f"extra {sorted(extra)}"
    return None


def judge_cycles(found: list[set[str]], wanted: Mapping[str, Any]) -> str | None:
    must = [{bare(member) for member in group} for group in wanted.get("must", [])]
    may = [{bare(member) for member in group} for group in wanted.get("may", [])]
    for group in must:
        if group not in found:
            return f"no cycle {sorted(group)}; found {[sorted(cycle) for cycle in found]}"
    for group in wanted.get("must_not", []):
        if any({bare(member) for member in group} <= cycle for cycle in found):
            return f"wrong cycle {group}"
    if wanted.get("exact") and (extra := [sorted(cycle) for cycle in found if cycle not in must + may]):
        return f"extra cycles {extra}"
    return None


def judge_radius(envelope: Mapping[str, Any], wanted: Mapping[str, Any], granularity: Any) -> str | None:
    changed, direct, transitive, tests = (
        confidences(envelope.get(part) or []) for part in ("changed", "direct", "transitive", "tests")
    )
    parts = {"changed": changed, "impacted": {**direct, **transitive}, "tests": tests}
    for part, rules in wanted.items():
        found = parts[part]
        ignored = set(changed) | {
            reference for reference in found if reference.endswith("<module>") or "::" not in reference
        }
        if part == "impacted":
            ignored |= set(tests)
        by_file = isinstance(granularity, dict) and granularity.get(part) == "file"
        if problem := judge_set(found, rules, by_file=by_file, ignored=ignored):
            return f"{part}: {problem}"
    return None


def judge_flagged(found: set[str], wanted: Mapping[str, Any]) -> str | None:
    """Files named as skipped or only partly read."""
    must = {path for path in wanted.get("must", []) if is_read(path)}
    allowed = must | set(wanted.get("may", []))
    if missing := must - found:
        return f"flagged: missing {sorted(missing)}"
    if wrong := set(wanted.get("must_not", [])) & found:
        return f"flagged: wrongly names {sorted(wrong)}"
    if extra := {path for path in found if path.endswith(".py")} - allowed:
        return f"flagged: extra {sorted(extra)}"
    return None
