"""Watching files for clients that do not report file events, and commits where no client sees them."""

import asyncio
from collections.abc import Sequence

from lsprotocol import types as t

from blastlens.faces.lsp.refreshing import refresh_soon
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.session.repository import is_kept_inside


async def watch(ls: BlastlensServer, root: Root) -> None:
    """Refresh a root when its files change, of a client that reports file events when the commit does that is kept outside of the root,
    where clients do not look; ends with the root. Where the system cannot watch that many folders, saves in the editor are still
    seen, and the log says what is missed."""
    if ls.client.watch_files and await asyncio.to_thread(is_kept_inside, root.path):
        return
    from blastlens.session.watcher import Watcher

    loop = asyncio.get_running_loop()

    def changed(paths: Sequence[str] | None) -> None:
        if root.state is not RootState.CLOSED:
            refresh_soon(ls, root, paths or (), everything=paths is None)

    def tell(paths: list[str] | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed, paths)

    watcher = Watcher(root.path, tell, commits_only=ls.client.watch_files)
    if await asyncio.to_thread(watcher.start):
        root.on_close(watcher.stop)
    else:
        ls.log(f"{root.path.name}: changes made outside the editor are not seen.", t.MessageType.Warning)
