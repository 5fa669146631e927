"""Watching files for clients that do not report file events."""

import asyncio
from collections.abc import Sequence

from lsprotocol import types as t

from blastlens.faces.lsp.refreshing import refresh_soon
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.server_state import BlastlensServer


async def watch(ls: BlastlensServer, root: Root) -> None:
    """Refresh a root when its files change; ends with the root. Where the system cannot watch that many folders, saves
    in the editor are still seen, and the log says what is missed."""
    from blastlens.session.watcher import Watcher

    loop = asyncio.get_running_loop()

    def changed(paths: Sequence[str] | None) -> None:
        if root.state is not RootState.CLOSED:
            refresh_soon(ls, root, paths or (), everything=paths is None)

    def tell(paths: list[str] | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed, paths)

    watcher = Watcher(root.path, tell)
    if await asyncio.to_thread(watcher.start):
        root.on_close(watcher.stop)
    else:
        ls.log(f"{root.path.name}: changes made outside the editor are not seen.", t.MessageType.Warning)
