"""`workspace/willRenameFiles`: nothing is edited; who imports the files is remembered, to be told of what does not follow."""

from lsprotocol import types as t

from blastlens.faces.lsp.file_events import ANYTHING
from blastlens.faces.lsp.renames import about_to_rename
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.WORKSPACE_WILL_RENAME_FILES
OPTIONS = ANYTHING


async def handle(ls: BlastlensServer, params: t.RenameFilesParams) -> None:
    await about_to_rename(ls, params.files)
