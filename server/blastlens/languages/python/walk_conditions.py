"""What a condition says about types: `isinstance(x, C)`, `issubclass`, `type(x) is C`, `is_c(x)`, `not`, `and`, `or`."""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import Bind, Expr, Narrow
from blastlens.languages.python.walk_evidence import dotted_path, is_dotted
from blastlens.languages.python.walk_state import Handler, Walk
from blastlens.languages.python.walk_types import plain
from blastlens.languages.walking.tables import ATTR

_TESTS: Final = {
    b"isinstance": (Narrow.IS_INSTANCE, Narrow.NOT_INSTANCE),
    b"issubclass": (Narrow.IS_SUBCLASS, Narrow.NOT_SUBCLASS),
}
_NO_GUARDS: Final = frozenset((b"hasattr", b"hash"))
_GUARDS: Final = (Narrow.GUARDED, Narrow.NOT_GUARDED)
_OPPOSITE: Final = {"is": False, "==": False, "is not": True, "!=": True}
_TUPLE: Final = Expr.TUPLE
# Functions that tell a type are named so: `isinstance`, `issubclass`, `is_list_of_str`, `isclass`; and `type(x) is C`.
_MAY_TEST: Final = re.compile(rb"\b_*(?:is|has)[a-z_]|\btype\s*\(|__class__")
_MAX_NESTED: Final = 40
_MAX_FACTS: Final = 20  # kept of a chain of tests

Fact = tuple[bytes, int, int]
"""(dotted path, kind of narrowing, class expr)."""


class Narrowing(NamedTuple):
    """What holds where the condition is true, and where it is false."""

    when_true: Sequence[Fact] = ()
    when_false: Sequence[Fact] = ()

    def joined(self, walk: Walk, operator: str, right: "Narrowing") -> "Narrowing":
        if operator == "and":
            return Narrowing((*self.when_true[-_MAX_FACTS:], *right.when_true), ())
        return Narrowing(
            _either(walk, self.when_true, right.when_true), (*self.when_false[-_MAX_FACTS:], *right.when_false)
        )


NOTHING: Final = Narrowing()


def _either(walk: Walk, left: Sequence[Fact], right: Sequence[Fact]) -> Sequence[Fact]:
    """What holds where one of two conditions is true: a path is of one of the classes that both tests name."""
    if len(left) != 1 or len(right) != 1 or left[0][0] != right[0][0]:
        return ()
    (path, kind, one), (_, other_kind, other) = left[0], right[0]
    if kind != other_kind or kind not in (Narrow.IS_INSTANCE, Narrow.IS_SUBCLASS):
        return ()
    return ((path, kind, walk.row((_TUPLE, one, other))),)


def tests_type(walk: Walk, condition: Any) -> bool:
    """Whether it is worth asking `narrowed_by`."""
    return _MAY_TEST.search(walk.source, condition.start_byte, condition.end_byte) is not None


def narrowed_by(walk: Walk, condition: Any, nested: int = 0) -> Narrowing:
    """Facts from a condition. Names in it are evaluated in the context of the place that asks; no use is noted."""
    kind = condition.type
    if kind == "call":
        return _test(walk, condition)
    if nested > _MAX_NESTED:
        return NOTHING
    if kind == "parenthesized_expression":
        inner = condition.named_children
        return narrowed_by(walk, inner[0], nested + 1) if inner else NOTHING
    if kind == "not_operator":
        inner = narrowed_by(walk, condition.children[-1], nested + 1)
        return Narrowing(inner.when_false, inner.when_true)
    if kind == "boolean_operator":
        return _joined(walk, condition, nested)
    if kind == "comparison_operator":
        return _compared(walk, condition)
    return NOTHING


def _joined(walk: Walk, condition: Any, nested: int) -> Narrowing:
    spine: list[Any] = []
    while condition.type == "boolean_operator" and len(condition.children) > 2:
        spine.append(condition.children)
        condition = condition.children[0]
    if not spine:
        return NOTHING
    narrowing = narrowed_by(walk, condition, nested + 1)
    for children in spine[::-1]:
        narrowing = narrowing.joined(walk, children[-2].type, narrowed_by(walk, children[-1], nested + 1))
    return narrowing


def _test(walk: Walk, call: Any) -> Narrowing:
    children = call.children
    callee, arguments = children[0], children[-1].named_children
    name = walk.source[callee.start_byte : callee.end_byte]
    kinds = _TESTS.get(name)
    if kinds is None:
        return _guard(walk, name, arguments)
    if len(arguments) != 2:
        return NOTHING
    path = _tested_path(walk, arguments[0])
    if path is None:
        return NOTHING
    row = plain(walk, arguments[1], walk.source)
    return Narrowing(((path, kinds[0], row),), ((path, kinds[1], row),))


