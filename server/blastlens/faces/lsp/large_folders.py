"""Asking before a folder is indexed that holds far more than a repository does."""

from typing import Final

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from blastlens.app.errors import UserError
from blastlens.app.settings import load_settings
from blastlens.app.size_limit import CODE, check_size
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.status_news import tell_status

INDEX_IT: Final = "Index it"
NOT_NOW: Final = "Not now"
_HINT: Final = "leave folders out with blastlens.exclude, or raise blastlens.index.maxFiles (0: no limit)"


async def check(ls: BlastlensServer, root: Root) -> None:
    """Raises `UserError` when a folder is too large and the user does not want it indexed. While the user is asked, the root
    answers that it waits for that."""
    try:
        await root.submit(_check, root)
    except UserError as error:
        if error.code != CODE:
            raise
        if not await _is_wanted(ls, root, error):
            raise UserError(error.message, _HINT, code=CODE) from None


def _check(root: Root) -> None:
    own = load_settings(root.path)
    limit = own.max_files if root.settings.max_files is None else root.settings.max_files
    check_size(root.path, (*own.exclude, *root.settings.exclude), limit)


async def _is_wanted(ls: BlastlensServer, root: Root, error: UserError) -> bool:
    root.state, root.failure = RootState.FAILED, f"{error.message}: {_HINT}"
    root.opened.set()
    tell_status(ls, root)
    message = f"Blastlens: {error.message}. Indexing it may take long and much memory; {_HINT}."
    actions = [t.MessageActionItem(title=INDEX_IT), t.MessageActionItem(title=NOT_NOW)]
    asked = t.ShowMessageRequestParams(type=t.MessageType.Warning, message=message, actions=actions)
    try:
        chosen = await ls.window_show_message_request_async(asked)
    except JsonRpcException:
        chosen = None
    if chosen is None or chosen.title != INDEX_IT:
        return False
    if root.state is not RootState.CLOSED:
        root.state, root.failure = RootState.OPENING, ""
        root.opened.clear()
    return True
