"""Types: what an annotation spells, as a type expression.

Types that say nothing (`any`, `unknown`, `void`, …) are the unknown row, so that what is declared so is known by what it is
given. A name that no file can spell stands for each form that has no name of its own, see `FORM_NAMES`.
"""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, Expr
from blastlens.languages.typescript.walk_state import Handler, Walk
from blastlens.languages.walking.state import BLOCK_SCOPE
from blastlens.languages.walking.tables import ATTR

_INDEX: Final = Expr.INDEX
_EITHER: Final = Expr.EITHER
_TUPLE: Final = Expr.TUPLE
_STAR: Final = Expr.STAR
_FUNCTION_TYPE: Final = Expr.FUNCTION_TYPE
_TYPED: Final = Expr.TYPED
_TYPE_OF: Final = Expr.TYPE_OF
_ITER: Final = Expr.ITER

ARRAY: Final = b"Array"
CLASS_OF: Final = b"new "
GUARD: Final = b"is "
SELF_TYPE: Final = b"this "

_PLAIN: Final = {
    b"string": b"str",
    b"number": b"int",
    b"boolean": b"bool",
    b"bigint": b"int",
    b"symbol": b"str",
}
_LITERALS: Final = {"string": b"str", "number": b"int", "true": b"bool", "false": b"bool", "unary_expression": b"int"}


def type_(walk: Walk, node: Any) -> int:
    """The type expr of a type node; the unknown row for what says nothing."""
    reader = walk.types.get(walk.kinds[node.kind_id])
    if reader is None or walk.too_nested(node):
        return walk.unknown
    row = reader(walk, node)
    walk.leave()
    return row


def annotation(walk: Walk, node: Any) -> int:
    """The type of a `: T`; -1 where there is none, or where it says nothing."""
    row = inner(walk, node)
    return -1 if row == walk.unknown else row


def inner(walk: Walk, node: Any) -> int:
    """The type that a node wraps."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "comment":
            return type_(walk, child)
    return walk.unknown


def type_arguments(walk: Walk, node: Any) -> list[int]:
    return [type_(walk, child) for child in node.named_children if walk.kinds[child.kind_id] != "comment"]


def of_value(walk: Walk, row: int) -> int:
    """The type of a value, as a type expr."""
    return walk.row((_TYPE_OF, row))


def instance(walk: Walk, row: int) -> int:
    """An instance of a type, as a value."""
    return walk.row((_TYPED, row)) if row != walk.unknown else row


def either(walk: Walk, rows: list[int]) -> int:
    kept = [row for row in dict.fromkeys(rows) if row != walk.unknown]
    if len(kept) < 2:
        return kept[0] if kept else walk.unknown
    return walk.row((_EITHER, *kept))


def type_parameters(walk: Walk, node: Any, definition: Def | None) -> None:
    """Binds `<T extends A = B>` in the current scope; they are the definition's."""
    scope = walk.scope
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "type_parameter":
            continue
        name, bounds = b"", []
        for part in child.named_children:
            kind = walk.kinds[part.kind_id]
            if kind == "type_identifier":
                name = walk.text(part)
            elif kind in ("constraint", "default_type"):
                bounds.append((kind, part))
        bound = -1
        for _, part in bounds[-1:]:  # a default says more than a constraint
            bound = annotation(walk, part)
        number = walk.name(name)
        walk.bind_first(scope, name, Bind.TYPE_VARIABLE, number, bound, walk.at_end(scope))
        if definition is not None:
            definition.type_params.append(number)


def _identifier(walk: Walk, node: Any) -> int:
    start, end = node.start_byte, node.end_byte
    row = walk.name_rows[walk.source[start:end]]
    walk.note_type(row, start, end)
    return row


def _predefined(walk: Walk, node: Any) -> int:
    plain = _PLAIN.get(walk.text(node))
    return walk.unknown if plain is None else walk.constant(plain)


def _nested(walk: Walk, node: Any) -> int:
    """`a.b.C`."""
    parts = walk.text(node).split(b".")
    row = walk.name_rows[parts[0].strip()]
    for part in parts[1:]:
        row = walk.row((ATTR, row, walk.name(part.strip())))
    return row


def _generic(walk: Walk, node: Any) -> int:
    children = node.named_children
    base = type_(walk, children[0])
    arguments = type_arguments(walk, children[-1]) if len(children) > 1 else []
    return walk.row((_INDEX, base, *arguments)) if arguments and base != walk.unknown else base


def _array(walk: Walk, node: Any) -> int:
    return walk.row((_INDEX, walk.name_rows[ARRAY], inner(walk, node)))


