"""What can be done about a finding."""

from collections.abc import Iterator
from typing import Final

from blastlens.analyses.breaking import Ways, ways_to_break
from blastlens.analyses.cycles import Cycle
from blastlens.app.check.registry import RULES, SUPPRESSION
from blastlens.app.snapshot import Snapshot
from blastlens.app.suppressing import suppression
from blastlens.app.type_only import may_be_type_only, type_only
from blastlens.model.symbol import file_of
from blastlens.session.session import Session
from blastlens.views.actions import REASONS, Action, ActionKind, Deed, suppress_title
from blastlens.views.findings import Finding, RelatedPlace

_FIX: Final = ActionKind.QUICK_FIX


def finding_actions(
    session: Session, snapshot: Snapshot, finding: Finding, data: bytes, *, baseline: bool, later: bool = False
) -> Iterator[Action]:
    """`finding`: with the line that it has in `data`, the file's text, which may be of a buffer; `baseline`: there is a file of
    known findings that it can be added to; `later`: leave out changes that take long to make, see `Action`."""
    yield from _of_rule(session, snapshot, finding, data, later=later)
    if finding.code not in RULES or finding.code == SUPPRESSION:
        return
    for reason in (REASONS[finding.code], ""):
        change = suppression(finding.file, data, finding.code, finding.line, reason)
        if change is not None:
            yield Action(suppress_title(finding.code, reason), _FIX, changes=(change,))
    if baseline:
        known = {"file": finding.file, "code": finding.code, "key": list(finding.key)}
        yield Action(f"Suppress {finding.code}: add it to the baseline", _FIX, Deed.ACCEPT_FINDING, known)


def _of_rule(session: Session, snapshot: Snapshot, finding: Finding, data: bytes, *, later: bool) -> Iterator[Action]:
    about = {"symbol": finding.symbol}
    if finding.code == "untested-callers":
        yield Action("Show its callers", _FIX, Deed.SHOW_CALLERS, about)
        yield Action("Run the tests that reach it", _FIX, Deed.RUN_AFFECTED_TESTS, about)
        yield Action("Show the tests to run for it", _FIX, Deed.SHOW_AFFECTED_TESTS, about)
    elif finding.code == "callers-not-updated":
        yield from (_go(f"Go to what is changed: {one.message}", one) for one in finding.related[:1])
        yield Action("Show all callers that were not updated", _FIX, Deed.SHOW_NOT_UPDATED)
    elif finding.code == "import-cycle":
        yield from _defer_import(session, snapshot, finding, data, later=later)
        yield from _break_cycle(snapshot, finding)
    elif finding.code == "blast-radius":
        yield Action("Show what depends on it", _FIX, Deed.SHOW_BLAST_RADIUS, about)
    elif finding.code == "dead-code":
        yield Action("Show all dead code of this file", _FIX, Deed.SHOW_DEAD_CODE, {"path": finding.file})
    elif finding.code == "stale-index":
        yield Action("Build the index again", _FIX, Deed.REINDEX, preferred=True)


def _defer_import(
    session: Session, snapshot: Snapshot, finding: Finding, data: bytes, *, later: bool
) -> Iterator[Action]:
    """Where it is proved that only type checkers need what the import of the finding binds."""
    place = (session, snapshot, finding.file, data, finding.line)
    title = "Break this cycle: import it for type checkers alone"
    if later and may_be_type_only(*place):
        yield Action(title, _FIX, about={"line": finding.line}, preferred=True, later=True)
    elif not later and (changes := type_only(*place)):
        yield Action(title, _FIX, changes=changes, preferred=True)


def _break_cycle(snapshot: Snapshot, finding: Finding) -> Iterator[Action]:
    """To the imports without which nothing leads in a circle any more, at the lowest cost."""
    for cycle in snapshot.import_cycles:
        if finding.file not in cycle.members:
            continue
        ways = _ways(snapshot, cycle)
        for arc in ways.cheapest.arcs:
            site = min(arc.edge.sites, default=None)
            if site is None:
                continue
            source, target = file_of(arc.edge.source), file_of(arc.edge.target)
            lines = ways.uses[arc.source, arc.target]
            place = RelatedPlace(source, site.line, site.column, site.end_column, "")
            cost = f"{lines:,} line{'s' * (lines != 1)} to change"
            yield _go(
                f"Break this cycle: go to where {source} imports {target}, the cheapest to remove ({cost})", place
            )
        yield Action("Show all import cycles", _FIX, Deed.SHOW_CYCLES, {"level": "import"})


def _ways(snapshot: Snapshot, cycle: Cycle) -> Ways:
    """Kept, since an editor asks at every move of its cursor."""
    return snapshot.kept(("ways to break", cycle.members), lambda: ways_to_break(snapshot.graph, cycle))


def _go(title: str, place: RelatedPlace) -> Action:
    where = {"file": place.file, "line": place.line, "column": place.column, "end_column": place.end_column}
    return Action(title, _FIX, Deed.GO_TO, where)
