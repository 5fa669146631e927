"""Classes: their heritage and their members."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Use
from blastlens.languages.typescript.walk_expressions import path
from blastlens.languages.typescript.walk_functions import (
    FUNCTION_KINDS,
    OF_CLASS,
    RECEIVER,
    STATIC,
    define_function,
)
from blastlens.languages.typescript.walk_objects import bind_method, object_literal, unwrapped
from blastlens.languages.typescript.walk_patterns import property_name
from blastlens.languages.typescript.walk_state import THIS, Handler, Walk
from blastlens.languages.typescript.walk_statements import statements
from blastlens.languages.typescript.walk_types import annotation, instance, type_, type_arguments, type_parameters
from blastlens.languages.walking.state import BLOCK_SCOPE, CLASS_SCOPE

_FUNCTION: Final = Expr.FUNCTION
_INDEX: Final = Expr.INDEX
_SIGNATURE: Final = DefFlag.SIGNATURE
_OVERLOAD: Final = DefFlag.OVERLOAD
_METHODS: Final = frozenset(("method_definition", "method_signature", "abstract_method_signature"))
_FIELDS: Final = frozenset(("public_field_definition", "field_definition"))
_NAMES: Final = frozenset(
    ("property_identifier", "private_property_identifier", "string", "number", "computed_property_name")
)
_MEMBER_MARKS: Final = {
    "static": DefFlag.STATIC,
    "abstract": DefFlag.ABSTRACT,
    "get": DefFlag.PROPERTY,
    "set": DefFlag.ACCESSOR | DefFlag.SETTER,
}
_KEEPS_FIELDS: Final = frozenset(("accessibility_modifier", "override_modifier", "readonly"))


def declaration(walk: Walk, node: Any) -> int:
    name_node = node.child_by_field_name("name")
    whole, walk.default_node = walk.default_node or node, None
    if name_node is None:
        return walk.row((_FUNCTION, class_value(walk, node, b"default", whole, whole)))
    name = walk.text(name_node)
    index = class_value(walk, node, name, name_node, node)
    walk.made[name] = index
    walk.bind(name, Bind.CLASS, index)
    return walk.row((_FUNCTION, index))


def expression(walk: Walk, node: Any) -> int:
    """A class where a value stands."""
    name_node = node.child_by_field_name("name")
    default, walk.default_node = walk.default_node, None
    if name_node is not None:
        return walk.row((_FUNCTION, class_value(walk, node, walk.text(name_node), name_node, node)))
    if default is not None:
        return walk.row((_FUNCTION, class_value(walk, node, b"default", default, default)))
    return walk.row((_FUNCTION, class_value(walk, node, b"", node, node, DefFlag.UNNAMED)))


def class_value(walk: Walk, node: Any, name: bytes, name_node: Any, whole: Any, flags: int = 0) -> int:
    """The def of a class, its body read; bound by nobody yet."""
    index = walk.define(name, whole, name_node, flags, is_class=True)
    definition = walk.defs[index]
    left = walk.open_scope(BLOCK_SCOPE)
    own_name = node.child_by_field_name("name")
    if own_name is not None:
        walk.bind_first(walk.scope, walk.text(own_name), Bind.CLASS, index, -1, definition.ctx)
    body = None
    definition.ctx = walk.here()
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "decorator":
            decorator(walk, child, definition)
        elif kind == "type_parameters":
            type_parameters(walk, child, definition)
        elif kind == "class_heritage":
            _heritage(walk, child, definition)
        elif kind == "class_body":
            body = child
    walk.open_scope(CLASS_SCOPE, index)
    definition.scope = walk.scope
    definition.type_ctx = walk.at_end(walk.scope)
    kept = (walk.owner, walk.this_class, walk.cyclomatic, walk.cognitive, walk.nesting)
    walk.owner = index
    if body is not None:
        _body(walk, body, index)
    walk.owner, walk.this_class, walk.cyclomatic, walk.cognitive, walk.nesting = kept
    walk.close_scope(left)
    return index


def decorator(walk: Walk, node: Any, definition: Def | None = None) -> int:
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        callee = child.named_children[0] if kind == "call_expression" and child.named_children else child
        met = len(walk.uses)
        row = walk.expression(child)
        if definition is not None:
            definition.decorators.append(row)
        if walk.kinds[callee.kind_id] in ("identifier", "member_expression"):
            end = callee.end_byte
            start = callee.children[-1].start_byte if callee.children else callee.start_byte
            # The call is the decorator's, and no use of its own.
            walk.uses[met:] = [use for use in walk.uses[met:] if use[3] != start]
            walk.use(Use.DECORATOR, row, start, end - start)
    return walk.unknown


def _heritage(walk: Walk, node: Any, definition: Def) -> None:
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "extends_clause":
            _extends(walk, child.named_children, definition)
        elif kind == "implements_clause":
            for part in child.named_children:
                base_type(walk, part, definition)
        elif kind != "comment":  # JavaScript has the expression itself
            _extends(walk, [child], definition)


def _extends(walk: Walk, nodes: list[Any], definition: Def) -> None:
    base = -1
    for node in nodes:
        kind = walk.kinds[node.kind_id]
        if kind == "comment":
            continue
        if kind == "type_arguments":
            if base >= 0:
                row = walk.row((_INDEX, base, *type_arguments(walk, node)))
                walk.plain_base[row] = base
                definition.bases[-1] = row
            continue
        if kind == "member_expression":
            base, start, end = path(walk, node)
        else:
            base, start, end = walk.expression(node), node.start_byte, node.end_byte
        walk.uses.append((definition.ctx, base, Use.BASE, start, end))
        definition.bases.append(base)


def base_type(walk: Walk, node: Any, definition: Def) -> None:
    """A base that is named as a type."""
    kind = walk.kinds[node.kind_id]
    if kind == "comment":
        return
    row = walk.quietly(type_, node)
    name = node
    if kind == "generic_type" and node.named_children:
        name = node.named_children[0]
        type_arguments(walk, node.named_children[-1])
    plain = walk.quietly(type_, name)
    if row == walk.unknown:
        return
    start = name.children[-1].start_byte if name.children else name.start_byte
    walk.uses.append((definition.ctx, plain, Use.BASE, start, name.end_byte))
    definition.bases.append(row)


def _body(walk: Walk, body: Any, index: int) -> None:
    pending: list[Any] = []
    for node in body.named_children:
        kind = walk.kinds[node.kind_id]
        if kind in _METHODS:
            method(walk, node, index, pending)
            pending = []
        elif kind in _FIELDS:
            _field(walk, node, index, pending)
            pending = []
        elif kind == "decorator":
            pending.append(node)
        elif kind == "class_static_block":
            _static_block(walk, node, index)
        elif kind == "ERROR":
            walk.children(node)


def marks(walk: Walk, node: Any) -> tuple[int, Any, list[Any]]:
    """Of a member: the flags that stand before its name, its name, its decorators."""
    flags = 0
    decorators: list[Any] = []
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        if kind in _NAMES:
            return flags, child, decorators
        if kind == "decorator":
            decorators.append(child)
        flags |= _MEMBER_MARKS.get(kind, 0)
    return flags, None, decorators


def method(walk: Walk, node: Any, index: int, before: list[Any]) -> None:
    flags, name_node, decorators = marks(walk, node)
    if name_node is None:
        walk.children(node)
        return
    name = property_name(walk, name_node)
    if not name:
        walk.children(name_node)
        name = walk.text(name_node)
    is_static = flags & STATIC
    if name == b"constructor" and not is_static:
        flags |= DefFlag.CONSTRUCTOR
        _fields_of_parameters(walk, node, index)
    function = define_function(walk, node, name, name_node, node, flags, OF_CLASS if is_static else RECEIVER, -1, index)
    for one in (*before, *decorators):
        decorator(walk, one, walk.defs[function])
    if join_signatures(walk, name, function):
        bind_method(walk, name, function)


def join_signatures(walk: Walk, name: bytes, index: int) -> bool:
    """Signatures before a function's body are parts of it, and overloads it is chosen by; where there is no body they are
    parts of the first. False: what the name is bound to stays as it is."""
    bindings = walk.scopes[walk.scope].bindings.get(walk.name(name))
    if not bindings or bindings[-1][0] != Bind.DEF:
        return True
    first = walk.defs[bindings[-1][1]]
    own = walk.defs[index]
    if not first.flags & _SIGNATURE or (own.flags ^ first.flags) & STATIC or own.is_class:
        return True
    if own.flags & _SIGNATURE:
        first.flags |= _OVERLOAD
        own.flags |= _OVERLOAD
        own.primary = first.primary
        return False
    head = first.primary
    for other in walk.defs[head:index]:
        if other.primary == head and other.flags & _SIGNATURE:
            other.flags |= _OVERLOAD
            other.primary = index
    bindings[-1] = (Bind.DEF, index, *bindings[-1][2:])
    return False


def _fields_of_parameters(walk: Walk, node: Any, index: int) -> None:
    """`constructor(private a: A)` declares a field."""
    parameters = node.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        if not any(walk.kinds[part.kind_id] in _KEEPS_FIELDS for part in child.children):
            continue
        pattern, noted = child.child_by_field_name("pattern"), child.child_by_field_name("type")
        if pattern is None or walk.kinds[pattern.kind_id] != "identifier":
            continue
        declared = annotation(walk, noted) if noted is not None else -1
        if declared >= 0:
            walk.bind(walk.text(pattern), Bind.ANNOTATED, declared, -1, walk.defs[index].type_ctx)
        else:
            walk.bind(walk.text(pattern), Bind.ASSIGN, walk.unknown)


def _field(walk: Walk, node: Any, index: int, before: list[Any]) -> None:
    flags, name_node, decorators = marks(walk, node)
    for one in (*before, *decorators):
        decorator(walk, one)
    if name_node is None:
        walk.children(node)
        return
    name = property_name(walk, name_node)
    declared, value = -1, None
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "type_annotation":
            declared = annotation(walk, child)
        elif child.start_byte >= name_node.end_byte and kind not in ("comment", "decorator"):
            value = child
    if not name:
        walk.children(name_node)
        name = walk.text(name_node)
    if value is None:
        if declared >= 0:
            walk.bind(name, Bind.ANNOTATED, declared, -1)
        elif walk.name(name) not in walk.scopes[walk.scope].bindings:
            walk.bind(name, Bind.ASSIGN, walk.unknown)
        return
    _initialized(walk, (name, name_node, node), value, declared, index, flags)


def _initialized(walk: Walk, named: tuple[bytes, Any, Any], value: Any, declared: int, index: int, flags: int) -> None:
    """A field with a value: a method where that is a function. In the value `this` is the instance, or the class."""
    name, name_node, node = named
    is_static = flags & STATIC
    wanted = instance(walk, declared) if declared >= 0 else -1
    inner = unwrapped(walk, value)
    kind = walk.kinds[inner.kind_id]
    if kind in FUNCTION_KINDS:
        this = OF_CLASS if is_static else RECEIVER
        function = define_function(walk, inner, name, name_node, node, flags, this, wanted, index)
        walk.bind(name, Bind.DEF, function)
        return
    if kind == "class":
        walk.bind(name, Bind.CLASS, class_value(walk, inner, name, name_node, node))
        return
    class_scope = walk.open_scope(BLOCK_SCOPE)
    this_class, walk.this_class = walk.this_class, -1 if is_static else index
    made = (_FUNCTION, index) if is_static else (Expr.OBJECT, index)
    walk.bind_first(walk.scope, THIS, Bind.ASSIGN, walk.row(made), -1, walk.here())
    row = object_literal(walk, inner, name, wanted) if kind == "object" else walk.value(value, wanted)
    context = walk.here()
    walk.this_class = this_class
    walk.close_scope(class_scope)
    row = walk.within(context, row)
    if declared >= 0:
        walk.bind(name, Bind.ANNOTATED, declared, row)
    else:
        walk.bind(name, Bind.ASSIGN, row)


def _static_block(walk: Walk, node: Any, index: int) -> None:
    left = walk.open_scope(BLOCK_SCOPE)
    walk.bind_first(walk.scope, THIS, Bind.ASSIGN, walk.row((_FUNCTION, index)), -1, walk.here())
    for child in node.named_children:
        statements(walk, child.named_children)
    walk.close_scope(left)


HANDLERS: Final[dict[str, Handler]] = {
    "class_declaration": declaration,
    "abstract_class_declaration": declaration,
    "decorator": decorator,
}
EXPRESSIONS: Final[dict[str, Handler]] = {"class": expression}
