"""From a library's source to the source of what types need: no text, one arm of each version test, of bodies next to nothing."""

import ast
from typing import Final, TypeVar

from library_facts.bodies import Function, own_nodes, reduced_function
from library_facts.conditions import resolved

_ELLIPSIS: Final = ast.Constant(...)
_KEPT: Final = (ast.Import, ast.ImportFrom, ast.Assign, ast.AugAssign, ast.Delete)
_LONGEST: Final = 40  # characters of a text, more names nothing
_MOST: Final = 6  # elements of a literal: more of the same

N = TypeVar("N", bound=ast.AST)


class Reducer:
    """`is_stub`: bodies say nothing, annotations everything."""

    def __init__(self, is_stub: bool) -> None:
        self.is_stub = is_stub

    def module(self, source: bytes) -> list[ast.stmt]:
        """The statements of a module. Raises `SyntaxError` for what this interpreter cannot parse."""
        return self._body(ast.parse(source).body)

    def _body(self, body: list[ast.stmt], in_class: bool = False) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for statement in resolved(body):
            out += self._statement(statement, in_class)
        return out

    def _statement(self, statement: ast.stmt, in_class: bool) -> list[ast.stmt]:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement, in_class)
                return [statement]
            case ast.ClassDef():
                statement.body = self._body(statement.body, True) or [ast.Pass()]
                return [statement]
            case ast.If():
                statement.body = self._body(statement.body, in_class) or [ast.Pass()]
                statement.orelse = self._body(statement.orelse, in_class)
                statement.test = _ELLIPSIS
                return [statement] if statement.orelse or not isinstance(statement.body[0], ast.Pass) else []
            case ast.Try():
                return self._try(statement, in_class)
            case ast.With():
                return self._body(statement.body, in_class)
            case ast.Expr(value=ast.Call()) if "__all__" in ast.unparse(statement.value):
                return [statement]
            case ast.AnnAssign():
                return [_declared(statement)]
            case ast.Assign(targets=targets):
                if not any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
                    statement.value = shortened(statement.value)
                return [statement]
        is_alias = type(statement).__name__ == "TypeAlias"  # unknown to the oldest interpreter
        return [statement] if is_alias or isinstance(statement, _KEPT) else []

    def _try(self, statement: ast.Try, in_class: bool) -> list[ast.stmt]:
        statement.body = [*self._body(statement.body, in_class), *self._body(statement.orelse, in_class)]
        statement.orelse, statement.finalbody = [], []
        for handler in statement.handlers:
            handler.body = self._body(handler.body, in_class) or [ast.Pass()]
        return [statement] if statement.body and statement.handlers else statement.body

    def _function(self, function: Function, in_class: bool) -> None:
        _shorten_defaults(function.args)
        positional = [*function.args.posonlyargs, *function.args.args]
        is_bound = (
            in_class and positional and not any("staticmethod" in ast.unparse(row) for row in function.decorator_list)
        )
        kept = [] if self.is_stub else reduced_function(function, positional[0].arg if is_bound else "")
        if function.returns is not None:
            kept = _one_yield(function, kept)
        function.body = [self._inner(statement) for statement in kept] or [ast.Expr(_ELLIPSIS)]

    def _inner(self, statement: ast.stmt) -> ast.stmt:
        """A statement of a body; functions in it are reduced like others."""
        for node in list(ast.walk(statement)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                self._function(node, False)
            elif isinstance(node, ast.ClassDef):
                node.body = self._body(node.body, True) or [ast.Pass()]
        return _declared(statement) if isinstance(statement, ast.AnnAssign) else shortened(statement)


def _one_yield(function: Function, kept: list[ast.stmt]) -> list[ast.stmt]:
    """Where the result is annotated, that it yields is all that is asked."""
    if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function.body)):
        return kept
    rest = [row for row in kept if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes([row]))]
    return [*rest, ast.Expr(ast.Yield(None))]


def _declared(statement: ast.AnnAssign) -> ast.AnnAssign:
    """Without its value, unless the annotation leaves the type to that."""
    spelled = ast.unparse(statement.annotation).rpartition(".")[2]
    if statement.value is not None:
        statement.value = shortened(statement.value) if spelled in ("Final", "ClassVar", "TypeAlias") else None
    return statement


def _shorten_defaults(arguments: ast.arguments) -> None:
    """That a parameter has a default is kept, and the default where it may say a type."""
    arguments.defaults = [_default(default) for default in arguments.defaults]
    arguments.kw_defaults = [None if row is None else _default(row) for row in arguments.kw_defaults]


def _default(default: ast.expr) -> ast.expr:
    is_none = isinstance(default, ast.Constant) and default.value is None
    return default if is_none or isinstance(default, (ast.Name, ast.Attribute)) else _ELLIPSIS


class _Shortened(ast.NodeTransformer):
    """Literals cut down to what tells their type."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str) and len(node.value) > _LONGEST:
            return ast.Constant("")
        return ast.Constant(b"") if isinstance(node.value, bytes) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:  # noqa: ARG002
        return ast.Constant("")

    def visit_Compare(self, node: ast.Compare) -> ast.expr:  # noqa: ARG002
        return ast.Constant(True)

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        node.keys, node.values = node.keys[:_MOST], node.values[:_MOST]
        self.generic_visit(node)
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        node.elts = node.elts[:_MOST]
        self.generic_visit(node)
        return node

    def visit_Set(self, node: ast.Set) -> ast.expr:
        node.elts = node.elts[:_MOST]
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node


def shortened(node: N) -> N:
    return _Shortened().visit(node)  # type: ignore[no-any-return]
