"""`workspace/didChangeConfiguration`: read the settings again and show what changes with them."""

from lsprotocol import types as t

from blastlens.faces.lsp.indexing import reopen, start
from blastlens.faces.lsp.optional_features import follow_settings
from blastlens.faces.lsp.publishing import announce
from blastlens.faces.lsp.roots import RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.settings_source import load_settings

METHOD = t.WORKSPACE_DID_CHANGE_CONFIGURATION


async def handle(ls: BlastlensServer, params: t.DidChangeConfigurationParams) -> None:
    """What files are read and which edges count is fixed when a root is opened: such a change opens it anew."""
    before = {root.uri: root.settings for root in ls.roots}
    await load_settings(ls, params.settings)
    await follow_settings(ls)
    for root in ls.roots:
        old = before.get(root.uri)
        if old is None or old == root.settings:
            continue
        root.generation += 1
        if root.app is None:
            if root.state is RootState.FAILED and not root.busy:
                root.state = RootState.OPENING
                ls.spawn(start(ls, root))
            continue
        if (old.exclude, old.min_confidence) != (root.settings.exclude, root.settings.min_confidence):
            ls.spawn(reopen(ls, root))
        else:
            announce(ls, root)
