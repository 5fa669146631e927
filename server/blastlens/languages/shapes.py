"""Shapes: what a framework's rule says something is, written as a small expression and read into tuples.

| written | means |
| --- | --- |
| `pkg.Type`, `pkg.Type[X, …]` | an instance of the class, with type arguments |
| `Self` | an instance of the class that was asked for the attribute |
| `type[X]` | the class of X instead of an instance |
| `argument(0, to)` | an instance of the class that argument 0, or keyword `to`, names or spells |
| `result(0, dependency)` | what calling that argument gives |
| `parameter(0)` | type argument 0 of the instance whose method it is |
| `call(X)` | something that gives X when it is called |
| `A \\| B` | both are possible |

Tuples: ("name", dotted, arguments) ("self",) ("type", shape) ("argument", index, keyword) ("result", index, keyword)
("parameter", index) ("call", shape) ("either", shapes).
"""

import ast
from typing import Any

Shape = tuple[Any, ...]


def parse_shape(text: str) -> Shape:
    """Raises `ValueError` for what is no shape."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{text!r} names no type") from error
    return _shape(tree.body, text)


def _shape(node: ast.expr, text: str) -> Shape:
    match node:
        case ast.Name(id="Self"):
            return ("self",)
        case ast.Name() | ast.Attribute():
            return ("name", _dotted(node, text), ())
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            return ("either", (_shape(left, text), _shape(right, text)))
        case ast.Subscript(value=ast.Name(id="type"), slice=inner):
            return ("type", _shape(inner, text))
        case ast.Subscript(value=value, slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return ("name", _dotted(value, text), tuple(_shape(part, text) for part in parts))
        case ast.Call(func=ast.Name(id="call"), args=[inner]):
            return ("call", _shape(inner, text))
        case ast.Call(func=ast.Name(id="parameter"), args=[ast.Constant(value=int(index))]):
            return ("parameter", index)
        case ast.Call(func=ast.Name(id="argument" | "result" as kind), args=[ast.Constant(value=int(index)), *rest]):
            if len(rest) == 1 and isinstance(rest[0], ast.Name):
                return (kind, index, rest[0].id)
            if not rest:
                return (kind, index, "")
    raise ValueError(f"{text!r} names no type")


def _dotted(node: ast.expr, text: str) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{_dotted(value, text)}.{name}"
    raise ValueError(f"{text!r} names no type")
