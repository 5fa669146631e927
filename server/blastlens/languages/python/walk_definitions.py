"""Functions, classes, decorators, parameters, type parameters."""

import re
from hashlib import blake2b
from typing import Any, Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Param, Signal, Use
from blastlens.languages.python.walk_decorators import Decorators, decorators
from blastlens.languages.python.walk_paths import chain, value
from blastlens.languages.python.walk_scopes import walrus
from blastlens.languages.python.walk_skips import skips_at_once
from blastlens.languages.python.walk_state import (
    ASSIGN,
    CLASS_SCOPE,
    COMPREHENSION_SCOPE,
    FUNCTION_SCOPE,
    StatementHandler,
    Walk,
)
from blastlens.languages.python.walk_statements import statements
from blastlens.languages.python.walk_types import annotation, plain

_DEF: Final = Bind.DEF
_CLASS: Final = Bind.CLASS
_PARAM: Final = Bind.PARAM
_TYPE_VARIABLE: Final = Bind.TYPE_VARIABLE
_TYPE: Final = Expr.TYPE
_BASE: Final = Use.BASE
_MAIN_GUARDED: Final = DefFlag.MAIN_GUARDED
_ASYNC: Final = DefFlag.ASYNC
_STUB: Final = DefFlag.STUB
_STATIC: Final = DefFlag.STATIC
_SKIPPED: Final = DefFlag.SKIPPED_TEST
_TYPE_PARAMETER: Final = re.compile(rb"\**\s*([A-Za-z_\x80-\xff][\w\x80-\xff]*)")
_DOES_NOTHING: Final = frozenset(("string", "concatenated_string", "ellipsis", "pass_statement", "comment"))
_A: Final = ord("a")
_POSITIONAL_ONLY, _POSITIONAL, _ARGS, _KEYWORD_ONLY, _KWARGS = range(5)


def decorated(walk: Walk, node: Any) -> None:
    found = decorators(walk, node)
    for child in node.named_children:
        kind = child.type
        if kind == "function_definition":
            function(walk, child, found, node)
        elif kind == "class_definition":
            class_(walk, child, found, node)
        elif kind == "ERROR":
            walk.statement(child)


def function(walk: Walk, node: Any, found: Decorators | None = None, whole: Any = None) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or body is None:
        walk.children(node)
        return
    outer, source = walk.scope, walk.source
    index, definition, name = _begin(walk, node, name_node, found, whole)
    if source[node.start_byte] == _A and node.child(0).type == "async":
        definition.flags |= _ASYNC
    walk.open_scope(FUNCTION_SCOPE, index)
    definition.scope = own = walk.scope
    walk.close_scope(outer)
    # One byte tells more cheaply than the tree that there are no type parameters and no annotation of the result.
    end = name_node.end_byte
    if source[end : end + 1] != b"(":
        definition.type_params = _type_parameters(walk, node, own)
    definition.type_ctx = walk.at_end(own if definition.type_params else outer)
    first = b""
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        given = parameters.named_children
        if given:
            definition.params = _parameters(walk, given)
            first = _first_name(walk, given)
        end = parameters.end_byte
    if source[end : end + 1] != b":":
        definition.returns = annotation(walk, node.child_by_field_name("return_type"))
    bindings, context = walk.scopes[own].bindings, definition.ctx
    for position, parameter in enumerate(definition.params):
        bindings.setdefault(parameter.name, []).append((_PARAM, index, position, context, -1, 0))
    if outer == 0 and name == b"__getattr__":
        walk.signals |= Signal.MODULE_GETATTR
    walk.bind(name, _DEF, index)
    _function_body(walk, body, index, definition, (name, first))
    if name.startswith(b"test") and skips_at_once(walk, body):
        definition.flags |= _SKIPPED


def _function_body(walk: Walk, body: Any, index: int, definition: Def, names: tuple[bytes, bytes]) -> None:
    """`names`: of the function and of its first parameter ("" for none)."""
    kept = (walk.owner, walk.self_class, walk.self_name, walk.own_name, walk.recursive)
    complexity = (walk.cyclomatic, walk.cognitive, walk.nesting, walk.lambda_scope)
    outer = walk.scope
    walk.owner = index
    walk.cyclomatic, walk.cognitive, walk.nesting = 1, 0, 0
    walk.own_name, walk.recursive = names[0], False
    _see_self(walk, definition, names[1], outer)
    walk.function_depth += 1
    left = walk.open_block()
    walk.scope = definition.scope
    walk.block_ended[walk.block] = statements(walk, body)
    walk.close_block(left)
    walk.close_scope(outer)
    walk.function_depth -= 1
    definition.cyclomatic, definition.cognitive = walk.cyclomatic, walk.cognitive + walk.recursive
    if _is_stub(walk, body):
        definition.flags |= _STUB
    walk.owner, walk.self_class, walk.self_name, walk.own_name, walk.recursive = kept
    walk.cyclomatic, walk.cognitive, walk.nesting, walk.lambda_scope = complexity


