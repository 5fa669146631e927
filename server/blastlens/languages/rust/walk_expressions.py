"""Expressions: what they reach for, and the row that says what they are."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.rust.walk_patterns import names, placed
from blastlens.languages.rust.walk_state import ASSIGN, Handler, Walk
from blastlens.languages.rust.walk_types import SLICE, path, result_type, type_, type_arguments
from blastlens.languages.walking.state import LAMBDA_SCOPE

_ATTR: Final = Expr.ATTR
_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_EITHER: Final = Expr.EITHER
_AWAIT: Final = Expr.AWAIT
_LAMBDA: Final = Expr.LAMBDA
_BINARY: Final = Expr.BINARY
_CALLED: Final = Use.CALL
_VALUE: Final = Use.VALUE
_COMMENTS: Final = frozenset(("line_comment", "block_comment"))
_FIELD: Final = "field_expression"
_LOGICAL: Final = frozenset((b"&&", b"||"))
_BOOLEAN: Final = frozenset((b"==", b"!=", b"<", b"<=", b">", b">=", b"&&", b"||"))
_ADDING: Final = frozenset((b"push", b"push_back", b"push_front", b"insert"))
_MADE_OF_TYPE: Final = frozenset((b"collect", b"sum", b"product", b"into"))
_FLAT: Final = b"flatten"
_MADE_BY_DEFAULT: Final = b"Default::default"
TRIED: Final = b"?"
"""The method of the library's types that `?` stands for."""


def identifier(walk: Walk, node: Any) -> int:
    name = walk.source[node.start_byte : node.end_byte]
    walk.used.add(name)
    return walk.name_rows[name]


def scoped(walk: Walk, node: Any) -> int:
    """`a::b` as a value: it may name a function."""
    row = path(walk, node)
    name = node.child_by_field_name("name")
    if name is not None:
        walk.use(_VALUE, row, name.start_byte, name.end_byte - name.start_byte)
    return row


def field(walk: Walk, node: Any) -> int:
    parts = node.children
    name = parts[-1]
    return walk.field(walk.expression(parts[0]), walk.source[name.start_byte : name.end_byte])


# -- calls


def call(walk: Walk, node: Any) -> int:
    parts = node.children
    callee, arguments = parts[0], parts[-1]
    expected, walk.expected = walk.expected, -1
    row, start, end = _callee(walk, callee)
    if expected >= 0 and walk.text(callee) == _MADE_BY_DEFAULT:
        row = walk.attribute(expected, b"default")
    given = argument_rows(walk, arguments, row)
    name = walk.source[start:end]
    if name in _ADDING and given:
        _note_element(walk, callee, given[-1])
    whole = walk.row((_CALL, row, len(given), *given))
    walk.use(_CALLED, whole, start, end - start)
    if name == _FLAT and not given:  # elements of elements
        held = walk.row((Expr.ITER, walk.row((Expr.ITER, walk.receiver))))
        return walk.row((_EITHER, whole, walk.row((Expr.LIST, held))))
    if name in _MADE_OF_TYPE and walk.kinds[callee.kind_id] == "generic_function":
        made = _said_type(walk, callee)
        return made if made != walk.unknown else whole
    return whole


def _said_type(walk: Walk, callee: Any) -> int:
    """`collect::<T>()` gives a T, where T is said to the end."""
    given = callee.child_by_field_name("type_arguments")
    if given is None or b"_" in walk.text(given):
        return walk.unknown
    found = type_arguments(walk, given)
    return walk.typed(found[0]) if found else walk.unknown


def _note_element(walk: Walk, callee: Any, row: int) -> None:
    """`v.push(x)`: what v holds."""
    if walk.kinds[callee.kind_id] == _FIELD:
        base = callee.children[0]
        if walk.kinds[base.kind_id] == "identifier":
            walk.bind_element(walk.text(base), row)


