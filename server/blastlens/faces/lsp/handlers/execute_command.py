"""`workspace/executeCommand`: the server's commands."""

from typing import Any

from blastlens.faces.lsp import command_names as names
from blastlens.faces.lsp.command_answers import envelope, incompleteness, summary
from blastlens.faces.lsp.command_arguments import Arguments, read_arguments, root_of
from blastlens.faces.lsp.command_questions import QUESTIONS
from blastlens.faces.lsp.indexing import catch_up
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import Places

COMMANDS = (*QUESTIONS, names.INDEX_STATUS, names.REINDEX)


async def handle(ls: BlastlensServer, command: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
    """The JSON envelope of the command line, plus `locations`. Raises `UserError` for what the user can mend."""
    if command == names.INDEX_STATUS:
        return await _status(ls, root_of(ls, arguments))
    asked = read_arguments(ls, arguments)
    if command == names.REINDEX:
        return await _reindex(ls, asked)
    answer, line = await ls.ask(asked.root, _ask, command, asked, ls.places(asked.root))
    if not ls.client.handles_results:
        ls.show(line)
    return answer


def _ask(command: str, asked: Arguments, places: Places) -> tuple[dict[str, Any], str]:
    question = QUESTIONS[command](asked)
    answer = envelope(asked, question, asked.app.ask(question), places)
    return answer, summary(question, answer)


async def _status(ls: BlastlensServer, root: Root) -> dict[str, Any]:
    """Facts about the index; `state` is "opening", "indexing", "ready" or "failed"; `percent`: of a first index."""
    app = root.app
    status = await ls.ask(root, app.status) if app is not None else None
    row = status._asdict() if status is not None else {"root": str(root.path), "note": root.failure}
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


async def _reindex(ls: BlastlensServer, asked: Arguments) -> dict[str, Any]:
    """Build the index anew, in another process, and answer with its status when that is done."""
    await catch_up(
        ls, asked.root, f"Rebuilding the index of {asked.root.path.name}", rebuild=True, stop=ls.protocol.current_flag()
    )
    return await _status(ls, asked.root)
