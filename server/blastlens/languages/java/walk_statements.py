"""Statements: local variables, loops, switches, `try`, `return`."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.java.walk_expressions import operands, pattern
from blastlens.languages.java.walk_state import ANNOTATED, ASSIGN, BLOCK_SCOPE, EITHER, Handler, JavaWalk
from blastlens.languages.java.walk_types import dimensions, is_inferred, type_row


def block(walk: JavaWalk, node: Any) -> int:
    left = walk.enter_block()
    for child in node.named_children:
        walk.statement(child)
    walk.leave_block(left)
    return walk.unknown


def _variables(walk: JavaWalk, node: Any) -> int:
    """Local variables: each is bound after its value has been read."""
    type_: Any = None
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "variable_declarator":
            name, row, value = declarator(walk, child, type_)
            if row == walk.unknown:
                walk.declare(name, ASSIGN, value)
            else:
                walk.expect(value, walk.typed(row), walk.here())
                walk.declare(name, ANNOTATED, row)
        elif kind != "modifiers":
            type_ = child
    return walk.unknown


def declarator(walk: JavaWalk, node: Any, type_: Any) -> tuple[bytes, int, int]:
    """(name, type expr, row of the value) of a declarator; the unknown row for `var` and for no value."""
    children = operands(walk, node)
    row = walk.unknown if type_ is None or is_inferred(walk, type_) else type_row(walk, type_)
    value = walk.unknown
    for child in children[1:]:
        if walk.kinds[child.kind_id] == "dimensions":
            row = walk.array_of(row, dimensions(walk, child))
        else:
            value = walk.expression(child)
    return walk.text(children[0]), row if row >= 0 else walk.unknown, value


def _counted(walk: JavaWalk) -> None:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting


def _branch(walk: JavaWalk, node: Any) -> int:
    _counted(walk)
    walk.nesting += 1
    for child in node.named_children:
        walk.statement(child)
    walk.nesting -= 1
    return walk.unknown


def _if(walk: JavaWalk, node: Any) -> int:
    """An `if` with all the `else if` behind it."""
    _counted(walk)
    following = node
    while following is not None:
        parts, other, following = following.named_children, following.child_by_field_name("alternative"), None
        for child in parts:
            if other is None or child.start_byte != other.start_byte:
                _nested(walk, child)
                continue
            walk.cognitive += 1
            if walk.kinds[child.kind_id] == "if_statement":
                walk.cyclomatic += 1
                following = child
            else:
                _nested(walk, child)
    return walk.unknown


def _nested(walk: JavaWalk, node: Any) -> None:
    walk.nesting += 1
    walk.statement(node)
    walk.nesting -= 1


def _jump(walk: JavaWalk, node: Any) -> int:
    """`break` and `continue`; one to a label breaks the flow."""
    walk.cognitive += any(walk.kinds[child.kind_id] == "identifier" for child in node.named_children)
    return walk.unknown


def _run_on(walk: JavaWalk, kind: int, row: int, node: Any) -> None:
    """Notes what the language runs on a value: at its text, as far as that stands on one line."""
    start, end = node.start_byte, node.end_byte
    walk.use(kind, row, start, 0 if walk.source.find(b"\n", start, end) >= 0 else end - start)


def _each(walk: JavaWalk, node: Any) -> int:
    """`for (T x : values)`."""
    _counted(walk)
    left = walk.enter_block()
    children = operands(walk, node)
    type_: Any = None
    name = b""
    extra = 0
    for child in children[:-2]:
        kind = walk.kinds[child.kind_id]
        if kind == "identifier":
            name = walk.text(child)
        elif kind == "dimensions":
            extra = dimensions(walk, child)
        elif kind != "modifiers":
            type_ = child
    if len(children) > 2:
        values = walk.expression(children[-2])
        _run_on(walk, Use.ITERATE, values, children[-2])
        if type_ is not None and is_inferred(walk, type_):
            walk.declare(name, ASSIGN, walk.exprs[Expr.ITER, values])
        elif type_ is not None:
            walk.declare(name, ANNOTATED, walk.array_of(type_row(walk, type_), extra))
    walk.nesting += 1
    for child in children[-1:]:
        walk.statement(child)
    walk.nesting -= 1
    walk.leave_block(left)
    return walk.unknown


def _for(walk: JavaWalk, node: Any) -> int:
    _counted(walk)
    walk.nesting += 1
    block(walk, node)
    walk.nesting -= 1
    return walk.unknown


def switch(walk: JavaWalk, node: Any) -> int:
    """A switch as a statement or an expression: the row of what its arms give."""
    children = operands(walk, node)
    walk.cognitive += 1 + walk.nesting
    walk.nesting += 1
    outer, walk.switch_values = walk.switch_values, []
    for child in children[:-1]:
        walk.expression(child)
    left = walk.enter_block()
    for group in children[-1].named_children if children else ():
        _arm(walk, group)
    walk.leave_block(left)
    values, walk.switch_values = walk.switch_values, outer
    walk.nesting -= 1
    return walk.either(values) if values else walk.unknown


def _arm(walk: JavaWalk, node: Any) -> None:
    """A rule (`case … -> …`) has names of its own; statements after `case …:` share those of the switch."""
    kind = walk.kinds[node.kind_id]
    is_rule = kind == "switch_rule"
    left = (walk.scope, walk.block_open)
    if is_rule:
        walk.block_open = False
    for child in node.named_children:
        inner = walk.kinds[child.kind_id]
        if inner == "switch_label":
            walk.cyclomatic += walk.kinds[child.children[0].kind_id] != "default"
            for part in operands(walk, child):
                _label(walk, part)
        elif is_rule and inner == "expression_statement":
            values = [walk.expression(part) for part in operands(walk, child)]
            if values and walk.switch_values is not None:
                walk.switch_values.append(walk.within(walk.here(), values[-1]))
        else:
            walk.statement(child)
    if is_rule:
        walk.leave_block(left)


def _label(walk: JavaWalk, node: Any) -> None:
    kind = walk.kinds[node.kind_id]
    if kind == "pattern":
        for part in operands(walk, node):
            pattern(walk, part, -1)
    elif kind in ("type_pattern", "record_pattern"):
        pattern(walk, node, -1)
    else:
        walk.expression(node)


def _yield(walk: JavaWalk, node: Any) -> int:
    for child in operands(walk, node):
        row = walk.expression(child)
        if walk.switch_values is not None:
            walk.switch_values.append(walk.within(walk.here(), row))
    return walk.unknown


def _return(walk: JavaWalk, node: Any) -> int:
    for child in operands(walk, node):
        row = walk.expression(child)
        if walk.lambda_returns is not None:
            walk.lambda_returns.append(walk.within(walk.here(), row))
        elif walk.result_type >= 0:
            walk.expect(row, walk.typed(walk.result_type), walk.here())
    return walk.unknown


def _try(walk: JavaWalk, node: Any) -> int:
    left = walk.enter_block()
    for child in operands(walk, node):
        if walk.kinds[child.kind_id] == "resource_specification":
            for resource in operands(walk, child):
                _resource(walk, resource)
        else:
            walk.statement(child)
            if walk.scope != left[0] and walk.kinds[child.kind_id] == "block":
                walk.close_scope(left[0])  # what is caught sees no resources
                walk.block_open = False
    walk.leave_block(left)
    return walk.unknown


def _resource(walk: JavaWalk, node: Any) -> None:
    children = operands(walk, node)
    kinds = [walk.kinds[child.kind_id] for child in children]
    if len(children) == 1:
        _run_on(walk, Use.ENTER, walk.expression(children[0]), children[0])
        return
    at = 1 if kinds and kinds[0] == "modifiers" else 0
    if len(children) < at + 3:
        walk.other(node)
        return
    value = walk.expression(children[-1])
    _run_on(walk, Use.ENTER, value, children[-1])
    name = walk.text(children[at + 1])
    if is_inferred(walk, children[at]):
        walk.declare(name, ASSIGN, value)
    else:
        walk.declare(name, ANNOTATED, type_row(walk, children[at]))


def _catch(walk: JavaWalk, node: Any) -> int:
    _counted(walk)
    left, open_ = walk.open_scope(BLOCK_SCOPE), walk.block_open
    walk.block_open = True
    for child in operands(walk, node):
        if walk.kinds[child.kind_id] == "catch_formal_parameter":
            _caught(walk, child)
        else:
            _nested(walk, child)
    walk.close_scope(left)
    walk.block_open = open_
    return walk.unknown


def _caught(walk: JavaWalk, node: Any) -> None:
    types: list[int] = []
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "catch_type":
            types += [type_row(walk, item) for item in operands(walk, child)]
        elif kind == "identifier" and types:
            row = types[0] if len(types) == 1 else walk.exprs[(EITHER, *types)]
            walk.declare(walk.text(child), ANNOTATED, row)


def _skip(walk: JavaWalk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


def _assert(walk: JavaWalk, node: Any) -> int:
    for child in operands(walk, node):
        walk.expression(child)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "block": block,
    "constructor_body": block,
    "local_variable_declaration": _variables,
    "if_statement": _if,
    "while_statement": _branch,
    "do_statement": _branch,
    "enhanced_for_statement": _each,
    "for_statement": _for,
    "switch_expression": switch,
    "switch_statement": switch,
    "yield_statement": _yield,
    "return_statement": _return,
    "try_statement": _try,
    "try_with_resources_statement": _try,
    "catch_clause": _catch,
    "break_statement": _jump,
    "continue_statement": _jump,
    "line_comment": _skip,
    "block_comment": _skip,
    "assert_statement": _assert,
}
