"""`textDocument/didClose`: pygls has dropped the buffer; answers are about the file again."""

from lsprotocol import types as t

from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_DID_CLOSE


async def handle(ls: BlastlensServer, params: t.DidCloseTextDocumentParams) -> None:
    """Nothing is kept for a closed document, and its diagnostics belong to the file."""
    owned = ls.roots.owner(params.text_document.uri)
    if owned is not None:
        owned[0].lenses.closed(owned[1])
