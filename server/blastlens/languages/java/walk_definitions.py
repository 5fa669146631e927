"""Definitions: classes of all kinds, their fields, methods and constructors."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Use, pack_signature
from blastlens.languages.java.walk_annotations import Marks, read_modifiers
from blastlens.languages.java.walk_calls import parameter_parts
from blastlens.languages.java.walk_enums import enum_members, has_constructor
from blastlens.languages.java.walk_expressions import operands
from blastlens.languages.java.walk_state import (
    ANNOTATED,
    BLOCK_SCOPE,
    CONSTRUCTOR,
    METHOD,
    Handler,
    JavaWalk,
)
from blastlens.languages.java.walk_statements import block, declarator
from blastlens.languages.java.walk_types import base_row, bound_row, last_part, plain_type, type_row
from blastlens.languages.walking.state import CLASS_SCOPE, FUNCTION_SCOPE

_KINDS: Final = {
    "class_declaration": 0,
    "interface_declaration": DefFlag.INTERFACE,
    "annotation_type_declaration": DefFlag.INTERFACE,
    "enum_declaration": DefFlag.ENUM,
    "record_declaration": 0,
}
_BODIES: Final = frozenset({"class_body", "interface_body", "enum_body", "annotation_type_body"})
_STATIC: Final = DefFlag.STATIC
_EXPORTED: Final = DefFlag.EXPORTED
_ANONYMOUS: Final = b"<anonymous>"


def _class(walk: JavaWalk, node: Any) -> int:
    kind = walk.kinds[node.kind_id]
    name: Any = None
    body: Any = None
    marks = Marks()
    for child in node.children:
        inner = walk.kinds[child.kind_id]
        if inner == "modifiers":
            marks = read_modifiers(walk, child)
        elif inner == "identifier" and name is None:
            name = child
        elif inner in _BODIES:
            body = child
    if name is None:
        return walk.other_children(node)
    text = walk.text(name)
    flags = _seen(walk, _KINDS[kind] | (marks.flags & ~_STATIC))
    index = walk.define(text, node, name, flags, is_class=True)
    walk.defs[index].decorators += marks.decorators
    if walk.block_open or walk.scopes[walk.scope].kind == CLASS_SCOPE:
        walk.bind(text, Bind.CLASS, index)
    else:
        walk.declare(text, Bind.CLASS, index)
    variables = walk.type_variables
    left = _type_parameters(walk, node, index)
    _bases(walk, node, index, kind)
    _body(walk, index, node, body)
    walk.type_variables = variables
    walk.close_scope(left)
    return walk.unknown


def _seen(walk: JavaWalk, flags: int) -> int:
    """Flags without `EXPORTED` where a class around is seen by its package only; what an interface has is seen like itself."""
    if walk.class_def < 0:
        return flags if walk.owner < 0 else flags & ~_EXPORTED
    around = walk.defs[walk.class_def].flags
    if not around & _EXPORTED or walk.owner != walk.class_def:
        return flags & ~_EXPORTED
    return flags | _EXPORTED if around & DefFlag.INTERFACE and not flags & DefFlag.PRIVATE else flags


def _type_parameters(walk: JavaWalk, node: Any, index: int) -> int:
    """Binds the type parameters of a class in a scope around it, which its bases see too; gives the scope left."""
    left = walk.scope
    row = walk.defs[index]
    for child in node.children:
        if walk.kinds[child.kind_id] == "type_parameters":
            walk.open_scope(BLOCK_SCOPE)
            _bind_type_parameters(walk, child, index)
            row.ctx = walk.at_end(walk.scope)
            row.type_ctx = row.ctx
    return left


def _bind_type_parameters(walk: JavaWalk, node: Any, index: int) -> None:
    context = walk.at_end(walk.scope)
    for child in operands(walk, node):
        parts = [part for part in operands(walk, child) if "annotation" not in walk.kinds[part.kind_id]]
        if walk.kinds[child.kind_id] != "type_parameter" or not parts:
            continue
        text = walk.text(parts[0])
        bound = bound_row(walk, parts[1]) if len(parts) > 1 else -1
        name = walk.name(text)
        walk.bind_first(walk.scope, text, Bind.TYPE_VARIABLE, name, bound, context)
        walk.defs[index].type_params.append(name)
        walk.type_variables = walk.type_variables | {text}


def _bases(walk: JavaWalk, node: Any, index: int, kind: str) -> None:
    """Reads what a class is built on; notes each as a use where it stands."""
    row = walk.defs[index]
    if kind == "enum_declaration":
        row.bases.append(walk.name_row(b"Enum"))
    elif kind == "record_declaration":
        row.bases.append(walk.name_row(b"Record"))
    walk.superclass = walk.unknown
    for child in node.children:
        inner = walk.kinds[child.kind_id]
        if inner not in ("superclass", "super_interfaces", "extends_interfaces"):
            continue
        types = operands(walk, child)
        if inner != "superclass" and types:
            types = operands(walk, types[0])
        for type_ in types:
            plain = plain_type(walk, type_)
            if inner == "superclass":
                walk.superclass = plain
            row.bases.append(base_row(walk, type_))
            name = last_part(walk, type_)
            walk.uses.append((row.ctx, plain, Use.BASE, name.start_byte, name.end_byte))


def _body(walk: JavaWalk, index: int, node: Any, body: Any) -> None:
    """Walks the members of a class."""
    outer = (walk.owner, walk.class_def, walk.block_open, walk.lambda_returns, walk.result_type, walk.switch_values)
    superclass, components = walk.superclass, walk.components
    counts = (walk.cyclomatic, walk.cognitive, walk.nesting)
    left = walk.open_scope(CLASS_SCOPE, index)
    row = walk.defs[index]
    row.scope = walk.scope
    if row.type_ctx == row.ctx and not row.type_params:
        row.type_ctx = walk.at_end(walk.scope)
    walk.owner = walk.class_def = index
    walk.block_open = True
    walk.lambda_returns, walk.result_type, walk.switch_values = None, -1, None
    context = walk.at_end(walk.scope)
    walk.bind_first(walk.scope, b"this", Bind.LAMBDA_PARAM, -1, 0, context)
    walk.bind_first(walk.scope, b"super", Bind.SUPER, index, 0, context)
    if row.flags & DefFlag.ENUM:
        enum_members(walk, row.name, context)
        if body is not None and has_constructor(walk, body):
            walk.constructed.add(index)
    if walk.kinds[node.kind_id] == "record_declaration":
        _components(walk, node)
    if body is not None:
        for child in body.named_children:
            walk.superclass = superclass
            walk.statement(child)
    walk.close_scope(left)
    walk.owner, walk.class_def, walk.block_open, walk.lambda_returns, walk.result_type, walk.switch_values = outer
    walk.superclass, walk.components = superclass, components
    walk.cyclomatic, walk.cognitive, walk.nesting = counts


def anonymous_class(walk: JavaWalk, node: Any, name: Any, body: Any, base: tuple[int, int]) -> int:
    """The class def of an anonymous body with a base, given with and without type arguments; bound by no name."""
    index = walk.define(_ANONYMOUS, node, name, DefFlag.OBJECT, is_class=True)
    row = walk.defs[index]
    row.bases.append(base[0])
    walk.uses.append((row.ctx, base[1], Use.BASE, name.start_byte, name.end_byte))
    walk.superclass = base[1]
    _body(walk, index, node, body)
    return index


def _components(walk: JavaWalk, node: Any) -> None:
    """The fields of a record, and the methods that read them unless the text has its own."""
    context = walk.at_end(walk.scope)
    for child in node.children:
        if walk.kinds[child.kind_id] != "formal_parameters":
            continue
        walk.components = child
        for part in operands(walk, child):
            name, type_ = parameter_parts(walk, part)
            walk.bind_first(walk.scope, name, ANNOTATED, type_, -1, context)
            row = walk.exprs[Expr.FUNCTION_TYPE, type_]
            walk.bind_first(walk.scope, name + METHOD, ANNOTATED, row, -1, context)


def _field(walk: JavaWalk, node: Any) -> int:
    type_: Any = None
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "variable_declarator":
            name, row, value = declarator(walk, child, type_)
            walk.expect(value, walk.typed(row), walk.here())
            walk.bind(name, ANNOTATED, row)
        elif kind != "modifiers":
            type_ = child
    return walk.unknown


# -- methods


def _method(walk: JavaWalk, node: Any) -> int:
    kind = walk.kinds[node.kind_id]
    name: Any = None
    marks = Marks()
    body: Any = None
    type_: Any = None
    generics: Any = None
    parameters: Any = None
    extra = 0
    for child in node.children:
        inner = walk.kinds[child.kind_id]
        if inner == "modifiers":
            marks = read_modifiers(walk, child)
        elif inner == "identifier" and name is None:
            name = child
        elif inner in ("block", "constructor_body"):
            body = child
        elif inner == "formal_parameters":
            parameters = child
        elif inner == "type_parameters":
            generics = child
        elif inner == "dimensions":
            extra = walk.source.count(b"[", child.start_byte, child.end_byte)
        elif name is None and type_ is None and child.is_named:
            type_ = child
    if name is None or walk.class_def < 0:
        return walk.other_children(node)
    if kind == "compact_constructor_declaration":
        parameters = walk.components
    is_constructor = kind in ("constructor_declaration", "compact_constructor_declaration")
    flags = _seen(walk, marks.flags | (DefFlag.CONSTRUCTOR if is_constructor else 0))
    if body is None and not marks.is_native:
        flags |= DefFlag.SIGNATURE
    text = walk.text(name)
    index = walk.define(text, node, name, flags, is_class=False)
    walk.defs[index].decorators += marks.decorators
    _bind_method(walk, CONSTRUCTOR if is_constructor else text + METHOD, index)
    _function(walk, index, (generics, type_, parameters, body), extra)
    return walk.unknown


def _bind_method(walk: JavaWalk, name: bytes, index: int) -> None:
    """Binds a method, which with others of its name makes a set to choose from."""
    found = walk.scopes[walk.scope].bindings.get(walk.names[name])
    if found is not None:
        methods = [row[1] for row in found if row[0] == Bind.DEF]
        if methods:
            first = methods[0]
            for one in (first, index):
                walk.defs[one].overloads = first
                walk.defs[one].flags |= DefFlag.SEVERAL
        else:
            found.clear()  # what the language gives a record gives way to what the text says
    walk.bind(name, Bind.DEF, index)


def _function(walk: JavaWalk, index: int, parts: tuple[Any, Any, Any, Any], extra: int) -> None:
    generics, type_, parameters, body = parts
    outer = (walk.owner, walk.block_open, walk.lambda_returns, walk.result_type, walk.switch_values)
    variables = walk.type_variables
    counts = (walk.cyclomatic, walk.cognitive, walk.nesting)
    walk.cyclomatic, walk.cognitive, walk.nesting = 1, 0, 0
    holder = walk.scope
    left = walk.open_scope(FUNCTION_SCOPE, index)
    row = walk.defs[index]
    row.scope = walk.scope
    row.type_ctx = walk.at_end(holder)
    walk.owner = index
    walk.block_open = True
    walk.lambda_returns, walk.switch_values = None, None
    if generics is not None:
        _bind_type_parameters(walk, generics, index)
        row.type_ctx = walk.at_end(walk.scope)
    _parameters(walk, index, parameters)
    walk.bind_parameters(index)
    result = type_row(walk, type_) if type_ is not None else -1
    row.returns = walk.array_of(result, extra) if result >= 0 else -1
    walk.result_type = row.returns
    if body is not None:
        for child in body.named_children:
            walk.statement(child)
    walk.close_scope(left)
    row.cyclomatic, row.cognitive = walk.cyclomatic, walk.cognitive
    walk.owner, walk.block_open, walk.lambda_returns, walk.result_type, walk.switch_values = outer
    walk.type_variables = variables
    walk.cyclomatic, walk.cognitive, walk.nesting = counts


def _parameters(walk: JavaWalk, index: int, node: Any) -> None:
    """Reads the parameters of a method, and what overriding methods must have in common with it."""
    row = walk.defs[index]
    is_static = bool(row.flags & _STATIC)
    if not is_static:
        row.params.append(walk.parameter(b"this"))
    spelled: list[bytes] = []
    if node is not None:
        for child in operands(walk, node):
            kind = walk.kinds[child.kind_id]
            if kind in ("formal_parameter", "spread_parameter"):
                name, type_ = parameter_parts(walk, child)
                annotation = type_ if type_ != walk.unknown else -1
                row.params.append(walk.parameter(name, annotation, -1, 2 if kind == "spread_parameter" else 0))
                spelled.append(_erased(walk, child, kind == "spread_parameter"))
    types = b"" if b"" in spelled else b",".join(spelled)
    row.flags |= pack_signature(len(spelled), types)


def _erased(walk: JavaWalk, node: Any, is_rest: bool) -> bytes:
    """The type of a parameter without its arguments, as it is spelled; empty for a type variable."""
    brackets = b"[]" if is_rest else b""
    for child in operands(walk, node):
        kind = walk.kinds[child.kind_id]
        if kind == "array_type":
            brackets += b"[]" * walk.source.count(b"[", child.start_byte, child.end_byte)
            child = child.children[0]
            kind = walk.kinds[child.kind_id]
        if kind == "dimensions":
            brackets += b"[]"
        elif kind not in ("modifiers", "identifier", "variable_declarator"):
            text = walk.text(last_part(walk, child))
            if text in walk.type_variables:
                return b""
            return text + brackets
    return b""


def _initializer(walk: JavaWalk, node: Any) -> int:
    """`{ … }` and `static { … }` in the body of a class."""
    for child in node.named_children:
        block(walk, child) if walk.kinds[child.kind_id] == "block" else walk.statement(child)
    return walk.unknown


def _package(walk: JavaWalk, node: Any) -> int:
    for child in operands(walk, node):
        if walk.kinds[child.kind_id] in ("identifier", "scoped_identifier"):
            walk.package = b"".join(walk.text(child).split())
    return walk.unknown


def _members(walk: JavaWalk, node: Any) -> int:
    for child in node.named_children:
        walk.statement(child)
    return walk.unknown


HANDLERS: Final[dict[str, Handler]] = {
    **dict.fromkeys(_KINDS, _class),
    "method_declaration": _method,
    "constructor_declaration": _method,
    "compact_constructor_declaration": _method,
    "annotation_type_element_declaration": _method,
    "field_declaration": _field,
    "constant_declaration": _field,
    "enum_body_declarations": _members,
    "static_initializer": _initializer,
    "package_declaration": _package,
}
