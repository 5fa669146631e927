"""Statements and what branches: names they declare, values they have, and the complexity they add."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.rust.walk_patterns import declare, names
from blastlens.languages.rust.walk_state import Handler, Walk
from blastlens.languages.rust.walk_types import type_

_EITHER: Final = Expr.EITHER
_ITER: Final = Expr.ITER
_COMMENTS: Final = frozenset(("line_comment", "block_comment"))
_ITEMS: Final = frozenset(
    (
        "function_item",
        "struct_item",
        "enum_item",
        "union_item",
        "trait_item",
        "impl_item",
        "use_declaration",
        "const_item",
        "static_item",
        "type_item",
        "mod_item",
        "foreign_mod_item",
        "attribute_item",
        "macro_definition",
    )
)
_WITHOUT_VALUE: Final = frozenset(("let_declaration", "expression_statement", "empty_statement", *_ITEMS))


def let(walk: Walk, node: Any) -> int:
    """`let p: T = x else { … };`"""
    pattern, kind = node.child_by_field_name("pattern"), node.child_by_field_name("type")
    value, otherwise = node.child_by_field_name("value"), node.child_by_field_name("alternative")
    declared = type_(walk, kind) if kind is not None else walk.unknown
    walk.expected = declared if value is not None and walk.kinds[value.kind_id] == "call_expression" else -1
    row = walk.value(value) if value is not None else walk.unknown
    walk.expected = -1
    if declared != walk.unknown and not (row != walk.unknown and b"_" in _words(walk.text(kind))):
        row = walk.typed(declared)
    context = walk.here()
    if otherwise is not None:
        walk.cyclomatic += 1
        walk.expression(otherwise)
    if pattern is not None:
        declare(walk, names(walk, pattern, row), context)
    return walk.unknown


def _words(text: bytes) -> set[bytes]:
    return set(
        text.replace(b"<", b" ").replace(b">", b" ").replace(b",", b" ").replace(b"(", b" ").replace(b")", b" ").split()
    )


def block(walk: Walk, node: Any) -> int:
    """A block has the value of its last expression."""
    left = walk.open_braces()
    row = statements(walk, node)
    row = walk.within(walk.here(), row)
    walk.close_braces(left)
    return row


def statements(walk: Walk, node: Any) -> int:
    """Reads what stands in braces; the row of the value that it ends in."""
    row = walk.unknown
    kinds = walk.kinds
    hoist(walk, node)
    for child in node.named_children:
        kind = kinds[child.kind_id]
        if kind in _COMMENTS:
            continue
        found = walk.statement(child)
        if kind == "expression_statement":
            # `if` and `match` need no semicolon, and may be the value
            row = found if child.end_byte - child.start_byte and not _ends(walk, child) else walk.unknown
        else:
            row = walk.unknown if kind in _WITHOUT_VALUE else found
    return row


def hoist(walk: Walk, node: Any) -> None:
    """Makes the scope of a block that has items before its first name is met, since they are seen in all of it."""
    if walk.fresh and any(walk.kinds[child.kind_id] in _ITEMS for child in node.named_children):
        walk.room_for_items()


def _ends(walk: Walk, node: Any) -> bool:
    return walk.source[node.end_byte - 1 : node.end_byte] == b";"


def statement(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _COMMENTS:
            row = walk.value(child)
    return row


# -- branches


def condition(walk: Walk, node: Any) -> None:
    """Reads a condition; declares what its patterns bind in the block at hand."""
    kind = walk.kinds[node.kind_id]
    if kind == "let_condition":
        pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
        row = walk.value(value) if value is not None else walk.unknown
        context = walk.here()
        if pattern is not None:
            declare(walk, names(walk, pattern, row), context)
    elif kind == "let_chain" and not walk.too_nested(node):
        for child in node.named_children:
            condition(walk, child)
        walk.leave()
    else:
        walk.value(node)


def tested(walk: Walk, node: Any) -> int:
    condition(walk, node)
    return walk.constant(b"bool")


def if_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    return _branching(walk, node)


def _branching(walk: Walk, node: Any) -> int:
    left = walk.open_braces()
    test, then = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    if test is not None:
        condition(walk, test)
    walk.nesting += 1
    row = block(walk, then) if then is not None else walk.unknown
    walk.nesting -= 1
    row = walk.within(walk.here(), row)
    walk.close_braces(left)
    otherwise = node.child_by_field_name("alternative")
    if otherwise is None:
        return row
    walk.cognitive += 1
    other = walk.unknown
    for child in otherwise.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "if_expression" and not walk.too_nested(child):
            walk.cyclomatic += 1
            other = _branching(walk, child)
            walk.leave()
        elif kind == "block":
            walk.nesting += 1
            other = block(walk, child)
            walk.nesting -= 1
    return either(walk, [row, other])


def either(walk: Walk, rows: list[int]) -> int:
    found = [row for row in dict.fromkeys(rows) if row != walk.unknown]
    if not found:
        return walk.unknown
    return found[0] if len(found) == 1 else walk.row((_EITHER, *found))


def match(walk: Walk, node: Any) -> int:
    value, arms = node.child_by_field_name("value"), node.child_by_field_name("body")
    walk.cognitive += 1 + walk.nesting
    row = walk.value(value) if value is not None else walk.unknown
    context = walk.here()
    rows: list[int] = []
    walk.nesting += 1
    for child in arms.named_children if arms is not None else ():
        if walk.kinds[child.kind_id] == "match_arm":
            rows.append(_arm(walk, child, row, context))
    walk.nesting -= 1
    return either(walk, rows[:20])


def _arm(walk: Walk, node: Any, value: int, context: int) -> int:
    left = walk.open_braces()
    pattern, then = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    guard = pattern.child_by_field_name("condition") if pattern is not None else None
    if pattern is not None:
        declare(walk, names(walk, pattern, value), context)
    walk.cyclomatic += pattern is None or walk.text(pattern) != b"_"
    if guard is not None:
        walk.cyclomatic += 1
        condition(walk, guard)
    row = walk.value(then) if then is not None else walk.unknown
    row = walk.within(walk.here(), row)
    walk.close_braces(left)
    return row


def for_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    row = walk.value(value) if value is not None else walk.unknown
    context = walk.here()
    left = walk.open_braces()
    if pattern is not None:
        declare(walk, names(walk, pattern, walk.row((_ITER, row))), context)
    _loop_body(walk, node)
    walk.close_braces(left)
    return walk.constant(b"None")


def _loop_body(walk: Walk, node: Any) -> None:
    text = node.child_by_field_name("body")
    walk.nesting += 1
    if text is not None:
        block(walk, text)
    walk.nesting -= 1


def while_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    left = walk.open_braces()
    test = node.child_by_field_name("condition")
    if test is not None:
        condition(walk, test)
    _loop_body(walk, node)
    walk.close_braces(left)
    return walk.constant(b"None")


def loop(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    _loop_body(walk, node)
    return walk.unknown


def returned(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _COMMENTS:
            row = walk.value(child)
            walk.returned.append(walk.within(walk.here(), row))
    return walk.unknown


def broken(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "label":
            walk.cognitive += 1
        else:
            walk.value(child)
    return walk.unknown


def continued(walk: Walk, node: Any) -> int:
    """`continue`; one to a label breaks the flow."""
    walk.cognitive += any(walk.kinds[child.kind_id] == "label" for child in node.named_children)
    return walk.unknown


def wrapped(walk: Walk, node: Any) -> int:
    """`unsafe { … }`, `async { … }`, `const { … }`."""
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "block":
            row = block(walk, child)
    return row


HANDLERS: Final[dict[str, Handler]] = {
    "let_declaration": let,
    "block": block,
    "expression_statement": statement,
    "if_expression": if_,
    "let_condition": tested,
    "let_chain": tested,
    "match_expression": match,
    "for_expression": for_,
    "while_expression": while_,
    "loop_expression": loop,
    "return_expression": returned,
    "break_expression": broken,
    "continue_expression": continued,
    "unsafe_block": wrapped,
    "async_block": wrapped,
    "const_block": wrapped,
    "try_block": wrapped,
    "gen_block": wrapped,
}
