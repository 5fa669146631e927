"""`workspace/symbol`, where the user switches it on: the best matches of every folder."""

from typing import Final

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.questions import SearchSymbols
from blastlens.faces.lsp.command_answers import location_of
from blastlens.faces.lsp.hierarchy import KINDS
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.symbol import SymbolKind

METHOD = t.WORKSPACE_SYMBOL
_MOST: Final = 100


async def handle(ls: BlastlensServer, params: t.WorkspaceSymbolParams) -> list[t.SymbolInformation] | None:
    found: list[t.SymbolInformation] = []
    for root in ls.roots:
        if root.app is not None and root.settings.navigation.workspace_symbol and params.query.strip():
            found += await ls.ask(root, _matches, root.app, params.query, ls.places(root))
    return found


def _matches(app: Blastlens, query: str, places: Places) -> list[t.SymbolInformation]:
    rows = app.ask(SearchSymbols(query, _MOST)).results
    return [
        t.SymbolInformation(
            location=location_of(row, {}, places),
            name=row["symbol"].rpartition("::")[2],
            kind=KINDS[SymbolKind(row["kind"])],
            container_name=row["file"],
        )
        for row in rows
    ]