def _callee(walk: Walk, node: Any) -> tuple[int, int, int]:
    """The row of what is called, and where its name stands."""
    kind = walk.kinds[node.kind_id]
    if kind == _FIELD:
        parts = node.children
        name = parts[-1]
        start, end = name.start_byte, name.end_byte
        walk.receiver = walk.expression(parts[0])
        return walk.row((_ATTR, walk.receiver, walk.names[walk.source[start:end]])), start, end
    if kind == "identifier":
        return identifier(walk, node), node.start_byte, node.end_byte
    if kind == "scoped_identifier":
        row = path(walk, node)
        named = node.child_by_field_name("name")
        if named is not None:
            return row, named.start_byte, named.end_byte
        return row, node.start_byte, node.end_byte
    if kind == "generic_function" and not walk.too_nested(node):
        parts = node.named_children
        row, start, end = _callee(walk, parts[0])
        given = type_arguments(walk, parts[-1])
        walk.leave()
        return walk.row((_INDEX, row, *given)) if given else row, start, end
    return walk.expression(node), node.start_byte, node.start_byte + 1


def argument_rows(walk: Walk, node: Any, callee: int) -> list[int]:
    """Rows of arguments. What a closure is handed follows from the call and the arguments before it."""
    kinds = walk.kinds
    given = [child for child in node.named_children if kinds[child.kind_id] not in _COMMENTS]
    rows: list[int] = []
    for position, child in enumerate(given):
        if kinds[child.kind_id] == "closure_expression":
            rest = [walk.unknown] * (len(given) - position)
            so_far = walk.row((_CALL, callee, len(given), *rows, *rest))
            rows.append(_closure(walk, child, walk.row((Expr.ARGUMENT, so_far, position))))
        else:
            rows.append(walk.value(child))
    return rows


def tried(walk: Walk, node: Any) -> int:
    """`x?`"""
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _COMMENTS:
            walk.cyclomatic += 1
            return walk.called(walk.value(child), TRIED)
    return walk.unknown


