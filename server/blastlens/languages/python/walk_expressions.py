"""Operators and containers, and what the language does with a value: tests it, iterates it, awaits it."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.python.walk_conditions import NOTHING, arm, narrowed_by, tests_type
from blastlens.languages.python.walk_paths import value, value_attribute
from blastlens.languages.python.walk_state import Handler, Walk

_TUPLE: Final = Expr.TUPLE
_LIST: Final = Expr.LIST
_DICT: Final = Expr.DICT
_EITHER: Final = Expr.EITHER
_BINARY: Final = Expr.BINARY
_AWAIT: Final = Expr.AWAIT
_STAR: Final = Expr.STAR
_SMALL: Final = 3  # digits of a negative number that may be an index
_UNARY: Final = Expr.UNARY
_ITERATE: Final = Use.ITERATE
_WAITED_FOR: Final = Use.AWAIT
_OPERATE: Final = Use.OPERATE
_TEST: Final = Use.TEST
_NOT_A_VALUE: Final = frozenset(("comment", "line_continuation"))
_LITERALS: Final = frozenset(("string", "concatenated_string", "integer", "float", "true", "false", "none"))
_DISPLAYS: Final = frozenset(
    (
        *_LITERALS,
        "list",
        "tuple",
        "set",
        "dictionary",
        "list_comprehension",
        "set_comprehension",
        "dictionary_comprehension",
    )
)
"""Expressions whose value is a built-in one, whatever stands in them."""
_MAY_BE_INSTANCE: Final = frozenset(("identifier", "attribute", "call", "subscript", "await"))
_GIVE_BOOL: Final = frozenset((b"isinstance", b"issubclass", b"hasattr", b"callable", b"any", b"all", b"bool", b"len"))
_IDENTITY: Final = frozenset(("is", "is not"))
_CONTAINMENT: Final = frozenset(("in", "not in"))


def parenthesized(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type not in _NOT_A_VALUE:
            row = walk.expression(child)
    return row


def value_parenthesized(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type not in _NOT_A_VALUE:
            row = value(walk, child)
    return row


def elements(kind: int) -> Handler:
    def evaluate(walk: Walk, node: Any) -> int:
        row = [kind]
        for child in node.named_children:
            if child.type not in _NOT_A_VALUE:
                row.append(value(walk, child))
        return walk.row(tuple(row))

    return evaluate


def dictionary(walk: Walk, node: Any) -> int:
    row = [_DICT]
    for child in node.named_children:
        if child.type == "pair":
            parts = child.children
            row += (value(walk, parts[0]), value(walk, parts[-1]))
        elif child.type == "dictionary_splat":
            row += (-1, walk.last_child(child))
        elif child.type == "ERROR":
            walk.children(child)
    return walk.row(tuple(row))


def conditional(walk: Walk, node: Any) -> int:
    """`a if condition else b`: each arm in its own narrowed context where the condition tests a type."""
    parts = [child for child in node.named_children if child.type not in _NOT_A_VALUE]
    if len(parts) != 3:
        return walk.children(node)
    walk.cyclomatic += 1
    walk.effects += 1
    walk.cognitive += 1 + walk.nesting
    walk.nesting += 1
    then, tested, otherwise = parts
    condition(walk, tested)
    narrowing = narrowed_by(walk, tested) if tests_type(walk, tested) else NOTHING
    row = (
        _EITHER,
        arm(walk, then, narrowing.when_true, value),
        arm(walk, otherwise, narrowing.when_false, value),
    )
    walk.nesting -= 1
    return walk.row(row)


def condition(walk: Walk, node: Any) -> int:
    """Evaluates what is tested for truth."""
    while node.type == "parenthesized_expression":
        inner = node.named_children
        if len(inner) != 1:
            break
        node = inner[0]
    if node.type == "boolean_operator":
        if walk.too_nested(node):
            return walk.unknown
        row = _boolean(walk, node, True)
        walk.leave()
        return row
    row = walk.expression(node)
    _test(walk, node, row)
    return row


def _test(walk: Walk, node: Any, row: int) -> None:
    kind = node.type
    if kind not in _MAY_BE_INSTANCE:
        return
    if kind == "call":
        callee = node.child(0)
        if walk.source[callee.start_byte : callee.end_byte] in _GIVE_BOOL:
            return
    walk.use_at(_TEST, row, node)


def boolean(walk: Walk, node: Any) -> int:
    """`a or b`, `a and b`; a chain of them leans to the left. The right side is narrowed by the left."""
    return _boolean(walk, node, False)


def _boolean(walk: Walk, node: Any, tested: bool) -> int:
    """`tested`: whether the last operand is tested too."""
    spine: list[Any] = []
    whole = node
    while node.type == "boolean_operator":
        children = node.children
        if len(children) < 3:
            break
        spine.append(children)
        node = children[0]
    if not spine:
        return walk.children(node)
    walk.cyclomatic += len(spine)
    walk.effects += 1
    typed = tests_type(walk, whole)
    narrowing = narrowed_by(walk, node) if typed else NOTHING
    row = value(walk, node)
    _test(walk, node, row)
    last = ""
    for children in spine[::-1]:
        operator, right = children[-2].type, children[-1]
        if operator != last:
            walk.cognitive += 1
            last = operator
        facts = narrowing.when_true if operator == "and" else narrowing.when_false
        right_row = arm(walk, right, facts, value if children is spine[0] and not tested else _tested_value)
        row = right_row if operator == "and" else walk.row((_EITHER, row, right_row))
        if typed:
            narrowing = narrowing.joined(walk, operator, narrowed_by(walk, right))
    return row


def _tested_value(walk: Walk, node: Any) -> int:
    row = value(walk, node)
    _test(walk, node, row)
    return row


def binary(walk: Walk, node: Any) -> int:
    spine: list[Any] = []
    while node.type == "binary_operator":
        children = node.children
        if len(children) < 3:
            break
        spine.append(children)
        node = children[0]
    if not spine:
        return walk.children(node)
    row = walk.expression(node)
    left = node.type
    for children in spine[::-1]:
        sign, right = children[-2], children[-1]
        row = walk.row((_BINARY, walk.name(sign.type.encode()), row, walk.expression(right)))
        operation(walk, row, left, sign, right.type)
        left = ""
    return row


def operation(walk: Walk, row: int, left: str, sign: Any, right: str) -> None:
    """Notes an operator, given the kinds of its operands, where one of them may be an instance of a class. Text formats what
    is added to it, which is no operator of theirs."""
    if left != "string" and not (left in _LITERALS and right in _LITERALS):
        walk.use(_OPERATE, row, sign.start_byte, sign.end_byte - sign.start_byte)


def unary(walk: Walk, node: Any) -> int:
    child = node.children[-1]
    if child.type == "integer" and child.end_byte - child.start_byte < _SMALL:
        return walk.constant(b"int", walk.source[node.start_byte : child.end_byte].replace(b" ", b""))
    if child.type == "float":
        return walk.constant(b"float")
    operator = node.children[0]
    row = walk.row((_UNARY, walk.name(operator.type.encode()), walk.expression(child)))
    if child.type in _MAY_BE_INSTANCE:
        walk.use(_OPERATE, row, operator.start_byte, operator.end_byte - operator.start_byte)
    return row


def negation(walk: Walk, node: Any) -> int:
    condition(walk, node.children[-1])
    return walk.constant(b"bool")


def comparison(walk: Walk, node: Any) -> int:
    """`a < b <= c`: each operator stands between two operands."""
    sign = left = None
    left_row = walk.unknown
    for child in node.children:
        if child.type in _NOT_A_VALUE:
            continue
        if not child.is_named or child.type in _CONTAINMENT:
            sign = child
            continue
        row = walk.expression(child)
        if sign is not None and left is not None:
            _compared(walk, sign, (left.type, left_row), (child.type, row))
        sign, left, left_row = None, child, row
    return walk.constant(b"bool")


def _compared(walk: Walk, sign: Any, left: tuple[str, int], right: tuple[str, int]) -> None:
    operator = sign.type
    if operator in _IDENTITY or (left[0] in _LITERALS and right[0] in _LITERALS):
        return
    if operator in _CONTAINMENT and right[0] in _DISPLAYS:
        return
    row = walk.row((_BINARY, walk.name(operator.encode()), left[1], right[1]))
    walk.use(_OPERATE, row, sign.start_byte, sign.end_byte - sign.start_byte)


def awaited(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type != "comment":
            row = walk.expression(child)
            if child.type in _MAY_BE_INSTANCE:
                walk.use_at(_WAITED_FOR, row, child)
    return walk.row((_AWAIT, row))


def starred(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if child.type != "comment":
            row = walk.expression(child)
            iterated(walk, child, row)
    return walk.row((_STAR, row))


def iterated(walk: Walk, node: Any, row: int, kind: int = _ITERATE) -> None:
    """Notes what is iterated."""
    if node.type in _MAY_BE_INSTANCE:
        walk.use_at(kind, row, node)


HANDLERS: Final[dict[str, Handler]] = {
    "parenthesized_expression": parenthesized,
    "type": parenthesized,
    "comment": lambda walk, _: walk.unknown,
    "list": elements(_LIST),
    "set": elements(_LIST),
    "tuple": elements(_TUPLE),
    "expression_list": elements(_TUPLE),
    "pattern_list": elements(_TUPLE),
    "dictionary": dictionary,
    "conditional_expression": conditional,
    "boolean_operator": boolean,
    "binary_operator": binary,
    "unary_operator": unary,
    "comparison_operator": comparison,
    "not_operator": negation,
    "await": awaited,
    "list_splat": starred,
    "list_splat_pattern": starred,
}
VALUE_HANDLERS: Final[dict[str, Handler]] = {
    "attribute": value_attribute,
    "parenthesized_expression": value_parenthesized,
}
"""What differs where the result is handed on."""
