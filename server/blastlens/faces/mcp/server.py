"""The MCP server: seven tools over the app, on standard input and output."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations

from blastlens import __version__
from blastlens.app.errors import UserError
from blastlens.faces.mcp.indexed_root import IndexedRoot
from blastlens.faces.mcp.page import clip
from blastlens.faces.mcp.tools import (
    blast_radius,
    find_callers,
    find_cycles,
    find_dependents,
    find_untested,
    index_status,
    search_symbols,
)

INSTRUCTIONS: Final = (
    "Code graph of this repository. Symbols: path::Class.name, or any end of it. "
    "Answers are pages; pass `cursor` on for the next. `complete` false: absence proves nothing."
)
_MOST_CHOICES: Final = 10
_TOOLS: Final = (
    find_callers,
    find_dependents,
    blast_radius,
    find_untested,
    find_cycles,
    search_symbols,
    index_status,
)


def serve_stdio(root: Path) -> None:
    """Serve `root` (an existing folder) until standard input ends."""
    indexed = IndexedRoot(root)
    try:
        build(indexed).run("stdio")
    finally:
        indexed.close()


def build(indexed: IndexedRoot) -> MCPServer[Any]:
    """The server with its tools; nothing is opened before the first call."""
    tools = [_tool(module.bind(indexed), module.DESCRIPTION) for module in _TOOLS]
    return MCPServer("blastlens", version=__version__, instructions=INSTRUCTIONS, tools=tools, log_level="ERROR")


def _tool(function: Callable[..., str], description: str) -> Tool:
    harmless = ToolAnnotations(read_only_hint=True)
    tool = Tool.from_function(_worded(function), description=description, annotations=harmless, structured_output=False)
    return tool.model_copy(update={"parameters": _terse(tool.parameters)})


def _worded(function: Callable[..., str]) -> Callable[..., str]:
    """`function` with failures turned into tool errors that say what to do."""

    @functools.wraps(function)
    def call(**arguments: Any) -> str:
        try:
            return function(**arguments)
        except UserError as error:
            raise ToolError(_in_words(error)) from error
        except Exception as error:
            raise ToolError(f"internal error: {type(error).__name__}: {clip(str(error))}") from error

    return call


def _in_words(error: UserError) -> str:
    parts = [clip(error.message, 400)]
    if error.choices:
        kind = "It could be" if error.code == "ambiguous-symbol" else "Nearest"
        more = f" (and {len(error.choices) - _MOST_CHOICES} more)" if len(error.choices) > _MOST_CHOICES else ""
        parts.append(f"{kind}: {', '.join(clip(choice, 120) for choice in error.choices[:_MOST_CHOICES])}{more}")
    if error.hint:
        parts.append(clip(error.hint, 300))
    return ". ".join(parts)


def _terse(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter schema without the titles that repeat the names: every agent pays for them in every session."""
    properties = {
        name: {key: value for key, value in spec.items() if key != "title"}
        for name, spec in schema.get("properties", {}).items()
    }
    kept = {key: value for key, value in schema.items() if key != "title"}
    return {**kept, "properties": properties}
