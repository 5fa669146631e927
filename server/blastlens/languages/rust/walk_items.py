"""What a file declares: functions, types, traits, implementations, modules, constants."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Extend, Extension, Import, ImportFlag, Use
from blastlens.languages.rust.walk_attributes import Marks, taken
from blastlens.languages.rust.walk_patterns import names
from blastlens.languages.rust.walk_state import ASSIGN, BLANK, FIELD, Handler, Walk
from blastlens.languages.rust.walk_statements import statements
from blastlens.languages.rust.walk_types import bounds, parameters, result_type, type_, type_arguments, type_parameters
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


def _is_public(walk: Walk, node: Any) -> bool:
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
    index = _function(walk, node, name_node, found)
    if walk.text(name_node) != BLANK:
        walk.item(walk.scope, walk.text(name_node), _DEF, index, found.is_left_out)
    return walk.unknown


def _function(walk: Walk, node: Any, name_node: Any, found: Marks, receiver: int = -1) -> int:
    """A function, bound by nobody yet; `receiver`: the type of `self` where it is told."""
    flags = found.flags | (DefFlag.EXPORTED if _is_public(walk, node) or found.is_linked else 0)
    if b"async" in _modifiers(walk, node).split():
        flags |= DefFlag.ASYNC
    index = walk.define(walk.text(name_node), node, name_node, flags, is_class=False)
    definition = walk.defs[index]
    outer, functions = walk.scope, walk.functions
    given, where = node.child_by_field_name("type_parameters"), _where(walk, node)
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


def _where(walk: Walk, node: Any) -> Any:
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
    return _type(walk, node, 0, _structure)


def enumeration(walk: Walk, node: Any) -> int:
    return _type(walk, node, DefFlag.ENUM, _variants)


def trait(walk: Walk, node: Any) -> int:
    return _type(walk, node, DefFlag.INTERFACE, _trait)


def _type(walk: Walk, node: Any, flags: int, read: Any) -> int:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        return walk.each(node)
    walk.room_for_items()
    found = taken(walk, node)
    flags |= DefFlag.EXPORTED if _is_public(walk, node) else 0
    name, outer, functions = walk.text(name_node), walk.scope, walk.functions
    index = walk.define(name, node, name_node, flags, is_class=True)
    definition = walk.defs[index]
    walk.item(outer, name, _CLASS, index, found.is_left_out)
    walk.types[name] = index
    walk.open_scope(BLOCK_SCOPE)
    walk.functions = dict(functions)
    kind = Bind.OWN_CLASS if flags & DefFlag.INTERFACE else _CLASS
    walk.bind_first(walk.scope, _SELF, kind, index, -1, walk.here())
    definition.type_params = type_parameters(walk, node.child_by_field_name("type_parameters"), _where(walk, node))
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


# -- traits and implementations


def _trait(walk: Walk, node: Any, index: int) -> None:
    definition = walk.defs[index]
    above = node.child_by_field_name("bounds")
    for child in above.named_children if above is not None else ():
        _base(walk, definition, child)
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():  # parameters like others, seen by what stands above
        if walk.kinds[child.kind_id] == "associated_type":
            _associated(walk, child, index)
    left, walk.owner = walk.owner, index
    walk.attributes.clear()
    for child in body.named_children if body is not None else ():
        walk.in_trait = True
        _member(walk, child, index, -1, -1)
    walk.owner, walk.in_trait = left, False


def _base(walk: Walk, definition: Def, node: Any) -> None:
    if walk.kinds[node.kind_id] in ("lifetime", "removed_trait_bound", *_COMMENTS):
        return
    row = type_(walk, node)
    definition.bases.append(row)
    _note_base(walk, node, definition.ctx)


def _note_base(walk: Walk, node: Any, context: int) -> None:
    """Notes a base where its name stands."""
    while walk.kinds[node.kind_id] in (*_APPLIED, "higher_ranked_trait_bound"):
        inner = node.child_by_field_name("type")
        if inner is None:
            return
        node = inner
    if walk.kinds[node.kind_id] not in ("type_identifier", "scoped_type_identifier"):
        return
    row = type_(walk, node)
    name = node.child_by_field_name("name") or node
    place = (context, row, _BASE, name.start_byte + walk.offset, name.end_byte + walk.offset)
    walk.uses.append(place)


def _associated(walk: Walk, node: Any, index: int) -> None:
    """`type Item: Bound;` of a trait: a type parameter that implementations give."""
    name_node, bound = node.child_by_field_name("name"), node.child_by_field_name("bounds")
    if name_node is None:
        return
    name = walk.text(name_node)
    row = bounds(walk, bound) if bound is not None else walk.unknown
    number = walk.names[name]
    walk.defs[index].type_params.append(number)
    given = row if row != walk.unknown else -1
    walk.bind_first(walk.defs[index].scope, name, Bind.TYPE_VARIABLE, number, given, walk.at_end(walk.scope))


def _member(walk: Walk, node: Any, index: int, target: int, receiver: int) -> None:
    """A member of a trait, or of an implementation for the type def `index`, or for the type expr `target`."""
    kind = walk.kinds[node.kind_id]
    if kind in ("attribute_item", *_COMMENTS):
        if kind == "attribute_item":
            walk.attributes.append(node)
        return
    found = taken(walk, node)
    name_node = node.child_by_field_name("name")
    if name_node is None or kind == "associated_type":
        if kind != "associated_type":
            walk.expression(node)
        return
    name = walk.text(name_node)
    if kind in ("function_item", "function_signature_item"):
        number = _function(walk, node, name_node, found, receiver)
        if index >= 0:
            walk.item(walk.defs[index].scope, name, _DEF, number, found.is_left_out)
        else:
            walk.defs[number].member_of = target
            walk.extensions.append(Extension(Extend.METHOD, target, walk.names[name], number, walk.defs[number].ctx))
        return
    said, value = node.child_by_field_name("type"), node.child_by_field_name("value")
    row = type_(walk, said)
    if value is not None:
        walk.value(value)
    if kind == "const_item":
        row = walk.typed(row)
    if index >= 0:
        walk.bind_first(walk.defs[index].scope, name, ASSIGN, row, -1, walk.here())
    else:
        walk.extensions.append(Extension(Extend.MEMBER, target, walk.names[name], row, walk.here()))


def implementation(walk: Walk, node: Any) -> int:
    kind, of = node.child_by_field_name("type"), node.child_by_field_name("trait")
    body = node.child_by_field_name("body")
    found = taken(walk, node)
    if kind is None:
        return walk.each(node)
    is_out, walk.is_out = walk.is_out, walk.is_out or found.is_left_out
    outer, functions = walk.scope, walk.functions
    walk.open_scope(BLOCK_SCOPE)
    walk.functions = dict(functions)
    variables = type_parameters(walk, node.child_by_field_name("type_parameters"), _where(walk, node))
    row = type_(walk, kind)
    walk.bind_first(walk.scope, _SELF, ASSIGN, row, -1, walk.at_end(walk.scope))
    plain = _plain(walk, kind)
    known = walk.types.get(walk.text(plain), -1) if plain is not None else -1
    target = -1 if known >= 0 else type_(walk, plain) if plain is not None else row
    if of is not None:
        _implements(walk, of, body, row, known)
    left, walk.owner = walk.owner, known
    is_open = row != target or plain is None or walk.names[walk.text(plain)] in variables
    receiver = row if variables and is_open else -1
    walk.attributes.clear()
    for child in body.named_children if body is not None else ():
        _member(walk, child, known, target, receiver)
    walk.owner, walk.is_out = left, is_out
    walk.functions = functions
    walk.close_scope(outer)
    return walk.unknown


def _plain(walk: Walk, node: Any) -> Any:
    """The name in an implemented type, without arguments and references; None for other types."""
    while node is not None and walk.kinds[node.kind_id] in (*_APPLIED, "reference_type", "dynamic_type"):
        node = node.child_by_field_name("type") or node.child_by_field_name("trait")
    if node is not None and walk.kinds[node.kind_id] in ("type_identifier", "scoped_type_identifier", "primitive_type"):
        return node
    return None


def _implements(walk: Walk, of: Any, body: Any, target: int, known: int) -> None:
    """`impl Trait for T`: T gets a base, with the types that the implementation names as arguments behind its own."""
    row = type_(walk, of)
    given = {}
    for child in body.named_children if body is not None else ():
        if walk.kinds[child.kind_id] == "type_item":
            name, said = child.child_by_field_name("name"), child.child_by_field_name("type")
            if name is not None and said is not None:
                given[walk.text(name)] = type_(walk, said)
    plain = _plain(walk, of)
    if given:
        base = type_(walk, plain) if plain is not None else row
        own = of.child_by_field_name("type_arguments")
        from_text = [] if own is None else type_arguments(walk, own)
        row = walk.row((_INDEX, base, *from_text, *given.values()))
    base_of = walk.name_rows[walk.own_names[known]] if known >= 0 else target
    context = walk.at_end(walk.scope)
    walk.extensions.append(Extension(Extend.BASE, base_of, -1, row, context))
    if plain is not None:
        name = walk.text(plain).rpartition(b"::")[2]
        if name in (_DEREFERENCED[0], b"DerefMut") and _DEREFERENCED[1] in given:
            walk.extensions.append(Extension(Extend.BASE, base_of, -1, given[_DEREFERENCED[1]], context))


# -- modules


def module(walk: Walk, node: Any) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    found = taken(walk, node)
    if name_node is None:
        return walk.each(node)
    name = walk.text(name_node)
    walk.room_for_items()
    if body is None:
        _module_file(walk, node, name, found)
        return walk.unknown
    flags = DefFlag.NAMESPACE | (DefFlag.EXPORTED if _is_public(walk, node) else 0)
    index = walk.define(name, node, name_node, flags, is_class=True)
    walk.item(walk.scope, name, _CLASS, index, found.is_left_out)
    left = walk.open_scope(BLOCK_SCOPE)
    walk.defs[index].scope = walk.scope
    walk.defs[index].ctx = walk.defs[index].type_ctx = walk.at_end(walk.scope)
    kept = (walk.owner, walk.types, walk.testing, walk.base, walk.fresh)
    walk.owner, walk.types, walk.testing = index, {}, walk.testing or found.is_for_tests
    walk.base, walk.fresh = left, False
    walk.namespaces.append(index)
    walk.attributes.clear()
    for child in body.named_children:
        walk.statement(child)
    walk.namespaces.pop()
    walk.owner, walk.types, walk.testing, walk.base, walk.fresh = kept
    walk.close_scope(left)
    return walk.unknown


def _module_file(walk: Walk, node: Any, name: bytes, found: Marks) -> None:
    """`mod a;`: a file of its own, beside this one or in a folder of this one's name."""
    inside = [walk.own_names[index] for index in walk.namespaces]
    dotted = b".".join([*inside, name])
    if found.path:
        dotted = b"#" + found.path
    index = walk.names[name]
    row = Import(1, walk.names[dotted], -1, index, ImportFlag.WHOLE, walk.scope)
    number = walk.add_import(row, node.start_byte, node.end_byte)
    walk.item(walk.scope, name, Bind.IMPORT, number, found.is_left_out)


