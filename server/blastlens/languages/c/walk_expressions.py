"""Expressions: names, literals, operators, what is filled in."""

from typing import Any, Final

from blastlens.languages.c.walk_state import INDEX, CWalk, Handler

_COMPARING: Final = frozenset({b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||"})


def _identifier(walk: CWalk, node: Any) -> int:
    return walk.name_rows[walk.source[node.start_byte : node.end_byte]]


def _number(walk: CWalk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    if text.isdigit():
        return walk.integer(text)
    return walk.constant(b"double" if b"." in text else b"int")


def _string(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"str")


def _character(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"char")


def _boolean(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"bool")


def _null(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"None")


def _nothing(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


def _parenthesized(walk: CWalk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "compound_statement":
            walk.statement(child)
        else:
            row = walk.expression(child)
    return row


# -- operators


def _binary(walk: CWalk, node: Any) -> int:
    """Operators of one sign stand deeply nested on the left."""
    pending: list[Any] = []
    while walk.kinds[node.kind_id] == "binary_expression":
        children = node.children
        if len(children) < 3:
            return walk.children(node)
        pending.append(children)
        node = children[0]
    row = walk.expression(node)
    last = b""
    for children in pending[::-1]:
        sign = walk.source[children[-2].start_byte : children[-2].end_byte]
        if sign in (b"&&", b"||"):
            walk.cyclomatic += 1
            walk.cognitive += sign != last
            last = sign
        right = walk.expression(children[-1])
        if sign in _COMPARING:
            row = walk.constant(b"bool")
        elif row != right and sign in (b"<<", b">>"):
            continue
        elif row != right:
            row = walk.either([row, right])
    return row


def _unary(walk: CWalk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.expression(child)
    return walk.constant(b"bool") if walk.source[node.start_byte : node.start_byte + 1] == b"!" else row


def _pointer(walk: CWalk, node: Any) -> int:
    children = node.children
    if len(children) == 2:
        if walk.kinds[children[0].kind_id] == "&":
            return walk.value(children[1])
        return walk.pointed(walk.expression(children[1]))
    return walk.children(node)


def _conditional(walk: CWalk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    parts = node.named_children
    if not parts:
        return walk.unknown
    walk.nesting += 1
    walk.expression(parts[0])
    rows = [walk.value(part) for part in parts[1:]]
    walk.nesting -= 1
    return walk.either(rows)


def _assignment(walk: CWalk, node: Any) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return walk.children(node)
    left = walk.expression(parts[0])
    base = walk.base
    right = walk.value(parts[-1])
    if walk.kinds[parts[0].kind_id] == "field_expression" and _may_be_function(walk, parts[-1]):
        walk.hold(walk.text(parts[0].named_children[-1]), base, right)
    return left if left != walk.unknown else right


def _may_be_function(walk: CWalk, node: Any) -> bool:
    kind = walk.kinds[node.kind_id]
    return kind in ("identifier", "qualified_identifier") or (kind == "pointer_expression" and _names(walk, node))


def _names(walk: CWalk, node: Any) -> bool:
    return walk.kinds[node.children[-1].kind_id] == "identifier" and walk.kinds[node.children[0].kind_id] == "&"


def _subscript(walk: CWalk, node: Any) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return walk.children(node)
    base = walk.expression(parts[0])
    index = parts[-1]
    if walk.kinds[index.kind_id] == "subscript_argument_list":
        rows = [walk.expression(item) for item in index.named_children]
        key = rows[0] if rows else walk.unknown
    else:
        key = walk.expression(index)
    return walk.exprs[INDEX, base, key] if base != walk.unknown else walk.unknown


def _comma(walk: CWalk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.expression(child)
    return row


def _initializers(walk: CWalk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "initializer_pair":
            parts = child.named_children
            if parts:
                for part in parts[:-1]:
                    if walk.kinds[part.kind_id] != "field_designator":
                        walk.children(part)
                row = walk.value(parts[-1])
                if walk.filled >= 0 and _may_be_function(walk, parts[-1]):
                    walk.hold(walk.text(parts[0]).lstrip(b"."), walk.typed(walk.filled), row)
        else:
            walk.value(child)
    return walk.unknown


def _arguments(walk: CWalk, node: Any) -> int:
    for child in node.named_children:
        walk.value(child)
    return walk.unknown


def _offset(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"int")


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": _identifier,
    "this": _identifier,
    "number_literal": _number,
    "string_literal": _string,
    "raw_string_literal": _string,
    "concatenated_string": _string,
    "char_literal": _character,
    "true": _boolean,
    "false": _boolean,
    "null": _null,
    "nullptr": _null,
    "parenthesized_expression": _parenthesized,
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _unary,
    "pointer_expression": _pointer,
    "conditional_expression": _conditional,
    "assignment_expression": _assignment,
    "subscript_expression": _subscript,
    "comma_expression": _comma,
    "initializer_list": _initializers,
    "argument_list": _arguments,
    "sizeof_expression": _offset,
    "alignof_expression": _offset,
    "offsetof_expression": _offset,
    "decltype": _nothing,
    "comment": _nothing,
    "attribute_specifier": _nothing,
    "attribute_declaration": _nothing,
    "type_descriptor": _nothing,
    "template_argument_list": _nothing,
    "ms_declspec_modifier": _nothing,
}
