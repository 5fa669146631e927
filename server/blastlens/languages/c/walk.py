"""The walker of C and C++: one pass over the tree, from nodes to facts.

The work is split by concern: `walk_state` holds where the walk stands, the others each bring handlers for the node kinds of
their concern. What did not parse is mended first where a macro was in the way, see `repair`.
"""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, FileFacts
from blastlens.languages.c import (
    walk_calls,
    walk_classes,
    walk_declarations,
    walk_expressions,
    walk_namespaces,
    walk_preprocessor,
    walk_statements,
)
from blastlens.languages.c.repair import mended
from blastlens.languages.c.walk_state import CWalk, Handler
from blastlens.languages.damage import syntax_problems
from blastlens.languages.protocol import Parse
from blastlens.languages.walking.finish import finish

EXPRESSIONS: Final[dict[str, Handler]] = {**walk_expressions.HANDLERS, **walk_calls.HANDLERS}
STATEMENTS: Final[dict[str, Handler]] = {
    **walk_statements.HANDLERS,
    **walk_declarations.HANDLERS,
    **walk_classes.HANDLERS,
    **walk_namespaces.HANDLERS,
    **walk_preprocessor.HANDLERS,
}
_CPP: Final = re.compile(
    rb"^[ \t]*(?:class[ \t]+[\w ]+[{:;\n]|namespace\b|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:)"
    rb"|\b(?:constexpr|nullptr|noexcept|override|static_cast|virtual)\b|\bstd::|\w::\w|^#[ \t]*include[ \t]*<[a-z_]+>",
    re.MULTILINE,
)


def walk(root: Any, source: bytes, parse: Parse, language: str) -> FileFacts:
    """Facts of a parsed file. Never raises for any tree."""
    root, source = mended(root, source, parse)
    state = CWalk(source, parse, EXPRESSIONS, STATEMENTS, walk_statements.macro_with_block)
    state.package = b""  # all files share what has external linkage
    state.is_header = language == "c header"
    state.is_cpp = language == "c++" or (state.is_header and is_cpp(source))
    if root.has_error:
        state.problems = syntax_problems(root)
    state.children(root)
    state.problems = [row for row in state.problems if row[1] != "missing ;" or row[0] not in state.headed]
    _bind_tags(state)
    _merge_prototypes(state)
    return finish(state, language)


def is_cpp(source: bytes) -> bool:
    """Whether a header's text is C++: it uses what C has not, outside of what it keeps for C++ alone."""
    return _CPP.search(source) is not None


def _bind_tags(walk: CWalk) -> None:
    """C++ names a structure of a header of C without `struct`."""
    for name, index in walk.tags.items():
        if walk.names[name] not in walk.scopes[0].bindings and walk.defs[index].outer == 0:
            walk.scope, walk.context = 0, -1
            walk.bind(name, Bind.CLASS, index)


def _merge_prototypes(walk: CWalk) -> None:
    """A function that the file both declares and defines is one: the declarations are parts of the definition."""
    for scope in walk.scopes:
        for rows in scope.bindings.values():
            if len(rows) > 1 and rows[0][0] == Bind.DEF:
                _merge(walk, [row[1] for row in rows if row[0] == Bind.DEF])


def _merge(walk: CWalk, functions: list[int]) -> None:
    defs = walk.defs
    for number in functions:
        row = defs[number]
        if not row.flags & DefFlag.SIGNATURE or row.flags & DefFlag.ABSTRACT:
            continue
        for other in functions:
            if other == number or defs[other].primary != other:
                continue
            if walk.is_cpp and defs[other].flags >> 32 != row.flags >> 32:
                continue
            if not defs[other].flags & DefFlag.SIGNATURE or other < number:
                row.primary = other
                if row.flags & DefFlag.PRIVATE:
                    defs[other].flags |= DefFlag.PRIVATE
                break
