"""Types: what declarations, casts and template arguments spell, without pointers and references."""

from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import Expr
from blastlens.languages.c.walk_state import INDEX, CWalk, last_name

_NAMES: Final = frozenset({"type_identifier", "identifier", "namespace_identifier", "field_identifier"})
_PRIMITIVE: Final = frozenset({"primitive_type", "sized_type_specifier"})
_TAGGED: Final = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_BODIES: Final = frozenset({"field_declaration_list", "enumerator_list"})
_DEEPEST: Final = 30
_NUMBERS: Final = {
    b"unsigned": b"unsigned", b"signed": b"int", b"long": b"long", b"short": b"short", b"long long": b"long",
}  # fmt: skip


class Declared(NamedTuple):
    """What a declarator says."""

    name: Any  # node of the last name; None for none
    path: Any  # the whole name, a `qualified_identifier` where it has parts before the last
    function: Any  # `function_declarator` of a function
    pointee: Any  # of a pointer to a function
    dimensions: int
    is_pointer: bool  # or a reference


_POINTERS: Final = frozenset(
    {"pointer_declarator", "reference_declarator", "abstract_pointer_declarator", "abstract_reference_declarator"}
)
_FUNCTIONS: Final = frozenset({"function_declarator", "abstract_function_declarator"})
_LEAVES: Final = frozenset(
    {
        "identifier",
        "field_identifier",
        "type_identifier",
        "operator_name",
        "destructor_name",
        "operator_cast",
        "namespace_identifier",
    }
)


def declared(walk: CWalk, node: Any) -> Declared:
    """Reads a declarator inwards: what is called before a pointer is met is a function, behind one a pointer to it."""
    function: Any = None
    pointee: Any = None
    dimensions = 0
    is_pointer = False
    for _ in range(_DEEPEST):
        kind = walk.kinds[node.kind_id]
        if kind in _LEAVES:
            return Declared(node, node, function, pointee, dimensions, is_pointer)
        if kind in ("qualified_identifier", "template_function", "template_type"):
            name = last_name(walk, node)
            if walk.kinds[name.kind_id] == "operator_cast":
                function = name
            return Declared(name, node, function, pointee, dimensions, is_pointer)
        inner = _inner(walk, node)
        if kind in _FUNCTIONS:
            function = node
        elif kind in _POINTERS:
            is_pointer = True
            if function is not None:
                pointee, function = function, None
        elif kind in ("array_declarator", "abstract_array_declarator"):
            dimensions += 1
        if inner is None:
            return Declared(None, None, None, pointee or function, dimensions, is_pointer)
        node = inner
    return Declared(None, None, None, None, 0, is_pointer)


def _inner(walk: CWalk, node: Any) -> Any:
    for child in node.named_children:
        inner = walk.kinds[child.kind_id]
        if (
            inner in _LEAVES
            or inner.endswith("declarator")
            or inner in ("qualified_identifier", "template_function", "template_type")
        ):
            return child
    return None


def type_row(walk: CWalk, node: Any, depth: int = 0) -> int:
    """The type expr a node spells; -1 for `void`, and the unknown row for what says nothing (`auto`)."""
    kind = walk.kinds[node.kind_id]
    if kind in _NAMES:
        return walk.name_rows[walk.source[node.start_byte : node.end_byte]]
    if kind in _PRIMITIVE:
        return _primitive(walk, node)
    if depth > _DEEPEST:
        return walk.unknown
    if kind in _TAGGED:
        return _tagged(walk, node, kind)
    if kind == "qualified_identifier":
        return path_row(walk, node, depth)
    if kind in ("template_type", "template_function", "template_method"):
        return _template(walk, node, depth)
    if kind == "type_descriptor":
        return _descriptor(walk, node, depth)
    if kind in ("dependent_type", "dependent_name") and node.named_children:
        return type_row(walk, node.named_children[-1], depth + 1)
    if kind == "type_parameter_pack_expansion" or kind == "parameter_pack_expansion":
        return walk.unknown
    return walk.unknown


