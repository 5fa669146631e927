"""Types: what a type says, with pointers stripped, since calls do not tell a value from a pointer to it."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Param, Use
from blastlens.languages.go.walk_state import ASSIGN, BLANK, Walk
from blastlens.languages.walking.state import CLASS_SCOPE, FUNCTION_SCOPE

SLICE: Final = b"<slice>"
MAP: Final = b"<map>"
CHANNEL: Final = b"<chan>"
ANY: Final = b"any"
UNDERLYING: Final = b"underlying"

_PREDECLARED: Final = frozenset(
    b"""any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8
    uint16 uint32 uint64 uintptr""".split()
)
_ATTR: Final = Expr.ATTR
_INDEX: Final = Expr.INDEX
_EITHER: Final = Expr.EITHER
_TUPLE: Final = Expr.TUPLE
_STAR: Final = Expr.STAR
_OBJECT: Final = Expr.OBJECT
_FUNCTION_TYPE: Final = Expr.FUNCTION_TYPE
_ANNOTATED: Final = Bind.ANNOTATED
_TYPE_VARIABLE: Final = Bind.TYPE_VARIABLE
_BASE: Final = Use.BASE
_NAMES: Final = frozenset(("type_identifier", "identifier", "package_identifier", "field_identifier"))
_INNER: Final = frozenset(
    (
        "pointer_type",
        "parenthesized_type",
        "type_constraint",
        "negated_type",
        "parenthesized_expression",
        "unary_expression",
        "constraint_elem",
        "constraint_term",
    )
)
_QUALIFIED: Final = frozenset(("qualified_type", "selector_expression"))
_SEQUENCES: Final = frozenset(("slice_type", "array_type", "implicit_length_array_type"))
_APPLIED: Final = frozenset(("generic_type", "index_expression", "type_instantiation_expression"))


def type_(walk: Walk, node: Any) -> int:
    """The type expr of a node; unknown where it says nothing (`any`)."""
    if node is None:
        return walk.unknown
    kind = walk.kinds[node.kind_id]
    if kind in _NAMES:
        name = walk.source[node.start_byte : node.end_byte]
        walk.used.add(name)
        row = walk.name_rows[name]
        if kind == "type_identifier" and name not in _PREDECLARED:
            walk.note_type(row, node.start_byte, node.end_byte)
        return row
    if walk.too_nested(node):
        return walk.unknown
    row = _composed(walk, node, kind)
    walk.leave()
    return row


def _composed(walk: Walk, node: Any, kind: str) -> int:
    if kind in _INNER:
        inner = _last_type(walk, node)
        return type_(walk, inner) if inner is not None else walk.unknown
    if kind in _QUALIFIED:
        parts = node.named_children
        base = type_(walk, parts[0])
        row = walk.row((_ATTR, base, walk.names[walk.text(parts[-1])]))
        if kind == "qualified_type":
            walk.note_type(row, parts[-1].start_byte, parts[-1].end_byte)
        return row
    if kind in _SEQUENCES:
        return _applied(walk, SLICE, (type_(walk, node.child_by_field_name("element")),))
    if kind == "map_type":
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        return _applied(walk, MAP, (type_(walk, key), type_(walk, value)))
    if kind == "channel_type":
        return _applied(walk, CHANNEL, (type_(walk, node.child_by_field_name("value")),))
    if kind in _APPLIED:
        return _generic(walk, node)
    if kind == "function_type":
        return function_type(walk, node)
    if kind in ("type_elem", "type_arguments"):
        parts = [type_(walk, child) for child in node.named_children if child.type != "comment"]
        return parts[0] if len(parts) == 1 else walk.row((_EITHER, *parts))
    if kind in ("struct_type", "interface_type"):
        return _anonymous(walk, node, kind)
    for child in node.named_children:
        walk.expression(child)
    return walk.unknown


def _last_type(walk: Walk, node: Any) -> Any:
    for child in node.named_children[::-1]:
        if walk.kinds[child.kind_id] != "comment":
            return child
    return None


def _applied(walk: Walk, form: bytes, arguments: tuple[int, ...]) -> int:
    return walk.row((_INDEX, walk.name_rows[form], *arguments))


def _generic(walk: Walk, node: Any) -> int:
    parts = [child for child in node.named_children if child.type != "comment"]
    if len(parts) < 2:
        return type_(walk, parts[0]) if parts else walk.unknown
    arguments: list[Any] = []
    for part in parts[1:]:
        arguments += part.named_children if part.type == "type_arguments" else [part]
    return walk.row((_INDEX, type_(walk, parts[0]), *[type_(walk, part) for part in arguments]))


# -- functions


def function_type(walk: Walk, node: Any) -> int:
    params = parameters(walk, node.child_by_field_name("parameters"))
    result = result_type(walk, node.child_by_field_name("result"))
    row = [walk.row((_STAR, one.annotation)) if one.kind == 2 else one.annotation for one in params]
    return walk.row((_FUNCTION_TYPE, result, *row))


def parameters(walk: Walk, node: Any) -> list[Param]:
    """The parameters of a list, each with a type."""
    out: list[Param] = []
    if node is None:
        return out
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "parameter_declaration":
            parts = [part for part in child.named_children if part.type != "comment"]
            if not parts:
                continue
            row = type_(walk, parts[-1])
            names = [walk.text(part) for part in parts[:-1]] or [BLANK]
            out += [walk.parameter(name, row) for name in names]
        elif kind == "variadic_parameter_declaration":
            parts = [part for part in child.named_children if part.type != "comment"]
            if parts:
                row = type_(walk, parts[-1])
                name = walk.text(parts[0]) if len(parts) > 1 else BLANK
                out.append(walk.parameter(name, row, -1, 2))
    return out


def result_type(walk: Walk, node: Any) -> int:
    """What a function gives: -1 for nothing, a tuple for several results."""
    if node is None:
        return -1
    if walk.kinds[node.kind_id] != "parameter_list":
        return type_(walk, node)
    rows = [one.annotation for one in parameters(walk, node)]
    if not rows:
        return -1
    return rows[0] if len(rows) == 1 else walk.row((_TUPLE, *rows))


def named_results(walk: Walk, node: Any, scope: int, context: int) -> None:
    """Declares the results that have names in the function's scope; their types are read in `context`."""
    if node is None or walk.kinds[node.kind_id] != "parameter_list":
        return
    blank = walk.names[BLANK]
    bindings = walk.scopes[scope].bindings
    for one in parameters(walk, node):
        if one.name != blank:
            bindings.setdefault(one.name, []).append((ASSIGN, walk.typed(one.annotation), -1, context, -1, 0))


