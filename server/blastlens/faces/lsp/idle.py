"""What is done while nobody waits: getting ready for the next save."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Final, ParamSpec

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.session.diff import FileDiff

# Seconds without a question after which a root is idle.
QUIET: Final = 0.15
# Seconds after which other work does not wait any longer.
LATEST: Final = 2.0

P = ParamSpec("P")


async def quiet(root: Root, latest: float) -> bool:
    """Wait until nothing has been asked for a moment, at most `latest` seconds. Whether nothing was."""
    loop = asyncio.get_running_loop()
    started = loop.time()
    await asyncio.sleep(QUIET)
    while loop.time() - root.asked < QUIET:
        if loop.time() - started >= latest:
            return False
        await asyncio.sleep(QUIET / 3)
    return True


async def settle(ls: BlastlensServer, root: Root, *, is_quiet: bool) -> None:
    """Get ready for the first save of each open document, and have garbage collected. `is_quiet`: of `quiet`."""
    for document in ls.documents.documents():
        owned = ls.roots.owner(document.uri)
        if owned is not None and owned[0] is root and owned[1] not in root.rehearsed:
            await _rehearse(root, owned[1])
    if root.app is not None:
        await _quietly(root, root.app.settle, quiet=is_quiet)


async def _rehearse(root: Root, file: str) -> None:
    app = root.app
    if app is not None and not root.indexing and not root.busy:
        root.rehearsed.add(file)
        if not await _in_steps(root, app.rehearsal(file, await _changes_of(app))):
            root.rehearsed.discard(file)


async def _changes_of(app: Blastlens) -> list[FileDiff] | None:
    """What git says of what is not committed, asked while the root's thread does other things; None where it cannot say."""
    try:
        return await asyncio.to_thread(app.read_changes)
    except UserError:
        return None


async def load(root: Root) -> None:
    """Have the graph of a root at hand before the first question comes, and the lenses that are shown."""
    generation = -1
    # A save gives up the steps, and the graph is needed all the same.
    while root.app is not None and generation != root.generation:
        generation = root.generation
        changes = await _changes_of(root.app)
        await _in_steps(root, root.app.load_steps(changes, root.lenses.files))


async def after_opening(ls: BlastlensServer, root: Root) -> None:
    """A document was opened: get ready once its lenses are answered."""
    await settle(ls, root, is_quiet=await quiet(root, LATEST))


async def _quietly(root: Root, function: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Nobody asked for this, so all that is asked goes before, and nobody is told when it cannot be done."""

    def step() -> Iterator[None]:
        function(*args, **kwargs)
        yield

    await _in_steps(root, step())


async def _in_steps(root: Root, steps: Iterator[None]) -> bool:
    with contextlib.suppress(UserError):
        return await root.in_steps(steps)
    return False