def foreign(walk: Walk, node: Any) -> int:
    """`extern "C" { … }`: functions without a body."""
    taken(walk, node)
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        walk.expression(child)
    return walk.unknown


# -- constants and aliases


def constant(walk: Walk, node: Any) -> int:
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    value = node.child_by_field_name("value")
    taken(walk, node)
    row = type_(walk, kind)
    if value is not None:
        walk.value(value)
    if name is not None:
        walk.room_for_items()
        walk.bind_first(walk.scope, walk.text(name), ASSIGN, walk.typed(row), -1, walk.here())
    return walk.unknown


def alias(walk: Walk, node: Any) -> int:
    """`type A<T> = B<T>;`: of a type that is spelled by a name it is another name."""
    name, kind = node.child_by_field_name("name"), node.child_by_field_name("type")
    taken(walk, node)
    if name is None or kind is None:
        return walk.each(node)
    walk.room_for_items()
    outer, functions = walk.scope, walk.functions
    given = node.child_by_field_name("type_parameters")
    walk.open_scope(BLOCK_SCOPE)
    walk.functions = dict(functions)
    type_parameters(walk, given, None)
    row = type_(walk, kind)
    context = walk.at_end(walk.scope)
    walk.functions = functions
    walk.close_scope(outer)
    if given is not None or walk.kinds[kind.kind_id] not in ("type_identifier", "scoped_type_identifier"):
        row = walk.row((Expr.TYPE, walk.within(context, row)))
    walk.bind_first(walk.scope, walk.text(name), ASSIGN, row, -1, walk.here())
    return walk.unknown


def attribute(walk: Walk, node: Any) -> int:
    walk.attributes.append(node)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "function_item": function,
    "function_signature_item": function,
    "struct_item": structure,
    "union_item": structure,
    "enum_item": enumeration,
    "trait_item": trait,
    "impl_item": implementation,
    "mod_item": module,
    "foreign_mod_item": foreign,
    "const_item": constant,
    "static_item": constant,
    "type_item": alias,
    "attribute_item": attribute,
}
