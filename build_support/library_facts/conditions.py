"""Which arm of `if sys.version_info …` and `if sys.platform …` holds: the newest Python, on Linux."""

import ast
from collections.abc import Iterator
from typing import Final

NEWEST: Final = (3, 14)
PLATFORM: Final = "linux"


def truth(test: ast.expr) -> bool | None:
    """Whether a condition holds; None when it does not depend on version and platform alone."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inner = truth(operand)
            return None if inner is None else not inner
        case ast.BoolOp(op=operator, values=values):
            return _combined([truth(value) for value in values], isinstance(operator, ast.Or))
        case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
            return True
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _compared(left, operator, right)
        case ast.Call(func=ast.Attribute(value=value, attr="startswith"), args=[ast.Constant(value=str(text))]):
            return PLATFORM.startswith(text) if _is_sys(value, "platform") else None
        case ast.Constant(value=bool(value)):
            return value
    return None


def _combined(parts: list[bool | None], is_or: bool) -> bool | None:
    if is_or in parts:
        return is_or
    return None if None in parts else not is_or


def _is_sys(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == name and ast.unparse(node.value) == "sys"


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool | None:
    if _is_sys(left, "platform") and isinstance(right, ast.Constant):
        if isinstance(operator, ast.Eq):
            return bool(right.value == PLATFORM)
        return bool(right.value != PLATFORM) if isinstance(operator, ast.NotEq) else None
    version: object = NEWEST
    if isinstance(left, ast.Subscript) and _is_sys(left.value, "version_info"):
        version = NEWEST[0] if isinstance(left.slice, ast.Constant) else NEWEST
    elif not _is_sys(left, "version_info"):
        return None
    try:
        wanted = ast.literal_eval(right)
    except ValueError:
        return None
    return _ordered(version, operator, wanted)


def _ordered(version: object, operator: ast.cmpop, wanted: object) -> bool | None:
    match operator, version, wanted:
        case ast.GtE(), tuple(), tuple():
            return version >= wanted
        case ast.Gt(), tuple(), tuple():
            return version > wanted
        case ast.Lt(), tuple(), tuple():
            return version < wanted
        case ast.LtE(), tuple(), tuple():
            return version <= wanted
        case ast.Eq(), _, _:
            return version == wanted
        case ast.GtE(), int(), int():
            return version >= wanted
        case ast.Lt(), int(), int():
            return version < wanted
    return None


def resolved(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements that hold, in order; of an arm that does not hold, those that define what no other one defines."""
    out: list[ast.stmt] = []
    lacking: list[ast.stmt] = []
    _resolve(body, out, lacking)
    defined = {name for statement in out for name in defined_names(statement)}
    for statement in lacking:
        names = set(defined_names(statement))
        if names and not names & defined:
            out.append(statement)
    return out


def _resolve(body: list[ast.stmt], out: list[ast.stmt], lacking: list[ast.stmt]) -> None:
    for statement in body:
        holds = truth(statement.test) if isinstance(statement, ast.If) else None
        if holds is None or not isinstance(statement, ast.If):
            out.append(statement)
            continue
        taken, other = (statement.body, statement.orelse) if holds else (statement.orelse, statement.body)
        _resolve(taken, out, lacking)
        rest: list[ast.stmt] = []
        _resolve(other, rest, lacking)
        lacking += rest


def defined_names(statement: ast.stmt) -> Iterator[str]:
    """Names that a statement binds."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                yield (alias.asname or alias.name).partition(".")[0]
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id
        case ast.If(body=body, orelse=orelse):
            for inner in (*body, *orelse):
                yield from defined_names(inner)
        case ast.Try(body=body, handlers=handlers):
            for inner in (*body, *(row for handler in handlers for row in handler.body)):
                yield from defined_names(inner)
