"""`codeLens/resolve`: title and command of one lens."""

from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.handlers.code_lens import INDEXING_TITLE, lens_command
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import Named, item_of
from blastlens.views.lenses import Lens

METHOD = t.CODE_LENS_RESOLVE
# A definition that stands in the buffer but not yet in the saved graph.
UNSAVED_TITLE = "not saved yet"


async def handle(ls: BlastlensServer, params: t.CodeLens) -> t.CodeLens:
    if params.command is not None:
        return params
    named = item_of(ls, plain_mapping(params.data))
    if named is None:
        params.command = t.Command(title=UNSAVED_TITLE, command="")
        return params
    lens = None if named.root.indexing else await ls.ask(named.root, _resolve, named)
    title = INDEXING_TITLE if named.root.indexing else lens.title if lens is not None else UNSAVED_TITLE
    uri = ls.places(named.root).uri(named.file)
    params.command = lens_command(title, named.root.uri, uri, params.range.start, named.symbol)
    return params


def _resolve(named: Named) -> Lens | None:
    try:
        return named.app.resolve_lens(named.symbol)
    except UserError:
        return None
