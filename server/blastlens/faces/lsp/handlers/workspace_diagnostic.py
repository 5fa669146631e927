"""`workspace/diagnostic`, for clients that pull. Some ask every two seconds, so unchanged files cost little."""

from lsprotocol import types as t

from blastlens.faces.lsp.diagnostics import EMPTY_ID, workspace_reports
from blastlens.faces.lsp.server_state import BlastlensServer, Report

METHOD = t.WORKSPACE_DIAGNOSTIC


async def handle(ls: BlastlensServer, params: t.WorkspaceDiagnosticParams) -> t.WorkspaceDiagnosticReport:
    """Every file with diagnostics, unchanged ones without their items; files that had some, emptied."""
    before = {previous.uri: previous.value for previous in params.previous_result_ids}
    answers: list[t.WorkspaceDocumentDiagnosticReport] = []
    for report in await workspace_reports(ls):
        answers.append(_answer(report, before.pop(report.uri, "")))
    for uri, result_id in sorted(before.items()):
        answers.append(_answer(Report(uri, [], EMPTY_ID), result_id))
    return t.WorkspaceDiagnosticReport(items=answers)


def _answer(report: Report, before: str) -> t.WorkspaceDocumentDiagnosticReport:
    if report.result_id == before:
        return t.WorkspaceUnchangedDocumentDiagnosticReport(uri=report.uri, result_id=before)
    return t.WorkspaceFullDocumentDiagnosticReport(uri=report.uri, items=report.items, result_id=report.result_id)
