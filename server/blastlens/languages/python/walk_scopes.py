"""Expressions with a scope of their own (lambda, comprehensions), and those that bind or yield."""

from typing import Any, Final

from blastlens.facts.file_facts import DefFlag, Expr, Use
from blastlens.languages.python.walk_conditions import begin_narrowed, narrowed_by, tests_type
from blastlens.languages.python.walk_expressions import condition as tested
from blastlens.languages.python.walk_expressions import iterated
from blastlens.languages.python.walk_paths import value
from blastlens.languages.python.walk_state import (
    ASSIGN,
    COMPREHENSION_SCOPE,
    LAMBDA_PARAM,
    LAMBDA_SCOPE,
    Handler,
    Walk,
)
from blastlens.languages.python.walk_targets import target

_LAMBDA: Final = Expr.LAMBDA
_LIST: Final = Expr.LIST
_DICT: Final = Expr.DICT
_ITER: Final = Expr.ITER
_YIELD_FROM: Final = Expr.YIELD_FROM
_SELF: Final = b"self"
_SENT: Final = Expr.SENT
_RETURNED: Final = Expr.RETURNED
_ITERATE: Final = Use.ITERATE
_ITERATE_ASYNC: Final = Use.ITERATE_ASYNC
_A: Final = ord("a")


def lambda_(walk: Walk, node: Any) -> int:
    walk.effects += 1
    names: list[bytes] = []
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        for parameter in parameters.named_children:
            kind = parameter.type
            if kind == "identifier":
                names.append(walk.source[parameter.start_byte : parameter.end_byte])
            elif kind == "default_parameter":
                parts = parameter.children
                names.append(walk.source[parts[0].start_byte : parts[0].end_byte])
                value(walk, parts[-1])
            elif kind in ("list_splat_pattern", "dictionary_splat_pattern"):
                last = parameter.children[-1]
                names.append(walk.source[last.start_byte : last.end_byte])
    outside = walk.here()
    left = walk.open_scope(LAMBDA_SCOPE)
    scope = walk.scope
    for index, name in enumerate(names):
        receiver = 0 if name == _SELF and index == 0 else -1
        walk.bind_first(scope, name, LAMBDA_PARAM, -1, receiver, outside)
    body = node.child_by_field_name("body")
    context = walk.here()
    walk.nesting += 1
    row = walk.unknown if body is None else value(walk, body)
    walk.nesting -= 1
    walk.close_scope(left)
    walk.lambda_scope = scope
    return walk.row((_LAMBDA, scope, row, context))


def comprehension(walk: Walk, node: Any) -> int:
    """`[body for target in iterable if condition]` and its kin. The first iterable belongs to the outer scope."""
    walk.effects += 1
    children = node.named_children
    clauses = [child for child in children if child.type in ("for_in_clause", "if_clause")]
    first = walk.unknown
    if clauses and clauses[0].type == "for_in_clause":
        first = _iterable(walk, clauses[0])
    outside = walk.here()
    left_scope, left_block = walk.open_scope(COMPREHENSION_SCOPE), walk.block
    for index, clause in enumerate(clauses):
        walk.cyclomatic += 1
        if clause.type == "for_in_clause":
            row = _iterable(walk, clause) if index else first
            place = clause.child_by_field_name("left")
            if place is not None:
                target(walk, place, walk.row((_ITER, row)), walk.here() if index else outside)
        else:
            _condition(walk, clause)
    row = _body(walk, node)
    walk.close_block(left_block)
    walk.close_scope(left_scope)
    return row


def _iterable(walk: Walk, clause: Any) -> int:
    right = clause.child_by_field_name("right")
    if right is None:
        return walk.unknown
    row = walk.expression(right)
    iterated(walk, right, row, _ITERATE_ASYNC if walk.source[clause.start_byte] == _A else _ITERATE)
    return row


def _condition(walk: Walk, clause: Any) -> None:
    condition = clause.children[-1]
    facts = narrowed_by(walk, condition).when_true if tests_type(walk, condition) else ()
    tested(walk, condition)
    if facts:
        begin_narrowed(walk, facts)


def _body(walk: Walk, node: Any) -> int:
    body = node.child_by_field_name("body")
    if body is None:
        return walk.unknown
    if body.type == "pair":
        parts = body.children
        key = value(walk, parts[0])
        key_context = walk.here()
        entry = value(walk, parts[-1])
        return walk.row((_DICT, walk.within(key_context, key), walk.within(walk.here(), entry)))
    context = walk.here()
    return walk.row((_LIST, walk.within(context, value(walk, body))))


def walrus(walk: Walk, node: Any) -> int:
    """`(name := value)` binds in the nearest function, class or module."""
    walk.effects += 1
    children = node.children
    row = value(walk, children[-1])
    name = children[0]
    if name.type == "identifier" and len(children) > 1:
        walk.bind(walk.source[name.start_byte : name.end_byte], ASSIGN, row, scope=walk.holding_scope())
    return row


def yield_(walk: Walk, node: Any) -> int:
    walk.effects += 1
    children = node.children
    given = walk.row((_SENT,))
    if len(children) < 2:  # error recovery leaves some without any
        row = walk.constant(b"None")
    else:
        row = value(walk, children[-1])
        if children[1].type == "from":
            iterated(walk, children[-1], row)
            given = walk.row((_RETURNED, row))
            row = walk.row((_YIELD_FROM, row))
    if walk.owner < 0:
        return walk.unknown
    owner = walk.defs[walk.owner]
    owner.flags |= DefFlag.GENERATOR
    owner.yields.append((row, walk.here()))
    return given


HANDLERS: Final[dict[str, Handler]] = {
    "lambda": lambda_,
    "list_comprehension": comprehension,
    "set_comprehension": comprehension,
    "dictionary_comprehension": comprehension,
    "generator_expression": comprehension,
    "named_expression": walrus,
    "yield": yield_,
}
