"""Commands that code actions run: they do something instead of answering a question."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from lsprotocol import types as t
from pygls.exceptions import JsonRpcInvalidParams

from blastlens.app.errors import UserError
from blastlens.faces.lsp import command_names as names
from blastlens.faces.lsp.argument_kinds import Kind, Takes
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.judging import kept
from blastlens.faces.lsp.publishing import announce
from blastlens.faces.lsp.refreshing import refresh_now
from blastlens.faces.lsp.server_state import BlastlensServer


class Operation(NamedTuple):
    """`takes`: the keys of its argument, beside those of a place."""

    run: Callable[[BlastlensServer, Arguments], Awaitable[Any]]
    takes: Takes


async def go_to(ls: BlastlensServer, arguments: Arguments) -> bool:
    """Have the client show a place: "file" below the root, "line" (1-based), "column" and "endColumn" (0-based bytes). Whether it
    did."""
    file = arguments.text("file")
    if not file or not ls.client.show_document:
        raise JsonRpcInvalidParams('"file" must be a path, and the client one that shows documents')
    line, column = arguments.whole("line", 1), arguments.whole("column", 0)
    place = ls.places(arguments.root).location(file, (line, column), (line, arguments.whole("endColumn", column)))
    shown = await ls.window_show_document_async(
        t.ShowDocumentParams(uri=place.uri, take_focus=True, selection=place.range)
    )
    return bool(shown.success)


async def accept_finding(ls: BlastlensServer, arguments: Arguments) -> None:
    """Add the finding of "file", "code" and "key" to the baseline, and show what is left. Raises `UserError`."""
    file, code = arguments.text("file"), arguments.text("code")
    root = arguments.root
    wanted = (code, arguments.texts("key"))
    found = next(
        (one.finding for one in kept(ls, root).of(file or "") if (one.finding.code, one.finding.key) == wanted), None
    )
    if found is None:
        raise UserError("this finding is not there any more", "nothing needs to be done")
    await ls.ask(root, arguments.app.accept, found, root.settings.baseline)
    announce(ls, root)


def _judging(verdict: str | None) -> Operation:
    async def judge(ls: BlastlensServer, arguments: Arguments) -> None:
        """Write down what is said of the edge from "caller" to "callee" (with a "reason"), and link again. Raises `UserError`."""
        caller, callee = arguments.text("caller"), arguments.text("callee")
        if not caller or not callee:
            raise JsonRpcInvalidParams('"caller" and "callee" must be symbols')
        reason = arguments.text("reason") or ""
        file = await ls.ask(arguments.root, arguments.app.judge_edge, caller, callee, verdict, reason)
        await refresh_now(ls, arguments.root, [file])

    return Operation(judge, dict.fromkeys(("caller", "callee", "reason"), Kind.TEXT))


OPERATIONS: Final[Mapping[str, Operation]] = MappingProxyType(
    {
        names.GO_TO: Operation(
            go_to, {"file": Kind.TEXT, **dict.fromkeys(("line", "column", "endColumn"), Kind.COUNT)}
        ),
        names.ACCEPT_FINDING: Operation(accept_finding, {"file": Kind.TEXT, "code": Kind.TEXT, "key": Kind.TEXTS}),
        names.CONFIRM_EDGE: _judging("confirmed"),
        names.REJECT_EDGE: _judging("rejected"),
        names.WITHDRAW_EDGE: _judging(None),
    }
)
