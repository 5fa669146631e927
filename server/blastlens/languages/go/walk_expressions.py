"""Expressions: what they reach for, and the row that says what they are."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.go.walk_state import ASSIGN, BLANK, Handler, Walk
from blastlens.languages.go.walk_types import SLICE, named_results, parameters, result_type, type_
from blastlens.languages.walking.state import LAMBDA_SCOPE

_ATTR: Final = Expr.ATTR
_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_EITHER: Final = Expr.EITHER
_DICT: Final = Expr.DICT
_LIST: Final = Expr.LIST
_AWAIT: Final = Expr.AWAIT
_LAMBDA: Final = Expr.LAMBDA
_STAR: Final = Expr.STAR
_CALLED: Final = Use.CALL
_MADE: Final = Use.MAKE
_VALUE: Final = Use.VALUE
_COMMENT: Final = "comment"
_MAKERS: Final = frozenset((b"new", b"make"))
_BOOLEAN: Final = frozenset((b"==", b"!=", b"<", b"<=", b">", b">=", b"&&", b"||"))
_LOGICAL: Final = frozenset((b"&&", b"||"))
_NAMED_TYPES: Final = frozenset(("type_identifier", "qualified_type", "generic_type"))
_SELECTOR: Final = "selector_expression"


def identifier(walk: Walk, node: Any) -> int:
    name = walk.source[node.start_byte : node.end_byte]
    walk.used.add(name)
    return walk.name_rows[name]


def selector(walk: Walk, node: Any) -> int:
    """`x.name` where it is read, and may name a method."""
    row, start, end = selected(walk, node)
    if end > start:
        walk.use(_VALUE, row, start, end - start)
    return row


def selected(walk: Walk, node: Any) -> tuple[int, int, int]:
    """The row of `x.name`, and where the name stands."""
    parts = node.children
    field = parts[-1]
    start, end = field.start_byte, field.end_byte
    return walk.row((_ATTR, walk.expression(parts[0]), walk.names[walk.source[start:end]])), start, end


def call(walk: Walk, node: Any) -> int:
    parts = node.children
    callee, arguments = parts[0], parts[-1]
    row, start, end = _callee(walk, callee)
    given = _arguments(walk, arguments, start, end)
    whole = walk.row((_CALL, row, len(given), *given))
    walk.use(_CALLED, whole, start, end - start)
    if (
        end - start < 5
        and given
        and walk.source[start:end] in _MAKERS
        and row == walk.name_rows[walk.source[start:end]]
    ):
        return walk.typed(given[0])
    return whole


def _callee(walk: Walk, node: Any) -> tuple[int, int, int]:
    """The row of what is called, and where its name stands."""
    kind = walk.kinds[node.kind_id]
    if kind == _SELECTOR:
        return selected(walk, node)
    if kind == "identifier":
        return identifier(walk, node), node.start_byte, node.end_byte
    if kind == "parenthesized_expression" or kind == "unary_expression":
        for child in node.named_children:
            if child.type != _COMMENT and not walk.too_nested(child):
                found = _callee(walk, child)
                walk.leave()
                return found
    if kind in ("index_expression", "type_instantiation_expression"):
        parts = node.named_children
        row, start, end = _callee(walk, parts[0])
        return walk.row((_INDEX, row, *[type_argument(walk, part) for part in parts[1:]])), start, end
    return walk.expression(node), node.start_byte, node.start_byte + 1


def type_argument(walk: Walk, node: Any) -> int:
    """What stands in brackets: an index, or a type."""
    if walk.kinds[node.kind_id].endswith("_type"):
        return type_(walk, node)
    return walk.value(node)


def _arguments(walk: Walk, node: Any, start: int, end: int) -> list[int]:
    rows: list[int] = []
    takes_type = walk.source[start:end] in _MAKERS
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == _COMMENT:
            continue
        if kind == "variadic_argument":
            inner = child.named_children
            rows.append(walk.row((_STAR, walk.value(inner[0]) if inner else walk.unknown)))
        elif (takes_type and not rows) or kind.endswith("_type") or kind == "type_identifier":
            rows.append(type_(walk, child))
        else:
            rows.append(walk.value(child))
    return rows


def conversion(walk: Walk, node: Any) -> int:
    """`[]byte(x)`: a type that no name spells."""
    kind, operand = node.child_by_field_name("type"), node.child_by_field_name("operand")
    if kind is not None and kind.type == "generic_type":
        return _generic_call(walk, kind, operand)
    if operand is not None:
        walk.value(operand)
    return walk.typed(type_(walk, kind))


def _generic_call(walk: Walk, callee: Any, operand: Any) -> int:
    """`f[T](x)`, which the grammar takes for a conversion."""
    walk.quiet, left = True, walk.quiet
    row, name = type_(walk, callee), _name_in(callee)
    walk.quiet = left
    given = [walk.value(operand)] if operand is not None else []
    whole = walk.row((_CALL, row, len(given), *given))
    walk.use(_CALLED, whole, name.start_byte, name.end_byte - name.start_byte)
    return whole


def assertion(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if child.type != _COMMENT]
    walk.expression(parts[0])
    return walk.typed(type_(walk, parts[-1])) if len(parts) > 1 else walk.unknown


# -- literals


def composite(walk: Walk, node: Any) -> int:
    """`T{…}`: makes an instance of T where a name spells it."""
    kind, listed = node.child_by_field_name("type"), node.child_by_field_name("body")
    is_named = kind is not None and kind.type in _NAMED_TYPES
    walk.quiet, left = is_named, walk.quiet
    row = type_(walk, kind)
    walk.quiet = left
    if is_named:
        name = _name_in(kind)
        made = walk.row((_CALL, row, 0))
        walk.use(_MADE, made, name.start_byte, name.end_byte - name.start_byte)
        row = made
    else:
        row = walk.typed(row)
    if listed is None:
        return row
    keyed = kind is not None and not is_named and not kind.type.endswith("struct_type")
    if keyed and _holds_functions(kind):
        rows: list[int] = []
        _elements(walk, listed, True, rows)
        is_map = kind.type == "map_type"
        return walk.row((_DICT, *rows) if is_map else (_LIST, *rows[1::2]))
    _elements(walk, listed, keyed)
    return row


def _holds_functions(kind: Any) -> bool:
    """Whether a type is a map, slice or array of functions: a table, whose calls may enter what stands in it."""
    element = kind.child_by_field_name("value" if kind.type == "map_type" else "element")
    return element is not None and element.type == "function_type"


def _name_in(node: Any) -> Any:
    while node.type == "generic_type" and node.named_children:
        node = node.named_children[0]
    return node.named_children[-1] if node.type == "qualified_type" else node


def _elements(walk: Walk, node: Any, keyed: bool, rows: list[int] | None = None) -> None:
    """The values of a literal; with their keys they are added to `rows`. `keyed`: keys are values too; else a plain name is taken
    for that of a field."""
    if walk.too_nested(node):
        return
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        key = value = walk.unknown
        if kind == "keyed_element":
            parts = [part for part in child.named_children if part.type != _COMMENT]
            if len(parts) > 1:
                key = _element(walk, parts[0], keyed, True)
            if parts:
                value = _element(walk, parts[-1], keyed, False)
        elif kind == "literal_element" or kind == "literal_value":
            value = _element(walk, child, keyed, False)
        elif kind != _COMMENT:
            value = walk.expression(child)
        if rows is not None and kind != _COMMENT:
            rows += (key, value)
    walk.leave()


def _element(walk: Walk, node: Any, keyed: bool, is_key: bool) -> int:
    inner = node
    if walk.kinds[node.kind_id] == "literal_element":
        parts = node.named_children
        if not parts:
            return walk.unknown
        inner = parts[0]
    kind = walk.kinds[inner.kind_id]
    if kind == "literal_value":
        _elements(walk, inner, False)
        return walk.unknown
    if is_key and not keyed and kind in ("identifier", "field_identifier"):
        return walk.unknown
    return walk.value(inner)


def literal(walk: Walk, node: Any) -> int:
    """`func(…) {…}`: what it does belongs to the function around it."""
    context = walk.here()
    given = parameters(walk, node.child_by_field_name("parameters"))
    results = node.child_by_field_name("result")
    result = result_type(walk, results)
    left = walk.open_scope(LAMBDA_SCOPE)
    scope = walk.scope
    bindings, blank = walk.scopes[scope].bindings, walk.names[BLANK]
    for one in given:
        if one.name != blank:
            row = walk.typed(one.annotation)
            if one.kind == 2:
                row = walk.typed(walk.row((_INDEX, walk.name_rows[SLICE], one.annotation)))
            bindings.setdefault(one.name, []).append((ASSIGN, row, -1, context, -1, 0))
    named_results(walk, results, scope, context)
    kept = (walk.base, walk.fresh, walk.nesting)
    walk.base, walk.fresh = left, False
    walk.nesting += 1
    text = node.child_by_field_name("body")
    if text is not None:
        for child in text.named_children:
            walk.expression(child)
    walk.base, walk.fresh, walk.nesting = kept
    walk.close_scope(left)
    return walk.row((_LAMBDA, scope, walk.typed(result) if result >= 0 else walk.unknown, context))


def string(walk: Walk, node: Any) -> int:
    return walk.plain_string(walk.source[node.start_byte : node.end_byte])


def raw_string(walk: Walk, node: Any) -> int:
    return walk.string(walk.source[node.start_byte + 1 : node.end_byte - 1])


def integer(walk: Walk, node: Any) -> int:
    return walk.integer(walk.source[node.start_byte : node.end_byte])


def constant(kind: bytes) -> Handler:
    def evaluate(walk: Walk, node: Any) -> int:  # noqa: ARG001
        return walk.constant(kind)

    return evaluate


# -- operators


def unary(walk: Walk, node: Any) -> int:
    parts = node.children
    operator = walk.source[parts[0].start_byte : parts[0].end_byte]
    row = walk.value(parts[-1])
    if operator == b"<-":
        return walk.row((_AWAIT, row))
    return walk.constant(b"bool") if operator == b"!" else row


def binary(walk: Walk, node: Any) -> int:
    """A chain of operators leans to the left."""
    kinds = walk.kinds
    spine: list[Any] = []
    while kinds[node.kind_id] == "binary_expression":
        parts = node.children
        if len(parts) < 3:
            break
        spine.append(parts)
        node = parts[0]
    if not spine:
        return walk.each(node)
    row = walk.value(node)
    last = b""
    for parts in spine[::-1]:
        sign = next((part for part in parts[1:-1] if not part.is_named), parts[1])
        operator = walk.source[sign.start_byte : sign.end_byte]
        if operator in _LOGICAL:
            walk.cyclomatic += 1
            if operator != last:
                walk.cognitive += 1
                last = operator
        right = walk.value(parts[-1])
        if operator in _BOOLEAN:
            row = walk.constant(b"bool")
        elif right != row:
            row = walk.row((_EITHER, row, right))
    return row


def parenthesized(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type != _COMMENT:
            row = walk.value(child)
    return row


def index(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if child.type != _COMMENT]
    row = walk.expression(parts[0]) if parts[0].type != "identifier" else walk.value(parts[0])
    return walk.row((_INDEX, row, *[type_argument(walk, part) for part in parts[1:]]))


def instantiation(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if child.type != _COMMENT]
    return walk.row((_INDEX, walk.value(parts[0]), *[type_(walk, part) for part in parts[1:]]))


def slice_(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if child.type != _COMMENT]
    row = walk.expression(parts[0])
    for part in parts[1:]:
        walk.value(part)
    return row


def a_type(walk: Walk, node: Any) -> int:
    return type_(walk, node)


def nothing(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": identifier,
    "selector_expression": selector,
    "call_expression": call,
    "type_conversion_expression": conversion,
    "type_assertion_expression": assertion,
    "composite_literal": composite,
    "func_literal": literal,
    "interpreted_string_literal": string,
    "raw_string_literal": raw_string,
    "int_literal": integer,
    "float_literal": constant(b"float"),
    "imaginary_literal": constant(b"complex"),
    "rune_literal": constant(b"rune"),
    "true": constant(b"bool"),
    "false": constant(b"bool"),
    "nil": nothing,
    "iota": constant(b"int"),
    "unary_expression": unary,
    "binary_expression": binary,
    "parenthesized_expression": parenthesized,
    "index_expression": index,
    "type_instantiation_expression": instantiation,
    "slice_expression": slice_,
    "comment": nothing,
    "label_name": nothing,
    "field_identifier": nothing,
    "package_identifier": identifier,
    "type_identifier": a_type,
    "qualified_type": a_type,
    "generic_type": a_type,
    "pointer_type": a_type,
    "slice_type": a_type,
    "array_type": a_type,
    "map_type": a_type,
    "channel_type": a_type,
    "function_type": a_type,
    "struct_type": a_type,
    "interface_type": a_type,
}
