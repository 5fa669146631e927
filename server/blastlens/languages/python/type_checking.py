"""Moving an import below `if TYPE_CHECKING:`, where it can be proved that only annotations use what it binds.

The proof is of one text: annotations are not evaluated (`from __future__ import annotations`), every use of the names is within one of a
function that nothing decorates with something that could read it, nothing in the file asks for annotations at run time, and nothing hands
the names on. That no other file takes them from here is for the caller to see.
"""

import ast
from collections.abc import Iterator
from typing import Final

from blastlens.languages.typed_imports import NOTHING, Lines, Proposed

_FLAG: Final = "TYPE_CHECKING"
# Decorators that look at no annotation.
_HARMLESS: Final = frozenset(
    {
        "staticmethod", "classmethod", "property", "cached_property", "abstractmethod", "override", "final", "overload",
        "setter", "getter", "deleter", "contextmanager", "asynccontextmanager", "cache", "lru_cache", "wraps",
    }
)  # fmt: skip
# What evaluates annotations.
_READERS: Final = frozenset(
    {
        "get_type_hints", "get_annotations", "__annotations__", "signature", "singledispatch", "singledispatchmethod",
        "validate_call", "eval_str",
    }
)  # fmt: skip
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def for_types_alone(source: str, line: int) -> Proposed:
    """See `DefersImports`."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return NOTHING
    found = next((one for one in tree.body if one.lineno == line), None)
    if not isinstance(found, ast.Import | ast.ImportFrom) or not _stands_alone(tree, found):
        return NOTHING
    names = frozenset(one.asname or one.name.partition(".")[0] for one in found.names)
    if "*" in names or not _are_strings(tree) or not _for_types(tree, found, names):
        return NOTHING
    return _edits(tree, source, found), names


def _stands_alone(tree: ast.Module, found: ast.stmt) -> bool:
    """Whether its lines have nothing else, and are a statement's that may go elsewhere."""
    if isinstance(found, ast.ImportFrom) and found.module == "__future__":
        return False
    lines = range(found.lineno, _last(found) + 1)
    return not any(one is not found and (one.lineno in lines or _last(one) in lines) for one in tree.body)


def _are_strings(tree: ast.Module) -> bool:
    return any(
        isinstance(one, ast.ImportFrom)
        and one.module == "__future__"
        and any(alias.name == "annotations" for alias in one.names)
        for one in tree.body
    )


def _for_types(tree: ast.Module, found: ast.stmt, names: frozenset[str]) -> bool:
    inside = {id(node) for annotation in _annotations(tree) for node in ast.walk(annotation)}
    used = set()
    for node in ast.walk(tree):
        if node is found:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            if names.intersection(one.asname or one.name.partition(".")[0] for one in node.names):
                return False
        elif isinstance(node, ast.Name) and node.id in names:
            if id(node) not in inside:
                return False
            used.add(node.id)
        elif (
            (isinstance(node, ast.Constant) and node.value in names and id(node) not in inside)
            or _name_of(node) in _READERS
            or (isinstance(node, ast.keyword) and node.arg in _READERS)
            or (isinstance(node, ast.Global | ast.Nonlocal) and names.intersection(node.names))
        ):
            return False
    return used == names


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """Those that nothing evaluates: of plain functions, and of variables inside of functions."""
    for node in ast.walk(tree):
        if not isinstance(node, _Function):
            continue
        if all(_name_of(_called(one)) in _HARMLESS for one in node.decorator_list):
            given = node.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            yield from (one.annotation for one in every if one is not None and one.annotation is not None)
            if node.returns is not None:
                yield node.returns
        yield from (one.annotation for one in _own_statements(node) if isinstance(one, ast.AnnAssign))


def _own_statements(function: _Function) -> Iterator[ast.AST]:
    todo: list[ast.AST] = list(function.body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, _Function | ast.ClassDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _name_of(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _last(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _edits(tree: ast.Module, source: str, found: ast.Import | ast.ImportFrom) -> tuple[Lines, ...]:
    end = "\r\n" if "\r\n" in source else "\n"
    texts = source.replace("\r\n", "\n").split("\n")
    own = texts[found.lineno - 1 : _last(found)]
    gone = Lines(found.lineno, _last(found) + 1, "")
    block = next((one for one in tree.body if _is_block(one)), None)
    if isinstance(block, ast.If):
        indent = " " * block.body[0].col_offset
        after = _last(block.body[-1]) + 1
        return tuple(sorted((gone, Lines(after, after, "".join(f"{indent}{one}{end}" for one in own)))))
    imports = [one for one in tree.body if isinstance(one, ast.Import | ast.ImportFrom)]
    after = max(_last(one) for one in imports) + 1
    future = max(_last(one) for one in imports if isinstance(one, ast.ImportFrom) and one.module == "__future__") + 1
    text = f"{end}if {_FLAG}:{end}" + "".join(f"    {one}{end}" for one in own)
    edits = [gone, Lines(after, after, text)]
    if not any(alias.name == _FLAG and alias.asname is None for one in imports for alias in one.names):
        edits.append(Lines(future, future, f"from typing import {_FLAG}{end}"))
    return tuple(_merged(sorted(edits)))


def _is_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and _name_of(node.test) == _FLAG and not node.orelse


def _merged(edits: list[Lines]) -> Iterator[Lines]:
    """One edit for what meets at a line."""
    before: Lines | None = None
    for one in edits:
        if before is not None and one.first <= before.end:
            before = Lines(before.first, max(before.end, one.end), before.text + one.text)
            continue
        if before is not None:
            yield before
        before = one
    if before is not None:
        yield before
