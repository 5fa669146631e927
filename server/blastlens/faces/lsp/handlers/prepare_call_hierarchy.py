"""`textDocument/prepareCallHierarchy`."""

from lsprotocol import types as t

from blastlens.faces.lsp.hierarchy import call_item, item_of_known, symbol_under
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY


async def handle(ls: BlastlensServer, params: t.CallHierarchyPrepareParams) -> list[t.CallHierarchyItem] | None:
    spot = await symbol_under(ls, params.text_document.uri, params.position)
    if spot is None:
        return None
    return [await ls.ask(spot.places.root, item_of_known, spot, call_item)]
