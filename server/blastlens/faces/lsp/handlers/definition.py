"""`textDocument/definition`, where the user switches it on."""

from lsprotocol import types as t

from blastlens.faces.lsp.hierarchy import Spot, symbol_under
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.TEXT_DOCUMENT_DEFINITION


async def handle(ls: BlastlensServer, params: t.DefinitionParams) -> t.Location | None:
    spot = await symbol_under(ls, params.text_document.uri, params.position)
    if spot is None or not spot.places.root.settings.navigation.definition:
        return None
    return await ls.ask(spot.places.root, _location, spot)


def _location(spot: Spot) -> t.Location:
    symbol = spot.symbol
    start, end = (symbol.line, symbol.column), (symbol.line, symbol.end_column)
    if spot.places.root.opened_app.is_known(symbol.id):
        return spot.places.location(symbol.file, start, end)
    return t.Location(spot.places.uri(symbol.file), spot.places.typed_range(symbol.file, start, end))
