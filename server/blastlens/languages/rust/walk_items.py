"""What a file declares: functions, types, traits, implementations, modules, constants."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Use
from blastlens.languages.rust.walk_attributes import Marks, taken
from blastlens.languages.rust.walk_patterns import names
from blastlens.languages.rust.walk_state import ASSIGN, BLANK, FIELD, Handler, Walk
from blastlens.languages.rust.walk_statements import statements
from blastlens.languages.rust.walk_types import parameters, result_type, type_, type_parameters
from blastlens.languages.walking.state import BLOCK_SCOPE, CLASS_SCOPE, FUNCTION_SCOPE

_SELF: Final = b"Self"
_INDEX: Final = Expr.INDEX
_CLASS: Final = Bind.CLASS
_DEF: Final = Bind.DEF
_ANNOTATED: Final = Bind.ANNOTATED
_BASE: Final = Use.BASE
_COMMENTS: Final = frozenset(("line_comment", "block_comment"))
_APPLIED: Final = frozenset(("generic_type", "generic_type_with_turbofish"))
_DEREFERENCED: Final = (b"Deref", b"Target")


def is_public(walk: Walk, node: Any) -> bool:
    """`pub`, and no more narrowly."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "visibility_modifier":
            return bool(child.end_byte - child.start_byte == 3)
    return False


def _modifiers(walk: Walk, node: Any) -> bytes:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "function_modifiers":
            return walk.text(child)
    return b""


# -- functions


def function(walk: Walk, node: Any) -> int:
    """A function of a module or of a block."""
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return walk.each(node)
    walk.room_for_items()
    found = taken(walk, node)
    index = function_item(walk, node, name_node, found)
    if walk.text(name_node) != BLANK:
        walk.item(walk.scope, walk.text(name_node), _DEF, index, found.is_left_out)
    return walk.unknown


def function_item(walk: Walk, node: Any, name_node: Any, found: Marks, receiver: int = -1) -> int:
    """A function, bound by nobody yet; `receiver`: the type of `self` where it is told."""
    flags = found.flags | (DefFlag.EXPORTED if is_public(walk, node) or found.is_linked else 0)
    if b"async" in _modifiers(walk, node).split():
        flags |= DefFlag.ASYNC
    index = walk.define(walk.text(name_node), node, name_node, flags, is_class=False)
    definition = walk.defs[index]
    outer, functions = walk.scope, walk.functions
    given, where = node.child_by_field_name("type_parameters"), where_clause(walk, node)
    if given is not None or where is not None:
        walk.open_scope(BLOCK_SCOPE)
        walk.functions = dict(functions)
        definition.type_params = type_parameters(walk, given, where)
    definition.type_ctx = walk.at_end(walk.scope)
    params, patterns, receives = parameters(walk, node.child_by_field_name("parameters"))
    if not receives and walk.in_trait:
        definition.flags |= DefFlag.CLASSMETHOD  # of the type that implements it
        params.insert(0, walk.parameter(_SELF))
        patterns = [(pattern, position + 1) for pattern, position in patterns]
    elif not receives:
        definition.flags |= DefFlag.STATIC
    elif receiver >= 0:
        params[0] = walk.parameter(b"self", receiver)
    definition.params = params
    definition.returns = result_type(walk, node.child_by_field_name("return_type"))
    _body(walk, node, index, patterns)
    walk.functions = functions
    walk.close_scope(outer)
    return index


def where_clause(walk: Walk, node: Any) -> Any:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "where_clause":
            return child
    return None


def _body(walk: Walk, node: Any, index: int, patterns: list[tuple[Any, int]]) -> None:
    """Reads what a function does, in a scope of its own inside the one at hand."""
    definition = walk.defs[index]
    outer = walk.open_scope(FUNCTION_SCOPE, index)
    definition.scope = walk.scope
    kept = (walk.owner, walk.base, walk.fresh, walk.used, walk.types, walk.returned)
    in_trait, walk.in_trait = walk.in_trait, False
    is_out, walk.is_out = walk.is_out, False
    complexity = (walk.cyclomatic, walk.cognitive, walk.nesting)
    walk.bind_parameters(index)
    walk.owner, walk.base, walk.fresh, walk.used, walk.types = index, outer, False, set(), dict(walk.types)
    walk.cyclomatic, walk.cognitive, walk.nesting, walk.returned = 1, 0, 0, []
    for pattern, position in patterns:
        row = walk.typed(definition.params[position].annotation)
        for name, value in names(walk, pattern, row):
            walk.bind_first(walk.scope, name, ASSIGN, value, -1, definition.type_ctx)
    text = node.child_by_field_name("body")
    if text is None:
        definition.flags |= DefFlag.SIGNATURE
    else:
        statements(walk, text)
    definition.cyclomatic, definition.cognitive = walk.cyclomatic, walk.cognitive
    walk.owner, walk.base, walk.fresh, walk.used, walk.types, walk.returned = kept
    walk.in_trait, walk.is_out = in_trait, is_out
    walk.cyclomatic, walk.cognitive, walk.nesting = complexity
    walk.close_scope(outer)


