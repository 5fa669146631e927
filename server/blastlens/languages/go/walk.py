"""The walker of Go source: one pass over the tree, from nodes to facts."""

from typing import Any, Final

from blastlens.facts.file_facts import FileFacts, Signal
from blastlens.languages.damage import syntax_problems
from blastlens.languages.go import walk_definitions, walk_expressions, walk_statements
from blastlens.languages.go.constraints import is_left_out
from blastlens.languages.go.walk_state import Handler, Walk
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.finish import finish

HANDLERS: Final[dict[str, Handler]] = {
    **walk_expressions.HANDLERS,
    **walk_statements.HANDLERS,
    **walk_definitions.HANDLERS,
}


def walk(root: Any, source: bytes, parse: Parse, language: str) -> FileFacts:
    """Facts of a parsed file. `source` is the UTF-8 text that was parsed; `parse` its parser. Never raises for any tree."""
    state = Walk(source, parse, HANDLERS)
    if is_left_out(source):
        state.signals |= Signal.LEFT_OUT
    if root.has_error:
        state.problems = syntax_problems(root)
    for child in root.named_children:
        state.expression(child)
    return finish(state, language)
