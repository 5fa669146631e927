"""The walker of Python source: one pass over the tree, from nodes to facts.

The work is split by concern: `walk_state` holds the tables and where the walk stands, the others each bring handlers
for the node kinds of their concern.
"""

import re
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts, Signal
from blastlens.languages.damage import syntax_problems
from blastlens.languages.protocol import Parse
from blastlens.languages.python import (
    walk_definitions,
    walk_expressions,
    walk_imports,
    walk_literals,
    walk_matches,
    walk_paths,
    walk_scopes,
    walk_statements,
    walk_targets,
)
from blastlens.languages.python.walk_parts import join_parts
from blastlens.languages.python.walk_repair import mended
from blastlens.languages.python.walk_skips import mark_skipped
from blastlens.languages.python.walk_state import Handler, StatementHandler, Walk
from blastlens.languages.walking.finish import finish

EXPRESSIONS: Final[dict[str, Handler]] = {
    **walk_literals.HANDLERS,
    **walk_paths.HANDLERS,
    **walk_expressions.HANDLERS,
    **walk_scopes.HANDLERS,
}
VALUES: Final[dict[str, Handler]] = {**EXPRESSIONS, **walk_expressions.VALUE_HANDLERS}
STATEMENTS: Final[dict[str, StatementHandler]] = {
    **EXPRESSIONS,
    **walk_statements.HANDLERS,
    **walk_targets.HANDLERS,
    **walk_imports.HANDLERS,
    **walk_definitions.HANDLERS,
    **walk_matches.HANDLERS,
}


_HEAD_BYTES: Final = 600
_WRITTEN_BY_A_PROGRAM: Final = re.compile(
    rb"""\A(?:[ \t]*(?:\#[^\n]*)?\n)*[ \t]*\#[^\n]*?
    \b(?:generated\ (?:by|from|with|using)|created\ by\ PLY)\b""",
    re.IGNORECASE | re.VERBOSE,
)


def walk(root: Any, source: bytes, parse: Parse, language: str) -> FileFacts:
    """Facts of a parsed file. `source` is the UTF-8 text that was parsed; `parse` its parser. Never raises for
    any tree."""
    problems: list[tuple[int, str]] = []
    if root.has_error:
        source, root, problems = _mended(source, root, parse)
    state = Walk(source, parse, EXPRESSIONS, VALUES, STATEMENTS)
    state.problems = problems
    state.replays = not root.has_error
    if _WRITTEN_BY_A_PROGRAM.search(source, 0, _HEAD_BYTES):
        state.signals |= Signal.GENERATED
    walk_statements.statements(state, root)
    join_parts(state)
    mark_skipped(state, root)
    return finish(state, language, class_scopes_close=True)


def _mended(source: bytes, root: Any, parse: Parse) -> tuple[bytes, Any, list[tuple[int, str]]]:
    """The text and tree to read, mended ones where less of them is damaged; and what is wrong with the file."""
    other = mended(source)
    if other is not None:
        tree = parse(other.text)
        if _damage(tree) < _damage(root):
            return other.text, tree, [*other.problems, *syntax_problems(tree)]
    return source, root, syntax_problems(root)


def _damage(root: Any) -> int:
    """Bytes of the text that stand in damaged ranges."""
    total = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "ERROR":
            total += 1 + node.end_byte - node.start_byte
        elif node.has_error:
            stack.extend(node.children)
    return total
