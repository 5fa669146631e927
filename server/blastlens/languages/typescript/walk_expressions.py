"""Expressions: literals, operators, access paths, casts, and JSX elements, which are calls of their components."""

from typing import Any, Final

from blastlens.facts.file_facts import Bind, DefFlag, Expr, Use
from blastlens.languages.typescript.walk_modules import exported_member
from blastlens.languages.typescript.walk_patterns import element
from blastlens.languages.typescript.walk_state import LOAD, SUPER, THIS, Handler, Walk
from blastlens.languages.typescript.walk_types import instance, type_
from blastlens.languages.walking.state import CLASS_SCOPE, FUNCTION_SCOPE
from blastlens.languages.walking.tables import ATTR

_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_LIST: Final = Expr.LIST
_TUPLE: Final = Expr.TUPLE
_EITHER: Final = Expr.EITHER
_STAR: Final = Expr.STAR
_AWAIT: Final = Expr.AWAIT
_ITER: Final = Expr.ITER
_YIELD_FROM: Final = Expr.YIELD_FROM
_BOTH_SIDES: Final = frozenset(("||", "??"))
_LOGICAL: Final = frozenset(("||", "&&"))  # `??` is a shorthand, which is no harder to read
_NUMBERS: Final = frozenset(("-", "*", "/", "%", "**", "<<", ">>", ">>>", "&", "|", "^"))


def identifier(walk: Walk, node: Any) -> int:
    text = walk.text(node)
    return walk.constant(b"None") if text == b"undefined" else walk.name_rows[text]


