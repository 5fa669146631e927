"""`textDocument/didOpen`: find out whether the buffer equals the file."""

from lsprotocol import types as t

from blastlens.faces.lsp import idle
from blastlens.faces.lsp.outside import tell_of_left_out, tell_of_no_folder
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import read_text

METHOD = t.TEXT_DOCUMENT_DID_OPEN


async def handle(ls: BlastlensServer, params: t.DidOpenTextDocumentParams) -> None:
    target = ls.target(params.text_document.uri)
    if target is None or target.document is None:
        ls.spawn(tell_of_no_folder(ls, params.text_document.uri))
        return
    # In this thread: a request for the document may be the next message, and one file is read in microseconds.
    saved = read_text(target.root.path / target.file)
    target.document.saved_text = saved
    if target.root.indexing and target.root.early is not None:
        target.root.early.want(target.file)
    ls.spawn(tell_of_left_out(ls, target.root, target.file, params.text_document.uri))
    ls.spawn(idle.after_opening(ls, target.root))
