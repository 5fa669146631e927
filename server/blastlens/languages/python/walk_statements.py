"""Statements: control flow as a tree of blocks, with the complexity it adds."""

from collections.abc import Sequence
from typing import Any, Final

from blastlens.facts.file_facts import Expr, ImportFlag, Signal, Use
from blastlens.languages.python.starting import only_when_started
from blastlens.languages.python.walk_conditions import (
    NOTHING,
    Fact,
    Narrowing,
    arm,
    begin_narrowed,
    join_replaced,
    narrow_from_now,
    narrowed_by,
    tests_type,
)
from blastlens.languages.python.walk_expressions import condition as tested
from blastlens.languages.python.walk_expressions import iterated
from blastlens.languages.python.walk_literals import interpolation
from blastlens.languages.python.walk_paths import value
from blastlens.languages.python.walk_state import FUNCTION_SCOPE, StatementHandler, Walk
from blastlens.languages.python.walk_targets import target

_ITER: Final = Expr.ITER
_ENTER: Final = Expr.ENTER
_CAUGHT: Final = Expr.CAUGHT
_ITERATE: Final = Use.ITERATE
_ITERATE_ASYNC: Final = Use.ITERATE_ASYNC
_ENTERED: Final = Use.ENTER
_ENTERED_ASYNC: Final = Use.ENTER_ASYNC
_A: Final = ord("a")
_MAY_BE_INSTANCE: Final = frozenset(("identifier", "attribute", "call", "subscript", "await"))
_QUOTES: Final = frozenset(b"\"'")
_BETWEEN: Final = frozenset(("comment", ";"))
_LEAVES: Final = frozenset(("return_statement", "raise_statement", "continue_statement", "break_statement"))
_IMPORT_ERRORS: Final = (b"ImportError", b"ModuleNotFoundError")
_MAIN: Final = b"__main__"
_CONDITIONAL: Final = ImportFlag.CONDITIONAL
_GUARDED: Final = ImportFlag.GUARDED
_TYPE_ONLY: Final = ImportFlag.TYPE_ONLY


def statements(walk: Walk, block: Any) -> bool:
    """Reads the statements of a block in the current block; gives whether the last one leaves it."""
    if walk.too_nested(block):
        return False
    handlers, kinds = walk.statement_handlers, walk.kinds
    kind = ""
    for child in block.children:
        own = kinds[child.kind_id]
        if own not in _BETWEEN:
            kind = own
            handler = handlers.get(kind)
            if handler is None:
                walk.children(child)
            else:
                handler(walk, child)
    walk.leave()
    return kind in _LEAVES


def branch(walk: Walk, block: Any, facts: Sequence[Fact] = ()) -> bool:
    """Reads a block that may or may not run; gives whether it ends by leaving."""
    if block is None:
        return False
    left = begin_narrowed(walk, facts)
    walk.nesting += 1
    ended = statements(walk, block)
    walk.nesting -= 1
    walk.block_ended[walk.block] = ended
    walk.close_block(left)
    return ended


def if_(walk: Walk, node: Any) -> None:
    flags, guarded = walk.import_flags, walk.main_guarded
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    condition = node.child_by_field_name("condition")
    narrowing = _condition(walk, condition, ())
    _mark(walk, condition)
    ended = branch(walk, node.child_by_field_name("consequence"), narrowing.when_true)
    walk.main_guarded = guarded
    walk.import_flags = flags | _CONDITIONAL
    facts = tuple(narrowing.when_false)
    for other in node.children_by_field_name("alternative"):
        if other.type == "elif_clause":
            walk.cyclomatic += 1
            walk.cognitive += 1
            further = other.child_by_field_name("condition")
            narrowing = _condition(walk, further, facts)
            if further is not None and _MAIN in walk.source[further.start_byte : further.end_byte]:
                _mark_started(walk, further)
            ended = branch(walk, other.child_by_field_name("consequence"), (*facts, *narrowing.when_true)) and ended
            facts = (*facts, *narrowing.when_false)
        else:
            walk.cognitive += 1
            branch(walk, other.child_by_field_name("body"), facts)
            ended = False
    walk.import_flags = flags
    if ended:
        narrow_from_now(walk, facts)
    elif facts and walk.function_depth and not node.child_by_field_name("alternative"):
        join_replaced(walk, facts)


