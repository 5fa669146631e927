"""Statements: blocks, branches, loops, and what ends them."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Narrow
from blastlens.languages.typescript.starting import ASKING, only_when_started
from blastlens.languages.typescript.walk_patterns import bind_pattern, element, function_scope
from blastlens.languages.typescript.walk_state import Handler, Walk
from blastlens.languages.walking.state import BLOCK_SCOPE

_LEXICAL: Final = frozenset(
    (
        "lexical_declaration",
        "class_declaration",
        "abstract_class_declaration",
        "function_declaration",
        "generator_function_declaration",
        "enum_declaration",
        "interface_declaration",
        "type_alias_declaration",
    )
)
_HOISTED: Final = frozenset(("function_declaration", "generator_function_declaration", "function_signature"))
_ENDS: Final = frozenset(("return_statement", "throw_statement", "break_statement", "continue_statement"))
_SKIPPED: Final = frozenset(("comment", "empty_statement", "debugger_statement", "hash_bang_line"))


def statements(walk: Walk, nodes: list[Any]) -> bool:
    """Reads statements in order, functions first, as they are there from the start; whether they end in a jump."""
    kinds = walk.kinds
    hoisted = False
    for node in nodes:
        kind = kinds[node.kind_id]
        if kind in _HOISTED or (kind == "export_statement" and _exported_kind(walk, node) in _HOISTED):
            hoisted = True
            walk.statement(node)
    ended = False
    for node in nodes:
        kind = kinds[node.kind_id]
        if kind in _SKIPPED or kind in _HOISTED:
            continue
        if hoisted and kind == "export_statement" and _exported_kind(walk, node) in _HOISTED:
            continue
        walk.statement(node)
        if kind in _ENDS:
            ended = True
    return ended


def _exported_kind(walk: Walk, node: Any) -> str:
    children = node.named_children
    return walk.kinds[children[-1].kind_id] if children else ""


def block(walk: Walk, node: Any) -> int:
    """`{ … }` that runs where it stands."""
    scoped_statements(walk, node.named_children)
    return walk.unknown


def scoped_statements(walk: Walk, nodes: list[Any]) -> bool:
    """Statements with a scope of their own, where they declare something in it."""
    kinds = walk.kinds
    if not any(kinds[child.kind_id] in _LEXICAL for child in nodes):
        return statements(walk, nodes)
    left = walk.open_scope(BLOCK_SCOPE)
    ended = statements(walk, nodes)
    walk.close_scope(left)
    return ended


def branch(walk: Walk, node: Any, nests: bool = True) -> None:
    """A statement that may not run. `nests`: whether what it holds is one level deeper."""
    left = walk.open_block()
    walk.nesting += nests
    if walk.kinds[node.kind_id] == "statement_block":
        ended = scoped_statements(walk, node.named_children)
    else:
        walk.statement(node)
        ended = walk.kinds[node.kind_id] in _ENDS
    walk.nesting -= nests
    walk.block_ended[walk.block] = ended
    walk.close_block(left)


def if_(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    return _choice(walk, node)


def _mark_started(walk: Walk, test: Any, then: Any, other: Any) -> None:
    """What runs only in a file that is started, where the condition asks for that."""
    text = walk.source[test.start_byte : test.end_byte]
    if not any(name in text for name in ASKING):
        return
    for holds, part in ((True, then), (False, other)):
        if part is not None and only_when_started(test, walk.source, holds=holds):
            walk.note_started(part)


def _choice(walk: Walk, node: Any) -> int:
    """An `if` that is counted already."""
    test = node.child_by_field_name("condition")
    then = node.child_by_field_name("consequence")
    other = node.child_by_field_name("alternative")
    if test is not None:
        walk.expression(test)
        _mark_started(walk, test, then, other)
    if then is not None:
        left = walk.open_block()
        if test is not None:
            narrow(walk, test)
        walk.nesting += 1
        is_block = walk.kinds[then.kind_id] == "statement_block"
        if is_block:
            ended = scoped_statements(walk, then.named_children)
        else:
            walk.statement(then)
            ended = walk.kinds[then.kind_id] in _ENDS
        walk.nesting -= 1
        walk.block_ended[walk.block] = ended
        walk.close_block(left)
    if other is not None:
        for child in other.named_children:
            kind = walk.kinds[child.kind_id]
            if kind == "if_statement" and not walk.too_nested(child):
                walk.cyclomatic += 1
                walk.cognitive += 1
                left = walk.open_block()
                _choice(walk, child)
                walk.close_block(left)
                walk.leave()
            elif kind != "comment":
                walk.cognitive += 1
                branch(walk, child)
    return walk.unknown


def narrow(walk: Walk, test: Any) -> None:
    """What a test that was true says of names: `x instanceof C`."""
    kind = walk.kinds[test.kind_id]
    if kind == "parenthesized_expression":
        for child in test.named_children:
            narrow(walk, child)
        return
    if kind != "binary_expression":
        return
    parts = test.children
    if len(parts) < 3:
        return
    operator = walk.kinds[parts[1].kind_id]
    if operator == "&&":
        narrow(walk, parts[0])
        narrow(walk, parts[2])
    elif operator == "instanceof" and walk.kinds[parts[0].kind_id] in ("identifier", "member_expression"):
        if walk.kinds[parts[2].kind_id] in ("identifier", "member_expression"):
            walk.step()
            path = b"".join(walk.text(parts[0]).split())
            met = len(walk.uses)
            walk.narrow(path, Narrow.IS_INSTANCE, walk.expression(parts[2]), walk.here())
            del walk.uses[met:]


def loop(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    left_scope = walk.open_scope(BLOCK_SCOPE)
    body = node.child_by_field_name("body")
    for child in node.named_children:
        if body is not None and child.start_byte == body.start_byte and child.end_byte == body.end_byte:
            _loop_body(walk, child)
        elif walk.kinds[child.kind_id] != "comment":
            walk.statement(child)
    walk.close_scope(left_scope)
    return walk.unknown


def _loop_body(walk: Walk, body: Any) -> None:
    left = walk.open_block()
    walk.loops[walk.block] = walk.scope
    walk.nesting += 1
    if walk.kinds[body.kind_id] == "statement_block":
        scoped_statements(walk, body.named_children)
    else:
        walk.statement(body)
    walk.nesting -= 1
    walk.close_block(left)


def for_in(walk: Walk, node: Any) -> int:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    target, source, body = (node.child_by_field_name(name) for name in ("left", "right", "body"))
    kind, operator = node.child_by_field_name("kind"), node.child_by_field_name("operator")
    if source is None or target is None:
        return walk.children(node)
    row = walk.expression(source)
    is_of = operator is not None and walk.text(operator) == b"of"
    row = element(walk, row) if is_of else walk.constant(b"str")
    if is_of and b"await" in walk.source[node.start_byte : target.start_byte]:
        row = walk.row((Expr.AWAIT, row)) if row != walk.unknown else row
    left_scope = walk.open_scope(BLOCK_SCOPE)
    is_var = kind is not None and walk.text(kind) == b"var"
    bind_pattern(walk, target, row, function_scope(walk) if is_var else -1, declares=kind is not None)
    if body is not None:
        _loop_body(walk, body)
    walk.close_scope(left_scope)
    return walk.unknown


def try_(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "statement_block":
            branch(walk, child, nests=False)
        elif kind == "catch_clause":
            _catch(walk, child)
        elif kind == "finally_clause":
            for inner in child.named_children:
                walk.statement(inner)
    return walk.unknown


def _catch(walk: Walk, node: Any) -> None:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    left_scope = walk.open_scope(BLOCK_SCOPE)
    parameter, body = node.child_by_field_name("parameter"), node.child_by_field_name("body")
    left = walk.open_block()
    if parameter is not None:
        bind_pattern(walk, parameter, walk.unknown)
    if body is not None:
        walk.nesting += 1
        walk.block_ended[walk.block] = scoped_statements(walk, body.named_children)
        walk.nesting -= 1
    walk.close_block(left)
    walk.close_scope(left_scope)


def switch(walk: Walk, node: Any) -> int:
    walk.cognitive += 1 + walk.nesting
    left_scope = walk.open_scope(BLOCK_SCOPE)
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "switch_body":
            walk.expression(child)
            continue
        for case in child.named_children:
            if walk.kinds[case.kind_id] == "comment":
                continue
            walk.cyclomatic += walk.kinds[case.kind_id] == "switch_case"
            left = walk.open_block()
            walk.nesting += 1
            value = case.child_by_field_name("value")
            rest = case.named_children
            if value is not None:
                walk.expression(value)
                rest = rest[1:]
            statements(walk, rest)
            walk.nesting -= 1
            walk.close_block(left)
    walk.close_scope(left_scope)
    return walk.unknown


def return_(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "comment":
            row = walk.value(child, walk.result)
            walk.returned.append((row, walk.here()))
    return walk.unknown


def inner_statements(walk: Walk, node: Any) -> int:
    """Statements that hold others and say nothing themselves: labels, `with`, what did not parse."""
    statements(walk, node.named_children)
    return walk.unknown


def expression_statement(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        walk.statement(child)
    return walk.unknown


def jump(walk: Walk, node: Any) -> int:
    """`break` and `continue`; one to a label breaks the flow."""
    walk.cognitive += any(walk.kinds[child.kind_id] == "statement_identifier" for child in node.named_children)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "break_statement": jump,
    "continue_statement": jump,
    "statement_block": block,
    "if_statement": if_,
    "while_statement": loop,
    "do_statement": loop,
    "for_statement": loop,
    "for_in_statement": for_in,
    "try_statement": try_,
    "switch_statement": switch,
    "return_statement": return_,
    "labeled_statement": inner_statements,
    "with_statement": inner_statements,
    "ERROR": inner_statements,
    "expression_statement": expression_statement,
}
