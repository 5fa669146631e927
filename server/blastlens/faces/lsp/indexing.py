"""First index, branch switches and wide changes: done in another process while this one answers."""

import asyncio
import threading
from typing import Final

from lsprotocol import types as t

from blastlens.app.errors import UserError
from blastlens.app.root_folder import INDEX, check_opened
from blastlens.faces.lsp import early, idle, large_folders
from blastlens.faces.lsp.outside import tell_of_open
from blastlens.faces.lsp.progress import WorkProgress, percent_of
from blastlens.faces.lsp.publishing import announce
from blastlens.faces.lsp.roots import Root, RootState
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.status_news import tell_status
from blastlens.faces.lsp.user_errors import message_of
from blastlens.session.ports import Progress
from blastlens.views.wording import plural

# Files to link again above which the work goes to another process: here it would keep all questions waiting.
MOST_LINKED: Final = 60
# Times that what changed meanwhile is left to another process once more. After that it is taken in here: two processes that
# disagree about the index, whose settings differ, would undo one another's work for ever.
_MOST_ROUNDS: Final = 2


async def start(ls: BlastlensServer, root: Root) -> None:
    """Open a root and bring its index up to date. A folder that cannot be opened is reported to the user once and
    answers nothing from then on."""
    try:
        first = await _open(ls, root)
    finally:
        root.opened.set()
    if first is not None:
        await catch_up(ls, root, f"Indexing {root.path.name}" if first else f"Updating the index of {root.path.name}")


async def _open(ls: BlastlensServer, root: Root) -> bool | None:
    """Whether the first index is still to be built; None when the folder could not be opened, or is closed."""
    try:
        await root.submit(check_opened, root.path)
        if not (root.path / INDEX / "graph.db").exists():
            await large_folders.check(ls, root)
            early.start(ls, root)
        app = await root.submit(ls.open_app, root.path, root.settings)
        status = await root.submit(app.status)
    except UserError as error:
        _failed(ls, root, error)
        return None
    finally:
        if root.state is RootState.OPENING:
            root.state = RootState.FAILED
    if root.state is RootState.CLOSED:
        app.close()
        return None
    root.attach(app)
    await _tell_parts(ls, root)
    root.note = status.note
    if status.note:
        ls.log(f"{root.path.name}: {status.note}", t.MessageType.Warning)
    first = status.revision == 0
    root.state = RootState.INDEXING if first else RootState.READY
    if first:
        early.start(ls, root)  # there was a folder with settings alone
    else:
        if root.early is not None:
            root.early.stop()
        ls.end_spare()
        ls.spawn(idle.load(root))
        announce(ls, root)
    return first


async def _tell_parts(ls: BlastlensServer, root: Root) -> None:
    """Roots inside this one learn that they are a part of it."""
    for inner in ls.roots:
        is_inside = inner is not root and root.relative(inner.path) is not None
        if inner.app is not None and is_inside and await inner.submit(inner.app.look_around):
            inner.generation += 1
            announce(ls, inner)


async def reopen(ls: BlastlensServer, root: Root) -> None:
    """Open a root again, with other settings. Its answers stay as they are until then."""
    try:
        app = await root.submit(ls.open_app, root.path, root.settings)
    except UserError as error:
        _failed(ls, root, error, root.state)
        return
    before = root.app
    root.attach(app)
    if before is not None:
        await root.submit(before.close)
    await catch_up(ls, root, f"Updating the index of {root.path.name}")


async def catch_up(
    ls: BlastlensServer,
    root: Root,
    title: str,
    *,
    rebuild: bool = False,
    stop: threading.Event | None = None,
    rounds: int = _MOST_ROUNDS,
) -> None:
    """Bring the whole index up to date in another process, then look at it here. Saves that come meanwhile are covered
    by that look. A second call while one runs makes the first one start over when it is done. `stop` ends it early; `rounds`: how
    often more than is taken in here may be left to another process again."""
    if root.busy:
        root.gathered.everything = True
        return
    root.busy, root.percent = True, 0
    tell_status(ls, root)
    done = False
    try:
        again = True
        while again and root.state is not RootState.CLOSED:
            root.gathered.everything = False
            done = await _in_other_process(ls, root, title, rebuild, stop or threading.Event())
            again = done and root.gathered.everything
    finally:
        root.busy = False
        if not done:
            _is_ready(ls, root)
    if done:
        root.failure = ""
        if await _adopt(ls, root, MOST_LINKED if rounds else None):
            await catch_up(ls, root, title, rounds=rounds - 1)
    elif root.state is RootState.READY:
        root.stale = root.failure
        announce(ls, root)


def _is_ready(ls: BlastlensServer, root: Root) -> None:
    """From now on it answers, instead of what looks at the open files first."""
    if root.state is RootState.INDEXING:
        root.state = RootState.READY
    if root.early is not None:
        root.early.stop()
    tell_status(ls, root)


async def _in_other_process(ls: BlastlensServer, root: Root, title: str, rebuild: bool, stop: threading.Event) -> bool:
    """Whether it was done; else `root.failure` says why not."""
    loop = asyncio.get_running_loop()
    bar = WorkProgress(ls, title)
    over = threading.Event()

    def show(progress: Progress) -> None:
        root.percent = percent_of(progress)
        tell_status(ls, root)
        bar.report(progress)

    def cancelled() -> bool:
        return over.is_set() or stop.is_set() or bar.cancelled

    def listen(progress: Progress) -> None:
        if not over.is_set():
            loop.call_soon_threadsafe(show, progress)

    if root.state is RootState.INDEXING or rebuild:
        await bar.begin()
    message = "failed"
    try:
        await asyncio.to_thread(ls.bulk.run, root.path, root.settings.exclude, rebuild, listen, cancelled)
        message = "stopped" if cancelled() else "done"
    except UserError as error:
        _failed(ls, root, error, RootState.READY)
    finally:
        over.set()
        bar.end(message)
    if message == "stopped":
        root.failure = "indexing was stopped before its end; run the command blastlens.reindex"
    return message == "done"


async def _adopt(ls: BlastlensServer, root: Root, most: int | None) -> bool:
    """Read what the other process made, take in what changed since, and tell the client. Whether more than `most` would have to be linked
    again: a save that leaves a class half-read has as much linked again as the one that mends it."""
    app = root.app
    if app is None:
        return False
    try:
        result = await root.submit(app.refresh, most=most)
        if root.indexing:
            await idle.load(root)
    finally:
        _is_ready(ls, root)
    if result.note:
        ls.log(f"{root.path.name}: {result.note}", t.MessageType.Warning)
    ls.log(f"{root.path.name}: revision {result.revision}, {plural(result.total_files, 'file')}")
    root.generation += 1
    root.stale = result.note if result.stale else ""
    announce(ls, root)
    ls.spawn(tell_of_open(ls, root))
    return result.is_wide


def _failed(ls: BlastlensServer, root: Root, error: UserError, state: RootState = RootState.FAILED) -> None:
    root.state = state
    root.failure = message_of(error)
    tell_status(ls, root)
    ls.show(f"Blastlens, {root.path.name}: {root.failure}", t.MessageType.Warning)
