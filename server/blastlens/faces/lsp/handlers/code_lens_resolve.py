"""`codeLens/resolve`: the title of a definition whose parts were not made at once, and the command of the first one."""

from lsprotocol import types as t

from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.handlers.code_lens import INDEXING_TITLE
from blastlens.faces.lsp.lens_commands import command_of
from blastlens.faces.lsp.lens_rows import UNSAVED, parts_of, way_of
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.shown_lenses import Row
from blastlens.faces.lsp.symbols import item_of
from blastlens.views.lenses import BESIDE

METHOD = t.CODE_LENS_RESOLVE


async def handle(ls: BlastlensServer, params: t.CodeLens) -> t.CodeLens:
    """The parts stand beside one another as an editor would show them by themselves. They are of the current revision, however old
    the lens is."""
    if params.command is not None:
        return params
    named = item_of(ls, plain_mapping(params.data))
    if named is None:
        params.command = t.Command(title=UNSAVED.title, command="")
        return params
    root = named.root
    app = root.app_for(named.file)
    if app is None:
        params.command = t.Command(title=INDEXING_TITLE, command="")
        return params
    parts = await ls.ask(root, parts_of, app, named.symbol, way_of(root), root.settings.lenses) or (UNSAVED,)
    root.lenses.resolved(named.file, Row(named.symbol, parts))
    uri = ls.places(root).uri(named.file)
    start = {"line": params.range.start.line, "character": params.range.start.character}
    title = BESIDE.join(part.title for part in parts)
    params.command = t.Command(**command_of(parts[0].opens, title, named.symbol, root.uri, uri, start))
    return params