def this(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.name_rows[THIS]


def super_(walk: Walk, node: Any) -> int:  # noqa: ARG001
    """`super` is bound in the method that uses it."""
    scope, owner = _method_around(walk)
    if owner >= 0 and walk.name(SUPER) not in walk.scopes[scope].bindings:
        method = walk.scopes[scope].owner
        static = walk.scopes[scope].kind == FUNCTION_SCOPE and walk.defs[method].flags & DefFlag.STATIC
        walk.bind_first(scope, SUPER, Bind.SUPER, owner, 1 if static else 0, walk.here())
    return walk.name_rows[SUPER]


def base_of(walk: Walk, node: Any) -> int:
    """What `super(…)` calls: the class that the class around extends."""
    _, owner = _method_around(walk)
    if owner < 0 or not walk.defs[owner].bases:
        return super_(walk, node)
    definition = walk.defs[owner]
    base = definition.bases[0]
    return walk.within(definition.ctx, walk.plain_base.get(base, base))


def _method_around(walk: Walk) -> tuple[int, int]:
    """(scope of the method, or body of the class, that is being read, its class), -1 for none."""
    at = walk.scope
    while at >= 0:
        scope = walk.scopes[at]
        if scope.kind == CLASS_SCOPE:
            return at, scope.owner
        if scope.kind == FUNCTION_SCOPE and scope.parent >= 0 and walk.scopes[scope.parent].kind == CLASS_SCOPE:
            return at, walk.scopes[scope.parent].owner
        at = scope.parent
    return -1, -1


def string(walk: Walk, node: Any) -> int:
    return walk.plain_string(walk.text(node))


def number(walk: Walk, node: Any) -> int:
    return walk.integer(walk.text(node))


def truth(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"bool")


def none(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"None")


def regex(walk: Walk, node: Any) -> int:  # noqa: ARG001
    return walk.constant(b"regex")


def template(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        if walk.kinds[child.kind_id] == "template_substitution":
            for inner in child.named_children:
                walk.expression(inner)
    return walk.constant(b"str")


def parenthesized(walk: Walk, node: Any) -> int:
    expected = walk.take_expected()
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "comment":
            row = walk.value(child, expected) if expected >= 0 else walk.expression(child)
    return row


def member(walk: Walk, node: Any) -> int:
    """`a.b`, read."""
    row, start, end = path(walk, node)
    if end > start and row != walk.unknown and row not in walk.exported_rows:
        walk.use(LOAD, row, start, end - start)
    return row


def path(walk: Walk, node: Any) -> tuple[int, int, int]:
    """`a.b` without a use of its own, and where the name stands."""
    children = node.children
    name = children[-1]
    start, end = name.start_byte, name.end_byte
    text = walk.source[start:end]
    base = children[0]
    if walk.kinds[base.kind_id] == "identifier" or walk.kinds[base.kind_id] == "member_expression":
        own = exported_member(walk, base, text)
        if own >= 0:
            return own, start, end
    row = walk.expression(base)
    if not text:
        return walk.unknown, start, end
    if text == b"prototype":
        return row, start, start  # what instances have is found through the class
    return walk.exprs[ATTR, row, walk.names[text]], start, end


def subscript(walk: Walk, node: Any) -> int:
    return subscript_path(walk, node)[0]


def subscript_path(walk: Walk, node: Any) -> tuple[int, int, int]:
    """`a[b]`, and where what names the element stands; `a["b"]` is `a.b`."""
    children = [
        child for child in node.named_children if walk.kinds[child.kind_id] not in ("comment", "optional_chain")
    ]
    row = walk.expression(children[0])
    key = children[-1]
    start, end = key.start_byte, key.end_byte
    if len(children) < 2:
        return row, start, end
    if walk.kinds[key.kind_id] == "string":
        walk.string(walk.text(key)[1:-1])
        return walk.row((ATTR, row, walk.name(walk.text(key)[1:-1]))), start, end
    return walk.row((_INDEX, row, walk.expression(key))), start, end


def either(walk: Walk, rows: list[int]) -> int:
    kept = [row for row in dict.fromkeys(rows) if row != walk.unknown]
    if len(kept) < 2:
        return kept[0] if kept else walk.unknown
    return walk.row((_EITHER, *kept))


def ternary(walk: Walk, node: Any) -> int:
    expected = walk.take_expected()
    walk.cyclomatic += 1
    walk.cognitive += 1 + walk.nesting
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    if len(children) < 3:
        return walk.children(node)
    walk.nesting += 1
    walk.expression(children[0])
    rows = []
    for child in children[1:3]:
        left = walk.open_block()
        rows.append(walk.value(child, expected))
        walk.close_block(left)
    walk.nesting -= 1
    return either(walk, rows)


def binary(walk: Walk, node: Any) -> int:
    expected = walk.take_expected()
    spine = []
    kind = node.kind_id
    while node.kind_id == kind:  # operators nest to the left, in generated text by the thousand
        children = node.children
        if len(children) < 3:
            return walk.children(node)
        spine.append((walk.kinds[children[-2].kind_id] if len(children) == 3 else "", children[-1]))
        if len(children) > 3:
            spine[-1] = (next((walk.kinds[c.kind_id] for c in children[1:-1] if not c.is_named), ""), children[-1])
        node = children[0]
    first = spine[-1][0]
    row = walk.value(node, expected) if first in _BOTH_SIDES else walk.expression(node)
    last = ""
    for operator, right in spine[::-1]:
        if operator in _LOGICAL:
            walk.cognitive += operator != last
            last = operator
        if operator in _BOTH_SIDES:
            walk.cyclomatic += 1
            row = either(walk, [row, walk.value(right, expected)])
        elif operator == "&&":
            walk.cyclomatic += 1
            row = walk.value(right, expected)
        else:
            walk.expression(right)
            row = walk.constant(b"int" if operator in _NUMBERS else b"str" if operator == "+" else b"bool")
    return row


def unary(walk: Walk, node: Any) -> int:
    children = node.named_children
    for child in children:
        walk.expression(child)
    sign = walk.source[node.start_byte : node.start_byte + 1]
    return walk.constant(b"bool" if sign == b"!" else b"str" if sign == b"t" else b"int")


def update(walk: Walk, node: Any) -> int:
    for child in node.named_children:
        walk.expression(child)
    return walk.constant(b"int")


def sequence(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.value(child)
    return row


def await_(walk: Walk, node: Any) -> int:
    walk.take_expected()
    row = walk.unknown
    for child in node.named_children:
        if walk.kinds[child.kind_id] != "comment":
            row = walk.value(child)
    return walk.row((_AWAIT, row)) if row != walk.unknown else row


def yield_(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.value(child)
    if any(walk.kinds[child.kind_id] == "*" for child in node.children):
        row = walk.row((_YIELD_FROM, row))
    walk.yields.append((row, walk.here()))
    return walk.unknown


def spread(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.value(child)
    return walk.row((_STAR, row)) if row != walk.unknown else row


def array(walk: Walk, node: Any) -> int:
    expected = walk.take_expected()
    of_each = element(walk, expected) if expected >= 0 else -1
    rows = []
    plain = True
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "comment":
            continue
        plain = plain and kind != "spread_element"
        rows.append(walk.value(child, of_each))
    if plain and 0 < len(rows) <= 4:
        return walk.row((_TUPLE, *rows))
    return walk.row((_LIST, *rows))


def cast(walk: Walk, node: Any) -> int:
    """`x as T`, `x satisfies T`, `<T>x`."""
    expected = walk.take_expected()
    children = [child for child in node.named_children if walk.kinds[child.kind_id] != "comment"]
    if not children:
        return walk.unknown
    kind = walk.kinds[node.kind_id]
    if kind == "type_assertion":
        value, types = children[-1], list(children[0].named_children)
    else:
        value, types = children[0], children[1:]
    wanted = instance(walk, type_(walk, types[0])) if types else walk.unknown
    row = walk.value(value, wanted if wanted != walk.unknown else expected)
    if kind == "satisfies_expression" or wanted == walk.unknown:
        return row
    # What is made on the spot says more than what it is taken for.
    if walk.kinds[value.kind_id] in ("object", "arrow_function", "function_expression"):
        return row
    return wanted


def non_null(walk: Walk, node: Any) -> int:
    row = walk.unknown
    for child in node.named_children:
        row = walk.expression(child)
    return row


def jsx_tag(walk: Walk, node: Any) -> int:
    """The opening of an element: a call of the component that it names; lower-case names are elements of the platform."""
    for child in node.named_children:
        kind = walk.kinds[child.kind_id]
        if kind == "identifier" or kind == "member_expression":
            _component(walk, child, kind)
        elif kind not in ("type_arguments", "jsx_namespace_name"):
            jsx(walk, child)
    return walk.unknown


def _component(walk: Walk, node: Any, kind: str) -> None:
    if kind == "member_expression":
        row, start, end = path(walk, node)
    else:
        start, end = node.start_byte, node.end_byte
        first = walk.source[start : start + 1]
        if first.islower():
            return
        row = walk.name_rows[walk.source[start:end]]
    walk.use(Use.CALL, walk.row((_CALL, row, 0)), start, end - start)


def jsx(walk: Walk, node: Any) -> int:
    """What stands inside elements and their attributes."""
    kind = walk.kinds[node.kind_id]
    if kind in ("property_identifier", "jsx_text", "string", "comment", "jsx_closing_element"):
        return walk.unknown
    if kind in ("jsx_element", "jsx_attribute", "jsx_fragment"):
        if walk.too_nested(node):
            return walk.unknown
        for child in node.named_children:
            jsx(walk, child)
        walk.leave()
        return walk.unknown
    if kind in ("jsx_opening_element", "jsx_self_closing_element"):
        return jsx_tag(walk, node)
    if kind == "jsx_expression":
        for child in node.named_children:
            walk.value(child)
        return walk.unknown
    return walk.expression(node)


HANDLERS: Final[dict[str, Handler]] = {
    "identifier": identifier,
    "shorthand_property_identifier": identifier,
    "this": this,
    "super": super_,
    "string": string,
    "number": number,
    "true": truth,
    "false": truth,
    "null": none,
    "undefined": none,
    "regex": regex,
    "template_string": template,
    "parenthesized_expression": parenthesized,
    "member_expression": member,
    "subscript_expression": subscript,
    "ternary_expression": ternary,
    "binary_expression": binary,
    "unary_expression": unary,
    "update_expression": update,
    "sequence_expression": sequence,
    "await_expression": await_,
    "yield_expression": yield_,
    "spread_element": spread,
    "array": array,
    "as_expression": cast,
    "satisfies_expression": cast,
    "type_assertion": cast,
    "non_null_expression": non_null,
    "jsx_element": jsx,
    "jsx_fragment": jsx,
    "jsx_self_closing_element": jsx_tag,
}
