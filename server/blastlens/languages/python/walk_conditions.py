"""What a condition says about types: `isinstance(x, C)`, `issubclass`, `not`, `and`, `or`."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import Narrow
from blastlens.languages.python.walk_evidence import dotted_path
from blastlens.languages.python.walk_state import Handler, Walk
from blastlens.languages.python.walk_types import plain

_TESTS: Final = {
    b"isinstance": (Narrow.IS_INSTANCE, Narrow.NOT_INSTANCE),
    b"issubclass": (Narrow.IS_SUBCLASS, Narrow.NOT_SUBCLASS),
}
_MAX_NESTED: Final = 40
_MAX_FACTS: Final = 20  # kept of a chain of tests

Fact = tuple[bytes, int, int]
"""(dotted path, kind of narrowing, class expr)."""


class Narrowing(NamedTuple):
    """What holds where the condition is true, and where it is false."""

    when_true: Sequence[Fact] = ()
    when_false: Sequence[Fact] = ()

    def joined(self, operator: str, right: "Narrowing") -> "Narrowing":
        if operator == "and":
            return Narrowing((*self.when_true[-_MAX_FACTS:], *right.when_true), ())
        return Narrowing((), (*self.when_false[-_MAX_FACTS:], *right.when_false))


NOTHING: Final = Narrowing()


def tests_type(walk: Walk, condition: Any) -> bool:
    """Whether it is worth asking `narrowed_by`."""
    text = walk.source[condition.start_byte : condition.end_byte]
    return b"isinstance" in text or b"issubclass" in text


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
        narrowing = narrowing.joined(children[-2].type, narrowed_by(walk, children[-1], nested + 1))
    return narrowing


def _test(walk: Walk, call: Any) -> Narrowing:
    children = call.children
    callee, arguments = children[0], children[-1].named_children
    kinds = _TESTS.get(walk.source[callee.start_byte : callee.end_byte])
    if kinds is None or len(arguments) != 2:
        return NOTHING
    path = dotted_path(walk, arguments[0])
    if path is None:
        return NOTHING
    row = plain(walk, arguments[1], walk.source)
    return Narrowing(((path, kinds[0], row),), ((path, kinds[1], row),))


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


def narrow_from_now(walk: Walk, facts: Sequence[Fact]) -> None:
    """`facts` hold in the rest of the current block: after `assert`, or after a branch that left."""
    if not facts:
        return
    before = walk.here()
    walk.step()
    for path, kind, row in facts:
        walk.narrow(path, kind, row, before)
