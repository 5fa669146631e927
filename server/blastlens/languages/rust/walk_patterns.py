"""Patterns: the names they bind, and the value of each, told from the value that is matched."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.rust.walk_state import FIELD, Walk
from blastlens.languages.rust.walk_types import path, type_

_UNPACK: Final = Expr.UNPACK
_ITER: Final = Expr.ITER
_EITHER: Final = Expr.EITHER
_WRAPPED: Final = frozenset(
    ("mut_pattern", "ref_pattern", "reference_pattern", "match_pattern", "parenthesized_pattern")
)
_SILENT: Final = frozenset(("line_comment", "block_comment", "mutable_specifier", "remaining_field_pattern"))
_LITERAL: Final = frozenset(("range_pattern", "negative_literal"))

Found = list[tuple[bytes, int]]
"""Names, each with the row of its value."""


def names(walk: Walk, node: Any, value: int) -> Found:
    """The names that a pattern binds where it is matched with a value."""
    found: Found = []
    _match(walk, node, value, found)
    return found


def declare(walk: Walk, found: Found, context: int) -> None:
    for name, row in found:
        walk.declare(name, row, context)


def _match(walk: Walk, node: Any, value: int, found: Found) -> None:
    kind = walk.kinds[node.kind_id]
    if kind == "identifier":
        name = walk.source[node.start_byte : node.end_byte]
        if not name[:1].isupper():  # a constant or a variant else
            found.append((name, value))
        return
    if kind in _SILENT or walk.too_nested(node):
        return
    if kind in _WRAPPED:
        _wrapped(walk, node, value, found)
    elif kind == "tuple_struct_pattern":
        _tuple_struct(walk, node, value, found)
    elif kind == "struct_pattern":
        _struct(walk, node, value, found)
    elif kind == "tuple_pattern":
        for position, child in placed(walk, node):
            _match(walk, child, walk.row((_UNPACK, value, position)) if position >= 0 else walk.unknown, found)
    elif kind == "slice_pattern":
        element = walk.row((_ITER, value))
        for child in _parts(walk, node):
            whole = walk.kinds[child.kind_id] == "captured_pattern"
            _match(walk, child, value if whole else element, found)
    elif kind == "or_pattern":
        _either(walk, node, value, found)
    elif kind == "captured_pattern":
        for child in _parts(walk, node):
            _match(walk, child, value, found)
    elif kind in ("scoped_identifier", "generic_pattern"):
        path(walk, node)
    elif kind not in _LITERAL and not kind.endswith("_literal"):
        walk.expression(node)
    walk.leave()


def placed(walk: Walk, node: Any) -> list[tuple[int, Any]]:
    """What a list has at which position: `_` is no node with a name. Nothing is told of what stands behind `..`."""
    out: list[tuple[int, Any]] = []
    position = 0
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == ",":
            position += position >= 0
        elif kind == "remaining_field_pattern":
            position = -1
        elif child.is_named and kind not in _SILENT and kind != "attribute_item":
            out.append((position, child))
    return out


def _parts(walk: Walk, node: Any) -> list[Any]:
    return [child for child in node.named_children if walk.kinds[child.kind_id] not in _SILENT]


def _wrapped(walk: Walk, node: Any, value: int, found: Found) -> None:
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in _SILENT:
            _match(walk, child, value, found)
            break


def _either(walk: Walk, node: Any, value: int, found: Found) -> None:
    """`A(x) | B(x)`: x is either."""
    rows: dict[bytes, list[int]] = {}
    for child in _parts(walk, node):
        for name, row in names(walk, child, value):
            rows.setdefault(name, []).append(row)
    for name, listed in rows.items():
        found.append((name, listed[0] if len(listed) == 1 else walk.row((_EITHER, *dict.fromkeys(listed)))))


def _tuple_struct(walk: Walk, node: Any, value: int, found: Found) -> None:
    """`Some(x)`, `E::B(x, ..)`, `S(x)`."""
    kind = node.child_by_field_name("type")
    if kind is None:
        return
    segments = _segments(walk, kind)
    for position, child in placed(walk, node):
        if child.start_byte != kind.start_byte:
            row = member(walk, value, segments, b"%d" % position) if position >= 0 else walk.unknown
            _match(walk, child, row, found)


def _struct(walk: Walk, node: Any, value: int, found: Found) -> None:
    kind = node.child_by_field_name("type")
    segments = _segments(walk, kind) if kind is not None else []
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "field_pattern":
            continue
        name, pattern = child.child_by_field_name("name"), child.child_by_field_name("pattern")
        if name is None:
            continue
        row = member(walk, value, segments, walk.text(name))
        if pattern is not None:
            _match(walk, pattern, row, found)
        else:
            found.append((walk.text(name), row))


def _segments(walk: Walk, node: Any) -> list[bytes]:
    path(walk, node)
    while walk.kinds[node.kind_id] in ("generic_type", "generic_type_with_turbofish", "generic_pattern"):
        inner = node.named_children
        node = inner[0]
    return walk.text(node).split(b"::")


def member(walk: Walk, value: int, segments: list[bytes], name: bytes) -> int:
    """A field of what a pattern names: of a variant where its path says so, of a type, or of either."""
    last = segments[-1].strip() if segments else b""
    if len(segments) > 1 and segments[-2].strip()[:1].isupper():
        return walk.field(value, last + FIELD + name)
    plain = walk.field(value, name)
    if last == b"Self" or len(segments) > 1:
        return plain
    return walk.row((_EITHER, plain, walk.field(value, last + FIELD + name)))


def typed_names(walk: Walk, node: Any, annotation: Any, value: int) -> Found:
    """The names of a pattern with a type of its own."""
    return names(walk, node, walk.typed(type_(walk, annotation)) if annotation is not None else value)
