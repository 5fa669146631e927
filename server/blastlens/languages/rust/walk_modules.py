"""Modules, constants and other names of types."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Import, ImportFlag
from blastlens.languages.rust.walk_attributes import Marks, taken
from blastlens.languages.rust.walk_items import is_public
from blastlens.languages.rust.walk_state import ASSIGN, Handler, Walk
from blastlens.languages.rust.walk_types import type_, type_parameters
from blastlens.languages.walking.state import BLOCK_SCOPE

_CLASS: Final = Bind.CLASS


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
    flags = DefFlag.NAMESPACE | (DefFlag.EXPORTED if is_public(walk, node) else 0)
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
    dotted = b"!" + b".".join([*inside, name])
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
    "mod_item": module,
    "foreign_mod_item": foreign,
    "const_item": constant,
    "static_item": constant,
    "type_item": alias,
    "attribute_item": attribute,
}
