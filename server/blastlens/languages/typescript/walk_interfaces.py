"""What only TypeScript has: interfaces, type literals and aliases, enumerations, namespaces, ambient declarations."""

from typing import Any, Final

from blastlens.facts.file_facts import END, Bind, DefFlag, Expr
from blastlens.languages.typescript.walk_classes import base_type, join_signatures, marks
from blastlens.languages.typescript.walk_functions import RECEIVER, define_function
from blastlens.languages.typescript.walk_objects import bind_method
from blastlens.languages.typescript.walk_patterns import property_name
from blastlens.languages.typescript.walk_state import EXPORT, Handler, Walk
from blastlens.languages.typescript.walk_statements import statements
from blastlens.languages.typescript.walk_types import annotation, type_, type_parameters
from blastlens.languages.walking.state import BLOCK_SCOPE, CLASS_SCOPE

_OBJECT: Final = Expr.OBJECT
_FUNCTION: Final = Expr.FUNCTION
_TYPE: Final = Expr.TYPE
_WITHIN: Final = Expr.WITHIN
_INTERFACE: Final = DefFlag.INTERFACE
_UNNAMED: Final = DefFlag.UNNAMED
_BESIDE: Final = END - 1  # order of a type that has its name besides a value of the same name
CALLED: Final = b"()"
CONSTRUCTED: Final = b"new()"
_FUNCTION_TYPES: Final = frozenset(
    ("function_type", "type_identifier", "generic_type", "nested_type_identifier", "lookup_type", "union_type")
)


def _bind_type(walk: Walk, name: bytes, row: int, context: int) -> None:
    """A type may share its name with a value, and neither hides the other."""
    bindings = walk.scopes[walk.scope].bindings
    bindings.setdefault(walk.name(name), []).append((Bind.ASSIGN, row, -1, context, -1, _BESIDE))


