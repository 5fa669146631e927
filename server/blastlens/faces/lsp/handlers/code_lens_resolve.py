"""`codeLens/resolve`: title and command of one lens."""

from lsprotocol import types as t

from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.handlers.code_lens import INDEXING_TITLE, UNSAVED_TITLE, lens_command, title_of
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import item_of

METHOD = t.CODE_LENS_RESOLVE


async def handle(ls: BlastlensServer, params: t.CodeLens) -> t.CodeLens:
    if params.command is not None:
        return params
    named = item_of(ls, plain_mapping(params.data))
    if named is None:
        params.command = t.Command(title=UNSAVED_TITLE, command="")
        return params
    root = named.root
    app = root.app_for(named.file)
    title = INDEXING_TITLE if app is None else await ls.ask(root, title_of, app, named.symbol)
    uri = ls.places(root).uri(named.file)
    params.command = lens_command(title, root.uri, uri, params.range.start, named.symbol)
    return params
