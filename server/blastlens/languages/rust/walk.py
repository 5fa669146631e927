"""The walker of Rust source: one pass over the tree, from nodes to facts."""

from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, Expr, FileFacts, Import, ImportFlag, Use
from blastlens.languages.damage import syntax_problems
from blastlens.languages.protocol import Parse
from blastlens.languages.rust import (
    walk_expressions,
    walk_implementations,
    walk_imports,
    walk_items,
    walk_literals,
    walk_macros,
    walk_modules,
    walk_statements,
)
from blastlens.languages.rust.walk_state import Handler, Walk
from blastlens.languages.walking.finish import finish
from blastlens.languages.walking.state import CLASS_SCOPE, MAY_BE_VALUE

HANDLERS: Final[dict[str, Handler]] = {
    **walk_expressions.HANDLERS,
    **walk_literals.HANDLERS,
    **walk_statements.HANDLERS,
    **walk_items.HANDLERS,
    **walk_implementations.HANDLERS,
    **walk_modules.HANDLERS,
    **walk_imports.HANDLERS,
    **walk_macros.HANDLERS,
}


def walk(root: Any, source: bytes, parse: Parse, language: str) -> FileFacts:
    """Facts of a parsed file. `source` is the UTF-8 text that was parsed; `parse` its parser. Never raises for any tree."""
    state = Walk(source, parse, HANDLERS)
    if root.has_error:
        state.problems = syntax_problems(root)
    for child in root.named_children:
        state.statement(child)
    state.settle()
    _bind_crates(state)
    _tell_apart(state)
    _settle_imported(state)
    return finish(state, language)


def _bind_crates(walk: Walk) -> None:
    """What paths begin with and the file's own scope does not bind is a crate, or a module by that name."""
    bindings = walk.scopes[0].bindings
    for name in walk.firsts:
        index = walk.names[name]
        if index not in bindings and (name[:1].islower() or name[:1] == b"_"):
            row = Import(0, index, -1, index, ImportFlag.WHOLE, 0)
            walk.bind_first(0, name, Bind.IMPORT, walk.add_import(row, 0, 0), -1, walk.contexts[0, 0, 0])


def _tell_apart(walk: Walk) -> None:
    """A module, a type and a function may have one name, each where only it can stand: the name is all of them."""
    for number, scope in enumerate(walk.scopes):
        if scope.kind == CLASS_SCOPE:
            continue
        for name, rows in list(scope.bindings.items()):
            if len(rows) > 1 and _differ(rows):
                _join(walk, number, name, rows)


def _differ(rows: Any) -> bool:
    """Whether a name is bound to what may stand in different places; `use` twice too."""
    kinds = {row[0] for row in rows}
    return len(kinds) > 1 or kinds == {Bind.ASSIGN}


def _join(walk: Walk, scope: int, name: int, rows: Any) -> None:
    if any(row[0] not in (Bind.ASSIGN, Bind.DEF, Bind.CLASS, Bind.IMPORT) for row in rows):
        return
    if any(row[0] == Bind.IMPORT and row[2] >= 0 for row in rows):
        return
    found: list[int] = []
    for row in rows:
        if row[0] == Bind.ASSIGN:
            found.append(walk.within(row[3], row[1]))
        elif row[0] == Bind.IMPORT:
            hidden = b"mod %d" % row[1]
            walk.bind_first(scope, hidden, Bind.IMPORT, row[1], -1, row[3])
            found.append(walk.within(walk.contexts[scope, row[4] if row[4] >= 0 else 0, END], walk.name_rows[hidden]))
        else:
            found.append(walk.row((Expr.FUNCTION, row[1])))
    walk.scopes[scope].bindings[name] = [(Bind.ASSIGN, walk.row((Expr.EITHER, *found)), -1, rows[0][3], -1, 0)]
    walk.imported.update(text for text, index in walk.names.items() if index == name)


def _settle_imported(walk: Walk) -> None:
    """A name that `use` binds and that is handed on may name a function."""
    imported = {walk.name_rows[name] for name in walk.imported}
    for at, noted in enumerate(walk.uses):
        if noted[2] == MAY_BE_VALUE and noted[1] in imported:
            walk.uses[at] = (noted[0], noted[1], Use.VALUE, noted[3], noted[4])