def interface(walk: Walk, node: Any) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return walk.children(node)
    name = walk.text(name_node)
    index = walk.define(name, node, name_node, _INTERFACE, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(BLOCK_SCOPE)
    definition.ctx = walk.at_end(walk.scope)
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "type_parameters":
            type_parameters(walk, child, definition)
        elif kind in ("extends_type_clause", "extends_clause"):
            for base in child.named_children:
                base_type(walk, base, definition)
    _members(walk, body, index)
    walk.close_scope(left)
    row = walk.row((_FUNCTION, index))
    _bind_type(walk, name, row, walk.at_end(walk.scope))
    return row


def _members(walk: Walk, body: Any, index: int) -> None:
    """The members of an interface or of a type literal."""
    definition = walk.defs[index]
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    definition.type_ctx = walk.at_end(walk.scope)
    kept = (walk.owner, walk.this_class)
    walk.owner = index
    for node in body.named_children if body is not None else ():
        kind = walk.kinds[node.kind_id]
        if kind == "method_signature":
            _method(walk, node, index)
        elif kind == "property_signature":
            _property(walk, node, index)
        elif kind == "call_signature":
            _unnamed(walk, node, CALLED, index)
        elif kind == "construct_signature":
            _unnamed(walk, node, CONSTRUCTED, index)
    walk.owner, walk.this_class = kept
    walk.close_scope(left)


def _method(walk: Walk, node: Any, index: int) -> None:
    flags, name_node, _ = marks(walk, node)
    name = b"" if name_node is None else property_name(walk, name_node)
    if not name:
        return
    function = define_function(walk, node, name, name_node, node, flags, RECEIVER, -1, index)
    if join_signatures(walk, name, function):
        bind_method(walk, name, function)


def _unnamed(walk: Walk, node: Any, name: bytes, index: int) -> None:
    """`(…): T` and `new (…): T`."""
    function = define_function(walk, node, name, node, node, _UNNAMED, RECEIVER, -1, index)
    if join_signatures(walk, name, function):
        bind_method(walk, name, function)


def _property(walk: Walk, node: Any, index: int) -> None:
    """A property: what a call enters where its type may be that of a function."""
    _, name_node, _ = marks(walk, node)
    name = b"" if name_node is None else property_name(walk, name_node)
    noted = next((child for child in node.named_children if walk.kinds[child.kind_id] == "type_annotation"), None)
    if not name or noted is None:
        return
    kinds = [walk.kinds[child.kind_id] for child in noted.named_children]
    declared = annotation(walk, noted)
    if kinds and kinds[0] in _FUNCTION_TYPES and not walk.defs[index].flags & _UNNAMED:
        member = walk.define(name, node, name_node, DefFlag.DATA | DefFlag.SIGNATURE, is_class=False)
        definition = walk.defs[member]
        left = walk.open_scope(BLOCK_SCOPE)
        definition.scope = walk.scope
        walk.close_scope(left)
        definition.type_ctx = walk.defs[index].type_ctx
        definition.returns = declared
        walk.bind(name, Bind.DEF, member)
    elif declared >= 0:
        walk.bind(name, Bind.ANNOTATED, declared, -1)
    else:
        walk.bind(name, Bind.ASSIGN, walk.unknown)


def object_type(walk: Walk, node: Any) -> int:
    """A type literal."""
    index = walk.define(b"", node, node, _INTERFACE | _UNNAMED | DefFlag.OBJECT, is_class=True)
    _members(walk, node, index)
    return walk.row((_OBJECT, index))


def alias(walk: Walk, node: Any) -> int:
    """`type X<T> = …`; one of a type literal is an interface."""
    name_node, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name_node is None or value is None:
        return walk.children(node)
    name = walk.text(name_node)
    is_literal = walk.kinds[value.kind_id] == "object_type"
    index = walk.define(name, node, name_node, _INTERFACE, is_class=True) if is_literal else -1
    left = walk.open_scope(BLOCK_SCOPE)
    parameters = node.child_by_field_name("type_parameters")
    if parameters is not None:
        type_parameters(walk, parameters, walk.defs[index] if is_literal else None)
    if is_literal:
        walk.defs[index].ctx = walk.at_end(walk.scope)
        _members(walk, value, index)
        row = walk.row((_FUNCTION, index))
    else:
        # `WITHIN` also where nothing is inside: it holds the scope of the type parameters.
        row = walk.row((_TYPE, walk.row((_WITHIN, walk.at_end(walk.scope), type_(walk, value)))))
    walk.close_scope(left)
    _bind_type(walk, name, row, walk.at_end(walk.scope))
    return row


def enum(walk: Walk, node: Any) -> int:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None:
        return walk.children(node)
    name = walk.text(name_node)
    index = walk.define(name, node, name_node, DefFlag.ENUM, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    definition.type_ctx = walk.at_end(walk.scope)
    for child in body.named_children if body is not None else ():
        part = child
        if walk.kinds[child.kind_id] == "enum_assignment":
            part = child.named_children[0]
            for value in child.named_children[1:]:
                walk.expression(value)
        member = property_name(walk, part)
        if member:
            walk.bind(member, Bind.ASSIGN, walk.constant(b"int"))
    walk.close_scope(left)
    walk.bind(name, Bind.CLASS, index)
    return walk.row((_FUNCTION, index))


def namespace(walk: Walk, node: Any) -> int:
    """`namespace N { … }`: what it exports are its members."""
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or body is None:
        return walk.children(node)
    if walk.kinds[name_node.kind_id] == "string":  # `declare module "x"`: another module's
        _other_module(walk, body)
        return walk.unknown
    name = walk.text(name_node).split(b".")[0]
    index = walk.define(name, node, name_node, DefFlag.NAMESPACE, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(BLOCK_SCOPE)
    inner = walk.scope
    owner, walk.owner = walk.owner, index
    statements(walk, body.named_children)
    walk.owner = owner
    context = walk.at_end(inner)
    walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    definition.type_ctx = context
    texts = list(walk.names)
    for member in list(walk.scopes[inner].bindings):
        text = texts[member]
        if not text.startswith((b"[]", EXPORT)):
            walk.bind(text, Bind.ASSIGN, walk.name_rows[text], context=context)
    walk.close_scope(left)
    walk.bind(name, Bind.CLASS, index)
    return walk.row((_FUNCTION, index))


def _other_module(walk: Walk, body: Any) -> None:
    """Declarations of another module: whoever imports that finds them in this file."""
    left = walk.open_scope(BLOCK_SCOPE)
    statements(walk, body.named_children)
    inner, context = walk.scope, walk.at_end(walk.scope)
    walk.close_scope(left)
    texts = list(walk.names)
    for member in list(walk.scopes[inner].bindings):
        text = texts[member]
        if not text.startswith((b"[]", EXPORT)):
            walk.bind_first(0, EXPORT + text, Bind.ASSIGN, walk.name_rows[text], -1, context)


def ambient(walk: Walk, node: Any) -> int:
    """`declare …`: it tells of what is elsewhere, or adds to it, and is there for whoever uses that."""
    row, first = walk.unknown, len(walk.defs)
    for child in node.named_children:
        row = walk.statement(child)
    for definition in walk.defs[first:]:
        definition.flags |= DefFlag.EXPORTED
    return row


HANDLERS: Final[dict[str, Handler]] = {
    "interface_declaration": interface,
    "type_alias_declaration": alias,
    "enum_declaration": enum,
    "internal_module": namespace,
    "module": namespace,
    "ambient_declaration": ambient,
}
TYPES: Final[dict[str, Handler]] = {"object_type": object_type}
