"""Calls: of methods and constructors, method references, lambdas, anonymous classes."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.java.walk_expressions import operands
from blastlens.languages.java.walk_state import (
    ANNOTATED,
    ASSIGN,
    CALL,
    CALL_ROW,
    EITHER,
    LAMBDA_ROW,
    METHOD,
    Handler,
    JavaWalk,
)
from blastlens.languages.java.walk_types import base_row, dimensions, last_part, plain_type, type_row
from blastlens.languages.walking.state import LAMBDA_SCOPE

_TYPES: Final = frozenset(
    {"generic_type", "array_type", "integral_type", "floating_point_type", "boolean_type", "annotated_type"}
)


def _call(walk: JavaWalk, node: Any) -> int:
    children = node.children
    arguments = children[-1]
    name = children[-2]
    if len(children) == 2:
        callee = walk.name_rows[walk.source[name.start_byte : name.end_byte] + METHOD]
    else:
        first = children[0]
        base = walk.expression(first)
        if len(children) > 4 and walk.kinds[children[2].kind_id] == "super":
            base = walk.typed(base)  # `Interface.super.method()`
        callee = walk.attribute(base, walk.source[name.start_byte : name.end_byte] + METHOD)
    return called(walk, callee, operands(walk, arguments), name)


def called(walk: JavaWalk, callee: int, arguments: list[Any], name: Any) -> int:
    """The row of a call, which is noted as a use at the node of the called name."""
    rows = [walk.expression(argument) for argument in arguments]
    row = walk.exprs[(CALL_ROW, callee, len(rows), *rows)]
    start = name.start_byte
    walk.use(CALL, row, start, name.end_byte - start)
    if walk.lambdas or walk.wanting:
        _expect_arguments(walk, row, rows)
    return row


def _expect_arguments(walk: JavaWalk, row: int, rows: list[int]) -> None:
    """Tells lambdas, and calls with lambdas among their arguments, whose arguments they are."""
    context = walk.here()
    for position, argument in enumerate(rows):
        scope = walk.lambdas.get(argument, -1)
        if scope >= 0:
            walk.wanting.setdefault(row, []).append((scope, position))
        if scope >= 0 or argument in walk.wanting:
            walk.expect(argument, walk.exprs[Expr.ARGUMENT, row, position], context)


def _new(walk: JavaWalk, node: Any) -> int:
    """`new C(…)`, `outer.new C(…)`, either with a body."""
    children = node.children
    body: Any = None
    type_: Any = None
    arguments: Any = None
    outer = -1
    for child in children:
        kind = walk.kinds[child.kind_id]
        if kind == "argument_list":
            arguments = child
        elif kind == "class_body":
            body = child
        elif kind == "new" or not child.is_named:
            continue
        elif kind in ("type_identifier", "generic_type", "scoped_type_identifier", "annotated_type"):
            type_ = child if arguments is None else type_
        elif type_ is None and kind != "type_arguments":
            outer = walk.expression(child)
    if type_ is None or arguments is None:
        return walk.other(node) if outer < 0 else walk.unknown
    name = last_part(walk, type_)
    callee = plain_type(walk, type_) if outer < 0 else walk.attribute(outer, walk.text(name))
    # An instance of a nameless class is no instance made by the constructor that is written.
    row = called(walk, callee if body is None else walk.exprs[EITHER, callee], operands(walk, arguments), name)
    if body is not None:
        return walk.exprs[Expr.OBJECT, anonymous(walk, node, name, body, base_row(walk, type_), callee)]
    if walk.kinds[type_.kind_id] == "generic_type" and outer < 0 and len(type_.children[-1].children) > 2:
        return walk.typed(base_row(walk, type_))
    return row


def anonymous(walk: JavaWalk, node: Any, name: Any, body: Any, base: int, plain: int) -> int:
    """The class def of an anonymous body."""
    # Imported here: definitions hold calls, and calls definitions.
    from blastlens.languages.java.walk_definitions import anonymous_class

    return anonymous_class(walk, node, name, body, (base, plain))


def _reference(walk: JavaWalk, node: Any) -> int:
    """`C::method`, `object::method`, `C::new`."""
    children = node.children
    last = children[-1]
    first = children[0]
    kind = walk.kinds[first.kind_id]
    if kind in _TYPES:
        base = plain_type(walk, first) if kind == "generic_type" else type_row(walk, first)
    else:
        base = walk.expression(first)
    start, length = last.start_byte, last.end_byte - last.start_byte
    if walk.kinds[last.kind_id] == "new":
        if kind == "array_type":
            return _array_maker(walk, base)
        row = base
    else:
        row = walk.attribute(base, walk.text(last) + METHOD)
    if row != walk.unknown:
        walk.use(Use.VALUE, row, start, length)
    return row


def _array_maker(walk: JavaWalk, type_: int) -> int:
    """`T[]::new`, a function of the length."""
    left = walk.open_scope(LAMBDA_SCOPE)
    scope, context = walk.scope, walk.here()
    walk.bind_first(scope, b"length", ANNOTATED, walk.name_rows[b"int"], -1, context)
    walk.close_scope(left)
    return walk.exprs[LAMBDA_ROW, scope, walk.typed(type_), context]


def _lambda(walk: JavaWalk, node: Any) -> int:
    children = operands(walk, node)
    left, open_ = walk.open_scope(LAMBDA_SCOPE), walk.block_open
    scope = walk.scope
    walk.block_open = True
    outer_block = walk.open_block()
    wants = _parameters(walk, children[0], scope)
    returns, walk.lambda_returns = walk.lambda_returns, []
    walk.nesting += 1
    body = children[-1]
    if walk.kinds[body.kind_id] == "block":
        walk.statement(body)
        value = walk.either(walk.lambda_returns)
        context = walk.here()
    else:
        value = walk.expression(body)
        context = walk.here()
    walk.nesting -= 1
    walk.lambda_returns = returns
    walk.close_block(outer_block)
    walk.close_scope(left)
    walk.block_open = open_
    row = walk.exprs[LAMBDA_ROW, scope, value, context]
    if wants:
        walk.lambdas[row] = scope
    return row


def _parameters(walk: JavaWalk, node: Any, scope: int) -> bool:
    """Binds the parameters of a lambda; whether some of them have no type of their own."""
    kind = walk.kinds[node.kind_id]
    context = walk.here()
    if kind == "identifier":
        walk.bind_first(scope, walk.text(node), ASSIGN, walk.unknown, -1, context)
        return True
    wants = False
    for child in operands(walk, node):
        inner = operands(walk, child)
        if walk.kinds[child.kind_id] == "identifier":
            walk.bind_first(scope, walk.text(child), ASSIGN, walk.unknown, -1, context)
            wants = True
        elif len(inner) > 1:
            name, type_ = parameter_parts(walk, child)
            if type_ == walk.unknown:
                walk.bind_first(scope, name, ASSIGN, walk.unknown, -1, context)
                wants = True
            else:
                walk.bind_first(scope, name, ANNOTATED, type_, -1, context)
    return wants


def parameter_parts(walk: JavaWalk, node: Any) -> tuple[bytes, int]:
    """(name, type expr) of a formal parameter; the unknown row for `var`."""
    name = b""
    type_ = -2
    extra = 0
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            name = walk.text(child)
        elif kind == "variable_declarator":
            for part in operands(walk, child):
                if walk.kinds[part.kind_id] == "identifier":
                    name = name or walk.text(part)
        elif kind == "dimensions":
            extra = dimensions(walk, child)
        elif kind not in ("modifiers", "underscore_pattern") and type_ == -2:
            type_ = type_row(walk, child)
            if walk.text(child) == b"var":
                type_ = walk.unknown
    if extra and type_ >= 0:
        type_ = walk.array_of(type_, extra)
    return name or b"_", type_ if type_ >= 0 else walk.unknown


def _explicit_constructor(walk: JavaWalk, node: Any) -> int:
    """`this(…)`, `super(…)`."""
    children = operands(walk, node)
    arguments = children[-1]
    name: Any = None
    for child in node.children:
        if walk.kinds[child.kind_id] in ("this", "super"):
            name = child
    if name is None or walk.class_def < 0:
        return walk.other(node)
    if walk.kinds[name.kind_id] == "this":
        callee = walk.exprs[Expr.FUNCTION, walk.class_def]
    else:
        row = walk.defs[walk.class_def]
        callee = walk.unknown
        if row.bases:
            base = walk.superclass
            callee = walk.within(row.ctx, base)
    return called(walk, callee, operands(walk, arguments), name)


HANDLERS: Final[dict[str, Handler]] = {
    "method_invocation": _call,
    "object_creation_expression": _new,
    "method_reference": _reference,
    "lambda_expression": _lambda,
    "explicit_constructor_invocation": _explicit_constructor,
}
