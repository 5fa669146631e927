"""Enumerations: what every one of them has, and their constants, which call a constructor."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.java.walk_calls import anonymous, called
from blastlens.languages.java.walk_expressions import operands
from blastlens.languages.java.walk_state import ANNOTATED, ARRAY, INDEX, Handler, JavaWalk


def enum_members(walk: JavaWalk, name: int, context: int) -> None:
    """`values()` and `valueOf()`, which every enumeration has."""
    own = walk.exprs[Expr.NAME, name]
    many = walk.exprs[INDEX, walk.name_row(ARRAY), own]
    for method, result in ((b"values()", many), (b"valueOf()", own)):
        row = walk.exprs[Expr.FUNCTION_TYPE, result]
        walk.bind_first(walk.scope, method, ANNOTATED, row, -1, context)


def has_constructor(walk: JavaWalk, body: Any) -> bool:
    parts = [child for child in body.named_children if walk.kinds[child.kind_id] == "enum_body_declarations"]
    return any(
        walk.kinds[child.kind_id] == "constructor_declaration" for part in parts for child in part.named_children
    )


def _constant(walk: JavaWalk, node: Any) -> int:
    """A constant of an enumeration, with a body of its own or without."""
    name: Any = None
    body: Any = None
    arguments: list[Any] = []
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            name = child
        elif kind == "argument_list":
            arguments = operands(walk, child)
        elif kind == "class_body":
            body = child
    if name is None or walk.class_def < 0:
        return walk.unknown
    own = walk.exprs[Expr.NAME, walk.defs[walk.class_def].name]
    if walk.class_def in walk.constructed:
        called(walk, own, arguments, name)
    else:
        for argument in arguments:
            walk.expression(argument)
    walk.bind(walk.text(name), ANNOTATED, own)
    if body is not None:
        anonymous(walk, node, name, body, own, own)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {"enum_constant": _constant}
