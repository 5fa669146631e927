"""From file events to a refreshed graph: saves at once, everything else at the end of its burst."""

import asyncio
from collections.abc import Collection, Iterable
from typing import Final

from blastlens.app.errors import UserError
from blastlens.faces.lsp.indexing import MOST_LINKED, catch_up
from blastlens.faces.lsp.publishing import announce
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import read_text
from blastlens.faces.lsp.user_errors import message_of

# Seconds of silence that end a burst of events. An editor's atomic save is three events, a checkout thousands.
DEBOUNCE: Final = 0.15
# Seconds after which a burst that does not end is taken for one.
LONGEST: Final = 1.0
# Changed files above which the work goes to another process.
WIDE: Final = 200


async def refresh_now(ls: BlastlensServer, root: Root, paths: Iterable[str]) -> None:
    """Refresh these files. The work is queued before this first waits, so requests that follow see its outcome."""
    if root.app is None or root.busy:
        return  # the index is being brought up to date as a whole, and looked at again after that
    try:
        result = await root.submit(root.app.refresh, sorted(paths), most=MOST_LINKED)
    except UserError as error:
        _could_not(ls, root, message_of(error))
        raise
    if result.is_wide:
        ls.spawn(catch_up(ls, root, f"Updating the index of {root.path.name}"))
    _could_not(ls, root, result.note if result.stale else "")
    if result.changed:
        root.generation += 1
        announce(ls, root)


def _could_not(ls: BlastlensServer, root: Root, why: str) -> None:
    """Have it told why the index is behind the files, or that it is not any more ("")."""
    if root.stale != why and root.state is not RootState.CLOSED:
        root.stale = why
        announce(ls, root)


def refresh_soon(ls: BlastlensServer, root: Root, paths: Iterable[str] = (), everything: bool = False) -> None:
    """Refresh these files, or all, once no further event has come for a moment."""
    gathered = root.gathered
    gathered.paths.update(paths)
    gathered.everything = gathered.everything or everything
    loop = asyncio.get_running_loop()
    if gathered.timer is None:
        gathered.latest = loop.time() + LONGEST
    else:
        gathered.timer.cancel()
    gathered.timer = loop.call_at(min(loop.time() + DEBOUNCE, gathered.latest), _burst_ended, ls, root)


def _know_files(ls: BlastlensServer, root: Root, paths: Collection[str] | None) -> None:
    """Know how the files of open documents read now, which somebody else may have written: their editor need not save them."""
    for file, document in root.open_documents(ls.documents.documents()):
        if document.saved_text is not None and (paths is None or file in paths) and (root.path / file).is_file():
            text = read_text(root.path / file)
            if text != document.saved_text:
                document.saved_text = text


def _burst_ended(ls: BlastlensServer, root: Root) -> None:
    gathered = root.gathered
    paths, everything = gathered.paths, gathered.everything
    gathered.paths, gathered.everything, gathered.timer = set(), False, None
    _know_files(ls, root, None if everything else paths)
    if everything or len(paths) > WIDE:
        ls.spawn(catch_up(ls, root, f"Updating the index of {root.path.name}"))
    elif paths:
        ls.spawn(refresh_now(ls, root, paths))
