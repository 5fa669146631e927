"""Findings as diagnostics, with result ids that change when, and only when, the diagnostics of a file do."""

import asyncio
import hashlib
from typing import Final, NamedTuple

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.check import registry
from blastlens.faces.lsp.anchored import Judged
from blastlens.faces.lsp.client_features import ClientFeatures
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.judging import kept
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer, Report
from blastlens.faces.lsp.to_lsp import Places
from blastlens.views.findings import Finding, Severity, stale_finding

SOURCE: Final = "blastlens"
_UNNECESSARY: Final = frozenset({"dead-code"})
_SEVERITIES: Final = {
    Severity.ERROR: t.DiagnosticSeverity.Error,
    Severity.WARNING: t.DiagnosticSeverity.Warning,
    Severity.INFORMATION: t.DiagnosticSeverity.Information,
    Severity.HINT: t.DiagnosticSeverity.Hint,
}


async def report_of(ls: BlastlensServer, root: Root, file: str) -> Report:
    """Diagnostics of one file; none while the first index is built and where they are switched off."""
    places = ls.places(root)
    if root.app is None or root.indexing or not root.settings.diagnostics:
        return _report(places.uri(file), [])
    return await _asked(ls, root, root.app, file, _Shown.of(ls, root, places))


async def workspace_reports(ls: BlastlensServer) -> list[Report]:
    """Reports of every root. A root's are kept until its answers, its settings or the open documents change."""
    found: list[Report] = []
    for root in ls.roots:
        texts = tuple(
            (document.uri, hash(document.saved_text), hash(document.source)) for document in ls.documents.documents()
        )
        key = (root.generation, kept(ls, root).number, root.stale, root.settings, root.indexing, texts)
        known = ls.kept_reports.get(root.uri)
        if known is None or known[0] != key:
            reports = await all_reports(ls, root)
            if reports is None:
                continue
            known = ls.kept_reports[root.uri] = (key, reports)
        found.extend(known[1])
    return found


async def all_reports(ls: BlastlensServer, root: Root) -> list[Report] | None:
    """Every file with diagnostics, file by file, so that other requests come in between; None when the root has been
    closed meanwhile."""
    app = root.app
    if app is None or root.indexing or not root.settings.diagnostics:
        return []
    shown = _Shown.of(ls, root, ls.places(root))
    reports = []
    for file in sorted({*shown.judged.findings, *(shown.places.open_files() if root.stale else ())}):
        if root.app is None:
            return None
        report = await _asked(ls, root, app, file, shown)
        if report.items:
            reports.append(report)
        await asyncio.sleep(0)
    return reports


async def _asked(ls: BlastlensServer, root: Root, app: Blastlens, file: str, shown: "_Shown") -> Report:
    """What was found is at hand, so nothing waits for the root's thread, where a save may be worked on. Only where the index is behind
    the files is it asked which."""
    return await ls.ask(root, _of_file, app, file, shown) if shown.stale else _of_file(app, file, shown)


class _Shown(NamedTuple):
    """What the reports of one request are made from. `stale`: why the index could not take in what has changed, or ""."""

    judged: Judged
    places: Places
    settings: Settings
    client: ClientFeatures
    stale: str

    @classmethod
    def of(cls, ls: BlastlensServer, root: Root, places: Places) -> "_Shown":
        return cls(kept(ls, root), places, root.settings, ls.client, root.stale)


def _of_file(app: Blastlens, file: str, shown: _Shown) -> Report:
    placed = (one.placed(shown.places.table(file)) for one in shown.judged.of(file))
    findings = [one for one in placed if one is not None]
    if shown.stale and app.differs(file):
        findings.insert(0, stale_finding(file, shown.stale))
    items = []
    for finding in findings:
        severity = shown.settings.severity(finding.code, finding.severity)
        if severity is not None:
            items.append(_diagnostic(finding, severity, shown))
    return _report(shown.places.uri(file), items)


def _report(uri: str, items: list[t.Diagnostic]) -> Report:
    return Report(uri, items, _digest(items))


def _digest(items: list[t.Diagnostic]) -> str:
    return hashlib.blake2b(repr(items).encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()


EMPTY_ID: Final = _digest([])


def _diagnostic(finding: Finding, severity: Severity, shown: _Shown) -> t.Diagnostic:
    places = shown.places
    start, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    related = [
        t.DiagnosticRelatedInformation(
            location=places.location(place.file, (place.line, place.column), (place.line, place.end_column)),
            message=place.message,
        )
        for place in (finding.related if shown.client.related_information else ())
    ]
    return t.Diagnostic(
        range=places.range(finding.file, start, end),
        message=finding.message,
        severity=_SEVERITIES[severity],
        code=finding.code,
        code_description=t.CodeDescription(href=page_of(finding.code, shown.settings.docs_url)),
        source=SOURCE,
        tags=[t.DiagnosticTag.Unnecessary] if finding.code in _UNNECESSARY else None,
        related_information=related or None,
        data={"symbol": finding.symbol, "key": list(finding.key)},
    )


def page_of(code: str, docs_url: str) -> str:
    """The page that describes a code."""
    return f"{docs_url}#{code}" if docs_url else registry.page_of(code)
