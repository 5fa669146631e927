"""From a stub's source to the source of what types need: no text, no bodies, one arm of each version test."""

import ast
from typing import Final

from library_facts.conditions import resolved

_ELLIPSIS: Final = ast.Constant(...)
_KEPT: Final = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Delete)


def reduced_stub(source: str) -> str:
    """Raises `SyntaxError` for what this interpreter cannot parse."""
    tree = ast.parse(source)
    return ast.unparse(ast.Module(_body(tree.body), []))


def _body(body: list[ast.stmt]) -> list[ast.stmt]:
    out = []
    for statement in resolved(body):
        kept = _statement(statement)
        if kept is not None:
            out.append(kept)
    return out


def _statement(statement: ast.stmt) -> ast.stmt | None:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            statement.body = [ast.Expr(_ELLIPSIS)]
            shorten_defaults(statement.args)
            return statement
        case ast.ClassDef():
            statement.body = _body(statement.body) or [ast.Pass()]
            return statement
        case ast.If():
            statement.body = _body(statement.body) or [ast.Pass()]
            statement.orelse = _body(statement.orelse)
            return statement
        case ast.Expr(value=ast.Call()) if "__all__" in ast.unparse(statement):
            return statement
        case ast.Assign() | ast.AnnAssign() if (
            isinstance(statement.value, ast.Constant) and statement.value.value is ...
        ):
            if isinstance(statement, ast.AnnAssign):
                statement.value = None
            return statement
    is_alias = type(statement).__name__ == "TypeAlias"  # unknown to the oldest interpreter
    return statement if is_alias or isinstance(statement, _KEPT) else None


def shorten_defaults(arguments: ast.arguments) -> None:
    """That a parameter has a default is kept, and the default where it may say a type."""
    arguments.defaults = [_shortened(default) for default in arguments.defaults]
    arguments.kw_defaults = [None if row is None else _shortened(row) for row in arguments.kw_defaults]


def _shortened(default: ast.expr) -> ast.expr:
    is_none = isinstance(default, ast.Constant) and default.value is None
    return default if is_none or isinstance(default, (ast.Name, ast.Attribute)) else _ELLIPSIS
