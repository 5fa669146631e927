"""`typeHierarchy/supertypes`."""

from lsprotocol import types as t

from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.hierarchy import type_items
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import Named, answered
from blastlens.faces.lsp.to_lsp import Places

METHOD = t.TYPE_HIERARCHY_SUPERTYPES


async def handle(ls: BlastlensServer, params: t.TypeHierarchySupertypesParams) -> list[t.TypeHierarchyItem] | None:
    return await answered(ls, plain_mapping(params.item.data), _items)


def _items(named: Named, places: Places) -> list[t.TypeHierarchyItem]:
    return type_items(named.app.supertypes(named.symbol), places)
