"""`workspace/didRenameFiles`: files or folders renamed in the editor; told with the files that import them and do not follow."""

from lsprotocol import types as t

from blastlens.faces.lsp.file_events import ANYTHING, take_in
from blastlens.faces.lsp.renames import renamed, report
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.WORKSPACE_DID_RENAME_FILES
OPTIONS = ANYTHING


async def handle(ls: BlastlensServer, params: t.RenameFilesParams) -> None:
    found = await renamed(ls, params.files)
    await take_in(ls, (uri for file in params.files for uri in (file.old_uri, file.new_uri)))
    for root, one in found:
        ls.spawn(report(ls, root, one))
