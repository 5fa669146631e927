"""`workspace/didCreateFiles`: files or folders created in the editor."""

from lsprotocol import types as t

from blastlens.faces.lsp.file_events import ANYTHING, take_in
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.WORKSPACE_DID_CREATE_FILES
OPTIONS = ANYTHING


async def handle(ls: BlastlensServer, params: t.CreateFilesParams) -> None:
    await take_in(ls, (file.uri for file in params.files))
