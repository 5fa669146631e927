"""The commands of code actions. Any client can run them through `workspace/executeCommand`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from blastlens.faces.lsp import command_names as names
from blastlens.views.actions import Deed

COMMANDS: Final[Mapping[Deed, str]] = MappingProxyType(
    {
        Deed.SHOW_CALLERS: names.CALLERS,
        Deed.SHOW_BLAST_RADIUS: names.BLAST_RADIUS,
        Deed.SHOW_AFFECTED_TESTS: names.AFFECTED_TESTS,
        Deed.SHOW_NOT_UPDATED: names.NOT_UPDATED,
        Deed.SHOW_DEAD_CODE: names.DEAD_CODE,
        Deed.SHOW_CYCLES: names.CYCLES,
        Deed.RUN_AFFECTED_TESTS: names.RUN_AFFECTED_TESTS,
        Deed.EXPLAIN: names.EXPLAIN,
        Deed.GO_TO: names.GO_TO,
        Deed.CONFIRM_EDGE: names.CONFIRM_EDGE,
        Deed.REJECT_EDGE: names.REJECT_EDGE,
        Deed.WITHDRAW_EDGE: names.WITHDRAW_EDGE,
        Deed.ACCEPT_FINDING: names.ACCEPT_FINDING,
        Deed.REINDEX: names.REINDEX,
    }
)


def command_of(deed: Deed) -> str:
    return COMMANDS[deed]


def argument_of(about: Mapping[str, Any], uri: str) -> dict[str, Any]:
    """The one argument of a command; `uri`: of the document that the action is offered in."""
    return {"uri": uri, **{_key(name): value for name, value in about.items()}}


def _key(name: str) -> str:
    """`end_column` as `endColumn`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
