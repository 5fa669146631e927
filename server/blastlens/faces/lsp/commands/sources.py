"""What a change is, among the arguments of a command."""

from types import MappingProxyType
from typing import Any, Final

from blastlens.faces.lsp.argument_kinds import Kind, Takes
from blastlens.faces.lsp.command_arguments import Arguments
from blastlens.faces.lsp.commands.command import symbol_of

# Keys that say where and how, but not of what.
_ABOUT_NO_SYMBOL: Final = frozenset({"root", "uri", "minConfidence", "workingTree"})
REVISIONS: Final[Takes] = MappingProxyType(dict.fromkeys(("diff", "commits", "base", "head"), Kind.TEXT))
WORKING_TREE: Final[Takes] = MappingProxyType({"workingTree": Kind.FLAG})
SOURCES: Final[Takes] = MappingProxyType({"symbol": Kind.TEXT, "file": Kind.TEXT, **WORKING_TREE, **REVISIONS})


def revisions_of(arguments: Arguments) -> dict[str, Any]:
    """The diff, commits or branch that are named; empty where none is."""
    given = {key: arguments.text(key) for key in REVISIONS}
    return {key: value for key, value in given.items() if value is not None}


def source_of(arguments: Arguments) -> dict[str, Any]:
    """A diff, commits or a branch; the file that is named; the named symbol or the one at the position; else what is not
    committed yet."""
    revisions = revisions_of(arguments)
    if revisions:
        return revisions
    file = arguments.text("file")
    if file is not None:
        return {"symbols": (file,)}
    if arguments.flag("workingTree") or arguments.given.keys() <= _ABOUT_NO_SYMBOL:
        return {"working_tree": True}
    return {"symbols": (symbol_of(arguments),)}
