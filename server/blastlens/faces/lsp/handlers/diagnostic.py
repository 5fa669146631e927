"""`textDocument/diagnostic`, for clients that pull."""

from lsprotocol import types as t

from blastlens.faces.lsp.diagnostics import report_of
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_DIAGNOSTIC


async def handle(ls: BlastlensServer, params: t.DocumentDiagnosticParams) -> t.DocumentDiagnosticReport:
    """Unchanged when the client already has these; documents that are not ours have none."""
    target = ls.target(params.text_document.uri)
    if target is None:
        return t.RelatedFullDocumentDiagnosticReport(items=[])
    report = await report_of(ls, target.root, target.file)
    if params.previous_result_id == report.result_id:
        return t.RelatedUnchangedDocumentDiagnosticReport(result_id=report.result_id)
    return t.RelatedFullDocumentDiagnosticReport(items=report.items, result_id=report.result_id)
