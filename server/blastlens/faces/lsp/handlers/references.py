"""`textDocument/references`, where the user switches it on: what the graph knows of, at the confidence that is chosen."""

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.faces.lsp.hierarchy import Spot, symbol_under
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import require_known

METHOD = t.TEXT_DOCUMENT_REFERENCES


async def handle(ls: BlastlensServer, params: t.ReferenceParams) -> list[t.Location] | None:
    spot = await symbol_under(ls, params.text_document.uri, params.position)
    if spot is None or not spot.places.root.settings.navigation.references:
        return None
    root = spot.places.root
    return await ls.ask(root, _locations, root.opened_app, spot, params.context.include_declaration)


def _locations(app: Blastlens, spot: Spot, with_definition: bool) -> list[t.Location]:
    places, symbol = spot.places, spot.symbol
    require_known(app, symbol.id)
    found = [
        places.location(file, (site.line, site.column), (site.line, site.end_column))
        for file, site in app.reference_sites(symbol.id)
    ]
    if with_definition:
        place = (symbol.line, symbol.column), (symbol.line, symbol.end_column)
        found.insert(0, places.location(symbol.file, *place))
    return found