def _primitive(walk: CWalk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    if text == b"void":
        return -1
    if text not in _NUMBERS and b" " in text:
        words = text.split()
        text = b"unsigned" if b"unsigned" in words else words[-1] if words[-1] != b"int" else words[0]
    return walk.name_rows[_NUMBERS.get(text, text)]


def plain_type(walk: CWalk, node: Any) -> int:
    """The same without template arguments: what names the class."""
    kind = walk.kinds[node.kind_id]
    if kind == "qualified_identifier":
        return path_row(walk, node, plain=True)
    if kind in ("template_type", "template_function") and node.named_children:
        return type_row(walk, node.named_children[0])
    if kind == "type_descriptor":
        for child in node.named_children:
            if walk.kinds[child.kind_id] != "type_qualifier":
                return plain_type(walk, child)
    return type_row(walk, node)


def tag_name(walk: CWalk, kind: str, name: bytes) -> bytes:
    """The name under which a structure is bound: C keeps these apart from other names."""
    return name if walk.is_cpp else kind.partition("_")[0].encode() + b" " + name


def _tagged(walk: CWalk, node: Any, kind: str) -> int:
    for child in node.named_children:
        inner = walk.kinds[child.kind_id]
        if inner == "type_identifier":
            return walk.name_rows[tag_name(walk, kind, walk.text(child))]
        if inner in ("qualified_identifier", "template_type"):
            return type_row(walk, child, 1)
    return walk.unknown


def path_row(walk: CWalk, node: Any, depth: int = 0, *, without_last: bool = False, plain: bool = False) -> int:
    """The row of `a::b::c`; one that begins with `::` is read outside every namespace. `without_last`: of what
    stands before the last name, -1 for nothing; `plain`: without template arguments."""
    parts: list[Any] = []
    is_global = False
    while walk.kinds[node.kind_id] == "qualified_identifier":
        children = node.children
        if not children:
            return walk.unknown
        first = children[0]
        if walk.kinds[first.kind_id] == "::":
            is_global = True
        else:
            parts.append(first)
        if node.named_children:
            node = children[-1]
        else:
            break
    if not without_last:
        parts.append(node)
    row = -1
    for part in parts:
        kind = walk.kinds[part.kind_id]
        name = last_name(walk, part)
        text = walk.source[name.start_byte : name.end_byte]
        row = walk.name_rows[text] if row < 0 else walk.attribute(row, text)
        if is_global and part is parts[0]:
            row = walk.globally(row)
        if kind == "template_type" and part is parts[-1] and not plain:
            row = _arguments(walk, row, part, depth)
    return row


def _template(walk: CWalk, node: Any, depth: int) -> int:
    children = node.named_children
    if not children:
        return walk.unknown
    return _arguments(walk, type_row(walk, children[0], depth + 1), node, depth)


def _arguments(walk: CWalk, base: int, node: Any, depth: int) -> int:
    rows: list[int] = []
    for child in node.named_children[-1].named_children:
        row = type_row(walk, child, depth + 1)
        rows.append(row if row >= 0 else walk.unknown)
    return walk.exprs[(INDEX, base, *rows)] if rows else base


def template_arguments(walk: CWalk, node: Any) -> list[int]:
    """The types among the arguments of a template's name."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "template_argument_list":
            return [type_row(walk, item) for item in child.named_children]
    return []


def _descriptor(walk: CWalk, node: Any, depth: int) -> int:
    row = walk.unknown
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in _FUNCTIONS or kind == "abstract_pointer_declarator":
            found = declared(walk, child)
            if found.pointee is not None:
                return function_type(walk, row, found.pointee, depth)
        elif kind not in ("type_qualifier", "abstract_reference_declarator", "abstract_array_declarator"):
            row = type_row(walk, child, depth + 1)
    return row


def function_type(walk: CWalk, result: int, function: Any, depth: int = 0) -> int:
    """The type of a pointer to a function."""
    rows: list[int] = []
    for child in function.named_children:
        if walk.kinds[child.kind_id] == "parameter_list":
            for item in child.named_children:
                for part in item.named_children[:2]:
                    row = type_row(walk, part, depth + 1) if depth < _DEEPEST else walk.unknown
                    if row != walk.unknown:
                        rows.append(row if row >= 0 else walk.unknown)
                        break
    return walk.exprs[(Expr.FUNCTION_TYPE, result if result != walk.unknown else -1, *rows)]


def has_body(walk: CWalk, node: Any) -> bool:
    return any(walk.kinds[child.kind_id] in _BODIES for child in node.named_children)


def is_inferred(walk: CWalk, node: Any) -> bool:
    """Whether a type node is `auto`."""
    kind = walk.kinds[node.kind_id]
    return kind in ("placeholder_type_specifier", "auto", "decltype")