def _condition(walk: Walk, condition: Any, facts: Sequence[Fact]) -> Narrowing:
    """Reads a condition where `facts` hold and gives what it says itself."""
    if condition is None:
        return NOTHING
    narrowing = narrowed_by(walk, condition) if tests_type(walk, condition) else NOTHING
    arm(walk, condition, facts, tested)
    return narrowing


def _mark(walk: Walk, condition: Any) -> None:
    """What standing under this condition means at module level."""
    flags = _CONDITIONAL
    if condition is not None:
        text = walk.source[condition.start_byte : condition.end_byte]
        if _MAIN in text and walk.function_depth == 0:
            _mark_started(walk, condition)
        elif text == b"TYPE_CHECKING" or (text.endswith(b".TYPE_CHECKING") and condition.type == "attribute"):
            flags |= _TYPE_ONLY
    walk.import_flags |= flags


def _mark_started(walk: Walk, condition: Any) -> None:
    """The parts of the statement around that run only in a file that is started, where its condition asks for that."""
    around = condition.parent
    if only_when_started(condition, walk.source):
        walk.main_guarded = True
        walk.note_started(around.child_by_field_name("consequence") or around)
    elif only_when_started(condition, walk.source, holds=False):
        for other in around.children_by_field_name("alternative"):
            walk.note_started(other)


def for_(walk: Walk, node: Any) -> None:
    right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
    row = walk.unknown
    if right is not None:
        row = walk.expression(right)
        iterated(walk, right, row, _ITERATE_ASYNC if walk.source[node.start_byte] == _A else _ITERATE)
    context = walk.here()
    outer = walk.open_block()
    if left is not None:
        target(walk, left, walk.row((_ITER, row)), context)
    _loop(walk, node, outer)


def while_(walk: Walk, node: Any) -> None:
    """The condition is tested in each turn, so it stands in the body."""
    outer = walk.open_block()
    narrowing = _condition(walk, node.child_by_field_name("condition"), ())
    narrow_from_now(walk, narrowing.when_true)
    _loop(walk, node, outer)


def _loop(walk: Walk, node: Any, outer: int) -> None:
    """The body, in the block that has been opened, and the `else` of a loop."""
    walk.loops[walk.block] = walk.scope
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    body, otherwise = node.child_by_field_name("body"), node.child_by_field_name("alternative")
    if body is not None:
        walk.nesting += 1
        walk.block_ended[walk.block] = statements(walk, body)
        walk.nesting -= 1
    walk.close_block(outer)
    if otherwise is not None:
        walk.cognitive += 1
        branch(walk, otherwise.child_by_field_name("body"))


def with_(walk: Walk, node: Any) -> None:
    """The body always runs, so it stays in the block around it."""
    kind = _ENTERED_ASYNC if walk.source[node.start_byte] == _A else _ENTERED
    for clause in node.named_children:
        if clause.type == "with_clause":
            for item in clause.named_children:
                _with_item(walk, item, kind)
        elif clause.type == "block":
            statements(walk, clause)
        elif clause.type != "comment":
            walk.expression(clause)


def _with_item(walk: Walk, item: Any, kind: int) -> None:
    entered = item.child_by_field_name("value") if item.type == "with_item" else item
    if entered is None:
        return
    if entered.type == "tuple":
        parts = entered.named_children
    else:
        parts = [entered]
    for part in parts:
        if part.type == "as_pattern":
            _bind_as(walk, part, _ENTER, kind)
        elif part.type != "comment":
            _enter(walk, part, kind)


def _enter(walk: Walk, node: Any, kind: int) -> int:
    row = walk.expression(node)
    if node.type in _MAY_BE_INSTANCE:
        walk.use_at(kind, row, node)
    return row


def _bind_as(walk: Walk, node: Any, kind: int, use: int = -1) -> None:
    """`expression as target`."""
    children = node.children
    row = value(walk, children[0]) if kind == _CAUGHT else _enter(walk, children[0], use)
    context = walk.here()
    alias = children[-1]
    if alias.type == "as_pattern_target":
        for place in alias.named_children:
            target(walk, place, walk.row((kind, row)), context)


