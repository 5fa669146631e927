"""Findings of one file."""

from collections.abc import Iterable

from blastlens.analyses.cycles import Cycle
from blastlens.analyses.tests_of import UNTESTED
from blastlens.analyses.untested import is_subject
from blastlens.app.check.registry import NAMES, SUPPRESSION
from blastlens.app.settings import Settings
from blastlens.app.snapshot import Snapshot
from blastlens.app.suppressions import MARK, Suppression, matching, suppressions_in
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import Symbol, file_of
from blastlens.views.findings import Finding, RelatedPlace, Severity, cycle_message, untested_message

_MOST_RELATED = 20
_CYCLE = "import-cycle"
_UNTESTED = "untested-callers"


def findings_of(
    snapshot: Snapshot,
    path: str,
    changed: Iterable[str],
    settings: Settings,
    min_confidence: float,
    text: bytes | None = None,
) -> list[Finding]:
    """In order of place, without what comments in the file's `text` suppress. `changed`: ids of the file's symbols that are changed
    and not committed."""
    found: list[Finding] = []
    if _CYCLE in settings.findings:
        found += [_cycle(cycle) for cycle in snapshot.import_cycles if file_of(cycle.closing.source) == path]
    if _UNTESTED in settings.findings and not snapshot.doubt:
        for one in changed:
            symbol = snapshot.graph.symbol(one)
            if symbol is not None and is_subject(symbol):
                found += untested_callers(snapshot, symbol, min_confidence)
    if text is not None and MARK in text:
        suppressions = suppressions_in(path, text, snapshot.graph.symbols_in(path), NAMES)
        found = [one for one in found if matching(suppressions, one.code, path, one.line) is None]
        if SUPPRESSION in settings.findings:
            found += [suppression_finding(one, one.problem) for one in suppressions if one.problem]
    return sorted(found, key=lambda f: (f.line, f.column, f.code))


def suppression_finding(one: Suppression, problem: str, rule: str = "") -> Finding:
    """On the comment itself. `rule`: of several that it names, the one that is meant."""
    key = (one.file, one.symbol, one.text, rule)
    message = f"this comment suppresses nothing: {problem}"
    return Finding(SUPPRESSION, Severity.WARNING, message, one.file, one.line, 0, one.line, 0, key=key)


def cycle_files(snapshot: Snapshot, settings: Settings) -> set[str]:
    """Files with an import that closes a cycle."""
    return {file_of(cycle.closing.source) for cycle in snapshot.import_cycles} if _CYCLE in settings.findings else set()


def _cycle(cycle: Cycle) -> Finding:
    closing = cycle.closing
    site = _first(closing)
    related = tuple(
        RelatedPlace(file_of(edge.source), *_first(edge), f"{file_of(edge.source)} imports {file_of(edge.target)}")
        for edge in cycle.hops[:_MOST_RELATED]
    )
    way = [file_of(edge.source) for edge in cycle.hops]
    message = cycle_message(way, len(cycle.members))
    return Finding(
        _CYCLE,
        Severity.WARNING,
        message,
        file_of(closing.source),
        site.line,
        site.column,
        site.line,
        site.end_column,
        related,
        key=(file_of(closing.source), file_of(closing.target)),
        related_total=len(cycle.hops),
    )


def _first(edge: Edge) -> Site:
    return min(edge.sites, default=Site(1, 0, 0))


def untested_callers(snapshot: Snapshot, symbol: Symbol, min_confidence: float) -> list[Finding]:
    """One finding or none. The symbol is changed."""
    graph = snapshot.graph
    total, bare = 0, []
    for caller in snapshot.callers(symbol.id, min_confidence).sure:
        calling = graph.symbol(caller.symbol)
        if calling is None or not is_subject(calling):
            continue
        total += 1
        if snapshot.tests(calling.id, min_confidence).state in UNTESTED:
            bare.append(calling)
    if not bare:
        return []
    related = tuple(
        RelatedPlace(one.file, one.line, one.column, one.end_column, f"no test reaches {one.name}")
        for one in bare[:_MOST_RELATED]
    )
    message = untested_message(symbol.qualname, [one.qualname for one in bare], total)
    place = (symbol.line, symbol.column, symbol.line, symbol.end_column)
    return [
        Finding(
            _UNTESTED,
            Severity.INFORMATION,
            message,
            symbol.file,
            *place,
            related,
            symbol=symbol.id,
            key=(symbol.id,),
            confidence=min_confidence,
            related_total=len(bare),
        )
    ]
