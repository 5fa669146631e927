"""Declarations: functions, variables, fields and other names of types."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.c.walk_classes import TAGGED, tagged
from blastlens.languages.c.walk_functions import defined_by_macro, function, is_macro_name
from blastlens.languages.c.walk_heads import Head, read_head
from blastlens.languages.c.walk_state import (
    ANNOTATED,
    ASSIGN,
    HELD,
    CWalk,
    Handler,
    last_name,
)
from blastlens.languages.c.walk_types import (
    Declared,
    declared,
    function_type,
    has_body,
    is_inferred,
    type_row,
)
from blastlens.languages.walking.state import CLASS_SCOPE

# What error recovery takes for the name of a function.
_NO_NAMES: Final = frozenset(
    {b"if", b"for", b"while", b"switch", b"return", b"else", b"do", b"sizeof", b"catch", b"case"}
)
_PLAIN: Final = TAGGED | {"type_identifier", "qualified_identifier"}
_MADE: Final = frozenset({"type_identifier", "qualified_identifier", "template_type"})


def function_definition(walk: CWalk, node: Any) -> int:
    head = read_head(walk, node)
    if not head.declarators:
        return walk.children(node)
    found = declared(walk, head.declarators[0])
    if found.name is not None and found.function is None and head.body is not None and head.type_ is not None:
        macro = walk.text(head.type_)
        if is_macro_name(macro) and walk.kinds[head.declarators[0].kind_id] == "parenthesized_declarator":
            if defined_by_macro(walk, node, macro, [found.name], head.body):  # `TEST(name) { … }`
                return walk.unknown
    if found.name is None or found.function is None or walk.text(found.name) in _NO_NAMES:
        return walk.children(node)
    if head.type_ is not None and has_body(walk, head.type_):
        walk.define_tagged(head.type_)
    name = walk.text(found.name)
    if head.type_ is None and head.body is not None and found.path is found.name and is_macro_name(name):
        if name != walk.class_name and _by_macro(walk, node, found, name, head.body):
            return walk.unknown
    return function(walk, node, head, found)


def _by_macro(walk: CWalk, node: Any, found: Declared, macro: bytes, body: Any) -> bool:
    for child in found.function.named_children:
        if walk.kinds[child.kind_id] == "parameter_list":
            return defined_by_macro(walk, node, macro, list(child.named_children), body)
    return False


def declaration(walk: CWalk, node: Any) -> int:
    """Variables, fields and functions that are declared."""
    head = read_head(walk, node)
    type_ = head.misread if head.misread is not None else head.type_
    row = walk.unknown
    if head.type_ is not None:
        row = _type(walk, head)
        if head.misread is not None:
            row = type_row(walk, type_)
    for position, item in enumerate(head.declarators):
        found = declared(walk, item)
        if found.name is None:
            walk.children(item)
        elif found.function is not None:
            _called_or_declared(walk, node, head, found, row, item)
        else:
            _variable(walk, head, found, row, item, position)
    return walk.unknown


def _type(walk: CWalk, head: Head) -> int:
    """The row of a declaration's type, which is defined there where it has a body."""
    type_ = head.type_
    if walk.kinds[type_.kind_id] in TAGGED and has_body(walk, type_):
        return tagged(walk, type_, _first_name(walk, head))
    if is_inferred(walk, type_):
        return walk.unknown
    return type_row(walk, type_)


def _first_name(walk: CWalk, head: Head) -> Any:
    for item in head.declarators:
        found = declared(walk, item)
        if found.name is not None:
            return found.name
    return None


def _called_or_declared(walk: CWalk, node: Any, head: Head, found: Declared, row: int, item: Any) -> None:
    """`T f(A a);` declares a function; in a body `T x(a);` makes an object, which the parser takes for the same."""
    local = walk.scopes[walk.scope].kind not in (CLASS_SCOPE, 0)
    if local and walk.is_cpp and head.type_ is not None and row != walk.unknown and row >= 0:
        arguments = _bare_arguments(walk, found)
        if arguments is not None:
            rows = [_bare(walk, argument) for argument in arguments]
            walk.called(_class_row(walk, head.type_, row), rows, last_name(walk, head.type_))
            walk.declare(walk.text(found.name), ANNOTATED, row)
            return
    if local and head.type_ is None:
        walk.children(item)
        return
    if walk.text(found.name) in _NO_NAMES:
        walk.children(item)
        return
    function(walk, node, head, found)


def _bare(walk: CWalk, node: Any) -> int:
    """The row of a value that the parser takes for the type of a parameter."""
    row = type_row(walk, node.named_children[0])
    if row < 0 or row == walk.unknown:
        return walk.unknown
    name = last_name(walk, node.named_children[0])
    walk.use(Use.VALUE, row, name.start_byte, name.end_byte - name.start_byte)
    return row


def _bare_arguments(walk: CWalk, found: Declared) -> list[Any] | None:
    """What stands in the brackets of a declared function where each may be a value; None otherwise."""
    for child in found.function.named_children:
        if walk.kinds[child.kind_id] == "parameter_list":
            items = list(child.named_children)
            for item in items:
                parts = item.named_children
                if walk.kinds[item.kind_id] != "parameter_declaration" or len(parts) != 1:
                    return None
                if walk.kinds[parts[0].kind_id] not in ("type_identifier", "qualified_identifier"):
                    return None
            return items or None
    return None