def _tested_path(walk: Walk, node: Any) -> bytes | None:
    """What is tested: a path, or the name that `(x := …)` binds."""
    while node.type == "parenthesized_expression" and len(node.named_children) == 1:
        node = node.named_children[0]
    return dotted_path(walk, node.children[0] if node.type == "named_expression" else node)


def _guard(walk: Walk, callee: bytes, arguments: list[Any]) -> Narrowing:
    """`is_c(x)`: what it says is up to the function, see `typing.TypeGuard`."""
    if not arguments or not is_dotted(callee) or callee in _NO_GUARDS:
        return NOTHING
    if not callee.rpartition(b".")[2].lstrip(b"_").startswith((b"is", b"has")):
        return NOTHING
    path = _tested_path(walk, arguments[0])
    if path is None:
        return NOTHING
    first, *rest = callee.split(b".")
    row = walk.name_row(first)
    for name in rest:
        row = walk.row((ATTR, row, walk.name(name)))
    return Narrowing(((path, _GUARDS[0], row),), ((path, _GUARDS[1], row),))


def _compared(walk: Walk, node: Any) -> Narrowing:
    """`type(x) is C`, `x.__class__ == C` and their opposites."""
    parts = [child for child in node.children if child.type != "comment"]
    if len(parts) != 3 or parts[1].type not in _OPPOSITE or parts[2].type not in ("identifier", "attribute"):
        return NOTHING
    path = _path_of_class(walk, parts[0])
    if path is None:
        return NOTHING
    row = plain(walk, parts[2], walk.source)
    facts = ((path, Narrow.IS_INSTANCE, row),)
    # Where it is not exactly of the class it may be of one below.
    return Narrowing((), facts) if _OPPOSITE[parts[1].type] else Narrowing(facts, ())


def _path_of_class(walk: Walk, node: Any) -> bytes | None:
    """`x` where the node is `type(x)` or `x.__class__`."""
    if node.type == "call":
        callee, arguments = node.children[0], node.children[-1].named_children
        if walk.source[callee.start_byte : callee.end_byte] != b"type" or len(arguments) != 1:
            return None
        return dotted_path(walk, arguments[0])
    path = dotted_path(walk, node)
    return path.removesuffix(b".__class__") if path is not None and path.endswith(b".__class__") else None


def arm(walk: Walk, node: Any, facts: Sequence[Fact], evaluate: Handler) -> int:
    """Evaluates a node where `facts` hold; the row carries its context when there are any."""
    if not facts:
        return evaluate(walk, node)
    left = begin_narrowed(walk, facts)
    context = walk.here()
    row = walk.within(context, evaluate(walk, node))
    walk.close_block(left)
    return row


def begin_narrowed(walk: Walk, facts: Sequence[Fact]) -> int:
    """Opens a block in which `facts` hold; gives the block left."""
    outside = walk.here() if facts else -1
    left = walk.open_block()
    for path, kind, row in facts:
        walk.narrow(path, kind, row, outside)
    return left


def join_replaced(walk: Walk, facts: Sequence[Fact]) -> None:
    """After a branch that may have given a tested name another value, and did not leave: the name is that, or what it was before
    where the test failed, which is what `facts` say."""
    for path in dict.fromkeys(fact[0] for fact in facts):
        bindings = walk.scopes[walk.scope].bindings.get(walk.names[path]) if b"." not in path else None
        kind, _, _, _, block, _ = bindings[-1] if bindings else (-1, -1, -1, -1, -1, -1)
        if kind != Bind.ASSIGN or block < 0 or walk.block_parents[block] != walk.block or walk.block_ended[block]:
            continue
        given = walk.within(walk.contexts[walk.scope, block, walk.order], walk.name_row(path))
        left = begin_narrowed(walk, [fact for fact in facts if fact[0] == path])
        kept = walk.within(walk.here(), walk.name_row(path))
        walk.close_block(left)
        walk.bind(path, Bind.ASSIGN, walk.row((Expr.EITHER, given, kept)))


def narrow_from_now(walk: Walk, facts: Sequence[Fact]) -> None:
    """`facts` hold in the rest of the current block: after `assert`, or after a branch that left."""
    if not facts:
        return
    before = walk.here()
    walk.step()
    for path, kind, row in facts:
        walk.narrow(path, kind, row, before)
