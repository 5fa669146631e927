"""Types: what declarations, casts and type arguments spell."""

from typing import Any, Final

from blastlens.languages.java.walk_state import ATTR, EITHER, INDEX, JavaWalk

_NAMES: Final = frozenset({"type_identifier", "integral_type", "floating_point_type", "boolean_type", "identifier"})
_ANNOTATIONS: Final = frozenset({"marker_annotation", "annotation", "block_comment", "line_comment"})
_DEEPEST: Final = 30


def type_row(walk: JavaWalk, node: Any, depth: int = 0) -> int:
    """The type expr a node spells; -1 for `void`, and the unknown row for what says nothing (`?`, `var`)."""
    kind = walk.kinds[node.kind_id]
    if kind in _NAMES:
        start, end = node.start_byte, node.end_byte
        row = walk.name_rows[walk.source[start:end]]
        if kind == "type_identifier":
            walk.note_type(row, start, end)
        return row
    if depth > _DEEPEST:
        return walk.unknown
    if kind == "generic_type":
        return _generic(walk, node, depth)
    if kind == "array_type":
        children = node.children
        return walk.array_of(type_row(walk, children[0], depth + 1), dimensions(walk, children[-1]))
    if kind in ("scoped_type_identifier", "scoped_identifier"):
        return _scoped(walk, node, depth)
    if kind == "void_type":
        return -1
    if kind == "annotated_type":
        return type_row(walk, node.children[-1], depth + 1)
    if kind == "wildcard":
        named = [child for child in node.named_children if walk.kinds[child.kind_id] not in _ANNOTATIONS]
        named = [child for child in named if walk.kinds[child.kind_id] != "super"]
        return type_row(walk, named[-1], depth + 1) if named else walk.unknown
    return walk.unknown


def base_row(walk: JavaWalk, node: Any) -> int:
    """The same of what something else notes as a use: its arguments alone are named."""
    if walk.kinds[node.kind_id] == "generic_type":
        for child in node.named_children[-1].named_children:
            if walk.kinds[child.kind_id] not in _ANNOTATIONS:
                type_row(walk, child)
    return walk.quietly(type_row, node)


def plain_type(walk: JavaWalk, node: Any) -> int:
    """The same without type arguments: what names the class, as something else notes it."""
    kind = walk.kinds[node.kind_id]
    while kind in ("generic_type", "annotated_type"):
        node = node.children[0 if kind == "generic_type" else -1]
        kind = walk.kinds[node.kind_id]
    return walk.quietly(type_row, node)


def last_part(walk: JavaWalk, node: Any) -> Any:
    """The node of the last name of a type."""
    kind = walk.kinds[node.kind_id]
    while kind in ("generic_type", "annotated_type", "scoped_type_identifier", "array_type"):
        node = node.children[0 if kind in ("generic_type", "array_type") else -1]
        kind = walk.kinds[node.kind_id]
    return node


def _generic(walk: JavaWalk, node: Any, depth: int) -> int:
    children = node.named_children
    base = type_row(walk, children[0], depth + 1)
    arguments = [
        type_row(walk, child, depth + 1)
        for child in children[-1].named_children
        if walk.kinds[child.kind_id] not in _ANNOTATIONS
    ]
    return walk.exprs[(INDEX, base, *arguments)] if arguments else base


def _scoped(walk: JavaWalk, node: Any, depth: int) -> int:
    children = node.children
    base = type_row(walk, children[0], depth + 1)
    return walk.exprs[ATTR, base, walk.names[walk.text(children[-1])]]


def dimensions(walk: JavaWalk, node: Any) -> int:
    return walk.source.count(b"[", node.start_byte, node.end_byte)


def bound_row(walk: JavaWalk, node: Any) -> int:
    """The type expr of a `type_bound`."""
    rows = [type_row(walk, child) for child in node.named_children]
    return rows[0] if len(rows) == 1 else walk.exprs[(EITHER, *rows)]


def is_inferred(walk: JavaWalk, node: Any) -> bool:
    """Whether a type node is `var`."""
    return walk.source[node.start_byte : node.end_byte] == b"var"