def try_(walk: Walk, node: Any) -> None:
    flags = walk.import_flags
    parts = node.named_children
    walk.import_flags |= _CONDITIONAL
    if any(_catches_import_errors(walk, part) for part in parts):
        walk.import_flags |= _GUARDED
    for part in parts:
        kind = part.type
        if kind == "block":
            statements(walk, part)
        elif kind in ("except_clause", "except_group_clause"):
            _except(walk, part)
        elif kind == "finally_clause":
            inside, walk.import_flags = walk.import_flags, flags
            _bodies(walk, part)
            walk.import_flags = inside
        elif kind != "comment":
            _bodies(walk, part)
    walk.import_flags = flags


def _bodies(walk: Walk, clause: Any) -> None:
    for child in clause.named_children:
        if child.type == "block":
            statements(walk, child)
        elif child.type != "comment":
            walk.statement(child)


def _catches_import_errors(walk: Walk, clause: Any) -> bool:
    if clause.type not in ("except_clause", "except_group_clause"):
        return False
    caught = [child for child in clause.named_children if child.type not in ("block", "comment")]
    if not caught:
        return True
    return any(name in walk.source[child.start_byte : child.end_byte] for child in caught for name in _IMPORT_ERRORS)


def _except(walk: Walk, clause: Any) -> None:
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    outer = walk.open_block()
    walk.nesting += 1
    for child in clause.named_children:
        kind = child.type
        if kind == "as_pattern":
            _bind_as(walk, child, _CAUGHT)
        elif kind == "block":
            walk.block_ended[walk.block] = statements(walk, child)
        elif kind != "comment":
            value(walk, child)
    walk.nesting -= 1
    walk.close_block(outer)


def return_(walk: Walk, node: Any) -> None:
    for child in node.named_children:
        if child.type != "comment":
            row = value(walk, child)
            if walk.owner >= 0 and walk.scopes[walk.scope].kind == FUNCTION_SCOPE:
                walk.defs[walk.owner].returned.append((row, walk.here()))


def assert_(walk: Walk, node: Any) -> None:
    parts = [child for child in node.named_children if child.type != "comment"]
    for index, part in enumerate(parts):
        facts = narrowed_by(walk, part).when_true if index == 0 and tests_type(walk, part) else ()
        if index == 0:
            tested(walk, part)
        else:
            walk.expression(part)
        narrow_from_now(walk, facts)


def raise_(walk: Walk, node: Any) -> None:
    for child in node.named_children:
        value(walk, child)


def scope_words(walk: Walk, node: Any) -> None:
    """`global a, b`, `nonlocal a`."""
    kind = 0 if node.type == "global_statement" else 1
    declared = walk.scopes[walk.scope].declared
    for child in node.named_children:
        if child.type == "identifier":
            declared[walk.name(walk.source[child.start_byte : child.end_byte])] = kind


def text(walk: Walk, node: Any) -> None:
    """A string that stands alone: a docstring or a comment of sorts; only f-strings do something."""
    if node.type == "concatenated_string":
        for child in node.named_children:
            text(walk, child)
        return
    if walk.source[node.start_byte] in _QUOTES:
        return
    for child in node.named_children:
        if child.type == "interpolation":
            interpolation(walk, child)


def print_(walk: Walk, node: Any) -> None:
    """`print x` of Python 2."""
    for child in node.named_children:
        value(walk, child)


def exec_(walk: Walk, node: Any) -> None:
    walk.signals |= Signal.EXEC
    walk.children(node)


def continue_(walk: Walk, _node: Any) -> None:
    walk.continued.append(walk.block)


def nothing(_walk: Walk, _node: Any) -> None:
    """A statement without meaning for the facts."""


def damaged(walk: Walk, node: Any) -> None:
    """What error recovery put aside: anything in it may be a statement."""
    for child in node.named_children:
        walk.statement(child)


HANDLERS: Final[dict[str, StatementHandler]] = {
    "if_statement": if_,
    "for_statement": for_,
    "while_statement": while_,
    "with_statement": with_,
    "try_statement": try_,
    "return_statement": return_,
    "assert_statement": assert_,
    "raise_statement": raise_,
    "global_statement": scope_words,
    "nonlocal_statement": scope_words,
    "string": text,
    "concatenated_string": text,
    "print_statement": print_,
    "exec_statement": exec_,
    "pass_statement": nothing,
    "break_statement": nothing,
    "continue_statement": continue_,
    "future_import_statement": nothing,
    "comment": nothing,
    "ERROR": damaged,
    "expression_statement": damaged,
    "block": statements,
}
