"""`textDocument/prepareTypeHierarchy`: for classes only."""

from lsprotocol import types as t

from blastlens.faces.lsp.hierarchy import item_of_known, symbol_under, type_item
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.model.symbol import SymbolKind

METHOD = t.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY
_TYPES = (SymbolKind.CLASS, SymbolKind.INTERFACE)


async def handle(ls: BlastlensServer, params: t.TypeHierarchyPrepareParams) -> list[t.TypeHierarchyItem] | None:
    spot = await symbol_under(ls, params.text_document.uri, params.position)
    if spot is None or spot.symbol.kind not in _TYPES:
        return None
    return [await ls.ask(spot.places.root, item_of_known, spot, type_item)]
