"""What a click on a part of a lens does. Any client can run it through `workspace/executeCommand`."""

from typing import Any, Final

from blastlens.faces.lsp import command_names as names
from blastlens.views import lenses

_COMMANDS: Final = {
    lenses.CALLERS: names.CALLERS,
    lenses.REACH: names.BLAST_RADIUS,
    lenses.TESTS: names.AFFECTED_TESTS,
    lenses.WORKING_TREE: names.BLAST_RADIUS,
    lenses.UNTESTED_CALLERS: names.UNTESTED_CALLERS,
    lenses.NOT_UPDATED: names.NOT_UPDATED,
}


def command_of(opens: str, title: str, symbol: str, root_uri: str, uri: str, start: dict[str, int]) -> dict[str, Any]:
    """A command as JSON. `opens`: as in `LensPart`; `start`: where the lens stands."""
    about = {"workingTree": True} if opens == lenses.WORKING_TREE else {"symbol": symbol}
    argument = {**about, "uri": uri, "position": start, "root": root_uri}
    return {"title": title, "command": _COMMANDS[opens], "arguments": [argument]}
