"""Calls, members, objects that are made, lambdas."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr, Use
from blastlens.languages.c.walk_functions import parameter_parts, spelled_name
from blastlens.languages.c.walk_state import ANNOTATED, ASSIGN, CWalk, Handler, last_name
from blastlens.languages.c.walk_types import path_row, plain_type, template_arguments, type_row
from blastlens.languages.walking.state import LAMBDA_SCOPE

_CASTS: Final = frozenset(
    {
        b"static_cast",
        b"dynamic_cast",
        b"reinterpret_cast",
        b"const_cast",
        b"bit_cast",
        b"polymorphic_cast",
        b"down_cast",
    }
)
_MAKERS: Final = frozenset(
    {
        b"make_unique",
        b"make_shared",
        b"make_intrusive",
        b"make_optional",
        b"static_pointer_cast",
        b"dynamic_pointer_cast",
        b"any_cast",
        b"get_if",
        b"declval",
    }
)
_SAME: Final = frozenset({b"move", b"forward", b"ref", b"cref", b"as_const", b"addressof"})


def path_of(walk: CWalk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "operator_name":
            return walk.attribute(path_row(walk, node, without_last=True), spelled_name(walk, child))
    row = path_row(walk, node)
    return row if row >= 0 else walk.unknown


def _call(walk: CWalk, node: Any) -> int:
    children = node.named_children
    if len(children) < 2:
        return walk.children(node)
    first, last = children[0], children[-1]
    callee, name, made = callee_row(walk, first)
    rows = [walk.value(child) for child in last.named_children if walk.kinds[child.kind_id] != "comment"]
    if walk.kinds[last.kind_id] != "argument_list":
        rows = []
    if made == _FIRST:
        return rows[0] if rows else walk.unknown
    row = walk.called(callee, rows, name) if callee >= 0 else walk.unknown
    return walk.typed(made) if made != walk.unknown else row


_FIRST: Final = -2


def callee_row(walk: CWalk, node: Any) -> tuple[int, Any, int]:
    """(row of what is called or -1, node of its name, type of what it gives where the language itself tells)."""
    unknown = walk.unknown
    for _ in range(20):
        kind = walk.kinds[node.kind_id]
        parts = node.named_children
        if (kind == "parenthesized_expression" and len(parts) == 1) or (
            kind == "pointer_expression" and len(parts) == 1
        ):
            node = parts[0]
        else:
            break
    kind = walk.kinds[node.kind_id]
    if kind == "identifier":
        return walk.name_rows[walk.source[node.start_byte : node.end_byte]], node, unknown
    if kind == "field_expression":
        row = _field(walk, node)
        return row, last_name(walk, node.named_children[-1]), unknown
    if kind in ("template_function", "qualified_identifier"):
        return _template_callee(walk, node)
    if kind in ("primitive_type", "sized_type_specifier"):
        return -1, node, type_row(walk, node)
    if kind in ("template_type", "type_identifier", "dependent_type"):
        return type_row(walk, node), last_name(walk, node), unknown
    return walk.expression(node), node, unknown


def _template_callee(walk: CWalk, node: Any) -> tuple[int, Any, int]:
    name = last_name(walk, node)
    text = walk.source[name.start_byte : name.end_byte]
    inner = node
    while walk.kinds[inner.kind_id] == "qualified_identifier" and inner.named_children:
        inner = inner.named_children[-1]
    is_template = walk.kinds[inner.kind_id] == "template_function"
    if is_template and text not in _CASTS and text not in _MAKERS:
        _note_arguments(walk, inner)
    if is_template and (text in _CASTS or text in _MAKERS):
        types = template_arguments(walk, inner)
        made = types[0] if types and types[0] >= 0 else walk.unknown
        if text in _MAKERS and made != walk.unknown:
            for child in inner.named_children[-1].named_children[:1]:
                at = _type_name(walk, child)
                walk.use(Use.VALUE, plain_type(walk, child), at.start_byte, at.end_byte - at.start_byte)
            return (path_of(walk, node) if inner is not node else walk.name_rows[text]), name, made
        return -1, name, made if made != walk.unknown else walk.name_rows[text]
    if text in _SAME and walk.source[node.start_byte : node.start_byte + 5] == b"std::":
        return -1, name, _FIRST
    if walk.kinds[node.kind_id] == "qualified_identifier":
        return path_of(walk, node), name, walk.unknown
    return walk.name_rows[text], name, walk.unknown


def _note_arguments(walk: CWalk, node: Any) -> None:
    """A function, or a type, that is handed to a template is named by it."""
    for child in node.named_children[-1].named_children:
        at = _type_name(walk, child)
        if walk.kinds[at.kind_id] in ("identifier", "type_identifier"):
            walk.use(Use.VALUE, plain_type(walk, child), at.start_byte, at.end_byte - at.start_byte)


def _type_name(walk: CWalk, node: Any) -> Any:
    if walk.kinds[node.kind_id] == "type_descriptor" and node.named_children:
        for child in node.named_children:
            if walk.kinds[child.kind_id] != "type_qualifier":
                return last_name(walk, child)
    return last_name(walk, node)


def _field(walk: CWalk, node: Any) -> int:
    children = node.named_children
    if len(children) < 2:
        return walk.children(node)
    base = walk.expression(children[0])
    last = children[-1]
    kind = walk.kinds[last.kind_id]
    if kind == "qualified_identifier":  # `x.Base::f()`
        owner = path_row(walk, last, without_last=True)
        base = walk.typed(owner) if owner >= 0 else base
    name = last_name(walk, last)
    walk.base = base
    return walk.attribute(base, spelled_name(walk, name))


def _new(walk: CWalk, node: Any) -> int:
    type_: Any = None
    rows: list[int] = []
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in ("argument_list", "initializer_list"):
            values = [walk.value(item) for item in child.named_children]
            rows = values if type_ is not None else rows
        elif kind == "new_declarator":
            walk.children(child)
        elif type_ is None:
            type_ = child
    if type_ is None:
        return walk.unknown
    row = type_row(walk, type_)
    if row < 0 or row == walk.unknown:
        return walk.unknown
    if walk.kinds[type_.kind_id] not in ("primitive_type", "sized_type_specifier"):
        walk.called(plain_type(walk, type_), rows, last_name(walk, type_))
    return walk.typed(row)


def _compound_literal(walk: CWalk, node: Any) -> int:
    """`T{…}` of C++ makes an object; `(T){…}` of C fills one in."""
    parts = node.named_children
    if len(parts) < 2:
        return walk.children(node)
    row = type_row(walk, parts[0])
    values = [walk.value(item) for item in parts[-1].named_children]
    if row < 0 or row == walk.unknown:
        return walk.unknown
    if walk.is_cpp and walk.kinds[parts[0].kind_id] not in ("type_descriptor", "primitive_type"):
        walk.called(plain_type(walk, parts[0]), values, last_name(walk, parts[0]))
    return walk.typed(row)


def _cast(walk: CWalk, node: Any) -> int:
    parts = node.named_children
    if len(parts) < 2:
        return walk.children(node)
    walk.value(parts[-1])
    row = type_row(walk, parts[0])
    return walk.typed(row) if row >= 0 else walk.unknown


# -- lambdas


def _lambda(walk: CWalk, node: Any) -> int:
    left, open_ = walk.open_scope(LAMBDA_SCOPE), walk.block_open
    scope = walk.scope
    walk.block_open = True
    block = walk.open_block()
    returns, walk.lambda_returns = walk.lambda_returns, []
    result = -1
    walk.nesting += 1
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind in ("abstract_function_declarator", "lambda_declarator", "function_declarator"):
            result = _lambda_head(walk, child, scope)
        elif kind == "lambda_capture_specifier":
            _captures(walk, child)
        elif kind == "compound_statement":
            walk.children(child)
    walk.nesting -= 1
    value = walk.typed(result) if result >= 0 else walk.either(walk.lambda_returns)
    context = walk.here()
    walk.lambda_returns = returns
    walk.close_block(block)
    walk.close_scope(left)
    walk.block_open = open_
    return walk.exprs[Expr.LAMBDA, scope, value, context]


def _lambda_head(walk: CWalk, node: Any, scope: int) -> int:
    context = walk.here()
    result = -1
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "parameter_list":
            for item in child.named_children:
                name, type_ = parameter_parts(walk, item) if item.named_children else (b"", -1)
                if name and type_ >= 0:
                    walk.bind_first(scope, name, ANNOTATED, type_, -1, context)
                elif name:
                    walk.bind_first(scope, name, ASSIGN, walk.unknown, -1, context)
        elif kind == "trailing_return_type" and child.named_children:
            result = type_row(walk, child.named_children[0])
    return result


def _captures(walk: CWalk, node: Any) -> None:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "lambda_capture_initializer":
            parts = child.named_children
            if len(parts) > 1:
                walk.bind(walk.text(parts[0]), ASSIGN, walk.value(parts[-1]))


HANDLERS: Final[dict[str, Handler]] = {
    "qualified_identifier": path_of,
    "call_expression": _call,
    "field_expression": _field,
    "new_expression": _new,
    "compound_literal_expression": _compound_literal,
    "cast_expression": _cast,
    "lambda_expression": _lambda,
}
