"""Findings of a root, found in another process while nobody waits, and kept until there are newer ones."""

import asyncio
import threading

from lsprotocol import types as t

from blastlens.app.check.registry import RULES
from blastlens.app.errors import UserError
from blastlens.app.wanted_findings import Stage, Wanted
from blastlens.faces.lsp.anchored import NOTHING, Judged, anchored
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.user_errors import message_of


def wanted_of(settings: Settings) -> Wanted:
    """What is to be found for a client with these settings."""
    chosen = settings.severities
    on = tuple(code for code, severity in chosen.items() if code and severity != "off")
    off = tuple(code for code in RULES if chosen.get(code, chosen.get("")) == "off")
    return Wanted(settings.diagnostics_scope, on, off, settings.baseline)


def give_up(root: Root) -> None:
    """Have no more looked for of what may be outdated by now."""
    root.judging.set()


async def stages(ls: BlastlensServer, root: Root) -> "asyncio.Queue[Stage | None]":
    """Begin to look; the stages as they come, then None. Ends early at `give_up`."""
    give_up(root)
    root.judging = stop = threading.Event()
    loop = asyncio.get_running_loop()
    coming: asyncio.Queue[Stage | None] = asyncio.Queue()

    def listen(stage: Stage) -> None:
        if stage.problem and stage.last:
            loop.call_soon_threadsafe(ls.log, f"{root.path.name}: {stage.problem}", t.MessageType.Warning)
        loop.call_soon_threadsafe(coming.put_nowait, stage)

    async def look() -> None:
        try:
            await asyncio.to_thread(
                ls.beside.judge, root.path, root.settings, wanted_of(root.settings), listen, stop.is_set
            )
        except UserError as error:
            if not stop.is_set():
                ls.log(f"{root.path.name}: no findings: {message_of(error)}", t.MessageType.Warning)
        finally:
            stop.set()
            coming.put_nowait(None)

    ls.spawn(look())
    return coming


def keep(ls: BlastlensServer, root: Root, stage: Stage) -> bool:
    """Take a stage in; whether it says anything else than what is kept."""
    before = kept(ls, root)
    findings = anchored(stage, before.findings)
    if stage.last and dict(before.unjudged) != dict(stage.unjudged):
        for rule, why in stage.unjudged.items():
            ls.log(f"{root.path.name}: {rule} does not judge everything: {why}")
    is_news = not before.number or findings != before.findings
    unjudged = stage.unjudged if stage.last else before.unjudged
    ls.judged[root.uri] = Judged(findings, before.number + is_news, unjudged)
    return is_news


def kept(ls: BlastlensServer, root: Root) -> Judged:
    return ls.judged.get(root.uri, NOTHING)