def _class_row(walk: CWalk, node: Any, row: int) -> int:
    """The row of a class as it is called: without template arguments."""
    if walk.kinds[node.kind_id] == "template_type" and node.named_children:
        return type_row(walk, node.named_children[0])
    return row


def _variable(walk: CWalk, head: Head, found: Declared, row: int, item: Any, position: int) -> None:
    type_ = row
    if found.pointee is not None:
        type_ = function_type(walk, row, found.pointee)
    elif found.dimensions and row >= 0 and row != walk.unknown:
        type_ = walk.array_of(row, found.dimensions)
    value = walk.unknown
    given = head.values.get(position)
    if walk.kinds[item.kind_id] == "init_declarator":
        parts = item.named_children
        given = parts[-1] if len(parts) > 1 else None
    constructs = False
    if given is not None:
        kind = walk.kinds[given.kind_id]
        constructs = kind == "argument_list" or (kind == "initializer_list" and b"=" not in _between(walk, item, given))
        if constructs and walk.is_cpp and head.type_ is not None and row >= 0 and row != walk.unknown:
            if not found.dimensions and found.pointee is None and not found.is_pointer:
                rows = [walk.value(child) for child in given.named_children]
                walk.called(_class_row(walk, head.type_, row), rows, last_name(walk, head.type_))
            else:
                walk.value(given)
        else:
            filled, walk.filled = walk.filled, row if kind == "initializer_list" else -1
            value = walk.value(given)
            walk.filled = filled
    elif row >= 0 and row != walk.unknown:
        _made_as_declared(walk, head, found, row)
    name = walk.text(found.name)
    if found.path is not found.name:
        return
    at_file = walk.scopes[walk.scope].kind in (CLASS_SCOPE, 0)
    if type_ == walk.unknown:
        if at_file:
            walk.bind(name, ASSIGN, value)
        else:
            walk.declare(name, ASSIGN, value)
    elif at_file:
        if walk.class_def >= 0 and walk.is_cpp and not found.is_pointer and not found.dimensions:
            if walk.kinds[head.type_.kind_id] in _PLAIN and b"<" not in walk.text(head.type_):
                walk.bind(HELD + name, ANNOTATED, type_ if type_ >= 0 else walk.unknown)
        walk.bind(name, ANNOTATED, type_ if type_ >= 0 else walk.unknown)
    else:
        walk.declare(name, ANNOTATED, type_ if type_ >= 0 else walk.unknown)


def _made_as_declared(walk: CWalk, head: Head, found: Declared, row: int) -> None:
    """`T x;` makes an object."""
    is_field = walk.class_def >= 0 and walk.scopes[walk.scope].kind == CLASS_SCOPE
    if not walk.is_cpp or head.is_extern or is_field:
        return
    if found.pointee is None and not found.is_pointer and walk.kinds[head.type_.kind_id] in _MADE:
        name = last_name(walk, head.type_)
        walk.use(Use.OBJECT, _class_row(walk, head.type_, row), name.start_byte, name.end_byte - name.start_byte)


def _between(walk: CWalk, item: Any, given: Any) -> bytes:
    return walk.source[max(item.start_byte, given.start_byte - 4) : given.start_byte]


def type_definition(walk: CWalk, node: Any) -> int:
    head = read_head(walk, node)
    if head.type_ is None:
        return walk.children(node)
    row = _type(walk, head)
    kind = walk.kinds[head.type_.kind_id]
    for item in head.declarators:
        found = declared(walk, item)
        if found.name is None:
            continue
        name = walk.text(found.name)
        if found.function is not None or found.pointee is not None:
            walk.bind(name, ASSIGN, walk.exprs[Expr.TYPE, function_type(walk, row, found.function or found.pointee)])
        elif row != walk.name_rows[name] and row >= 0:
            walk.bind(
                name, ASSIGN, _alias(walk, walk.array_of(row, found.dimensions), kind if not found.dimensions else "")
            )
    return walk.unknown


def _alias(walk: CWalk, row: int, kind: str) -> int:
    """A type under another name: a class is itself."""
    return row if kind in _PLAIN else walk.exprs[Expr.TYPE, row]


def alias_declaration(walk: CWalk, node: Any) -> int:
    """`using Name = Type;`"""
    parts = node.named_children
    if len(parts) < 2:
        return walk.children(node)
    row = type_row(walk, parts[-1])
    inner = parts[-1].named_children
    kind = walk.kinds[inner[0].kind_id] if len(inner) == 1 else ""
    if kind == "qualified_identifier" and b"<" in walk.text(inner[0]):
        kind = ""
    walk.template = []
    if row >= 0:
        name = walk.text(parts[0])
        if walk.scopes[walk.scope].kind in (CLASS_SCOPE, 0):
            walk.bind(name, ASSIGN, _alias(walk, row, kind))
        else:
            walk.declare(name, ASSIGN, _alias(walk, row, kind))
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    "function_definition": function_definition,
    "inline_method_definition": function_definition,
    "constructor_or_destructor_definition": function_definition,
    "operator_cast_definition": function_definition,
    "declaration": declaration,
    "field_declaration": declaration,
    "constructor_or_destructor_declaration": declaration,
    "operator_cast_declaration": declaration,
    "type_definition": type_definition,
    "alias_declaration": alias_declaration,
}
