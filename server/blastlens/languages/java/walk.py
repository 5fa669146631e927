"""The walker of Java source: one pass over the tree, from nodes to facts.

The work is split by concern: `walk_state` holds where the walk stands, the others each bring handlers for the node kinds of
their concern.
"""

from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.damage import syntax_problems
from blastlens.languages.java import (
    walk_calls,
    walk_definitions,
    walk_enums,
    walk_expressions,
    walk_imports,
    walk_statements,
)
from blastlens.languages.java.walk_state import Handler, JavaWalk
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.finish import finish

EXPRESSIONS: Final[dict[str, Handler]] = {
    **walk_expressions.HANDLERS,
    **walk_calls.HANDLERS,
    "switch_expression": walk_statements.switch,
}
STATEMENTS: Final[dict[str, Handler]] = {
    **walk_statements.HANDLERS,
    **walk_definitions.HANDLERS,
    **walk_enums.HANDLERS,
    **walk_imports.HANDLERS,
}


def walk(root: Any, source: bytes, parse: Parse, language: str) -> FileFacts:
    """Facts of a parsed file. Never raises for any tree."""
    state = JavaWalk(source, parse, EXPRESSIONS, STATEMENTS)
    state.package = b""  # where the text names none
    if root.has_error:
        state.problems = syntax_problems(root)
    for child in root.named_children:
        state.statement(child)
    return finish(state, language)
