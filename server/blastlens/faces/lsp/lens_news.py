"""After a new revision: have the client ask for lenses again where they say something else now, and finish in the background
what takes longer than a lens may."""

import asyncio
import time
from collections.abc import Coroutine, Iterator
from typing import Any, Final

from pygls.exceptions import JsonRpcException

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.questions import NotUpdated
from blastlens.faces.lsp import idle
from blastlens.faces.lsp.lens_rows import placed, rows_of, way_of
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.model import thresholds

# Seconds of work between which other requests come in.
_PIECE: Final = 0.01


async def tell_lenses(ls: BlastlensServer, root: Root, generation: int) -> None:
    """Counts first, then what takes longer: untested callers of much that is changed, callers that were not updated."""
    await _refresh_if_different(ls, root)
    if root.settings.inlay_hints and ls.client.hint_refresh:
        await _ask(ls.workspace_inlay_hint_refresh_async(None))
    await idle.quiet(root, idle.LATEST)
    if root.generation == generation and await finish_lenses(ls, root):
        await _refresh_if_different(ls, root)


async def after_lenses(ls: BlastlensServer, root: Root) -> None:
    """Lenses were asked for and some could not be made at once, or not wholly."""
    if root.lenses.finishing:
        return
    root.lenses.finishing = True
    try:
        await idle.quiet(root, idle.LATEST)
        done = await finish_lenses(ls, root)
    finally:
        root.lenses.finishing = False
    if done:
        await _refresh_if_different(ls, root)


async def finish_lenses(ls: BlastlensServer, root: Root) -> bool:
    """Whether the work of all shown lenses is done; no longer so once there is another revision."""
    generation, app = root.generation, root.app
    if app is None or root.indexing or not root.lenses.files:
        return False
    for file in root.lenses.files:
        steps = app.lens_steps(file)
        while not await root.submit(_piece, steps):
            if root.generation != generation:
                return False
        root.lenses.finished[file] = generation
    if root.lenses.left_at(generation) is None:
        left = await _left_behind(ls, root, app)
        if root.generation != generation:
            return False
        root.lenses.left = (generation, left)
    return True


def _piece(steps: Iterator[None]) -> bool:
    """Whether that was the last."""
    until = time.monotonic() + _PIECE
    return all(time.monotonic() < until for _ in steps)


async def _left_behind(ls: BlastlensServer, root: Root, app: Blastlens) -> dict[str, int]:
    """Callers not updated, by the id of what is changed; looked for in another process, and only after a change that can have left
    some behind."""
    generation = root.generation
    try:
        if not await root.submit(app.may_leave_behind):
            return {}
        chosen = root.settings.min_confidence
        question = NotUpdated(min_confidence=thresholds.REVIEW if chosen is None else chosen)
        async with root.wide:
            answer = await asyncio.to_thread(
                ls.beside.ask, root.path, root.settings, question, lambda: root.generation != generation
            )
    except UserError:
        return {}  # without git nothing is known to be changed
    return dict(answer.extra["callers"])


async def _refresh_if_different(ls: BlastlensServer, root: Root) -> None:
    """Nothing is asked of the client where its lenses say what is so: they would be drawn anew for nothing."""
    if ls.client.lens_refresh and await _differ(ls, root):
        root.lenses.forget()
        await _ask(ls.workspace_code_lens_refresh_async(None))


async def _ask(request: Coroutine[Any, Any, None]) -> None:
    try:
        await request
    except JsonRpcException:
        return  # a client that will not refresh asks again by itself


async def _differ(ls: BlastlensServer, root: Root) -> bool:
    app, generation = root.app, root.generation
    if app is None or root.indexing:
        return bool(root.lenses.files)
    for file in root.lenses.files:
        target = ls.target(ls.places(root).uri(file))
        text = target.text if target is not None else None
        if await root.submit(_differs, root, app, file, text) or root.generation != generation:
            return True
    return False


def _differs(root: Root, app: Blastlens, file: str, text: bytes | None) -> bool:
    finished = root.lenses.is_finished(file, root.generation)
    rows = rows_of(app, placed(app, file, text), way_of(root), root.settings.lenses, finished=finished)
    return root.lenses.differs(file, list(rows), finished=finished)
