"""Expressions: literals, names, operators, casts, patterns."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.java.walk_state import ANNOTATED, ASSIGN, INDEX, Handler, JavaWalk
from blastlens.languages.java.walk_types import is_inferred, type_row

_COMPARING: Final = frozenset({b"==", b"!=", b"<", b">", b"<=", b">="})
_LOGICAL: Final = frozenset({b"&&", b"||"})
_COMMENTS: Final = frozenset({"block_comment", "line_comment"})


def operands(walk: JavaWalk, node: Any) -> list[Any]:
    """The named children without comments."""
    return [child for child in node.named_children if walk.kinds[child.kind_id] not in _COMMENTS]


def _identifier(walk: JavaWalk, node: Any) -> int:
    return walk.name_rows[walk.source[node.start_byte : node.end_byte]]


def _integer(walk: JavaWalk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    return walk.constant(b"long") if text[-1:] in b"lL" else walk.integer(text)


def _float(walk: JavaWalk, node: Any) -> int:
    return walk.constant(b"float" if walk.source[node.end_byte - 1 : node.end_byte] in b"fF" else b"double")


def _character(walk: JavaWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"char")


def _boolean(walk: JavaWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"boolean")


def _null(walk: JavaWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"None")


def _string(walk: JavaWalk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "string_interpolation":
            walk.expression(child)
    text = walk.source[node.start_byte : node.end_byte]
    return walk.plain_string(text) if len(text) > 1 else walk.constant(b"str")


def _parenthesized(walk: JavaWalk, node: Any) -> int:
    row = walk.unknown
    for child in operands(walk, node):
        row = walk.expression(child)
    return row


def _field(walk: JavaWalk, node: Any) -> int:
    children = node.children
    last = children[-1]
    first = children[0]
    kind = walk.kinds[last.kind_id]
    if kind == "this":
        return walk.typed(walk.expression(first))
    base = walk.expression(first)
    if len(children) > 3 and walk.kinds[children[2].kind_id] == "super":
        base = walk.typed(base)
    return walk.attribute(base, walk.source[last.start_byte : last.end_byte])


def _this(walk: JavaWalk, node: Any) -> int:
    return walk.name_rows[walk.source[node.start_byte : node.end_byte]]


def _binary(walk: JavaWalk, node: Any) -> int:
    """Operators of one sign stand deeply nested on the left; the text of a program may add hundreds of strings."""
    pending: list[Any] = []
    while walk.kinds[node.kind_id] == "binary_expression":
        children = node.children
        if len(children) < 3:
            return walk.other(node) if not pending else walk.unknown
        pending.append(children)
        node = children[0]
    row = walk.expression(node)
    last = b""
    for children in pending[::-1]:
        sign = walk.source[children[-2].start_byte : children[-2].end_byte]
        if sign in _LOGICAL:
            walk.cyclomatic += 1
            walk.cognitive += sign != last
            last = sign
        right = walk.expression(children[-1])
        if sign in _COMPARING or sign in _LOGICAL:
            row = walk.constant(b"boolean")
        elif row != right:
            row = _combined(walk, sign, row, right)
    return row


def _combined(walk: JavaWalk, sign: bytes, left: int, right: int) -> int:
    texts = walk.constant(b"str")
    if sign == b"+" and texts in (left, right):
        return texts
    return walk.either([left, right])


def _unary(walk: JavaWalk, node: Any) -> int:
    row = walk.unknown
    for child in operands(walk, node):
        row = walk.expression(child)
    return walk.constant(b"boolean") if walk.source[node.start_byte : node.start_byte + 1] == b"!" else row


def _instanceof(walk: JavaWalk, node: Any) -> int:
    children = operands(walk, node)
    tested = walk.expression(children[0])
    del tested
    type_ = -1
    for child in children[1:]:
        kind = walk.kinds[child.kind_id]
        if kind == "record_pattern":
            pattern(walk, child, -1)
        elif kind == "identifier" and type_ >= 0:
            walk.declare(walk.text(child), ANNOTATED, type_)
        elif kind != "modifiers":
            type_ = type_row(walk, child)
    return walk.constant(b"boolean")


def pattern(walk: JavaWalk, node: Any, position: int) -> None:
    """A pattern of `case` or `instanceof`: binds the names in it. `position`: of the component it stands for; -1 for none."""
    del position
    if walk.too_nested(node):
        return
    children = operands(walk, node)
    kind = walk.kinds[node.kind_id]
    if kind == "record_pattern":
        owner = type_row(walk, children[0]) if children else -1
        parts = children[1].named_children if len(children) > 1 else []
        for index, part in enumerate(part for part in parts if walk.kinds[part.kind_id] not in _COMMENTS):
            _component(walk, part, owner, index)
    elif kind == "type_pattern" and len(children) > 1:
        walk.declare(walk.text(children[-1]), ANNOTATED, type_row(walk, children[-2]))
    else:
        for child in children:
            pattern(walk, child, -1)
    walk.leave()


def _component(walk: JavaWalk, node: Any, owner: int, index: int) -> None:
    children = operands(walk, node)
    kinds = [walk.kinds[child.kind_id] for child in children]
    if len(children) > 1 and kinds[-1] == "identifier":
        type_ = children[-2]
        name = walk.text(children[-1])
        if is_inferred(walk, type_) and owner >= 0:
            walk.declare(name, ASSIGN, walk.exprs[Expr.FIELD, walk.typed(owner), index])
        else:
            walk.declare(name, ANNOTATED, type_row(walk, type_))
        return
    for child in children:
        pattern(walk, child, index)


def _ternary(walk: JavaWalk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    walk.nesting += 1
    rows = [walk.expression(child) for child in operands(walk, node)]
    walk.nesting -= 1
    return walk.either(rows[1:]) if len(rows) == 3 else walk.unknown


def _assignment(walk: JavaWalk, node: Any) -> int:
    children = operands(walk, node)
    if len(children) < 2:
        return walk.other(node)
    left = walk.expression(children[0])
    right = walk.expression(children[-1])
    walk.expect(right, left, walk.here())
    return left if left != walk.unknown else right


def _cast(walk: JavaWalk, node: Any) -> int:
    children = operands(walk, node)
    types = [type_row(walk, child) for child in children[:-1]]
    row = walk.expression(children[-1])
    typed = walk.typed(types[0]) if types else walk.unknown
    walk.expect(row, typed, walk.here())
    return typed


def _class_literal(walk: JavaWalk, node: Any) -> int:
    type_ = type_row(walk, node.children[0])
    name = walk.name_rows[b"Class"]
    return walk.typed(walk.exprs[INDEX, name, type_] if type_ >= 0 else name)


def _array_access(walk: JavaWalk, node: Any) -> int:
    children = operands(walk, node)
    rows = [walk.expression(child) for child in children]
    return walk.exprs[INDEX, rows[0], rows[-1]] if len(rows) > 1 else walk.unknown


def _new_array(walk: JavaWalk, node: Any) -> int:
    type_ = -1
    count = 0
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "dimensions_expr":
            count += 1
            walk.expression(child)
        elif kind == "dimensions":
            count += walk.source.count(b"[", child.start_byte, child.end_byte)
        elif kind == "array_initializer":
            walk.expression(child)
        elif type_ < 0:
            type_ = type_row(walk, child)
    return walk.typed(walk.array_of(type_, count)) if type_ >= 0 else walk.unknown


def _nothing(walk: JavaWalk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": _identifier,
    "type_identifier": _identifier,
    "decimal_integer_literal": _integer,
    "hex_integer_literal": _integer,
    "octal_integer_literal": _integer,
    "binary_integer_literal": _integer,
    "decimal_floating_point_literal": _float,
    "hex_floating_point_literal": _float,
    "character_literal": _character,
    "true": _boolean,
    "false": _boolean,
    "null_literal": _null,
    "string_literal": _string,
    "text_block": _string,
    "parenthesized_expression": _parenthesized,
    "field_access": _field,
    "scoped_identifier": _field,
    "this": _this,
    "super": _this,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _unary,
    "instanceof_expression": _instanceof,
    "ternary_expression": _ternary,
    "assignment_expression": _assignment,
    "cast_expression": _cast,
    "class_literal": _class_literal,
    "array_access": _array_access,
    "array_creation_expression": _new_array,
    "line_comment": _nothing,
    "block_comment": _nothing,
    "marker_annotation": _nothing,
    "annotation": _nothing,
    "modifiers": _nothing,
}
