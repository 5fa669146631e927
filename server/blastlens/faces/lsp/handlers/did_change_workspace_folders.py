"""`workspace/didChangeWorkspaceFolders`."""

from lsprotocol import types as t

from blastlens.faces.lsp.opening import open_root
from blastlens.faces.lsp.publishing import withdraw
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.settings_source import load_settings
from blastlens.faces.lsp.status_news import tell_status

METHOD = t.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS


async def handle(ls: BlastlensServer, params: t.DidChangeWorkspaceFoldersParams) -> None:
    """Removed roots are closed and their diagnostics taken back; added ones are opened and indexed."""
    for folder in params.event.removed:
        root = ls.roots.remove(folder.uri)
        if root is not None:
            withdraw(ls, root)
            root.close()
            tell_status(ls, root)
            ls.told.pop(root.uri, None)
    added = [root for folder in params.event.added if (root := ls.roots.add(folder.uri)) is not None]
    if added:
        await load_settings(ls)
    for root in added:
        open_root(ls, root)
