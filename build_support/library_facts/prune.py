"""Leaves out what no user of a library can reach: private definitions and modules that nothing kept uses, imports for bodies."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from library_facts.conditions import defined_names

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_ROUNDS: Final = 6


@dataclass
class Tree:
    """A module's reduced source."""

    dotted: str
    is_package: bool
    is_stub: bool
    body: list[ast.stmt]


@dataclass(frozen=True, slots=True)
class _Uses:
    words: frozenset[str]  # that a module reads, or spells in a text
    imported: frozenset[tuple[str, str]]  # (module, name) that it imports
    modules: frozenset[str]  # that it may mean


def pruned(trees: list[Tree]) -> list[Tree]:
    """The modules of one distribution without what only they themselves had a use for."""
    for _ in range(_ROUNDS):
        uses = {tree.dotted: _uses(tree) for tree in trees}
        trees = _reached(trees, uses)
        if not _drop_unused(trees, uses):
            break
    return trees


def is_private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def _uses(tree: Tree) -> _Uses:
    words: set[str] = set()
    imported: set[tuple[str, str]] = set()
    modules: set[str] = set()
    for statement in tree.body:
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Load()):
                    words.add(name)
                case ast.Attribute(attr=name):
                    words.add(name)
                case ast.Constant(value=str(text)):
                    words.update(_WORD.findall(text))
                case ast.Import(names=names):
                    modules.update(row.name for row in names)
                case ast.ImportFrom(names=names):
                    source = _absolute(tree, node)
                    modules.add(source)
                    modules.update(f"{source}.{row.name}" for row in names)
                    imported.update((source, row.name) for row in names)
    return _Uses(frozenset(words), frozenset(imported), frozenset(modules))


def _absolute(tree: Tree, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = tree.dotted.split(".")
    kept = parts[: len(parts) - node.level + tree.is_package]
    return ".".join([*kept, node.module] if node.module else kept)


def _reached(trees: list[Tree], uses: dict[str, _Uses]) -> list[Tree]:
    """Public modules, and the private ones they import, directly or not."""
    known = {tree.dotted for tree in trees}
    pending = [name for name in known if not any(map(is_private, name.split(".")))]
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        for wanted in uses[name].modules:
            parts = wanted.split(".")
            pending += [above for end in range(len(parts), 0, -1) if (above := ".".join(parts[:end])) in known]
    return [tree for tree in trees if tree.dotted in found]


def _drop_unused(trees: list[Tree], uses: dict[str, _Uses]) -> bool:
    kept = {tree.dotted for tree in trees}
    words: set[str] = set()
    imported: set[tuple[str, str]] = set()
    for name in kept:
        words |= uses[name].words
        imported |= uses[name].imported
    starred = {source for source, name in imported if name == "*"}
    names = words | {name for _, name in imported}
    changed = False
    for tree in trees:
        offered = {name for source, name in imported if source == tree.dotted}
        keeps_imports = tree.is_package or tree.dotted in starred
        body = list(_used(tree.body, names, None if keeps_imports else uses[tree.dotted].words | offered))
        changed = changed or len(body) < len(tree.body)
        tree.body = body
    return changed


def _used(body: list[ast.stmt], names: set[str], needed: frozenset[str] | set[str] | None) -> Iterator[ast.stmt]:
    """`names`: that anything uses; `needed`: of imports, None for all."""
    for statement in body:
        match statement:
            case ast.Import() | ast.ImportFrom():
                if needed is None or _trim(statement, needed):
                    yield statement
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.Assign() | ast.AnnAssign():
                bound = list(defined_names(statement))
                if not bound or any(name in names or not is_private(name) for name in bound):
                    yield statement
            case _:
                yield statement


def _trim(statement: ast.Import | ast.ImportFrom, needed: frozenset[str] | set[str]) -> bool:
    statement.names = [
        row
        for row in statement.names
        if row.name == "*" or row.asname == row.name or (row.asname or row.name).partition(".")[0] in needed
    ]
    return bool(statement.names)
