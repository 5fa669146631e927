"""Operators and containers."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
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
_NOT_A_VALUE: Final = frozenset(("comment", "line_continuation"))


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
    then, condition, otherwise = parts
    walk.expression(condition)
    narrowing = narrowed_by(walk, condition) if tests_type(walk, condition) else NOTHING
    row = (
        _EITHER,
        arm(walk, then, narrowing.when_true, value),
        arm(walk, otherwise, narrowing.when_false, value),
    )
    walk.nesting -= 1
    return walk.row(row)


def boolean(walk: Walk, node: Any) -> int:
    """`a or b`, `a and b`; a chain of them leans to the left. The right side is narrowed by the left."""
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
    last = ""
    for children in spine[::-1]:
        operator, right = children[-2].type, children[-1]
        if operator != last:
            walk.cognitive += 1
            last = operator
        facts = narrowing.when_true if operator == "and" else narrowing.when_false
        right_row = arm(walk, right, facts, value)
        row = right_row if operator == "and" else walk.row((_EITHER, row, right_row))
        if typed:
            narrowing = narrowing.joined(walk, operator, narrowed_by(walk, right))
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
    for children in spine[::-1]:
        operator = walk.name(children[-2].type.encode())
        row = walk.row((_BINARY, operator, row, walk.expression(children[-1])))
    return row


def unary(walk: Walk, node: Any) -> int:
    child = node.children[-1]
    if child.type == "integer" and child.end_byte - child.start_byte < _SMALL:
        return walk.constant(b"int", walk.source[node.start_byte : child.end_byte].replace(b" ", b""))
    if child.type == "float":
        return walk.constant(b"float")
    walk.expression(child)
    return walk.unknown


def comparison(walk: Walk, node: Any) -> int:
    walk.children(node)
    return walk.constant(b"bool")


def awaited(walk: Walk, node: Any) -> int:
    return walk.row((_AWAIT, walk.last_child(node)))


def starred(walk: Walk, node: Any) -> int:
    return walk.row((_STAR, walk.last_child(node)))


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
    "not_operator": comparison,
    "await": awaited,
    "list_splat": starred,
    "list_splat_pattern": starred,
}
VALUE_HANDLERS: Final[dict[str, Handler]] = {
    "attribute": value_attribute,
    "parenthesized_expression": value_parenthesized,
}
"""What differs where the result is handed on."""
