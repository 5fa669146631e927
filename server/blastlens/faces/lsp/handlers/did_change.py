"""`textDocument/didChange`: pygls has updated the buffer; the graph follows the save."""

from lsprotocol import types as t

from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_DID_CHANGE


async def handle(ls: BlastlensServer, params: t.DidChangeTextDocumentParams) -> None:
    if ls.target(params.text_document.uri) is not None and ls.documents.open_document(params.text_document.uri) is None:
        ls.log(f"Changed, but never opened: {params.text_document.uri}", t.MessageType.Warning)
