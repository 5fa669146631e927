"""What the client is told after a new revision: ask for lenses again, and here are (or: ask for) the diagnostics."""

import asyncio

from lsprotocol import types as t

from blastlens.faces.lsp import idle
from blastlens.faces.lsp.asking import ask
from blastlens.faces.lsp.diagnostics import all_reports
from blastlens.faces.lsp.judging import give_up, keep, stages
from blastlens.faces.lsp.lens_news import tell_lenses
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.status_news import tell_status


def announce(ls: BlastlensServer, root: Root) -> None:
    """Tell the client that answers about this root have changed. Returns at once."""
    tell_status(ls, root)
    ls.spawn(tell_lenses(ls, root, root.generation))
    ls.spawn(_tell_diagnostics(ls, root, root.generation))


def ask_for_lenses(ls: BlastlensServer) -> None:
    """Have the client fetch its lenses anew. Returns at once."""
    if ls.client.lens_refresh:
        ls.spawn(ask(ls.workspace_code_lens_refresh_async(None)))


def withdraw(ls: BlastlensServer, root: Root) -> None:
    """Take back the pushed diagnostics of a root that is no longer open."""
    ls.judged.pop(root.uri, None)
    for uri in sorted(ls.published.pop(root.uri, set())):
        _publish(ls, uri, [])


async def _tell_diagnostics(ls: BlastlensServer, root: Root, generation: int) -> None:
    # Diagnostics come once the lenses of the file just saved are answered.
    give_up(root)
    await idle.quiet(root, idle.LATEST)
    if root.generation != generation:
        return  # newer ones are on their way
    ls.spawn(_judge(ls, root, generation))
    is_quiet = await idle.quiet(root, idle.LATEST)
    if root.generation == generation:
        await idle.settle(ls, root, is_quiet=is_quiet)
        await _look_for_reports(ls, root)


async def _look_for_reports(ls: BlastlensServer, root: Root) -> None:
    """A test run may have written coverage data since."""
    app = root.app
    if app is None or root.indexing:
        return
    if await root.submit(app.take_reports, await asyncio.to_thread(app.coverage_reports)):
        root.generation += 1
        announce(ls, root)


async def _judge(ls: BlastlensServer, root: Root, generation: int) -> None:
    """Tell the client of each stage of what is found, as long as it is news."""
    told = False
    if root.app is not None and root.settings.diagnostics and not root.indexing:
        coming = await stages(ls, root)
        while (stage := await coming.get()) is not None:
            if root.generation != generation:
                return  # newer ones are on their way
            if keep(ls, root, stage) or not told:
                told = True
                await _tell(ls, root, generation)
    if not told and root.generation == generation:
        await _tell(ls, root, generation)


async def _tell(ls: BlastlensServer, root: Root, generation: int) -> None:
    if ls.client.pull_diagnostics:
        await ask(ls.workspace_diagnostic_refresh_async(None))
    else:
        await _push(ls, root, generation)


async def _push(ls: BlastlensServer, root: Root, generation: int) -> None:
    reports = await all_reports(ls, root)
    if root.generation != generation or reports is None:
        return
    before = ls.published.get(root.uri, set())
    now = {report.uri for report in reports}
    for uri in sorted(before - now):
        _publish(ls, uri, [])
    for report in reports:
        _publish(ls, report.uri, report.items)
    ls.published[root.uri] = now


def _publish(ls: BlastlensServer, uri: str, items: list[t.Diagnostic]) -> None:
    ls.text_document_publish_diagnostics(t.PublishDiagnosticsParams(uri=uri, diagnostics=items))