def _see_self(walk: Walk, definition: Def, first: bytes, outer: int) -> None:
    """Which name is the instance inside: the first parameter of a method, also in functions nested in it."""
    if walk.scopes[outer].kind == CLASS_SCOPE:
        bound = bool(first) and not definition.flags & _STATIC
        walk.self_class = walk.scopes[outer].owner if bound else -1
        walk.self_name = first if bound else b""
    elif walk.self_name and walk.name(walk.self_name) in [parameter.name for parameter in definition.params]:
        walk.self_class, walk.self_name = -1, b""


def class_(walk: Walk, node: Any, found: Decorators | None = None, whole: Any = None) -> None:
    name_node, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name_node is None or body is None:
        walk.children(node)
        return
    outer = walk.scope
    index, definition, name = _begin(walk, node, name_node, found, whole)
    definition.is_class = True
    walk.open_scope(CLASS_SCOPE, index)
    definition.scope = own = walk.scope
    walk.close_scope(outer)
    definition.type_params = _type_parameters(walk, node, own)
    definition.type_ctx = walk.at_end(own)
    if definition.type_params:
        definition.ctx = walk.contexts[own, walk.block, walk.order]
    given = node.child_by_field_name("superclasses")
    if given is not None:
        for child in given.named_children:
            _base(walk, child, definition)
    walk.bind(name, _CLASS, index)
    kept = (walk.owner, walk.self_class, walk.self_name, walk.own_name)
    complexity = (walk.cyclomatic, walk.cognitive, walk.nesting)
    walk.owner, walk.self_class, walk.self_name, walk.own_name = index, -1, b"", b""
    left = walk.open_block()
    walk.scope = own
    statements(walk, body)
    walk.close_block(left)
    walk.close_scope(outer)
    walk.owner, walk.self_class, walk.self_name, walk.own_name = kept
    walk.cyclomatic, walk.cognitive, walk.nesting = complexity


_STRUCTURAL_BASE: Final = b"Protocol"


def _base(walk: Walk, node: Any, definition: Def) -> None:
    kind = node.type
    if kind == "keyword_argument":
        parts = node.children
        name = walk.name(walk.source[parts[0].start_byte : parts[0].end_byte])
        definition.keywords.append((name, value(walk, parts[-1])))
    elif kind in ("list_splat", "dictionary_splat", "comment"):
        walk.children(node)
    else:
        base = node
        while base.type == "subscript":
            base = base.children[0]
        if walk.source[base.start_byte : base.end_byte].endswith(_STRUCTURAL_BASE):
            definition.flags |= DefFlag.STRUCTURAL
        row = chain(walk, base, -1) if base.type == "attribute" else walk.expression(base)
        walk.use_at(_BASE, row, base)
        definition.bases.append(row if base is node else plain(walk, node, walk.source))


def _begin(walk: Walk, node: Any, name_node: Any, found: Decorators | None, whole: Any) -> tuple[int, Def, bytes]:
    """A new def with what functions and classes share, its index and its name; notes its span."""
    whole = whole or node
    index = len(walk.defs)
    start, end, name_start, name_end = whole.start_byte, whole.end_byte, name_node.start_byte, name_node.end_byte
    digest = blake2b(walk.source[start:end], digest_size=8).digest()
    name = walk.source[name_start:name_end]
    rows, flags, context = found or ([], 0, walk.here())
    if walk.main_guarded:
        flags |= _MAIN_GUARDED
    definition = Def(
        walk.names[name], False, walk.owner, walk.scope, -1, context, -1, flags, index, rows,
        [], -1, [], [], [], [], [], {}, {}, 0, 0, int.from_bytes(digest, "big") >> 4,
    )  # fmt: skip
    walk.defs.append(definition)
    first = walk.place(start)[0]
    last, last_column = walk.place(end)
    line, column = walk.place(name_start)
    span = (first, last if last_column or last == line else last - 1, line, column, column + name_end - name_start)
    walk.def_spans.append(span)
    return index, definition, name


