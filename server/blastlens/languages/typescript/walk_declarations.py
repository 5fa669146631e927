"""Declarations of variables and functions, and assignments, which name functions too."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Expr, Extend, Extension, ImportFlag, Narrow, Use
from blastlens.languages.typescript.walk_classes import class_value, join_signatures
from blastlens.languages.typescript.walk_expressions import either, path
from blastlens.languages.typescript.walk_functions import (
    AROUND,
    FUNCTION_KINDS,
    RECEIVER,
    define_function,
    function_value,
)
from blastlens.languages.typescript.walk_modules import (
    EXPORTS,
    add_import,
    exported_member,
    required,
)
from blastlens.languages.typescript.walk_objects import object_literal, unwrapped
from blastlens.languages.typescript.walk_patterns import bind_name, bind_pattern, function_scope
from blastlens.languages.typescript.walk_state import EXPORT, THIS, WHOLE_EXPORT, Handler, Walk
from blastlens.languages.typescript.walk_types import annotation, instance
from blastlens.languages.walking.tables import ATTR

_FUNCTION: Final = Expr.FUNCTION
_CALL: Final = Expr.CALL
_BASIC: Final = frozenset(("identifier", "member_expression"))
_STORE: Final = Use.STORE
_HANDED_ON: Final = frozenset(("assignment_expression", "call_expression"))
_EMPTY: Final = frozenset(("null", "undefined"))
_PATH: Final = re.compile(rb"[\w$]+(?:\.[\w$#]+)*")
_DEFAULTING: Final = frozenset(("||=", "??=", "&&="))


def variables(walk: Walk, node: Any) -> int:
    is_var = walk.kinds[node.kind_id] == "variable_declaration"
    scope = function_scope(walk) if is_var else walk.scope
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "variable_declarator":
            _declarator(walk, child, scope)
    return walk.unknown


def _declarator(walk: Walk, node: Any, scope: int) -> None:
    target = value = noted = None
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "comment":
            continue
        if kind == "type_annotation":
            noted = child
        elif target is None:
            target = child
        else:
            value = child
    if target is None:
        return
    declared = annotation(walk, noted) if noted is not None else -1
    if walk.kinds[target.kind_id] != "identifier":
        _taken_apart(walk, target, value, declared, scope)
        return
    name = walk.text(target)
    if value is None:
        if declared >= 0:
            walk.bind(name, Bind.ANNOTATED, declared, -1, scope=scope)
        elif walk.name(name) not in walk.scopes[scope].bindings:
            walk.bind(name, Bind.ASSIGN, walk.unknown, scope=scope)
        return
    module = required(walk, value)
    if module:
        _require(walk, module, None, name, value, scope)
        return
    inner = unwrapped(walk, value)
    kind = walk.kinds[inner.kind_id]
    wanted = instance(walk, declared) if declared >= 0 else -1
    if kind in FUNCTION_KINDS and inner is not value:
        wanted = _cast_to(walk, value, wanted)
    if kind in FUNCTION_KINDS:
        walk.bind(name, Bind.DEF, function_value(walk, inner, name, target, node, wanted), scope=scope)
    elif kind == "class":
        walk.bind(name, Bind.CLASS, class_value(walk, inner, name, target, node), scope=scope)
    elif kind == "object":
        row = object_literal(walk, inner, name, _cast_to(walk, value, wanted) if inner is not value else wanted)
        _bind_variable(walk, name, declared, row, scope)
    elif (wrapped := _wrapped_component(walk, value, name)) is not None:
        walk.bind(name, Bind.DEF, _component(walk, value, wrapped, name, target, node), scope=scope)
    else:
        if kind in _HANDED_ON:
            walk.naming = name
        row = walk.value(value, wanted)
        walk.naming = b""
        _bind_variable(walk, name, declared, row, scope)


def _bind_variable(walk: Walk, name: bytes, declared: int, row: int, scope: int) -> None:
    if declared >= 0:
        walk.bind(name, Bind.ANNOTATED, declared, row, scope=scope)
    else:
        walk.bind(name, Bind.ASSIGN, row, scope=scope)


def _cast_to(walk: Walk, node: Any, wanted: int) -> int:
    """What a function or object is cast to, as far as it says more than the place."""
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    if walk.kinds[node.kind_id] in ("as_expression", "satisfies_expression") and len(children) > 1:
        found = walk.types.get(walk.kinds[children[1].kind_id])
        if found is not None:
            return instance(walk, found(walk, children[1]))
    return wanted


def _taken_apart(walk: Walk, target: Any, value: Any, declared: int, scope: int) -> None:
    """`const {a, b: c} = …`."""
    module = required(walk, value) if value is not None else b""
    if module and walk.kinds[target.kind_id] == "object_pattern":
        plain = [child for child in target.named_children if walk.kinds[child.kind_id] != "comment"]
        if all(_is_plain_part(walk, child) for child in plain):
            for child in plain:
                parts = child.named_children or [child]
                _require(walk, module, walk.text(parts[0]), walk.text(parts[-1]), value, scope)
            return
    row = walk.value(value, instance(walk, declared) if declared >= 0 else -1) if value is not None else walk.unknown
    if declared >= 0:
        row = instance(walk, declared)
    bind_pattern(walk, target, row, scope)


def _is_plain_part(walk: Walk, node: Any) -> bool:
    kind = walk.kinds[node.kind_id]
    if kind == "shorthand_property_identifier_pattern":
        return True
    return kind == "pair_pattern" and all(
        walk.kinds[child.kind_id] in ("property_identifier", "identifier") for child in node.named_children
    )


def _require(walk: Walk, module: bytes, member: bytes | None, name: bytes, node: Any, scope: int) -> None:
    flags = ImportFlag.WHOLE if member is None else 0
    index = add_import(walk, module, member, name, flags, node)
    walk.use(Use.CALL, walk.row((_CALL, walk.name_rows[b"require"], 0)), node.start_byte, 7)
    walk.bind(name, Bind.IMPORT, index, scope=scope)


def _wrapped_component(walk: Walk, node: Any, name: bytes) -> Any:
    """The function of `const Name = wrap(() => …)`, which makes a component; None for anything else."""
    if walk.kinds[node.kind_id] != "call_expression" or not name[:1].isupper():
        return None
    children = node.named_children
    if walk.kinds[children[0].kind_id] not in _BASIC or walk.kinds[children[-1].kind_id] != "arguments":
        return None
    arguments = children[-1].named_children
    return arguments[0] if arguments and walk.kinds[arguments[0].kind_id] in FUNCTION_KINDS else None


def _component(walk: Walk, call: Any, node: Any, name: bytes, name_node: Any, whole: Any) -> int:
    index = define_function(walk, node, name, name_node, whole, this=AROUND)
    callee = call.named_children[0]
    if walk.kinds[callee.kind_id] == "identifier":
        row, start, end = walk.name_rows[walk.text(callee)], callee.start_byte, callee.end_byte
    else:
        row, start, end = path(walk, callee)
    others = [walk.value(child) for child in call.named_children[-1].named_children[1:]]
    given = walk.row((_FUNCTION, index))
    walk.use(Use.CALL, walk.row((_CALL, row, 1 + len(others), given, *others)), start, end - start)
    return index


def function(walk: Walk, node: Any) -> int:
    """A function declaration; a signature before it is a part of it."""
    name_node = node.child_by_field_name("name")
    whole, walk.default_node = walk.default_node or node, None
    if name_node is None:
        index = define_function(walk, node, b"default", whole, whole)
        return walk.row((_FUNCTION, index))
    name = walk.text(name_node)
    index = define_function(walk, node, name, name_node, node)
    bind_function(walk, name, index)
    return walk.row((_FUNCTION, index))


def bind_function(walk: Walk, name: bytes, index: int) -> None:
    kind = Bind.CLASS if walk.defs[index].is_class else Bind.DEF
    if join_signatures(walk, name, index):
        walk.bind(name, kind, index)


def assignment(walk: Walk, node: Any) -> int:
    """`a = b`: a function takes the name of what it is assigned to."""
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    if len(children) < 2:
        return walk.children(node)
    target, value = children[0], children[-1]
    kind = walk.kinds[target.kind_id]
    if kind == "identifier":
        return _to_name(walk, target, value, node)
    if kind == "member_expression" or (kind == "subscript_expression" and _is_spelled(walk, target)):
        return _to_member(walk, target, value, node)
    row = walk.value(value)
    if kind == "subscript_expression" and row != walk.unknown:
        base = target.children[0]
        if walk.kinds[base.kind_id] == "identifier":
            walk.bind_element(walk.text(base), row)
    bind_pattern(walk, target, row, declares=False)
    return row


def _is_spelled(walk: Walk, node: Any) -> bool:
    """Whether a subscript is a text that is spelled out, so that `a["b"]` is `a.b`."""
    return walk.kinds[node.named_children[-1].kind_id] == "string"


def _to_name(walk: Walk, target: Any, value: Any, whole: Any) -> int:
    name = walk.text(target)
    if name == EXPORTS and walk.enclosing(EXPORTS) < 0:  # `exports = module.exports = …`
        return walk.value(value)
    inner = unwrapped(walk, value)
    if walk.kinds[inner.kind_id] in FUNCTION_KINDS:
        row = walk.row((_FUNCTION, function_value(walk, inner, name, target, whole, walk.name_rows[name])))
    elif walk.kinds[inner.kind_id] == "class":
        row = walk.row((_FUNCTION, class_value(walk, inner, name, target, whole)))
    elif walk.kinds[inner.kind_id] == "object":
        row = object_literal(walk, inner, name, walk.name_rows[name])
    else:
        row = walk.value(value)
    bind_name(walk, name, row, declares=False)
    return row


def _to_member(walk: Walk, target: Any, value: Any, whole: Any) -> int:
    """`a.b = c`."""
    base, name_node = target.named_children[0], target.named_children[-1]
    name = walk.text(name_node)
    if walk.kinds[name_node.kind_id] == "string":
        name = name[1:-1]
    own = exported_member(walk, base, name)
    inner = unwrapped(walk, value)
    if own >= 0:
        return _to_export(walk, name if own != walk.name_rows[WHOLE_EXPORT] else b"=", inner, name_node, whole)
    base_text = walk.text(base)
    is_own = base_text == THIS
    is_prototype = base_text.endswith(b".prototype")
    if is_prototype and walk.kinds[base.kind_id] == "member_expression":
        base_row = path_base(walk, base)
    else:
        base_row = walk.expression(base)
    made = walk.row((ATTR, base_row, walk.name(name)))
    kind = walk.kinds[inner.kind_id]
    if kind in FUNCTION_KINDS:
        row = _assigned_function(walk, inner, name, name_node, whole, base_row, made, is_own)
    elif kind == "class":
        row = walk.row((_FUNCTION, class_value(walk, inner, name, name_node, whole)))
        _extend(walk, base_row, name, row, is_own)
    elif kind == "object":
        row = object_literal(
            walk, inner, base_text if name == b"prototype" and _PATH.fullmatch(base_text) else name, made
        )
        if name == b"prototype":
            walk.extensions.append(Extension(Extend.MIXIN, base_row, -1, row, walk.here()))
        else:
            _extend(walk, base_row, name, row, is_own)
    else:
        row = walk.value(value)
        if name == b"prototype" and row != walk.unknown:
            walk.extensions.append(Extension(Extend.MIXIN, base_row, -1, row, walk.here()))
        else:
            _extend(walk, base_row, name, row, is_own)
    walk.use(_STORE, made, name_node.start_byte, len(name))
    if row != walk.unknown and kind not in _EMPTY and not is_prototype and (base_path := walk.dotted_path(base_row)):
        context = walk.here()
        walk.step()
        walk.narrow(base_path + b"." + name, Narrow.ASSIGNED, row, context)
    return row


def path_base(walk: Walk, node: Any) -> int:
    """Row of x in `x.prototype`."""
    return walk.expression(node.children[0])


def _assigned_function(
    walk: Walk, node: Any, name: bytes, name_node: Any, whole: Any, base: int, made: int, is_own: bool
) -> int:
    is_arrow = walk.kinds[node.kind_id] == "arrow_function"
    if is_own:
        index = define_function(walk, node, name, name_node, whole, this=AROUND, expected=made)
        row = walk.row((_FUNCTION, index))
        _extend(walk, base, name, row, is_own)
        return row
    this = AROUND if is_arrow else RECEIVER
    index = define_function(
        walk, node, name, name_node, whole, this=this, expected=made, of_class=_class_of(walk, base), member_of=base
    )
    walk.extensions.append(Extension(Extend.METHOD, base, walk.name(name), index, walk.here()))
    return walk.row((_FUNCTION, index))


def _class_of(walk: Walk, row: int) -> int:
    """The class def of the file that a name means, as far as its text tells."""
    for name, index in walk.made.items():
        if walk.name_rows[name] == row:
            return index
    return -1


def _extend(walk: Walk, base: int, name: bytes, row: int, is_own: bool) -> None:
    """`base.name = row`: kept with the class where it is one of its own, else as what the file gives to something else."""
    if row == walk.unknown:
        return
    if is_own:
        if walk.this_class >= 0:
            attributes = walk.defs[walk.this_class].attributes
            attributes.setdefault(walk.name(name), []).append((row, walk.here()))
    elif base != walk.unknown:
        walk.extensions.append(Extension(Extend.MEMBER, base, walk.name(name), row, walk.here()))


def _to_export(walk: Walk, name: bytes, inner: Any, name_node: Any, whole: Any) -> int:
    """`exports.name = …`, `module.exports = …`."""
    kind = walk.kinds[inner.kind_id]
    if kind in FUNCTION_KINDS:
        spelled = name
        if name == b"=":
            own = inner.child_by_field_name("name") if kind != "arrow_function" else None
            spelled, name_node = (walk.text(own), own) if own is not None else (EXPORTS, whole)
        row = walk.row((_FUNCTION, function_value(walk, inner, spelled, name_node, whole, -1)))
    elif kind == "class":
        own = inner.child_by_field_name("name")
        spelled = walk.text(own) if own is not None else EXPORTS if name == b"=" else name
        row = walk.row((_FUNCTION, class_value(walk, inner, spelled, own or name_node, whole)))
    elif kind == "object":
        naming, walk.naming = walk.naming, b""
        row = object_literal(walk, inner, naming if name == b"=" else name, -1)
    else:
        module = required(walk, inner) if name == b"=" else b""
        if module:
            add_import(walk, module, None, EXPORT + name, ImportFlag.WHOLE | ImportFlag.REEXPORT, inner)
        row = walk.value(inner)
    if row != walk.unknown:
        walk.bind(EXPORT + name, Bind.ASSIGN, row, scope=0)
    return row


def augmented(walk: Walk, node: Any) -> int:
    """`a += b`, `a ??= b`."""
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    if len(children) < 2:
        return walk.children(node)
    target, value = children[0], children[-1]
    row = walk.value(value)
    if walk.kinds[target.kind_id] == "identifier":
        if row != walk.unknown and any(walk.kinds[child.kind_id] in _DEFAULTING for child in node.children):
            bind_name(walk, walk.text(target), either(walk, [walk.name_rows[walk.text(target)], row]), declares=False)
        return row
    if walk.kinds[target.kind_id] == "member_expression":
        made, start, end = path(walk, target)
        if end > start and made not in walk.exported_rows:
            walk.use(_STORE, made, start, end - start)
        if walk.text(target.children[0]) == THIS:
            _extend(walk, walk.name_rows[THIS], walk.text(target.children[-1]), row, True)
        return row
    walk.expression(target)
    return row


HANDLERS: Final[dict[str, Handler]] = {
    "lexical_declaration": variables,
    "variable_declaration": variables,
    "function_declaration": function,
    "generator_function_declaration": function,
    "function_signature": function,
}

EXPRESSIONS: Final[dict[str, Handler]] = {
    "assignment_expression": assignment,
    "augmented_assignment_expression": augmented,
}