def _tuple(walk: Walk, node: Any) -> int:
    rows = []
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "comment":
            continue
        row = type_(walk, child)
        if (
            kind in ("rest_type", "required_parameter")
            and walk.source[child.start_byte : child.start_byte + 3] == b"..."
        ):
            row = walk.row((_STAR, row))
        rows.append(row)
    return walk.row((_TUPLE, *rows))


def _element(walk: Walk, node: Any) -> int:
    """`name: T` in a tuple."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "type_annotation":
            return inner(walk, child)
    return walk.unknown


def _union(walk: Walk, node: Any) -> int:
    rows: list[int] = []
    kind = node.kind_id
    parts = [node]
    while parts:  # unions nest to the left
        part = parts.pop()
        if part.kind_id == kind:
            parts.extend(part.named_children[::-1])
        elif walk.kinds[part.kind_id] != "comment":
            rows.append(type_(walk, part))
    return either(walk, rows)


def _function(walk: Walk, node: Any) -> int:
    """`<T>(a: A, ...b: B[]) => R`."""
    left = walk.open_scope(BLOCK_SCOPE)
    result = walk.unknown
    rows: list[int] = []
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "type_parameters":
            type_parameters(walk, child, None)
        elif kind == "formal_parameters":
            rows = _parameter_types(walk, child)
        elif kind != "comment":
            result = type_(walk, child)
    row = walk.row((_FUNCTION_TYPE, -1 if result == walk.unknown else result, *rows))
    row = walk.row((Expr.WITHIN, walk.at_end(walk.scope), row))
    walk.close_scope(left)
    return row


def _parameter_types(walk: Walk, node: Any) -> list[int]:
    rows: list[int] = []
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in ("required_parameter", "optional_parameter"):
            continue
        row = walk.unknown
        first = ""
        for part in child.named_children:
            kind = walk.kinds[part.kind_id]
            first = first or kind
            if kind == "type_annotation":
                row = inner(walk, part)
        if first == "this":
            continue
        rows.append(walk.row((_STAR, element_of(walk, row))) if first == "rest_pattern" else row)
    return rows


def element_of(walk: Walk, row: int) -> int:
    """The type of an element of an array type."""
    if row == walk.unknown:
        return row
    return of_value(walk, walk.row((_ITER, instance(walk, row))))


def _constructor(walk: Walk, node: Any) -> int:
    """`new (…) => T`: the class T."""
    result = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] not in ("formal_parameters", "type_parameters", "comment"):
            result = type_(walk, child)
    return walk.row((_INDEX, walk.name_rows[CLASS_OF], result))


def _query(walk: Walk, node: Any) -> int:
    """`typeof x.y`."""
    children = node.named_children
    return of_value(walk, walk.expression(children[0])) if children else walk.unknown


def _lookup(walk: Walk, node: Any) -> int:
    """`T["name"]`."""
    children = node.named_children
    base = type_(walk, children[0])
    if len(children) < 2 or base == walk.unknown:
        return walk.unknown
    key = children[1].named_children[0] if walk.kinds[children[1].kind_id] == "literal_type" else None
    if key is not None and walk.kinds[key.kind_id] == "string":
        return of_value(walk, walk.row((ATTR, instance(walk, base), walk.name(walk.text(key)[1:-1]))))
    return element_of(walk, base)


def _literal(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        plain = _LITERALS.get(walk.kinds[child.kind_id])
        return walk.unknown if plain is None else walk.constant(plain)
    return walk.unknown


def _conditional(walk: Walk, node: Any) -> int:
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    return either(walk, [type_(walk, child) for child in children[2:]])


def _predicate(walk: Walk, node: Any) -> int:
    """`x is T`."""
    children = node.named_children
    return walk.row((_INDEX, walk.name_rows[GUARD], type_(walk, children[-1]))) if children else walk.unknown


def _self(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.name_rows[SELF_TYPE]


def _text(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"str")


TYPES: Final[dict[str, Handler]] = {
    "type_annotation": inner,
    "parenthesized_type": inner,
    "readonly_type": inner,
    "optional_type": inner,
    "rest_type": inner,
    "type_predicate_annotation": inner,
    "asserts_annotation": inner,
    "asserts": inner,
    "omitting_type_annotation": inner,
    "opting_type_annotation": inner,
    "required_parameter": _element,
    "optional_parameter": _element,
    "type_identifier": _identifier,
    "identifier": _identifier,
    "predefined_type": _predefined,
    "nested_type_identifier": _nested,
    "nested_identifier": _nested,
    "member_expression": _nested,
    "generic_type": _generic,
    "array_type": _array,
    "tuple_type": _tuple,
    "union_type": _union,
    "intersection_type": _union,
    "function_type": _function,
    "constructor_type": _constructor,
    "type_query": _query,
    "lookup_type": _lookup,
    "literal_type": _literal,
    "conditional_type": _conditional,
    "type_predicate": _predicate,
    "this_type": _self,
    "template_literal_type": _text,
}
