"""What of a function's body says types: what it returns and yields, what it stores on its object, and what these need."""

import ast
from collections.abc import Iterator, Sequence
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef

_UNTOLD: Final = ast.Constant(...)  # stands for conditions, which no type depends on


class _Wanted:
    """What is kept of one function."""

    def __init__(self, receiver: str, results: bool) -> None:
        self.receiver, self.results = receiver, results
        self.names: set[str] = set()  # locals that kept statements read

    def keeps(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Return(value=value):
                return self.results and value is not None
            case ast.Assign(targets=targets):
                return self._yields(statement) or any(self._is_stored(target) for target in targets)
            case ast.AnnAssign(target=target):
                return self._is_stored(target)
            case ast.Expr():
                return self._yields(statement) or self._fills(statement)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                return name in self.names
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                return any((row.asname or row.name).partition(".")[0] in self.names for row in names)
        return False

    def _yields(self, statement: ast.stmt) -> bool:
        return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes([statement]))

    def _fills(self, statement: ast.Expr) -> bool:
        """`xs.append(x)` of a kept local."""
        match statement.value:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append" | "add")):
                return name in self.names
        return False

    def _is_stored(self, target: ast.expr) -> bool:
        match target:
            case ast.Attribute(value=ast.Name(id=name)):
                return bool(self.receiver) and name == self.receiver
            case ast.Name(id=name):
                return name in self.names
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return any(self._is_stored(part) for part in parts)
            case ast.Starred(value=value):
                return self._is_stored(value)
            case ast.Subscript(value=ast.Name(id=name)):
                return name in self.names
        return False

    def binds(self, target: ast.expr | None) -> bool:
        return target is not None and self._is_stored(target)


def own_nodes(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Nodes of a function's body, without those of functions and classes in it."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))


def reduced_function(function: Function, receiver: str) -> list[ast.stmt]:
    """The body with only what types need. `receiver`: name of the parameter that is the object, "" for none."""
    wanted = _Wanted(receiver, function.returns is None)
    while True:
        kept = _kept(function.body, wanted)
        read = {node.id for node in _all_nodes(kept) if isinstance(node, ast.Name)}
        if read <= wanted.names:
            return kept
        wanted.names |= read


def _all_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def _kept(body: Sequence[ast.stmt], wanted: _Wanted) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for statement in body:
        if wanted.keeps(statement):
            out.append(statement)
        else:
            out += _kept_inside(statement, wanted)
    return out


def _kept_inside(statement: ast.stmt, wanted: _Wanted) -> list[ast.stmt]:
    match statement:
        case ast.If(body=body, orelse=orelse) | ast.While(body=body, orelse=orelse):
            return _either(_kept(body, wanted), _kept(orelse, wanted))
        case ast.For(target=target, iter=source, body=body) | ast.AsyncFor(target=target, iter=source, body=body):
            inner = _kept(body, wanted)
            if not wanted.binds(target):
                return _either(inner, [])
            return [type(statement)(target=target, iter=source, body=inner or [ast.Pass()], orelse=[], lineno=0)]
        case ast.With(items=items, body=body) | ast.AsyncWith(items=items, body=body):
            inner = _kept(body, wanted)
            named = [item for item in items if wanted.binds(item.optional_vars)]
            return [type(statement)(items=named, body=inner or [ast.Pass()], lineno=0)] if named else inner
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
            caught = [row for handler in handlers for row in _either(_kept(handler.body, wanted), [])]
            return [*_kept(body, wanted), *_kept(orelse, wanted), *caught, *_kept(final, wanted)]
        case ast.Match(cases=cases):
            return [row for case in cases for row in _either(_kept(case.body, wanted), [])]
    return []


def _either(body: list[ast.stmt], orelse: list[ast.stmt]) -> list[ast.stmt]:
    if not body and not orelse:
        return []
    return [ast.If(test=_UNTOLD, body=body or [ast.Pass()], orelse=orelse)]
