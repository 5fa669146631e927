"""The MCP server: tools over the app, on standard input and output."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations

from blastlens import __version__
from blastlens.app.errors import UserError
from blastlens.faces.mcp.indexed_root import IndexedRoot
from blastlens.faces.mcp.page import clip
from blastlens.faces.mcp.progress_reports import ProgressReports
from blastlens.faces.mcp.tools import (
    affected_tests,
    blast_radius,
    check_change,
    class_members,
    context_pack,
    find_callers,
    find_cycles,
    find_dead_code,
    find_dependents,
    find_structure,
    find_untested,
    graph_coverage,
    index_status,
    repo_map,
    search_symbols,
)

INSTRUCTIONS: Final = (
    "Code graph of this repository. Symbols: path::Class.name, or any end of it. "
    "Answers are pages; pass `cursor` on for the next. `complete` false: absence proves nothing."
)
_MOST_CHOICES: Final = 10
_TOOLS: Final = (
    find_callers,
    class_members,
    find_dependents,
    blast_radius,
    affected_tests,
    check_change,
    find_untested,
    find_cycles,
    find_dead_code,
    find_structure,
    repo_map,
    context_pack,
    search_symbols,
    graph_coverage,
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
    tools = [_tool(indexed, module.bind(indexed), module.DESCRIPTION) for module in _TOOLS]
    return MCPServer("blastlens", version=__version__, instructions=INSTRUCTIONS, tools=tools, log_level="ERROR")


def _tool(indexed: IndexedRoot, function: Callable[..., str], description: str) -> Tool:
    tool = Tool.from_function(
        _dispatched(indexed, function),
        description=description,
        context_kwarg="ctx",
        annotations=ToolAnnotations(read_only_hint=True),
        structured_output=False,
    )
    return tool.model_copy(update={"parameters": _terse(tool.parameters)})


def _dispatched(indexed: IndexedRoot, function: Callable[..., str]) -> Callable[..., str]:
    """`function` over an index that is up to date, with failures turned into tool errors that say what to do."""

    @functools.wraps(function)
    def call(ctx: Context[Any, Any] | None = None, **arguments: Any) -> str:
        try:
            indexed.refresh(_progress_to(ctx))
            return function(**arguments)
        except UserError as error:
            raise ToolError(_in_words(error)) from error
        except Exception as error:
            raise ToolError(f"internal error: {type(error).__name__}: {clip(str(error))}") from error

    return call


def _progress_to(context: Context[Any, Any] | None) -> ProgressReports | None:
    """Reports to the client that asked; none where a tool is called without one."""
    if context is None:
        return None
    try:
        _ = context.request_context
    except ValueError:
        return None
    return ProgressReports(context)


# What to do next, for errors that leave it to the face.
_TOPICS: Final = {
    "left-out-files": "The tool index_status tells which files were skipped, and why",
    "indexed-symbols": "The tool search_symbols finds what is indexed: functions, methods and classes; of a variable, a field or a "
    "parameter ask for the one that holds it, or for path/to/file.py::<module>",
}


def _in_words(error: UserError) -> str:
    parts = [clip(error.message, 400)]
    if error.choices:
        kind = "It could be" if error.code == "ambiguous-symbol" else "Nearest"
        more = f" (and {len(error.choices) - _MOST_CHOICES} more)" if len(error.choices) > _MOST_CHOICES else ""
        parts.append(f"{kind}: {', '.join(clip(choice, 120) for choice in error.choices[:_MOST_CHOICES])}{more}")
    hint = error.hint or _TOPICS.get(error.topic, "")
    if hint:
        parts.append(clip(hint, 300))
    return ". ".join(parts)


def _terse(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter schema without the titles that repeat the names, and without defaults that mean "not given": every agent
    pays for them in every session."""
    properties = {
        name: {key: value for key, value in spec.items() if key != "title" and (key != "default" or value)}
        for name, spec in schema.get("properties", {}).items()
    }
    kept = {key: value for key, value in schema.items() if key != "title"}
    return {**kept, "properties": properties}
