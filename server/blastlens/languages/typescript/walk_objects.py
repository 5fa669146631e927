"""Object literals: classes without a name, of which the literal is an instance."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr
from blastlens.languages.typescript.walk_functions import (
    AROUND,
    FUNCTION_KINDS,
    RECEIVER,
    STATIC,
    define_function,
)
from blastlens.languages.typescript.walk_patterns import attribute, property_name
from blastlens.languages.typescript.walk_state import Handler, Walk
from blastlens.languages.walking.state import CLASS_SCOPE

_OBJECT: Final = Expr.OBJECT
_FUNCTION: Final = Expr.FUNCTION
_DICT: Final = Expr.DICT
_FLAGS: Final = DefFlag.OBJECT | DefFlag.UNNAMED
_PLAIN: Final = frozenset(("string", "number", "true", "false", "null", "undefined", "regex", "template_string"))
_WRAPPED: Final = frozenset(
    ("parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression")
)
_CLOSING: Final = frozenset((b"Object.freeze", b"Object.seal", b"Object.preventExtensions"))


def unwrapped(walk: Walk, node: Any) -> Any:
    """What stands inside parentheses and casts, and what is only closed: `Object.freeze({…})`."""
    while (kind := walk.kinds[node.kind_id]) in _WRAPPED or kind == "call_expression":
        inner = node.named_children if kind in _WRAPPED else _closed(walk, node)
        if not inner or walk.kinds[inner[0].kind_id] == "comment":
            break
        node = inner[0]
    return node


def _closed(walk: Walk, call: Any) -> Any:
    """What a call hands back as it is, where it is one argument."""
    callee, arguments = call.named_children[0], call.named_children[-1]
    if walk.text(callee) not in _CLOSING or len(arguments.named_children) != 1:
        return ()
    return arguments.named_children


def literal(walk: Walk, node: Any) -> int:
    return object_literal(walk, node, b"", walk.take_expected())


def object_literal(walk: Walk, node: Any, name: bytes, expected: int) -> int:
    """The row of an object literal that is assigned to `name` ("" for none)."""
    if _is_data(walk, node):
        for child in node.named_children:
            walk.children(child)
        return walk.row((_DICT,))
    index = walk.define(name, node, node, _FLAGS, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = own = walk.scope
    definition.type_ctx = walk.at_end(own)
    owner, walk.owner = walk.owner, index
    context = definition.ctx
    wanted = walk.within(context, expected) if expected >= 0 else -1
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "method_definition":
            _method(walk, child, index, wanted)
            continue
        walk.close_scope(left)  # values see what is around the literal
        walk.owner = owner
        if kind == "pair":
            _pair(walk, child, index, wanted)
        elif kind == "shorthand_property_identifier":
            walk.bind(walk.text(child), Bind.ASSIGN, walk.value(child), scope=own)
        elif kind == "spread_element":
            for inner in child.named_children:
                definition.bases.append(walk.value(inner))
        elif kind != "comment":
            walk.statement(child)
        walk.scope, walk.context, walk.owner = own, -1, index
    walk.owner = owner
    walk.close_scope(left)
    return walk.row((_OBJECT, index))


def _is_data(walk: Walk, node: Any) -> bool:
    """Whether a literal holds nothing that could be called or looked into."""
    children = node.named_children
    for child in children:
        if walk.kinds[child.kind_id] != "pair":
            return False
        value = child.named_children[-1]
        if walk.kinds[value.kind_id] not in _PLAIN:
            return False
    return bool(children)


def _pair(walk: Walk, node: Any, index: int, expected: int) -> None:
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    key, value = children[0], children[-1]
    name = property_name(walk, key)
    if not name:
        walk.children(key)
        walk.value(value)
        return
    own = walk.defs[index].scope
    wanted = attribute(walk, expected, name) if expected >= 0 else -1
    inner = unwrapped(walk, value)
    kind = walk.kinds[inner.kind_id]
    if kind in FUNCTION_KINDS:
        is_arrow = kind == "arrow_function"
        outer, walk.owner = walk.owner, index
        around = walk.scope
        walk.scope, walk.context = own, -1
        function = define_function(
            walk,
            inner,
            name,
            key,
            node,
            STATIC if is_arrow else 0,
            AROUND if is_arrow else RECEIVER,
            wanted,
            index,
        )
        walk.bind(name, Bind.DEF, function)
        walk.scope, walk.context, walk.owner = around, -1, outer
        return
    if kind == "object":
        owner, walk.owner = walk.owner, index
        row = object_literal(walk, inner, name, wanted)
        walk.owner = owner
    else:
        row = walk.value(value, wanted)
    walk.bind(name, Bind.ASSIGN, row, scope=own)


def _method(walk: Walk, node: Any, index: int, expected: int) -> None:
    name_node = node.child_by_field_name("name")
    if name_node is None:
        walk.children(node)
        return
    name = property_name(walk, name_node)
    flags = _accessor(walk, node)
    if not name:
        name = walk.text(name_node)
        walk.children(name_node)
    wanted = attribute(walk, expected, name) if expected >= 0 else -1
    function = define_function(walk, node, name, name_node, node, flags, RECEIVER, wanted, index)
    bind_method(walk, name, function)


def _accessor(walk: Walk, node: Any) -> int:
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind == "get":
            return DefFlag.PROPERTY
        if kind == "set":
            return DefFlag.ACCESSOR | DefFlag.SETTER
        if child.is_named:
            break
    return 0


def bind_method(walk: Walk, name: bytes, index: int) -> None:
    """Binds a method in the class scope at hand; a setter is part of its getter."""
    definition = walk.defs[index]
    if definition.flags & (DefFlag.ACCESSOR | DefFlag.PROPERTY):
        other = walk.scopes[walk.scope].bindings.get(walk.name(name))
        if other is not None and other[-1][0] == Bind.DEF:
            first = walk.defs[other[-1][1]]
            if definition.flags & DefFlag.ACCESSOR:
                definition.primary = first.primary
                return
            if first.flags & DefFlag.ACCESSOR:
                first.primary = index
    walk.bind(name, Bind.DEF, index)


def anonymous_object(walk: Walk, node: Any, base: int, name: bytes) -> int:
    """An object that is made of another one: `Object.create(base)`."""
    index = walk.define(name, node, node, _FLAGS, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    definition.type_ctx = walk.at_end(walk.scope)
    walk.close_scope(left)
    definition.bases.append(base)
    return walk.row((_OBJECT, index))


HANDLERS: Final[dict[str, Handler]] = {"object": literal}
