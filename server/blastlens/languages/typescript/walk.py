"""The walker of TypeScript and JavaScript: one pass over the tree, from nodes to facts.

The work is split by concern: `walk_state` says where the walk stands, the others each bring handlers for the node kinds of
their concern.
"""

import re
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.damage import syntax_problems
from blastlens.languages.protocol import Parse
from blastlens.languages.typescript import (
    walk_calls,
    walk_classes,
    walk_declarations,
    walk_expressions,
    walk_functions,
    walk_interfaces,
    walk_modules,
    walk_objects,
    walk_statements,
    walk_types,
)
from blastlens.languages.typescript.erasable import mark_erasable
from blastlens.languages.typescript.walk_repair import damage, mended
from blastlens.languages.typescript.walk_state import Handler, Walk
from blastlens.languages.walking.finish import finish

EXPRESSIONS: Final[dict[str, Handler]] = {
    **walk_expressions.HANDLERS,
    **walk_calls.HANDLERS,
    **walk_functions.HANDLERS,
    **walk_objects.HANDLERS,
    **walk_classes.EXPRESSIONS,
    **walk_declarations.EXPRESSIONS,
}
STATEMENTS: Final[dict[str, Handler]] = {
    **walk_statements.HANDLERS,
    **walk_declarations.HANDLERS,
    **walk_classes.HANDLERS,
    **walk_interfaces.HANDLERS,
    **walk_modules.HANDLERS,
}
TYPES: Final[dict[str, Handler]] = {**walk_types.TYPES, **walk_interfaces.TYPES}

ERASING: Final = frozenset(("typescript", "tsx"))
"""Languages of which a compiler leaves out imports that only types need."""
# A function that is told to have a prototype, or that `new` is said of, makes objects.
_CONSTRUCTED: Final = re.compile(rb"\bnew[ \t]+([A-Za-z_$][\w$]*)|\b([A-Za-z_$][\w$]*)\.prototype\b")

SCRIPTS: Final = b"scripts"
"""The package of files without imports and exports: all scripts of a page share their names."""
_EXPORTS: Final = (b"export ", b"=")


def walk(root: Any, source: bytes, parse: Parse, language: str, *, has_elements: bool) -> FileFacts:
    """Facts of a parsed file. `has_elements`: the language has JSX. Never raises for any tree."""
    text = source
    if root.has_error and (other := mended(source, has_elements=has_elements)) is not None:
        tree = parse(other)
        if not tree.has_error or damage(tree) < damage(root):
            text, root = other, tree
    state = Walk(text, parse, EXPRESSIONS, STATEMENTS, TYPES)
    if root.has_error:
        state.problems = syntax_problems(root)
    state.constructed = frozenset(found[1] or found[2] for found in _CONSTRUCTED.finditer(source))
    walk_statements.statements(state, root.named_children)
    if not (state.is_module or state.imports or any(name.startswith(_EXPORTS) for name in _bound(state))):
        state.package = SCRIPTS
    state.exported_known = state.is_module
    if state.is_module and state.exported is None:
        state.exported = []
    if language in ERASING and not state.problems:
        mark_erasable(state, root, has_elements=has_elements)
    return finish(state, language)


def _bound(state: Walk) -> list[bytes]:
    """The names that a file binds at its top."""
    names = list(state.names)
    return [names[name] for name in state.scopes[0].bindings]
