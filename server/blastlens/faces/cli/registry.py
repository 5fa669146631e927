"""The commands by name; a command's module is imported only when it is chosen."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from blastlens.faces.cli.command import Command

GROUPS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "index": {
            "index": "index a repository, or bring its index up to date",
            "status": "what is indexed, what was skipped and why",
            "verify": "rebuild beside the live graph and compare",
            "export": "write the graph for other tools, or draw it",
        },
        "look": {
            "report": "the repository at a glance",
            "coverage": "how much of the code the graph can see, and what hides from it",
            "lenses": "a file's source with the lenses an editor shows",
            "symbols": "symbols of a file, of a name, or all",
        },
        "ask": {
            "callers": "who calls a symbol",
            "members": "which members of a class are used, and the interfaces one would extract",
            "dependents": "files that import a file",
            "imports": "files that a file imports",
            "explain": "why there is an edge between two symbols",
        },
        "structure": {
            "hubs": "what most others use, or what uses most others",
            "bridges": "what lies on the paths between others",
            "communities": "parts that use themselves more than the rest",
            "flows": "what runs from routes, commands and other entry points",
            "repo-map": "the signatures to know first, within a number of tokens",
        },
        "review": {
            "context": "the source that a review of a change must read",
            "blast-radius": "what a change reaches, and which of it no test covers",
            "affected-tests": "the tests to run for a change, and how to run them",
            "not-updated": "callers that a change left behind",
            "check": "fail a build for what a change brings with it",
            "untested": "functions that no test reaches",
            "cycles": "import or call cycles",
            "dead-code": "code that nothing reaches",
        },
        "serve": {
            "lsp": "start the language server",
            "mcp": "start the MCP server",
        },
    }
)

SUMMARIES: Final[Mapping[str, str]] = MappingProxyType(
    {name: summary for group in GROUPS.values() for name, summary in group.items()}
)


def load(name: str) -> Command:
    """The command called `name`, which must be in `SUMMARIES`."""
    module = import_module("blastlens.faces.cli.commands." + name.replace("-", "_"))
    command = module.COMMAND
    assert isinstance(command, Command)
    return command
