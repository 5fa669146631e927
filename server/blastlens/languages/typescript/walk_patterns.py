"""What is bound and assigned: names, and patterns that take a value apart."""

from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, Expr
from blastlens.languages.typescript.walk_state import Walk
from blastlens.languages.walking.state import BLOCK_SCOPE
from blastlens.languages.walking.tables import ATTR

_ASSIGN: Final = Bind.ASSIGN
_EITHER: Final = Expr.EITHER
_UNPACK: Final = Expr.UNPACK
_ITER: Final = Expr.ITER
_BY_OTHERS: Final = END - 1  # order of what other functions bind, which may run at any time
_QUOTES: Final = b"\"'`"


def bind_pattern(walk: Walk, node: Any, row: int, scope: int = -1, *, declares: bool = True) -> None:
    """Binds the names of a pattern to the parts of a value: new names of `scope`, else names that are there."""
    if walk.too_nested(node):
        return
    kind = walk.kinds[node.kind_id]
    if kind in ("identifier", "shorthand_property_identifier_pattern", "shorthand_property_identifier"):
        bind_name(walk, walk.text(node), row, scope, declares=declares)
    elif kind == "object_pattern":
        for child in node.named_children:
            _bind_member(walk, child, row, scope, declares)
    elif kind == "array_pattern":
        _bind_elements(walk, node, row, scope, declares)
    elif kind in ("assignment_pattern", "object_assignment_pattern", "assignment_expression"):
        children = node.named_children
        given = walk.value(children[-1])
        bind_pattern(walk, children[0], _or(walk, row, given), scope, declares=declares)
    elif kind in ("rest_pattern", "spread_element", "parenthesized_expression", "non_null_expression"):
        for child in node.named_children[:1]:
            bind_pattern(walk, child, row, scope, declares=declares)
    elif kind != "comment":
        walk.expression(node)
    walk.leave()


def _bind_member(walk: Walk, node: Any, row: int, scope: int, declares: bool) -> None:
    kind = walk.kinds[node.kind_id]
    if kind == "shorthand_property_identifier_pattern":
        bind_pattern(walk, node, attribute(walk, row, walk.text(node)), scope, declares=declares)
    elif kind == "pair_pattern":
        children = node.named_children
        key = property_name(walk, children[0])
        part = attribute(walk, row, key) if key else walk.unknown
        bind_pattern(walk, children[-1], part, scope, declares=declares)
    elif kind == "object_assignment_pattern":
        children = node.named_children
        given = walk.value(children[-1])
        part = attribute(walk, row, walk.text(children[0]))
        bind_pattern(walk, children[0], _or(walk, part, given), scope, declares=declares)
    else:
        bind_pattern(walk, node, row, scope, declares=declares)


def _bind_elements(walk: Walk, node: Any, row: int, scope: int, declares: bool) -> None:
    index = 0
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == ",":
            index += 1
        elif kind == "rest_pattern":
            bind_pattern(walk, child, row, scope, declares=declares)
        elif child.is_named:
            part = walk.row((_UNPACK, row, index)) if row != walk.unknown else row
            bind_pattern(walk, child, part, scope, declares=declares)


def _or(walk: Walk, row: int, other: int) -> int:
    if walk.unknown in (row, other):
        return max(row, other)
    return walk.row((_EITHER, row, other))


def attribute(walk: Walk, row: int, name: bytes) -> int:
    return walk.row((ATTR, row, walk.name(name))) if row != walk.unknown else row


def element(walk: Walk, row: int) -> int:
    return walk.row((_ITER, row)) if row != walk.unknown else row


def property_name(walk: Walk, node: Any) -> bytes:
    """Name of a property as it is spelled in a literal, a class or a pattern; empty for a computed one."""
    kind = walk.kinds[node.kind_id]
    if kind == "string":
        return walk.text(node)[1:-1]
    if kind == "computed_property_name":
        inner = node.named_children
        return walk.text(inner[0])[1:-1] if inner and walk.kinds[inner[0].kind_id] == "string" else b""
    return walk.text(node)


def bind_name(walk: Walk, name: bytes, row: int, scope: int = -1, *, declares: bool = True) -> None:
    """Binds a name to a value."""
    if declares:
        walk.bind(name, _ASSIGN, row, scope=scope)
        return
    home = walk.enclosing(name)
    if home < 0:
        if walk.is_module:
            return
        home = 0  # a variable that nothing declares is global
    if _runs_with(walk, home):
        walk.bind(name, _ASSIGN, row, scope=home)
    else:
        bindings = walk.scopes[home].bindings
        bindings.setdefault(walk.name(name), []).append((_ASSIGN, row, -1, walk.here(), -1, _BY_OTHERS))


def _runs_with(walk: Walk, home: int) -> bool:
    """Whether what is read now runs with the body that a scope belongs to, and not when a function is called."""
    at = walk.scope
    while at != home:
        if walk.scopes[at].kind != BLOCK_SCOPE:
            return False
        at = walk.scopes[at].parent
    return True


def function_scope(walk: Walk) -> int:
    """The scope that `var` binds in."""
    at = walk.scope
    while walk.scopes[at].kind == BLOCK_SCOPE and walk.scopes[at].parent >= 0:
        at = walk.scopes[at].parent
    return at
