"""Namespaces, what is used of them, templates and linkage."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag
from blastlens.languages.c.walk_state import ASSIGN, USED, CWalk, Handler, last_name
from blastlens.languages.c.walk_types import path_row, type_row
from blastlens.languages.walking.state import CLASS_SCOPE

_DEEPEST: Final = 20  # namespaces that one head opens
_NAMESPACE: Final = DefFlag.NAMESPACE | DefFlag.OPEN


def namespace(walk: CWalk, node: Any) -> int:
    names: list[Any] = []
    body: Any = None
    is_inline = False
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind in ("namespace_identifier", "identifier"):
            names.append(child)
        elif kind == "nested_namespace_specifier":
            names += _nested(walk, child)
        elif kind == "declaration_list":
            body = child
        elif kind == "inline":
            is_inline = True
    if body is None:
        return walk.children(node)
    if not names or is_inline:
        walk.hidden += not names
        walk.children(body)
        walk.hidden -= not names
        return walk.unknown
    left = (walk.scope, walk.owner, walk.class_def, walk.class_name)
    for name in names:
        _enter_namespace(walk, node, name)
    walk.class_def, walk.class_name = -1, b""
    walk.children(body)
    walk.close_scope(left[0])
    _, walk.owner, walk.class_def, walk.class_name = left
    return walk.unknown


def _nested(walk: CWalk, node: Any) -> list[Any]:
    out: list[Any] = []
    stack = [node]
    while stack:
        at = stack.pop()
        if walk.kinds[at.kind_id] == "nested_namespace_specifier":
            stack += at.named_children[::-1]
        else:
            out.append(at)
    return out[:_DEEPEST]


def _enter_namespace(walk: CWalk, node: Any, name: Any) -> None:
    """Opens the scope of a namespace; one that stands in the same scope before is gone on with."""
    text = walk.text(name)
    for row in walk.scopes[walk.scope].bindings.get(walk.names[text], ()):
        if row[0] == Bind.CLASS and walk.defs[row[1]].flags & DefFlag.NAMESPACE:
            walk.owner = row[1]
            walk.scope = walk.defs[row[1]].scope
            walk.context = -1
            return
    index = walk.define(text, node, name, _NAMESPACE, is_class=True)
    walk.bind(text, Bind.CLASS, index)
    walk.open_scope(CLASS_SCOPE, index)
    walk.defs[index].scope = walk.scope
    walk.owner = index


def using(walk: CWalk, node: Any) -> int:
    """`using namespace a::b;`, `using a::name;`"""
    is_namespace = any(walk.kinds[child.kind_id] == "namespace" for child in node.children)
    parts = node.named_children
    if not parts:
        return walk.unknown
    row = path_row(walk, parts[-1])
    if is_namespace:
        walk.declare(USED, ASSIGN, row)
        return walk.unknown
    name = last_name(walk, parts[-1])
    if walk.kinds[parts[-1].kind_id] == "qualified_identifier":
        text = walk.text(name)
        if walk.class_def >= 0 and walk.scopes[walk.scope].kind == CLASS_SCOPE and text == walk.class_name:
            return walk.unknown
        walk.declare(text, ASSIGN, row)
    return walk.unknown


def namespace_alias(walk: CWalk, node: Any) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return walk.unknown
    row = -1
    names = _nested(walk, parts[1]) if walk.kinds[parts[1].kind_id] == "nested_namespace_specifier" else [parts[1]]
    for name in names:
        text = walk.text(name)
        row = walk.name_rows[text] if row < 0 else walk.attribute(row, text)
    walk.declare(walk.text(parts[0]), ASSIGN, row)
    return walk.unknown


# -- templates


def template(walk: CWalk, node: Any) -> int:
    outer, walk.template = walk.template, []
    parameters: list[tuple[bytes, int]] = []
    rest: list[Any] = []
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "template_parameter_list":
            parameters += _template_parameters(walk, child)
        else:
            rest.append(child)
    for child in rest:
        walk.template = parameters
        walk.statement(child)
    walk.template = outer
    return walk.unknown


def _template_parameters(walk: CWalk, node: Any) -> list[tuple[bytes, int]]:
    out: list[tuple[bytes, int]] = []
    for child in node.named_children:
        parts = child.named_children
        kind = walk.kinds[child.kind_id]
        if (
            kind
            in (
                "type_parameter_declaration",
                "variadic_type_parameter_declaration",
                "optional_type_parameter_declaration",
            )
            and parts
        ):
            default = type_row(walk, parts[-1]) if len(parts) > 1 and kind.startswith("optional") else -1
            out.append((walk.text(parts[0]), default if default != walk.unknown else -1))
    return out


def linkage(walk: CWalk, node: Any) -> int:
    """`extern "C" { … }`: says nothing of who may call."""
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "declaration_list":
            walk.children(child)
        elif kind != "string_literal":
            walk.statement(child)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "namespace_definition": namespace,
    "namespace_alias_definition": namespace_alias,
    "using_declaration": using,
    "template_declaration": template,
    "linkage_specification": linkage,
}