# -- types


def structure(walk: Walk, node: Any) -> int:
    return type_item(walk, node, 0, _structure)


def enumeration(walk: Walk, node: Any) -> int:
    return type_item(walk, node, DefFlag.ENUM, _variants)


def type_item(walk: Walk, node: Any, flags: int, read: Any) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return walk.each(node)
    walk.room_for_items()
    found = taken(walk, node)
    flags |= DefFlag.EXPORTED if is_public(walk, node) else 0
    name, outer, functions = walk.text(name_node), walk.scope, walk.functions
    index = walk.define(name, node, name_node, flags, is_class=True)
    definition = walk.defs[index]
    walk.item(outer, name, _CLASS, index, found.is_left_out)
    walk.types[name] = index
    walk.open_scope(BLOCK_SCOPE)
    walk.functions = dict(functions)
    kind = Bind.OWN_CLASS if flags & DefFlag.INTERFACE else _CLASS
    walk.bind_first(walk.scope, _SELF, kind, index, -1, walk.here())
    definition.type_params = type_parameters(
        walk, node.child_by_field_name("type_parameters"), where_clause(walk, node)
    )
    definition.ctx = definition.type_ctx = walk.at_end(walk.scope)
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    walk.close_scope(left)
    _derived(walk, definition, found)
    read(walk, node, index)
    walk.functions = functions
    walk.close_scope(outer)
    return walk.unknown


def _derived(walk: Walk, definition: Def, found: Marks) -> None:
    for name in found.derived:
        definition.bases.append(walk.name_rows[name])


def _structure(walk: Walk, node: Any, index: int) -> None:
    _fields(walk, node.child_by_field_name("body"), index, b"")


def _fields(walk: Walk, node: Any, index: int, prefix: bytes) -> None:
    """Binds fields under names that no method has: `.a`, `.0`; those of a variant with its name before them."""
    scope, context = walk.defs[index].scope, walk.defs[index].type_ctx
    position = 0
    for child in node.named_children if node is not None else ():
        kind = walk.kinds[child.kind_id]
        if kind == "field_declaration":
            name, said = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name is not None and said is not None:
                walk.bind_first(scope, prefix + FIELD + walk.text(name), _ANNOTATED, type_(walk, said), -1, context)
        elif node.type == "ordered_field_declaration_list" and kind not in _NO_TYPE:
            walk.bind_first(scope, b"%b.%d" % (prefix, position), _ANNOTATED, type_(walk, child), -1, context)
            position += 1


_NO_TYPE: Final = frozenset(("line_comment", "block_comment", "attribute_item", "visibility_modifier"))


def _variants(walk: Walk, node: Any, index: int) -> None:
    body = node.child_by_field_name("body")
    definition = walk.defs[index]
    given = [walk.row((Expr.NAME, name)) for name in definition.type_params]
    own = walk.name_rows[walk.text(node.child_by_field_name("name"))]
    made = walk.row((_INDEX, own, *given)) if given else own
    for child in body.named_children if body is not None else ():
        if walk.kinds[child.kind_id] != "enum_variant":
            continue
        name_node, held = child.child_by_field_name("name"), child.child_by_field_name("body")
        if name_node is None:
            continue
        name = walk.text(name_node)
        row = made
        if held is not None:
            _fields(walk, held, index, FIELD + name)
            if held.type == "ordered_field_declaration_list":
                types = [part for part in held.named_children if walk.kinds[part.kind_id] not in _NO_TYPE]
                row = walk.row((Expr.FUNCTION_TYPE, made, *[type_(walk, part) for part in types]))
        walk.bind_first(definition.scope, name, ASSIGN, walk.typed(row), -1, definition.type_ctx)
        value = child.child_by_field_name("value")
        if value is not None:
            walk.expression(value)


HANDLERS: Final[dict[str, Handler]] = {
    "function_item": function,
    "function_signature_item": function,
    "struct_item": structure,
    "union_item": structure,
    "enum_item": enumeration,
}