def type_parameters(walk: Walk, node: Any) -> list[tuple[int, int, int]]:
    """Binds `[K comparable, V any]` in the scope at hand; gives the name, bound and context of each."""
    found: list[tuple[int, int, int]] = []
    for child in node.named_children:
        if child.type != "type_parameter_declaration":
            continue
        parts = [part for part in child.named_children if part.type != "comment"]
        bound = type_(walk, parts[-1]) if len(parts) > 1 else walk.unknown
        for part in parts[:-1]:
            text = walk.text(part)
            name = walk.names[text]
            given = bound if bound != walk.unknown else -1
            found.append((name, given, walk.here()))
            walk.bind_first(walk.scope, text, _TYPE_VARIABLE, *found[-1])
    return found


# -- structs and interfaces


def fields(walk: Walk, node: Any, definition: Def) -> None:
    """The fields of a struct, bound in the scope of its def; what is embedded is a base too."""
    listed = node.named_children
    for child in listed[0].named_children if listed else ():
        if walk.kinds[child.kind_id] != "field_declaration":
            if child.type != "comment":
                walk.expression(child)
            continue
        kind = child.child_by_field_name("type")
        if kind is None:
            continue
        names = [part for part in child.children if part.type == "field_identifier"]
        walk.quiet, left = not names, walk.quiet
        row = type_(walk, kind)
        walk.quiet = left
        if not names:
            name = embedded(walk, kind, row, definition)
            if name:
                walk.bind_first(definition.scope, name, _ANNOTATED, row, -1, walk.here())
            continue
        for part in names:
            walk.bind_first(definition.scope, walk.text(part), _ANNOTATED, row, -1, walk.here())


