"""Traits and implementations: what types have, wherever in a crate it is said."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Extend, Extension, Use
from blastlens.languages.rust.walk_attributes import taken
from blastlens.languages.rust.walk_items import function_item, type_item, where_clause
from blastlens.languages.rust.walk_state import ASSIGN, Handler, Walk
from blastlens.languages.rust.walk_types import applied, bounds, type_, type_arguments, type_parameters
from blastlens.languages.walking.state import BLOCK_SCOPE

_SELF: Final = b"Self"
_INDEX: Final = Expr.INDEX
_DEF: Final = Bind.DEF
_BASE: Final = Use.BASE
_COMMENTS: Final = frozenset(("line_comment", "block_comment"))
_NO_MEMBER: Final = _COMMENTS | {"attribute_item"}
_NO_BASE: Final = _COMMENTS | {"lifetime", "removed_trait_bound"}
_AROUND: Final = frozenset(("generic_type", "generic_type_with_turbofish", "higher_ranked_trait_bound"))
_STRIPPED: Final = frozenset(("generic_type", "generic_type_with_turbofish", "reference_type", "dynamic_type"))
ANYTHING: Final = b"<any>"
_WORD: Final = re.compile(rb"\w+")
_DEREFERENCED: Final = (b"Deref", b"Target")


def trait(walk: Walk, node: Any) -> int:
    return type_item(walk, node, DefFlag.INTERFACE, read_trait)


def read_trait(walk: Walk, node: Any, index: int) -> None:
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
        _member(walk, child, index, (-1, -1), -1)
    walk.owner, walk.in_trait = left, False


def _base(walk: Walk, definition: Def, node: Any) -> None:
    if walk.kinds[node.kind_id] in _NO_BASE:
        return
    noting, walk.is_noting = walk.is_noting, False
    row = type_(walk, node)
    definition.bases.append(row)
    _note_base(walk, node, definition.ctx)
    walk.is_noting = noting


def _note_base(walk: Walk, node: Any, context: int) -> None:
    """Notes a base where its name stands."""
    while walk.kinds[node.kind_id] in _AROUND:
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


def _member(walk: Walk, node: Any, index: int, targets: tuple[int, int], receiver: int) -> None:
    """A member of a trait, or of an implementation for the type def `index`, or for the type expr that `targets` begins with
    and is listed under the one it ends with."""
    target, listed = targets
    kind = walk.kinds[node.kind_id]
    if kind in _NO_MEMBER:
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
        number = function_item(walk, node, name_node, found, receiver)
        if index >= 0:
            walk.item(walk.defs[index].scope, name, _DEF, number, found.is_left_out)
        else:
            walk.defs[number].member_of = target
            walk.extensions.append(Extension(Extend.METHOD, listed, walk.names[name], number, walk.defs[number].ctx))
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
        walk.extensions.append(Extension(Extend.MEMBER, listed, walk.names[name], row, walk.here()))


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
    # That a type implements a trait makes nobody use either.
    noting, walk.is_noting = walk.is_noting, False
    variables = type_parameters(walk, node.child_by_field_name("type_parameters"), where_clause(walk, node))
    row = type_(walk, kind)
    walk.bind_first(walk.scope, _SELF, ASSIGN, row, -1, walk.at_end(walk.scope))
    plain = _plain(walk, kind)
    known = walk.types.get(walk.text(plain), -1) if plain is not None else -1
    target = -1 if known >= 0 else type_(walk, plain) if plain is not None else row
    for_all = plain is not None and walk.names[walk.text(plain)] in variables
    listed = target
    if for_all and of is not None and not _hands_on(walk, node, of):
        listed = walk.name_rows[ANYTHING]
    if of is not None:
        _implements(walk, of, body, listed if for_all else row, known)
    walk.is_noting = noting
    left, walk.owner = walk.owner, known
    is_open = row != target or plain is None or walk.names[walk.text(plain)] in variables
    receiver = row if variables and is_open else -1
    if listed != target and of is not None:  # what it is of is all that is known beside its bounds
        receiver = walk.row((Expr.EITHER, row, type_(walk, of)))
    walk.attributes.clear()
    for child in body.named_children if body is not None else ():
        _member(walk, child, known, (target, listed), receiver)
    walk.owner, walk.is_out = left, is_out
    walk.functions = functions
    walk.close_scope(outer)
    return walk.unknown


def _hands_on(walk: Walk, node: Any, of: Any) -> bool:
    """Whether a trait is implemented for what implements it already, as for references: nobody has it by that."""
    named = _plain(walk, of)
    given, where = node.child_by_field_name("type_parameters"), where_clause(walk, node)
    said = b" ".join([walk.text(one) for one in (given, where) if one is not None])
    return named is None or walk.text(named) in _WORD.findall(said)


def _plain(walk: Walk, node: Any) -> Any:
    """The name in an implemented type, without arguments and references; None for other types."""
    while node is not None and walk.kinds[node.kind_id] in _STRIPPED:
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
        row = applied(walk, base, [*from_text, *given.values()])
    base_of = walk.name_rows[walk.own_names[known]] if known >= 0 else target
    context = walk.at_end(walk.scope)
    walk.extensions.append(Extension(Extend.BASE, base_of, -1, row, context))
    if plain is not None:
        name = walk.text(plain).rpartition(b"::")[2]
        if name in (_DEREFERENCED[0], b"DerefMut") and _DEREFERENCED[1] in given:
            walk.extensions.append(Extension(Extend.BASE, base_of, -1, given[_DEREFERENCED[1]], context))


HANDLERS: Final[dict[str, Handler]] = {
    "trait_item": trait,
    "impl_item": implementation,
}
