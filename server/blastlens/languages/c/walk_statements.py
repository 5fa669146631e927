"""Statements: blocks, branches, loops, `return`."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.c.walk_functions import defined_by_macro, is_macro_name, parameter_parts
from blastlens.languages.c.walk_state import ANNOTATED, ASSIGN, CWalk, Handler
from blastlens.languages.c.walk_types import declared, is_inferred, type_row


def block(walk: CWalk, node: Any) -> int:
    left = walk.enter_block()
    walk.children(node)
    walk.leave_block(left)
    return walk.unknown


def macro_with_block(walk: CWalk, node: Any, body: Any) -> bool:
    """`TEST_CASE("title", "[tag]") { … }`: the parser misses a semicolon between."""
    call = node.named_children[0] if node.named_children else None
    if call is None or walk.kinds[call.kind_id] != "call_expression" or len(call.named_children) < 2:
        return False
    if node.children[-1].kind_id != call.kind_id and not node.children[-1].is_missing:
        return False
    name = walk.text(call.named_children[0])
    if not is_macro_name(name) or (walk.owner >= 0 and not walk.defs[walk.owner].is_class):
        return False
    return defined_by_macro(walk, node, name, list(call.named_children[-1].named_children), body)


def _counted(walk: CWalk) -> None:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting


def _branch(walk: CWalk, node: Any) -> int:
    _counted(walk)
    left = walk.enter_block()
    walk.nesting += 1
    for child in node.named_children:
        walk.statement(child)
    walk.nesting -= 1
    walk.leave_block(left)
    return walk.unknown


def _if(walk: CWalk, node: Any) -> int:
    """An `if` with all the `else if` behind it, each in the block of the one before."""
    _counted(walk)
    lefts = []
    following = node
    while following is not None:
        parts, following = following.named_children, None
        lefts.append(walk.enter_block())
        for child in parts:
            if walk.kinds[child.kind_id] != "else_clause":
                _nested(walk, child)
                continue
            walk.cognitive += 1
            for inner in child.named_children:
                if walk.kinds[inner.kind_id] == "if_statement":
                    walk.cyclomatic += 1
                    following = inner
                else:
                    _nested(walk, inner)
    for left in lefts[::-1]:
        walk.leave_block(left)
    return walk.unknown


def _nested(walk: CWalk, node: Any) -> None:
    walk.nesting += 1
    walk.statement(node)
    walk.nesting -= 1


def _goto(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    walk.cognitive += 1
    return walk.unknown


def _each(walk: CWalk, node: Any) -> int:
    """`for (T x : values)`."""
    _counted(walk)
    left = walk.enter_block()
    type_ = node.child_by_field_name("type")
    declarator = node.child_by_field_name("declarator")
    values = node.child_by_field_name("right")
    body = node.child_by_field_name("body")
    row = walk.expression(values) if values is not None else walk.unknown
    if declarator is not None and type_ is not None:
        if walk.kinds[declarator.kind_id] == "structured_binding_declarator":
            _unpacked(walk, declarator, walk.exprs[Expr.ITER, row])
        else:
            found = declared(walk, declarator)
            if found.name is not None and is_inferred(walk, type_):
                walk.declare(walk.text(found.name), ASSIGN, walk.exprs[Expr.ITER, row])
            elif found.name is not None:
                spelled = type_row(walk, type_)
                walk.declare(walk.text(found.name), ANNOTATED, spelled if spelled >= 0 else walk.unknown)
    walk.nesting += 1
    if body is not None:
        walk.statement(body)
    walk.nesting -= 1
    walk.leave_block(left)
    return walk.unknown


def _unpacked(walk: CWalk, node: Any, row: int) -> None:
    for position, name in enumerate(node.named_children):
        walk.declare(walk.text(name), ASSIGN, walk.exprs[Expr.UNPACK, row, position])


def _switch(walk: CWalk, node: Any) -> int:
    walk.cognitive += 1 + walk.nesting
    walk.nesting += 1
    walk.children(node)
    walk.nesting -= 1
    return walk.unknown


def _case(walk: CWalk, node: Any) -> int:
    walk.cyclomatic += walk.kinds[node.children[0].kind_id] != "default"
    return walk.children(node)


def _return(walk: CWalk, node: Any) -> int:
    for child in node.named_children:
        row = walk.value(child)
        if walk.lambda_returns is not None:
            walk.lambda_returns.append(walk.within(walk.here(), row))
        elif walk.owner >= 0 and walk.defs[walk.owner].returns < 0 and row != walk.unknown and walk.is_cpp:
            walk.defs[walk.owner].returned.append((row, walk.here()))
    return walk.unknown


def _catch(walk: CWalk, node: Any) -> int:
    _counted(walk)
    left = walk.enter_block()
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "parameter_list":
            for item in child.named_children:
                name, type_ = parameter_parts(walk, item) if item.named_children else (b"", -1)
                if name and type_ >= 0:
                    walk.declare(name, ANNOTATED, type_)
        else:
            _nested(walk, child)
    walk.leave_block(left)
    return walk.unknown


def _skip(walk: CWalk, node: Any) -> int:  # noqa: ARG001
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "compound_statement": block,
    "if_statement": _if,
    "while_statement": _branch,
    "do_statement": _branch,
    "for_statement": _branch,
    "for_range_loop": _each,
    "switch_statement": _switch,
    "case_statement": _case,
    "return_statement": _return,
    "co_return_statement": _return,
    "catch_clause": _catch,
    "break_statement": _skip,
    "continue_statement": _skip,
    "goto_statement": _goto,
    "access_specifier": _skip,
    "static_assert_declaration": _skip,
    "statement_identifier": _skip,
}
