"""Decorators: their rows, their uses, and the marks they put on a definition."""

from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import DefFlag, Expr, Use
from blastlens.languages.python.walk_paths import chain
from blastlens.languages.python.walk_skips import is_skip
from blastlens.languages.python.walk_state import Walk

_DECORATED: Final = DefFlag.DECORATED
_PROPERTY: Final = DefFlag.PROPERTY
_AUTOUSE: Final = DefFlag.AUTOUSE
_FIXTURE: Final = DefFlag.FIXTURE
_SKIPPED: Final = DefFlag.SKIPPED_TEST
_DECORATOR: Final = Use.DECORATOR
_MARKS: Final[dict[bytes, int]] = {
    b"overload": DefFlag.OVERLOAD,
    b"staticmethod": DefFlag.STATIC,
    b"classmethod": DefFlag.CLASSMETHOD,
    b"abstractmethod": DefFlag.ABSTRACT,
    b"abstractproperty": DefFlag.ABSTRACT | DefFlag.PROPERTY,
    b"abstractclassmethod": DefFlag.ABSTRACT | DefFlag.CLASSMETHOD,
    b"abstractstaticmethod": DefFlag.ABSTRACT | DefFlag.STATIC,
    b"contextmanager": DefFlag.CONTEXT_MANAGER,
    b"asynccontextmanager": DefFlag.CONTEXT_MANAGER,
    b"fixture": DefFlag.FIXTURE,
    b"yield_fixture": DefFlag.FIXTURE,
}
_ACCESSORS: Final[dict[bytes, int]] = {
    b"getter": DefFlag.ACCESSOR,
    b"setter": DefFlag.ACCESSOR | DefFlag.SETTER,
    b"deleter": DefFlag.ACCESSOR | DefFlag.DELETER,
}


class Decorators(NamedTuple):
    rows: list[int]
    flags: int
    context: int  # where they are evaluated


def decorators(walk: Walk, node: Any) -> Decorators:
    """Reads the decorators of a decorated definition, outermost first."""
    rows: list[int] = []
    flags = _DECORATED
    context = walk.here()
    for child in node.named_children:
        if child.type != "decorator":
            continue
        for expression in child.named_children:
            if expression.type != "comment":
                rows.append(_decorator(walk, expression, node))
                flags |= _marks(walk, expression)
                break
    return Decorators(rows, flags, context)


def _decorator(walk: Walk, node: Any, decorated: Any) -> int:
    kind = node.type
    if kind == "call":
        return chain(walk, node, _DECORATOR)
    if kind == "attribute" and _is_of_property(walk, node, decorated):
        return walk.row(
            (Expr.ATTR, walk.name_rows[walk.text(node.children[0])], walk.name(walk.text(node.children[-1])))
        )
    row = chain(walk, node, -1) if kind == "attribute" else walk.expression(node)
    if kind in ("attribute", "identifier"):
        walk.use_at(_DECORATOR, row, node)
    return row


def _is_of_property(walk: Walk, node: Any, decorated: Any) -> bool:
    """Whether a decorator says that what it stands above is a part of the property of that name: `@x.setter` above `def x`.
    It names the property, but uses it for nothing."""
    if walk.text(node.children[-1]) not in _ACCESSORS or node.children[0].type != "identifier":
        return False
    named = decorated.children[-1].child_by_field_name("name")
    return named is not None and walk.text(named) == walk.text(node.children[0])


def _marks(walk: Walk, node: Any) -> int:
    callee = node.children[0] if node.type == "call" else node
    text = walk.source[callee.start_byte : callee.end_byte]
    base, _, name = text.rpartition(b".")
    name = name.strip()
    flags = _MARKS.get(name, 0)
    if name.endswith(b"property"):
        flags |= _PROPERTY
    elif name in _ACCESSORS and base:
        flags |= _ACCESSORS[name]
    if is_skip(base, name):
        flags |= _SKIPPED
    if flags & _FIXTURE and node.type == "call" and _is_autouse(walk, node):
        flags |= _AUTOUSE
    return flags


def _is_autouse(walk: Walk, call: Any) -> bool:
    for argument in call.children[-1].named_children:
        if argument.type == "keyword_argument":
            parts = argument.children
            name = walk.source[parts[0].start_byte : parts[0].end_byte]
            if name == b"autouse":
                return bool(parts[-1].type == "true")
    return False
