"""After a new revision: have the client ask for lenses again where they say something else now, and finish in the background
what takes longer than a lens may."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.leaving import MayLeave
from blastlens.app.lenses import LensWay
from blastlens.app.questions import NotUpdated
from blastlens.faces.lsp import idle
from blastlens.faces.lsp.asking import ask
from blastlens.faces.lsp.lens_rows import Comparison, way_of
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.shown_lenses import Look
from blastlens.faces.lsp.user_errors import message_of
from blastlens.model import thresholds
from blastlens.session.diff import FileDiff


async def tell_lenses(ls: BlastlensServer, root: Root, generation: int) -> None:
    """Counts first, then what takes longer: untested callers of much that is changed, callers that were not updated."""
    root.lenses.left = root.lenses.left.at(generation)
    await _refresh_if_different(ls, root)
    if root.settings.inlay_hints and ls.client.hint_refresh:
        await ask(ls.workspace_inlay_hint_refresh_async(None))
    if root.generation == generation and root.app is not None and not root.indexing and root.lenses.files:
        await _begin_to_look(ls, root, root.app)
        if root.lenses.left.awaited:
            await _refresh_if_different(ls, root)
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


def way_of_hover(ls: BlastlensServer, root: Root, symbol_id: str) -> LensWay:
    """How the numbers of a hover are made: as those of lenses. Where none are shown nobody has looked for callers that were not updated;
    that is done now, for the next hover."""
    way = way_of(root)
    if root.lenses.files or root.indexing or root.lenses.left.at(root.generation).is_over:
        return way
    if not root.lenses.finishing and root.app is not None:
        root.lenses.finishing = True
        ls.spawn(_look_unseen(ls, root, root.app))
    return replace(way, awaited=way.awaited | {symbol_id})


async def _look_unseen(ls: BlastlensServer, root: Root, app: Blastlens) -> None:
    try:
        await _look_for_left(ls, root, app)
    finally:
        root.lenses.finishing = False


async def finish_lenses(ls: BlastlensServer, root: Root) -> bool:
    """Whether the work of all shown lenses is done; no longer so once there is another revision."""
    generation, app = root.generation, root.app
    if app is None or root.indexing or not root.lenses.files:
        return False
    for file in root.lenses.files:
        if not root.lenses.is_finished(file, generation):
            if not await root.in_steps(app.lens_steps(file)):
                return False
            root.lenses.finished[file] = generation
    if not root.lenses.left.at(generation).is_over:
        await _look_for_left(ls, root, app)
    return root.generation == generation


async def _begin_to_look(ls: BlastlensServer, root: Root, app: Blastlens) -> None:
    """Find out whether what is changed can have left callers behind; where it cannot, there are none."""
    generation, told = root.generation, MayLeave()

    def steps(changes: "list[FileDiff]") -> Iterator[None]:
        nonlocal told
        for found in app.may_leave_behind(changes):
            told = found
            yield

    try:
        through = await root.in_steps(steps(await asyncio.to_thread(app.read_changes)))
    except UserError as error:
        if _is_open(root, generation):
            _left_is(root, None)
            _log_failure(ls, root, error)
        return
    if through and _is_open(root, generation):
        if told.any:
            root.lenses.left = root.lenses.left.at(generation).begun(told.ids)
        else:
            _left_is(root, {})


def _is_open(root: Root, generation: int) -> bool:
    """Whether nobody else has begun the look of this generation meanwhile."""
    return root.generation == generation and root.lenses.left.at(generation).look is Look.OPEN


async def _look_for_left(ls: BlastlensServer, root: Root, app: Blastlens) -> None:
    """Callers not updated, by the id of what is changed; looked for in another process, and only after a change that can have left
    some behind."""
    generation = root.generation
    if _is_open(root, generation):
        await _begin_to_look(ls, root, app)
    if root.generation != generation or root.lenses.left.at(generation).is_over:
        return
    chosen = root.settings.min_confidence
    question = NotUpdated(min_confidence=thresholds.REVIEW if chosen is None else chosen)
    try:
        async with root.wide:
            if root.generation != generation or root.lenses.left.at(generation).is_over:
                return  # somebody else has looked meanwhile
            answer = await asyncio.to_thread(
                ls.beside.ask, root.path, root.settings, question, lambda: root.generation != generation
            )
    except UserError as error:
        if root.generation == generation:
            _left_is(root, None)
            _log_failure(ls, root, error)
        return
    if root.generation == generation:
        _left_is(root, dict(answer.extra["callers"]))


def _left_is(root: Root, counts: "dict[str, int] | None") -> None:
    """The look is over. None: it failed, and what was known before is no longer known to be so."""
    left = root.lenses.left.at(root.generation)
    if counts is None:
        root.lenses.left = replace(left, counts={}, look=Look.FAILED, may=left.may | frozenset(left.counts))
    else:
        root.lenses.left = replace(left, counts=counts, look=Look.DONE)


def _log_failure(ls: BlastlensServer, root: Root, error: UserError) -> None:
    if error.code != "no-git":  # outside git no lens says that anything is changed
        why = f"{root.path.name}: callers that were not updated could not be looked for: {message_of(error)}"
        ls.log(why, t.MessageType.Warning)


async def _refresh_if_different(ls: BlastlensServer, root: Root) -> None:
    """Nothing is asked of the client where its lenses say what is so: they would be drawn anew for nothing."""
    if ls.client.lens_refresh and await _differ(ls, root):
        root.lenses.forget()
        await ask(ls.workspace_code_lens_refresh_async(None))


async def _differ(ls: BlastlensServer, root: Root) -> bool:
    """False also where there is a newer generation, which is told of by itself."""
    app = root.app
    if app is None or root.indexing:
        return bool(root.lenses.files)
    for file in root.lenses.files:
        target = ls.target(ls.places(root).uri(file))
        comparison = Comparison(root, app, file, target.text if target is not None else None)
        if not await root.in_steps(comparison.steps()):
            return False
        if comparison.differ:
            return True
    return False
