"""Findings as diagnostics, with result ids that change when, and only when, the diagnostics of a file do."""

import hashlib
from collections.abc import Sequence
from typing import Final

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.client_features import ClientFeatures
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer, Report
from blastlens.faces.lsp.to_lsp import Places
from blastlens.views.findings import Finding, Severity

SOURCE: Final = "blastlens"
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
    return await ls.ask(root, _of_file, root.app, file, places, root.settings, ls.client)


async def workspace_reports(ls: BlastlensServer) -> list[Report]:
    """Reports of every root. A root's are kept until its answers, its settings or the open documents change."""
    found: list[Report] = []
    for root in ls.roots:
        key = (root.generation, root.settings, root.indexing, tuple(d.uri for d in ls.documents.documents()))
        kept = ls.kept_reports.get(root.uri)
        if kept is None or kept[0] != key:
            reports = await all_reports(ls, root)
            if reports is None:
                continue
            kept = ls.kept_reports[root.uri] = (key, reports)
        found.extend(kept[1])
    return found


async def all_reports(ls: BlastlensServer, root: Root) -> list[Report] | None:
    """Every file with diagnostics, file by file, so that other requests come in between; None when the root has been
    closed meanwhile."""
    app = root.app
    if app is None or root.indexing or not root.settings.diagnostics:
        return []
    places = ls.places(root)
    reports = []
    for file in await ls.ask(root, app.files_with_findings):
        if root.app is None:
            return None
        report = await ls.ask(root, _of_file, app, file, places, root.settings, ls.client)
        if report.items:
            reports.append(report)
    return reports


def _of_file(app: Blastlens, file: str, places: Places, settings: Settings, client: ClientFeatures) -> Report:
    try:
        findings: Sequence[Finding] = app.findings(file)
    except UserError:
        findings = ()  # a file that the index does not know has no findings
    items = []
    for finding in findings:
        severity = settings.severity(finding.code, finding.severity)
        if severity is not None:
            items.append(_diagnostic(finding, severity, places, settings, client))
    return _report(places.uri(file), items)


def _report(uri: str, items: list[t.Diagnostic]) -> Report:
    return Report(uri, items, _digest(items))


def _digest(items: list[t.Diagnostic]) -> str:
    return hashlib.blake2b(repr(items).encode("utf-8", "backslashreplace"), digest_size=12).hexdigest()


EMPTY_ID: Final = _digest([])


def _diagnostic(
    finding: Finding, severity: Severity, places: Places, settings: Settings, client: ClientFeatures
) -> t.Diagnostic:
    start, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    related = [
        t.DiagnosticRelatedInformation(
            location=places.location(place.file, (place.line, place.column), (place.line, place.end_column)),
            message=place.message,
        )
        for place in (finding.related if client.related_information else ())
    ]
    page = f"{settings.docs_url}#{finding.code}" if settings.docs_url else ""
    return t.Diagnostic(
        range=places.range(finding.file, start, end),
        message=finding.message,
        severity=_SEVERITIES[severity],
        code=finding.code,
        code_description=t.CodeDescription(href=page) if page else None,
        source=SOURCE,
        related_information=related or None,
    )
