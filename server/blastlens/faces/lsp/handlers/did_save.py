"""`textDocument/didSave`: the beat of the graph."""

from lsprotocol import types as t

from blastlens.faces.lsp.refreshing import refresh_now
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_DID_SAVE
OPTIONS = t.SaveOptions(include_text=False)


async def handle(ls: BlastlensServer, params: t.DidSaveTextDocumentParams) -> None:
    target = ls.target(params.text_document.uri)
    if target is None:
        return
    if target.document is not None:
        target.document.saved_text = target.document.table.text
    await refresh_now(ls, target.root, [target.file])
