"""Documents that nothing can be told of: outside every folder, or left out of the index. Each is told once, with what to do."""

import asyncio
from pathlib import Path

from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.app.root_folder import find_root
from blastlens.faces.lsp.from_lsp import uri_to_path
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.languages.registry import language_for


async def tell_of_no_folder(ls: BlastlensServer, uri: str) -> None:
    """A source file was opened by itself."""
    path = uri_to_path(uri)
    if path is None or len(ls.roots) or language_for(path.name) is None or "" in ls.told_of:
        return
    ls.told_of.add("")
    what = await asyncio.to_thread(_what_to_open, path)
    ls.show(f"Blastlens answers for files of an open folder, and none is open: {what}.")


def _what_to_open(path: Path) -> str:
    try:
        return f"open {find_root(path.parent.resolve())} to see what uses {path.name}"
    except (UserError, OSError, RuntimeError):
        return f"{path.name} is in no repository; open the folder with the files that use it"


async def tell_of_left_out(ls: BlastlensServer, root: Root, file: str, uri: str) -> None:
    """A file was opened that is not in the index though it looks like a source. While the first index is made nothing is known of
    it yet: then `tell_of_open` tells."""
    await root.opened.wait()
    if root.app is None or root.indexing or uri in ls.told_of:
        return
    found = await root.submit(root.app.left_out, file)
    if found is not None and uri not in ls.told_of:
        ls.told_of.add(uri)
        why, hint = found
        ls.show(f"Blastlens shows nothing in {file}: {why}{f' - {hint}' if hint else ''}", t.MessageType.Info)


async def tell_of_open(ls: BlastlensServer, root: Root) -> None:
    """The index of a root is whole: of what was opened meanwhile."""
    for file, document in list(root.open_documents(ls.documents.documents())):
        await tell_of_left_out(ls, root, file, document.uri)