def _type_parameters(walk: Walk, node: Any, scope: int) -> list[int]:
    """Binds `[T, *Ts, **P]` in a scope; gives their names."""
    found = node.child_by_field_name("type_parameters")
    return [] if found is None else bind_type_parameters(walk, found, scope)


def bind_type_parameters(walk: Walk, node: Any, scope: int) -> list[int]:
    names: list[int] = []
    for child in node.named_children:
        spelled = _TYPE_PARAMETER.match(walk.source[child.start_byte : child.end_byte])
        if spelled:
            name = walk.name(spelled[1])
            names.append(name)
            inner = child.named_children[0] if child.type == "type" and child.named_children else child
            bound = plain(walk, inner.named_children[-1], walk.source) if inner.type == "constrained_type" else -1
            walk.bind_first(scope, spelled[1], _TYPE_VARIABLE, name, bound, walk.at_end(scope))
    return names


def _parameters(walk: Walk, nodes: list[Any]) -> list[Param]:
    out: list[Param] = []
    source = walk.source
    kind = _POSITIONAL
    for child in nodes:
        shape = walk.kinds[child.kind_id]
        if shape == "identifier":
            out.append(Param(walk.names[source[child.start_byte : child.end_byte]], -1, -1, kind))
            continue
        if shape == "keyword_separator":
            kind = _KEYWORD_ONLY
            continue
        if shape == "positional_separator":
            for parameter in out:
                parameter.kind = _POSITIONAL_ONLY
            continue
        name, noted, default, own_kind = child, -1, -1, kind
        if shape in ("default_parameter", "typed_default_parameter"):
            parts = child.children
            name = parts[0]
            default = value(walk, parts[-1])
            if shape == "typed_default_parameter":
                noted = annotation(walk, child.child_by_field_name("type"))
        elif shape == "typed_parameter":
            name = child.children[0]
            noted = annotation(walk, child.child_by_field_name("type"))
        if name.type == "list_splat_pattern":
            own_kind, kind, name = _ARGS, _KEYWORD_ONLY, name.children[-1]
        elif name.type == "dictionary_splat_pattern":
            own_kind, name = _KWARGS, name.children[-1]
        if name.type == "identifier":
            out.append(Param(walk.name(source[name.start_byte : name.end_byte]), noted, default, own_kind))
    return out


def _first_name(walk: Walk, parameters: list[Any]) -> bytes:
    """The first positional parameter's name."""
    for child in parameters:
        if child.type != "comment":
            name = child if child.type == "identifier" else child.children[0]
            return walk.source[name.start_byte : name.end_byte] if name.type == "identifier" else b""
    return b""


def _is_stub(walk: Walk, body: Any) -> bool:
    """Only a docstring, `...`, `pass` or `raise NotImplementedError`."""
    children = body.named_children
    if len(children) > 3:
        return False
    for child in children:
        kind = walk.kinds[child.kind_id]
        if kind not in _DOES_NOTHING and not (kind == "raise_statement" and _is_missing(walk, child)):
            return False
    return True


def _is_missing(walk: Walk, node: Any) -> bool:
    text = walk.source[node.start_byte : node.end_byte]
    return text.startswith(b"raise") and text[5:].strip().startswith(b"NotImplementedError")


def type_alias(walk: Walk, node: Any) -> None:
    """`type X[T] = …`: evaluated at the end, in a scope that holds its type parameters."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        walk.children(node)
        return
    while left.type in ("type", "generic_type") and left.type != "identifier" and left.children:
        if left.type == "generic_type":
            break
        left = left.children[0]
    name = left.children[0] if left.type == "generic_type" else left
    outer = walk.scope
    walk.open_scope(COMPREHENSION_SCOPE)
    own = walk.scope
    walk.close_scope(outer)
    if left.type == "generic_type":
        for part in left.children[1:]:
            bind_type_parameters(walk, part, own)
    row = walk.row((_TYPE, walk.within(walk.at_end(own), plain(walk, right, walk.source))))
    walk.bind(walk.source[name.start_byte : name.end_byte], ASSIGN, row)


HANDLERS: Final[dict[str, StatementHandler]] = {
    "decorated_definition": decorated,
    "function_definition": function,
    "class_definition": class_,
    "type_alias_statement": type_alias,
    "named_expression": walrus,
}
