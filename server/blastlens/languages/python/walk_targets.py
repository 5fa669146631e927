"""Assignment targets: names, attributes, elements, patterns; and the statements that assign or delete."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Narrow, Use
from blastlens.languages.python.walk_evidence import dotted_path, holds, own_attribute
from blastlens.languages.python.walk_exports import assign_exported, extend_exported
from blastlens.languages.python.walk_expressions import iterated, operation
from blastlens.languages.python.walk_paths import item, path, value
from blastlens.languages.python.walk_state import ASSIGN, StatementHandler, Walk
from blastlens.languages.python.walk_types import annotation

_UNPACK: Final = Expr.UNPACK
_ITER: Final = Expr.ITER
_LIST: Final = Expr.LIST
_TUPLE: Final = Expr.TUPLE
_INDEX: Final = Expr.INDEX
_TYPE: Final = Expr.TYPE
_TYPE_ALIAS: Final = b"TypeAlias"
_ASSIGNED: Final = Narrow.ASSIGNED
_ANNOTATED: Final = Bind.ANNOTATED
_DELETED: Final = Bind.DELETED
_STORE: Final = Use.STORE
_LOAD: Final = Use.LOAD
_PUT: Final = Use.PUT
_TABLE_OF_NAMES: Final = re.compile(rb"(?:globals|locals|vars)\s*\(|\.(?:__dict__|modules)$")
_DELETE: Final = Use.DELETE
_SET_ITEM: Final = Use.SET_ITEM
_DELETE_ITEM: Final = Use.DELETE_ITEM
_BINARY: Final = Expr.BINARY
_PATTERNS: Final = frozenset(("pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"))
_LITERALS: Final = frozenset(("expression_list", "tuple", "list"))
_DISPLAYS: Final = frozenset(("set", "dictionary", "list_comprehension", "set_comprehension", "generator_expression"))
_SPLATS: Final = frozenset(("list_splat_pattern", "list_splat"))


def target(walk: Walk, node: Any, row: int, context: int) -> None:
    """Binds `row`, evaluated in `context`, to what a target names."""
    kind = node.type
    if kind == "identifier":
        walk.bind(walk.source[node.start_byte : node.end_byte], ASSIGN, row, -1, context)
    elif kind == "attribute":
        _attribute(walk, node, row, context)
    elif kind == "subscript":
        stored = item(walk, node, _SET_ITEM)
        container = node.children[0]
        holds(walk, container, row)
        if _TABLE_OF_NAMES.search(walk.source, container.start_byte, container.end_byte):
            walk.use_at(_PUT, stored, container)
    elif kind in _PATTERNS:
        _pattern(walk, node, row, context)
    elif kind == "parenthesized_expression":
        for child in node.named_children:
            target(walk, child, row, context)
    elif kind in _SPLATS:
        target(walk, node.children[-1], walk.row((_LIST, walk.row((_ITER, row)))), context)
    else:
        walk.expression(node)


def _attribute(walk: Walk, node: Any, row: int, context: int) -> None:
    _stored(walk, node)
    dotted = dotted_path(walk, node)
    if dotted is None:
        return
    walk.step()
    walk.narrow(dotted, _ASSIGNED, row, context)
    name = own_attribute(walk, node)
    if name is not None:
        walk.attribute_of_self(name, row, context)


def _stored(walk: Walk, node: Any, kind: int = _STORE) -> int:
    """Notes that an attribute is written, or deleted."""
    row = path(walk, node)
    walk.use_at(kind, row, node)
    return row


def _pattern(walk: Walk, node: Any, row: int, context: int) -> None:
    if walk.too_nested(node):
        return
    starred = False
    position = 0
    for child in node.named_children:
        kind = child.type
        if kind == "comment":
            continue
        if kind in _SPLATS:
            starred = True
            target(walk, child, row, context)
        elif starred:  # how many the star takes is not known
            target(walk, child, walk.row((_ITER, row)), context)
        else:
            target(walk, child, walk.row((_UNPACK, row, position)), context)
        position += 1
    walk.leave()


def assignment(walk: Walk, node: Any) -> None:
    """`a = b = value`, `a: T = value`, `a: T`."""
    children = node.children
    if len(children) == 3 and children[0].type == "identifier" and children[1].type == "=":
        name, _, right = children
        if right.type != "assignment":
            row = value(walk, right)
            walk.bind(walk.source[name.start_byte : name.end_byte], ASSIGN, row)
            if walk.scope == 0:
                assign_exported(walk, name, right)
            return
    targets: list[Any] = []
    noted: Any = None
    at = node
    while at is not None and at.type == "assignment":
        children = at.children
        targets.append(children[0])
        if noted is None and len(children) > 2 and children[1].type == ":":
            noted = at.child_by_field_name("type")
        at = children[-1] if len(children) > 2 and children[-2].type == "=" else None
    if noted is not None:
        _annotated(walk, targets, noted, at)
    elif at is not None:
        _plain(walk, targets, at)
    else:
        for place in targets:
            walk.expression(place)


def _plain(walk: Walk, targets: list[Any], right: Any) -> None:
    left = targets[0]
    if len(targets) == 1 and left.type in _PATTERNS and right.type in _LITERALS and _pairwise(walk, left, right):
        return
    row = value(walk, right)
    context = walk.here()
    for place in targets:
        if place.type in _PATTERNS:
            iterated(walk, right, row)
        target(walk, place, row, context)
        if place.type == "identifier" and walk.scope == 0:
            assign_exported(walk, place, right)


def _pairwise(walk: Walk, left: Any, right: Any) -> bool:
    """`a, b = x, y` binds each to its own value. False, and nothing done, where the sides do not pair."""
    places = [child for child in left.named_children if child.type != "comment"]
    values = [child for child in right.named_children if child.type != "comment"]
    if len(places) != len(values):
        return False
    if any(child.type in _SPLATS or child.type == "ERROR" for child in (*places, *values)):
        return False
    rows = [value(walk, child) for child in values]
    context = walk.here()
    for place, row in zip(places, rows, strict=True):
        target(walk, place, row, context)
    return True


def _annotated(walk: Walk, targets: list[Any], noted: Any, right: Any) -> None:
    if right is None:
        row = -1
    elif right.type == "string" and walk.source[noted.start_byte : noted.end_byte].endswith(_TYPE_ALIAS):
        row = walk.row((_TYPE, walk.within(walk.at_end(walk.scope), annotation(walk, right))))
    else:
        row = value(walk, right)
    context = walk.here()
    declared = annotation(walk, noted)
    place, *others = targets
    while place.type == "parenthesized_expression" and place.named_children:
        place = place.named_children[0]
    if place.type == "identifier":
        walk.bind(walk.source[place.start_byte : place.end_byte], _ANNOTATED, declared, row, context)
        if walk.scope == 0 and right is not None:
            assign_exported(walk, place, right)
    elif place.type == "attribute":
        name = own_attribute(walk, place)
        if name is not None:
            walk.defs[walk.self_class].declared.setdefault(walk.name(name), declared)
        if row >= 0:
            _attribute(walk, place, row, context)
        else:
            walk.expression(place.children[0])
    else:
        walk.expression(place)
    for other in others:
        target(walk, other, row, context)


def augmented(walk: Walk, node: Any) -> None:
    """`x += value`: x keeps the type it has; `x += [a]` says what it holds."""
    children = node.children
    if len(children) < 3:
        walk.children(node)
        return
    left, operator, right = children[0], children[1], children[-1]
    row = value(walk, right)
    kind = left.type
    if kind == "attribute":
        changed = _stored(walk, left)
        walk.use_at(_LOAD, changed, left)
    else:
        changed = walk.expression(left)
        if kind == "subscript":
            walk.use(_SET_ITEM, changed, left.children[0].end_byte, 1)
    operation(walk, walk.row((_BINARY, walk.name(operator.type.encode()), changed, row)), kind, operator, right.type)
    if operator.type in ("+=", "|="):
        if right.type in _LITERALS or right.type in _DISPLAYS:
            holds(walk, left, walk.row((_INDEX, row, walk.unknown) if right.type == "dictionary" else (_ITER, row)))
        if kind == "identifier" and walk.scope == 0 and operator.type == "+=":
            extend_exported(walk, left, right)


def delete(walk: Walk, node: Any) -> None:
    for child in node.named_children:
        _delete(walk, child)


def _delete(walk: Walk, node: Any) -> None:
    kind = node.type
    if kind == "identifier":
        walk.bind(walk.source[node.start_byte : node.end_byte], _DELETED, -1)
    elif kind == "attribute":
        _stored(walk, node, _DELETE)
    elif kind == "subscript":
        item(walk, node, _DELETE_ITEM)
    elif kind in _PATTERNS or kind == "parenthesized_expression":
        if not walk.too_nested(node):
            for child in node.named_children:
                _delete(walk, child)
            walk.leave()
    else:
        walk.expression(node)


HANDLERS: Final[dict[str, StatementHandler]] = {
    "assignment": assignment,
    "augmented_assignment": augmented,
    "delete_statement": delete,
}
