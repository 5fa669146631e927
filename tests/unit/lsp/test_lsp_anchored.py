"""Findings that stay where they are until there are newer ones."""

from blastlens.app.wanted_findings import Stage
from blastlens.faces.lsp.anchored import Anchored, Judged, anchored
from blastlens.faces.lsp.lines import LineTable
from blastlens.views.findings import Finding, Severity

BEFORE = LineTable("first\nsecond\n")


def finding(code: str, line: int) -> Finding:
    return Finding(code, Severity.WARNING, code, "a.py", line, 0, line, 3)


def stage(*found: tuple[Finding, bytes | None], awaited: tuple[str, ...] = ()) -> Stage:
    return Stage(tuple(one for one, _ in found), tuple(text for _, text in found), {}, "", not awaited, awaited)


def shown(found: dict[str, list[Anchored]], table: LineTable) -> list[tuple[str, int]]:
    placed = (one.placed(table) for one in Judged(found, 1).of("a.py"))
    return [(one.code, one.line) for one in placed if one is not None]


def test_a_finding_stays_though_the_file_was_saved_while_it_was_judged() -> None:
    left = finding("callers-not-updated", 2)
    first = anchored(stage((left, b"second")), {})
    later = anchored(stage((left, None)), first)
    assert shown(later, LineTable("new\nfirst\nsecond\n")) == [("callers-not-updated", 3)]


def test_what_was_never_seen_on_its_line_has_no_place_once_the_file_is_saved() -> None:
    assert shown(anchored(stage((finding("import-cycle", 1), None)), {}), BEFORE) == []


def test_findings_of_a_rule_stay_until_its_own_stage() -> None:
    dead, left = finding("dead-code", 1), finding("callers-not-updated", 2)
    all_of_them = anchored(stage((dead, b"first"), (left, b"second")), {})
    quick = anchored(stage((left, b"second"), awaited=("dead-code",)), all_of_them)
    assert shown(quick, BEFORE) == [("dead-code", 1), ("callers-not-updated", 2)]
    assert shown(anchored(stage((left, b"second")), quick), BEFORE) == [("callers-not-updated", 2)]
