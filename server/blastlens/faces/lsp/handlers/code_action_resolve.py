"""`codeAction/resolve`: the edit of an action that takes long to make."""

from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.offered import edit_of
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.CODE_ACTION_RESOLVE


async def handle(ls: BlastlensServer, params: t.CodeAction) -> t.CodeAction:
    """Raises `UserError` where it turns out that the edit would not be right."""
    data = plain_mapping(params.data)
    uri, line = data.get("uri"), data.get("line")
    if params.edit is not None or not isinstance(uri, str) or not isinstance(line, int):
        return params
    target = ls.target(uri)
    if target is None:
        raise UserError("the file is not open any more", "open its folder and ask again")
    table = ls.buffer_table(target)
    changes = await ls.ask(target.root, target.root.opened_app.import_for_types, target.file, table.data, line)
    params.edit = edit_of(changes, uri, table, ls.client.encoding)
    return params
