"""Statements: what they declare, and the complexity they add."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.go.walk_definitions import taken
from blastlens.languages.go.walk_state import Handler, Walk
from blastlens.languages.go.walk_types import type_

_ITER: Final = Expr.ITER
_INDEX: Final = Expr.INDEX
_AWAIT: Final = Expr.AWAIT
_EITHER: Final = Expr.EITHER
_PARAMETER: Final = Expr.PARAMETER
_COMMENT: Final = "comment"
_LISTS: Final = frozenset(("expression_list", "identifier_list"))


def _listed(walk: Walk, node: Any) -> list[Any]:
    if walk.kinds[node.kind_id] in _LISTS:
        return [child for child in node.named_children if walk.kinds[child.kind_id] != _COMMENT]
    return [node]


def short_variables(walk: Walk, node: Any) -> int:
    """`a, b := x, y`: declares those that the block has not declared."""
    parts = [child for child in node.named_children if walk.kinds[child.kind_id] != _COMMENT]
    if len(parts) != 2:
        return walk.each(node)
    nodes = _listed(walk, parts[1])
    rows = [walk.value(one) for one in nodes]
    context = walk.here()
    names = _listed(walk, parts[0])
    fresh = [(position, text) for position, one in enumerate(names) if (text := _new_name(walk, one))]
    for position, text in fresh:
        walk.declare(text, taken(walk, nodes, rows, len(names), position), context)
    return walk.unknown


def _new_name(walk: Walk, node: Any) -> bytes:
    """The name that a place on the left of `:=` declares; "" for none."""
    if walk.kinds[node.kind_id] != "identifier":
        walk.expression(node)
        return b""
    name = walk.source[node.start_byte : node.end_byte]
    return b"" if walk.is_declared_here(name) else name


def assignment(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "expression_list":
            for one in child.named_children:
                walk.value(one)
        else:
            walk.expression(child)
    return walk.unknown


def sent(walk: Walk, node: Any) -> int:
    """`channel <- value`."""
    for child in node.named_children:
        walk.value(child)
    return walk.unknown


def returned(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        for one in _listed(walk, child):
            walk.value(one)
    return walk.unknown


def block(walk: Walk, node: Any) -> int:
    left = walk.open_braces()
    for child in node.named_children:
        walk.expression(child)
    walk.close_braces(left)
    return walk.unknown


def if_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    return _branching(walk, node)


def _branching(walk: Walk, node: Any) -> int:
    """An `if` with all the `else if` behind it, each in the block of the one before."""
    lefts = []
    following = node
    while following is not None:
        parts, following = following.children, None
        lefts.append(walk.open_braces())
        is_otherwise = False
        for child in parts:
            kind = walk.kinds[child.kind_id]
            if kind == "else":
                is_otherwise = True
                walk.cognitive += 1
            elif not child.is_named or kind == _COMMENT:
                continue
            elif kind == "block":
                walk.nesting += 1
                block(walk, child)
                walk.nesting -= 1
            elif kind == "if_statement" and is_otherwise:
                walk.cyclomatic += 1
                following = child
            else:
                walk.value(child)
    for left in lefts[::-1]:
        walk.close_braces(left)
    return walk.unknown


def for_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    left = walk.open_braces()
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "range_clause":
            _range(walk, child)
        elif kind == "for_clause":
            for part in child.named_children:
                walk.value(part)
        elif kind == "block":
            walk.nesting += 1
            block(walk, child)
            walk.nesting -= 1
        else:
            walk.value(child)
    walk.close_braces(left)
    return walk.unknown


def _range(walk: Walk, node: Any) -> None:
    """`k, v := range x`: what indexing or receiving from x gives; what x hands to a function, if it is one."""
    over = node.child_by_field_name("right")
    left = node.child_by_field_name("left")
    if over is None:
        walk.each(node)
        return
    row = walk.value(over)
    context = walk.here()
    names = _listed(walk, left) if left is not None else []
    if not any(child.type == ":=" for child in node.children):
        for one in names:
            walk.expression(one)
        return
    handed = walk.row((_PARAMETER, row, 0))
    for position, one in enumerate(names[:2]):
        if walk.kinds[one.kind_id] != "identifier":
            continue
        yielded = walk.row((_PARAMETER, handed, position))
        if position == 0:
            value = walk.row((_EITHER, walk.row((_ITER, row)), walk.row((_AWAIT, row)), yielded))
        else:
            value = walk.row((_EITHER, walk.row((_INDEX, row, walk.unknown)), yielded))
        walk.declare(walk.text(one), value, context)


def switch(walk: Walk, node: Any) -> int:
    walk.cognitive += 1 + walk.nesting
    left = walk.open_braces()
    walk.nesting += 1
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "expression_case":
            case(walk, child)
        else:
            walk.value(child)
    walk.nesting -= 1
    walk.close_braces(left)
    return walk.unknown


def case(walk: Walk, node: Any) -> int:
    """One arm of a switch or select."""
    if node.children[0].type != "default":
        walk.cyclomatic += 1
    left = walk.open_braces()
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "expression_list":
            for one in child.named_children:
                walk.value(one)
        else:
            walk.expression(child)
    walk.close_braces(left)
    return walk.unknown


def type_switch(walk: Walk, node: Any) -> int:
    """`switch v := x.(type)`: v is what the one type of an arm says, else x."""
    walk.cognitive += 1 + walk.nesting
    left = walk.open_braces()
    walk.nesting += 1
    name, row = b"", walk.unknown
    value = node.child_by_field_name("value")
    alias = node.child_by_field_name("alias")
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in ("type_case", "default_case"):
            _type_case(walk, child, name, row)
        elif alias is not None and child.start_byte == alias.start_byte:
            names = _listed(walk, child)
            name = walk.text(names[0]) if names else b""
        elif value is not None and child.start_byte == value.start_byte:
            row = walk.expression(child)
        else:
            walk.expression(child)
    walk.nesting -= 1
    walk.close_braces(left)
    return walk.unknown


def _type_case(walk: Walk, node: Any, name: bytes, value: int) -> None:
    walk.cyclomatic += walk.kinds[node.kind_id] == "type_case"
    left = walk.open_braces()
    types: list[int] = []
    body: list[Any] = []
    is_head = True
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == ":":
            is_head = False
        elif child.is_named and kind != _COMMENT:
            if is_head:
                types.append(walk.unknown if kind == "nil" else type_(walk, child))
            else:
                body.append(child)
    if name:
        context = walk.here()
        row = walk.typed(types[0]) if len(types) == 1 and types[0] != walk.unknown else value
        walk.declare(name, row, context)
    for child in body:
        walk.expression(child)
    walk.close_braces(left)


def received(walk: Walk, node: Any) -> int:
    """`v, ok := <-c` as an arm of a select."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    row = walk.value(right) if right is not None else walk.unknown
    context = walk.here()
    names = _listed(walk, left) if left is not None else []
    declares = any(child.type == ":=" for child in node.children)
    for position, one in enumerate(names):
        if declares and walk.kinds[one.kind_id] == "identifier":
            walk.declare(walk.text(one), row if position == 0 else walk.constant(b"bool"), context)
        else:
            walk.expression(one)
    return walk.unknown


