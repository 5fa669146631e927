"""`workspace/executeCommand`: the server's commands."""

import asyncio
import threading
from collections.abc import Mapping
from typing import Any

from blastlens.app.errors import UserError
from blastlens.app.questions import Question
from blastlens.faces.lsp import command_names as names
from blastlens.faces.lsp.argument_kinds import Takes
from blastlens.faces.lsp.beside import is_wide
from blastlens.faces.lsp.command_answers import Found, envelope, incompleteness, look_up, summary, unanswered
from blastlens.faces.lsp.command_arguments import Arguments, given_of, opened, read_arguments, root_of
from blastlens.faces.lsp.commands.command import QuestionCommand
from blastlens.faces.lsp.commands.registry import COMMANDS as QUESTIONS
from blastlens.faces.lsp.indexing import catch_up
from blastlens.faces.lsp.operations import OPERATIONS
from blastlens.faces.lsp.protocol import Plain
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer

COMMANDS = (*QUESTIONS, *OPERATIONS, names.INDEX_STATUS, names.REINDEX)


async def handle(ls: BlastlensServer, command: str, arguments: tuple[Any, ...]) -> Plain:
    """The JSON envelope of the command line, plus `locations`. Raises `UserError` for what the user can mend, and
    `JsonRpcInvalidParams` for arguments of another kind."""
    asking = QUESTIONS.get(command)
    given = given_of(command, arguments, takes_of(command), asking.named_by if asking is not None else None)
    root = root_of(ls, given)
    if command == names.INDEX_STATUS:
        return Plain(await _status(ls, root))
    await opened(root)
    if command in OPERATIONS:
        return Plain(await OPERATIONS[command].run(ls, read_arguments(ls, root, given)))
    if asking is None:
        read_arguments(ls, root, given)
        return Plain(await _reindex(ls, root))
    answer, line = await _question(ls, root, asking, given)
    if not ls.client.handles_results:
        ls.show(line)
    return Plain(answer)


def takes_of(command: str) -> Takes:
    """The keys of a command's argument, beside those of a place."""
    asking = QUESTIONS.get(command)
    if asking is not None:
        return asking.takes
    return OPERATIONS[command].takes if command in OPERATIONS else {}


async def _question(
    ls: BlastlensServer, root: Root, command: QuestionCommand, given: Mapping[str, Any]
) -> tuple[dict[str, Any], str]:
    """(answer, summary). Where the index is known to be incomplete, nothing is said to be absent."""
    if root.indexing:
        return unanswered(command, given, root)
    asked = read_arguments(ls, root, given)
    places = ls.places(root)
    try:
        question = await ls.ask(root, command.ask, asked)
        # In the root's thread, so it follows the saves before it; only what is wide goes elsewhere.
        found = await (
            _wide(ls, asked, question) if is_wide(question) else ls.ask(root, look_up, asked, question, places)
        )
    except UserError as error:
        if error.code == "unknown-symbol" and incompleteness(root) is not None:
            return unanswered(command, given, root)
        raise
    flag = ls.protocol.current_flag()
    answer = await asyncio.to_thread(envelope, found, incompleteness(root), places, flag)
    return answer, summary(command, answer)


async def _wide(ls: BlastlensServer, asked: Arguments, question: Question) -> Found:
    flag, over = ls.protocol.current_flag(), threading.Event()

    def cancelled() -> bool:
        return flag.is_set() or over.is_set()

    root = asked.root
    async with root.wide:
        try:
            answer = await asyncio.to_thread(ls.beside.ask, root.path, root.settings, question, cancelled)
        finally:
            over.set()
    return Found(answer)


async def _status(ls: BlastlensServer, root: Root) -> dict[str, Any]:
    """Facts about the index; `state` is "opening", "indexing", "ready" or "failed"; `percent`: of a first index."""
    app = root.app
    status = await ls.ask(root, app.status) if app is not None else None
    row = status._asdict() if status is not None else {"root": str(root.path), "note": root.failure}
    row |= {"blind": dict(status.blind)} if status is not None else {}
    row |= {"state": root.state.value, "percent": root.percent if root.indexing else 100}
    return {
        "question": {"kind": "status"},
        "results": [row],
        "complete": incompleteness(root) is None,
        "reason": incompleteness(root),
        "revision": status.revision if status is not None else 0,
        "stale": list(status.stale) if status is not None else [],
        "locations": [],
    }


async def _reindex(ls: BlastlensServer, root: Root) -> dict[str, Any]:
    """Build the index anew, in another process, and answer with its status when that is done."""
    title = f"Rebuilding the index of {root.path.name}"
    await catch_up(ls, root, title, rebuild=True, stop=ls.protocol.current_flag())
    return await _status(ls, root)