def embedded(walk: Walk, node: Any, row: int, definition: Def) -> bytes:
    """Notes an embedded type as a base; gives the name its field has, "" for none."""
    plain = node
    while walk.kinds[plain.kind_id] in ("pointer_type", "parenthesized_type", "generic_type", "type_elem"):
        inner = plain.named_children
        if not inner:
            return b""
        plain = inner[0]
    if walk.kinds[plain.kind_id] not in ("type_identifier", "qualified_type"):
        return b""
    name = plain.named_children[-1] if plain.type == "qualified_type" else plain
    definition.bases.append(row)
    walk.quiet, left = True, walk.quiet
    row = type_(walk, plain)
    walk.quiet = left
    walk.use(_BASE, row, name.start_byte, name.end_byte - name.start_byte)
    return walk.text(name)


def members(walk: Walk, node: Any, index: int) -> None:
    """What an interface asks for, bound in the scope of its def."""
    definition = walk.defs[index]
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in ("method_elem", "method_spec"):
            _signature(walk, child, index)
        elif kind in ("type_elem", "struct_elem", "constraint_elem"):
            parts = [part for part in child.named_children if part.type != "comment"]
            if len(parts) == 1:
                walk.quiet, left = True, walk.quiet
                row = type_(walk, parts[0])
                walk.quiet = left
                embedded(walk, parts[0], row, definition)
            else:
                type_(walk, child)
        elif kind != "comment":
            walk.expression(child)


def _signature(walk: Walk, node: Any, index: int) -> None:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return
    name = walk.text(name_node)
    scope = walk.defs[index].scope
    if walk.defs[index].flags & DefFlag.OBJECT:
        walk.bind_first(scope, name, _ANNOTATED, function_type(walk, node), -1, walk.here())
        return
    flags = DefFlag.SIGNATURE | (DefFlag.EXPORTED if is_exported(name) else 0)
    owner, walk.owner = walk.owner, index
    own = walk.define(name, node, name_node, flags, is_class=False)
    walk.owner = owner
    definition = walk.defs[own]
    definition.outer = scope
    definition.ctx = definition.type_ctx = walk.here()
    definition.params = [walk.parameter(BLANK), *parameters(walk, node.child_by_field_name("parameters"))]
    definition.returns = result_type(walk, node.child_by_field_name("result"))
    left = walk.open_scope(FUNCTION_SCOPE, own)
    definition.scope = walk.scope
    walk.close_scope(left)
    walk.bind_first(scope, name, Bind.DEF, own, -1, definition.ctx)


def _anonymous(walk: Walk, node: Any, kind: str) -> int:
    """A type literal: a def without a name, of which there is an instance wherever the type stands."""
    listed = node.named_children
    if kind == "interface_type" and not listed:
        return walk.name_rows[ANY]
    if not listed or (kind == "struct_type" and not listed[0].named_children):
        return walk.unknown
    flags = DefFlag.OBJECT | DefFlag.UNNAMED | (DefFlag.INTERFACE if kind == "interface_type" else 0)
    index = walk.define(b"", node, node, flags, is_class=True)
    body(walk, node, index)
    return walk.row((_OBJECT, index))


def body(walk: Walk, node: Any, index: int) -> None:
    """Reads the text of a type into the scope of its def, which nothing is looked up in: fields may be named like types."""
    definition = walk.defs[index]
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    walk.close_scope(left)
    definition.ctx = definition.type_ctx = walk.here()
    if node.type == "struct_type":
        fields(walk, node, definition)
    elif node.type == "interface_type":
        members(walk, node, index)
    else:
        definition.keywords.append((walk.names[UNDERLYING], type_(walk, node)))


def is_exported(name: bytes) -> bool:
    """Whether other packages see a name."""
    return name[:1].isupper() if name[:1].isascii() else name.decode("utf-8", "replace")[:1].isupper()
