"""What a hover tells beside the graph, found out while nobody waits for it."""

import asyncio
from typing import Final

from blastlens.app.errors import UserError
from blastlens.app.questions import Central
from blastlens.app.ranks import Ranks
from blastlens.faces.lsp import idle
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.model import thresholds
from blastlens.model.symbol import Symbol
from blastlens.session.last_change import last_change
from blastlens.views.history import LastChange

# Seconds that a hover waits for git; what comes later is there the next time.
_PATIENCE: Final = 0.02


async def history_of(root: Root, symbol: Symbol) -> LastChange | None:
    """The last change of a definition, if git tells it in time."""
    lines = (symbol.first_line, symbol.last_line)
    asked = asyncio.ensure_future(asyncio.to_thread(last_change, root.path, symbol.file, lines, symbol.content_hash))
    done, _ = await asyncio.wait({asked}, timeout=_PATIENCE)
    return asked.result() if done else None


def ranks_at_hand(ls: BlastlensServer, root: Root) -> Ranks | None:
    """Those of the current generation; else they are looked for, in another process, for the next hover."""
    if root.ranks is not None and root.ranks[0] == root.generation:
        return root.ranks[1]
    if not root.ranking:
        root.ranking = True
        ls.spawn(_look(ls, root))
    return None


async def _look(ls: BlastlensServer, root: Root) -> None:
    generation = root.generation
    chosen = root.settings.min_confidence
    question = Central(thresholds.REVIEW if chosen is None else chosen)
    try:
        await idle.quiet(root, idle.LATEST)
        async with root.wide:
            answer = await asyncio.to_thread(
                ls.beside.ask, root.path, root.settings, question, lambda: root.generation != generation
            )
    except UserError:
        return  # another revision has come; the next hover asks again
    finally:
        root.ranking = False
    places = [
        {row["symbol"]: row[kind] for row in answer.results if row[kind] is not None} for kind in ("hub", "bridge")
    ]
    root.ranks = (generation, Ranks(places[0], places[1], answer.extra["functions"]))
