"""Structures, classes, enumerations: their members and their bases."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Use
from blastlens.languages.c.walk_functions import bind_template
from blastlens.languages.c.walk_state import ASSIGN, BLOCK_SCOPE, CWalk, Handler, last_name
from blastlens.languages.c.walk_types import has_body, tag_name, type_row
from blastlens.languages.walking.state import CLASS_SCOPE

TAGGED: Final = frozenset({"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"})
_SKIPPED_BASES: Final = frozenset({"access_specifier", "virtual", "comment"})


def tagged_statement(walk: CWalk, node: Any) -> int:
    if has_body(walk, node):
        tagged(walk, node, None)
    return walk.unknown


def tagged(walk: CWalk, node: Any, stands_for: Any) -> int:
    """Defines a structure, class or enumeration with a body; gives the row of its type."""
    kind = walk.kinds[node.kind_id]
    name: Any = None
    body: Any = None
    bases: Any = None
    for child in node.named_children:
        inner = walk.kinds[child.kind_id]
        if inner in ("type_identifier", "qualified_identifier", "template_type") and name is None and body is None:
            name = child
        elif inner == "base_class_clause":
            bases = child
        elif inner in ("field_declaration_list", "enumerator_list"):
            body = child
    is_union_in_place = name is None and stands_for is None and walk.class_def >= 0
    if body is None or is_union_in_place:
        return walk.children(body) if body is not None else walk.unknown
    is_enum = kind == "enum_specifier"
    at = name if name is not None else stands_for
    text = walk.text(last_name(walk, at)) if at is not None else b"<anonymous>"
    flags = DefFlag.ENUM if is_enum else 0
    index = walk.define(text, node, last_name(walk, at) if at is not None else node, flags, is_class=True)
    row = walk.exprs[Expr.FUNCTION, index]
    bound = text
    if name is not None and walk.kinds[name.kind_id] == "type_identifier":
        bound = tag_name(walk, kind, text)
        row = walk.name_rows[bound]
        if bound != text and walk.is_header:
            walk.tags[text] = index
    elif name is None:
        bound = b"<" + kind[:5].encode() + b" %d>" % index
        row = walk.name_rows[bound]
    if name is None or walk.kinds[name.kind_id] != "template_type":
        if walk.block_open or walk.scopes[walk.scope].kind == CLASS_SCOPE:
            walk.bind(bound, Bind.CLASS, index)
        else:
            walk.declare(bound, Bind.CLASS, index)
    _members(walk, index, body, bases, text)
    return row


def _members(walk: CWalk, index: int, body: Any, bases: Any, name: bytes) -> None:
    outer = (walk.owner, walk.class_def, walk.class_name, walk.block_open, walk.hidden, walk.lambda_returns)
    row = walk.defs[index]
    left = walk.scope
    template, walk.template = walk.template, []
    if template:
        walk.open_scope(BLOCK_SCOPE)
        bind_template(walk, index, template)
        row.ctx = row.type_ctx = walk.at_end(walk.scope)
    if bases is not None:
        _bases(walk, index, bases)
    walk.open_scope(CLASS_SCOPE, index)
    row.scope = walk.scope
    row.type_ctx = walk.at_end(walk.scope)
    walk.owner = walk.class_def = index
    walk.class_name, walk.block_open, walk.hidden, walk.lambda_returns = name, True, 0, None
    walk.bind_first(walk.scope, b"this", Bind.LAMBDA_PARAM, -1, 0, walk.at_end(walk.scope))
    if not walk.too_nested(body):
        walk.children(body)
        walk.leave()
    walk.close_scope(left)
    walk.owner, walk.class_def, walk.class_name, walk.block_open, walk.hidden, walk.lambda_returns = outer


def _bases(walk: CWalk, index: int, node: Any) -> None:
    row = walk.defs[index]
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in _SKIPPED_BASES or kind in ("attribute_declaration", "virtual_specifier"):
            continue
        type_ = type_row(walk, child)
        if type_ < 0 or type_ == walk.unknown:
            continue
        row.bases.append(type_)
        plain = type_row(walk, child.named_children[0]) if kind == "template_type" else type_
        name = last_name(walk, child)
        walk.uses.append((row.ctx, plain, Use.BASE, name.start_byte, name.end_byte))


def enumerators(walk: CWalk, node: Any) -> int:
    for child in node.named_children:
        parts = child.named_children
        if walk.kinds[child.kind_id] == "enumerator" and parts and walk.class_def >= 0:
            for value in parts[1:]:
                walk.expression(value)
            walk.bind(walk.text(parts[0]), ASSIGN, walk.constant(b"int"))
        else:
            walk.statement(child)
    return walk.unknown


def friend(walk: CWalk, node: Any) -> int:
    """A function that a class defines for its namespace; what is only named says nothing."""
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "function_definition":
            left = (walk.scope, walk.owner, walk.class_def, walk.class_name)
            scope = walk.scope
            while scope and not walk.is_namespace(scope):
                scope = walk.scopes[scope].parent
            walk.scope, walk.context = scope, -1
            walk.owner, walk.class_def, walk.class_name = walk.scopes[scope].owner, -1, b""
            walk.statement(child)
            walk.scope, walk.owner, walk.class_def, walk.class_name = left
            walk.context = -1
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    **dict.fromkeys(TAGGED, tagged_statement),
    "enumerator_list": enumerators,
    "friend_declaration": friend,
}