def constants(walk: Walk, node: Any) -> int:
    """A group of constants: one without a value repeats the type above it."""
    from_above: Any = None
    for child in node.named_children:
        if child.type != "const_spec":
            walk.expression(child)
            continue
        walk.expression(child)
        parts = child.named_children
        if any(part.type == "expression_list" for part in parts):
            from_above = child.child_by_field_name("type")
        elif from_above is not None and child.child_by_field_name("type") is None:
            row = walk.typed(type_(walk, from_above))
            for part in parts:
                if part.type == "identifier":
                    _retype(walk, walk.text(part), row)
    return walk.unknown


def _retype(walk: Walk, name: bytes, row: int) -> None:
    rows = walk.scopes[walk.scope].bindings.get(walk.names[name])
    if rows:
        kind, _, b, context, block_, order = rows[-1]
        rows[-1] = (kind, row, b, context, block_, order)


def jump(walk: Walk, node: Any) -> int:
    """`break`, `continue`, `goto`; one to a label breaks the flow."""
    walk.cognitive += any(walk.kinds[child.kind_id] == "label_name" for child in node.named_children)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "break_statement": jump,
    "continue_statement": jump,
    "goto_statement": jump,
    "short_var_declaration": short_variables,
    "assignment_statement": assignment,
    "return_statement": returned,
    "send_statement": sent,
    "block": block,
    "if_statement": if_,
    "for_statement": for_,
    "expression_switch_statement": switch,
    "select_statement": switch,
    "expression_case": case,
    "default_case": case,
    "communication_case": case,
    "type_switch_statement": type_switch,
    "receive_statement": received,
    "const_declaration": constants,
}
