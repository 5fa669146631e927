"""`workspace/didChangeWatchedFiles`: something changed on disk, and the disk says what."""

from lsprotocol import types as t

from blastlens.faces.lsp.file_events import take_in
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.WORKSPACE_DID_CHANGE_WATCHED_FILES


async def handle(ls: BlastlensServer, params: t.DidChangeWatchedFilesParams) -> None:
    await take_in(ls, (change.uri for change in params.changes))