def awaited(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _COMMENTS:
            return walk.row((_AWAIT, walk.value(child)))
    return walk.unknown


# -- closures


def closure(walk: Walk, node: Any) -> int:
    return _closure(walk, node, -1)


def _closure(walk: Walk, node: Any, expected: int) -> int:
    """`|x| …`: what it does belongs to the function around it. `expected`: the row of what it is handed to."""
    context = walk.here()
    given, result = node.child_by_field_name("parameters"), node.child_by_field_name("return_type")
    bound: list[tuple[bytes, int]] = []
    for position, child in placed(walk, given) if given is not None else ():
        handed = walk.row((Expr.PARAMETER, expected, position)) if expected >= 0 else walk.unknown
        if walk.kinds[child.kind_id] == "parameter":
            pattern, said = child.child_by_field_name("pattern"), child.child_by_field_name("type")
            if pattern is not None:
                row = type_(walk, said) if said is not None and walk.text(said) != b"_" else walk.unknown
                bound += names(walk, pattern, walk.typed(row) if row != walk.unknown else handed)
        else:
            bound += names(walk, child, handed)
    declared = result_type(walk, result) if result is not None else -1
    left = walk.open_scope(LAMBDA_SCOPE)
    scope = walk.scope
    for name, row in bound:
        walk.bind_first(scope, name, ASSIGN, row, -1, context)
    kept = (walk.base, walk.fresh, walk.nesting, walk.returned)
    walk.base, walk.fresh, walk.returned = left, False, []
    walk.nesting += 1
    text = node.child_by_field_name("body")
    row = walk.value(text) if text is not None else walk.unknown
    inner = walk.here()
    rows = [one for one in dict.fromkeys([row, *walk.returned]) if one != walk.unknown]
    walk.base, walk.fresh, walk.nesting, walk.returned = kept
    walk.close_scope(left)
    if declared >= 0:
        return walk.row((_LAMBDA, scope, walk.typed(declared), context))
    row = walk.unknown if not rows else rows[0] if len(rows) == 1 else walk.row((_EITHER, *rows))
    return walk.row((_LAMBDA, scope, row, inner))


# -- values


def struct(walk: Walk, node: Any) -> int:
    """`S { a: x, ..y }`: an instance, without a call."""
    name, listed = node.child_by_field_name("name"), node.child_by_field_name("body")
    row = type_(walk, name) if name is not None else walk.unknown
    segments = walk.text(name).split(b"::") if name is not None else []
    if len(segments) > 1 and segments[-2][:1].isupper():  # a variant makes one of its enumeration
        kind = name.child_by_field_name("path")
        row = path(walk, kind) if kind is not None else row
    for child in listed.named_children if listed is not None else ():
        kind = walk.kinds[child.kind_id]
        if kind == "field_initializer":
            value = child.child_by_field_name("value")
            if value is not None:
                walk.value(value)
        elif kind not in _COMMENTS:
            walk.expected = row if kind == "base_field_initializer" else -1
            for part in child.named_children:
                walk.value(part)
            walk.expected = -1
    return walk.typed(row)


def tuple_(walk: Walk, node: Any) -> int:
    rows = [walk.value(child) for child in node.named_children if walk.kinds[child.kind_id] not in _COMMENTS]
    return walk.row((Expr.TUPLE, *rows))


def array(walk: Walk, node: Any) -> int:
    rows = [walk.value(child) for child in node.named_children if walk.kinds[child.kind_id] not in _COMMENTS]
    if node.child_by_field_name("length") is not None:
        rows = rows[:1]
    return walk.row((Expr.LIST, *dict.fromkeys(rows)))


def inner(walk: Walk, node: Any) -> int:
    """What only wraps a value: `(x)`, `&x`, `*x`, `unsafe { x }`."""
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _COMMENTS and walk.kinds[child.kind_id] != "mutable_specifier":
            row = walk.value(child)
    return row


def unary(walk: Walk, node: Any) -> int:
    row = inner(walk, node)
    if walk.source[node.start_byte : node.start_byte + 1] == b"*":
        return row
    sign = b"!" if walk.source[node.start_byte : node.start_byte + 1] == b"!" else b"-"
    return walk.row((Expr.UNARY, walk.names[sign], row))


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
        row = walk.constant(b"bool") if operator in _BOOLEAN else walk.row((_BINARY, walk.names[operator], row, right))
    return row


def cast(walk: Walk, node: Any) -> int:
    value, kind = node.child_by_field_name("value"), node.child_by_field_name("type")
    if value is not None:
        walk.value(value)
    return walk.typed(type_(walk, kind))


def index(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if walk.kinds[child.kind_id] not in _COMMENTS]
    row = walk.value(parts[0])
    at = [walk.value(part) for part in parts[1:]]
    if len(parts) > 1 and walk.kinds[parts[1].kind_id] == "range_expression":
        return row
    return walk.row((_INDEX, row, *at))


def range_(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        walk.value(child)
    return walk.typed(walk.row((_INDEX, walk.name_rows[SLICE], walk.name_rows[b"usize"])))


def assignment(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        walk.value(child)
    return walk.constant(b"None")


def compound(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        walk.value(child)
    return walk.constant(b"None")


def a_type(walk: Walk, node: Any) -> int:
    return type_(walk, node)


def a_path(walk: Walk, node: Any) -> int:
    return path(walk, node)


def own(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.name_rows[b"self"]


def generic_value(walk: Walk, node: Any) -> int:
    """`f::<T>` as a value."""
    parts = node.named_children
    row = walk.value(parts[0])
    given = type_arguments(walk, parts[-1])
    return walk.row((_INDEX, row, *given)) if given else row


def nothing(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": identifier,
    "self": own,
    "scoped_identifier": scoped,
    "field_expression": field,
    "call_expression": call,
    "generic_function": generic_value,
    "try_expression": tried,
    "await_expression": awaited,
    "closure_expression": closure,
    "struct_expression": struct,
    "tuple_expression": tuple_,
    "array_expression": array,
    "parenthesized_expression": inner,
    "reference_expression": inner,
    "unary_expression": unary,
    "binary_expression": binary,
    "type_cast_expression": cast,
    "index_expression": index,
    "range_expression": range_,
    "assignment_expression": assignment,
    "compound_assignment_expr": compound,
    "line_comment": nothing,
    "block_comment": nothing,
    "label": nothing,
    "lifetime": nothing,
    "mutable_specifier": nothing,
    "field_identifier": nothing,
    "shorthand_field_identifier": identifier,
    "empty_statement": nothing,
    "attribute_item": nothing,
    "inner_attribute_item": nothing,
    "macro_definition": nothing,
    "token_tree": nothing,
    "type_identifier": a_type,
    "primitive_type": a_type,
    "scoped_type_identifier": a_type,
    "generic_type": a_type,
    "crate": a_path,
    "super": a_path,
    "reference_type": a_type,
    "pointer_type": a_type,
    "tuple_type": a_type,
    "array_type": a_type,
    "function_type": a_type,
    "dynamic_type": a_type,
    "abstract_type": a_type,
    "bracketed_type": a_type,
}
