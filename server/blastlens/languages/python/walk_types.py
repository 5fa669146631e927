"""Type expressions: annotations, base class arguments, class arguments of `isinstance`. Nothing in them is a use.

Strings are parsed as expressions, except where they are values (`Literal["a"]`, the rest of `Annotated[…]`).
"""

import re
from collections.abc import Callable
from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.python.walk_state import Walk
from blastlens.languages.walking.state import LEVEL, MAX_DEPTH
from blastlens.languages.walking.tables import ATTR

_CALL: Final = Expr.CALL
_INDEX: Final = Expr.INDEX
_TUPLE: Final = Expr.TUPLE
_LIST: Final = Expr.LIST
_BINARY: Final = Expr.BINARY
_STAR: Final = Expr.STAR
_IDENTIFIER: Final = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_VALUES_INSIDE: Final = frozenset((b"Literal", b"LiteralString"))
_FIRST_IS_TYPE: Final = frozenset((b"Annotated",))
_BRACKETS: Final = frozenset(("[", "]", "(", ")", ",", "comment", "{", "}"))

TypeHandler = Callable[[Walk, Any, bytes], int]


def annotation(walk: Walk, node: Any) -> int:
    """Row of an annotation node; -1 for none."""
    return -1 if node is None else plain(walk, node, walk.source)


def plain(walk: Walk, node: Any, source: bytes) -> int:
    """Row of a type expression in `source`, which is the file or the text of a string annotation."""
    handler = _HANDLERS.get(node.type)
    if handler is None:
        return walk.unknown
    if walk.depth > MAX_DEPTH:
        return walk.too_deep(node)
    walk.depth += LEVEL
    row = handler(walk, node, source)
    walk.depth -= LEVEL
    return row


def _identifier(walk: Walk, node: Any, source: bytes) -> int:
    return walk.name_row(source[node.start_byte : node.end_byte])


def _attribute(walk: Walk, node: Any, source: bytes) -> int:
    names: list[bytes] = []
    while node.type in ("attribute", "member_type"):
        children = node.children
        last = children[-1]
        names.append(source[last.start_byte : last.end_byte])
        node = children[0]
    row = plain(walk, node, source)
    for name in names[::-1]:
        row = walk.row((ATTR, row, walk.name(name)))
    return row


def _wrapped(walk: Walk, node: Any, source: bytes) -> int:
    for child in node.named_children:
        if child.type != "comment":
            return plain(walk, child, source)
    return walk.unknown


def _last_name(node: Any, source: bytes) -> bytes:
    return source[node.start_byte : node.end_byte].rpartition(b".")[2]


def _subscript(walk: Walk, node: Any, source: bytes) -> int:
    children = node.children
    return _applied(walk, children[0], children[1:], source)


def _generic(walk: Walk, node: Any, source: bytes) -> int:
    """`list[int]` in a type position: a name and a `type_parameter`."""
    children = node.children
    return _applied(walk, children[0], [child for part in children[1:] for child in part.children], source)


def _applied(walk: Walk, base: Any, parts: list[Any], source: bytes) -> int:
    row = [_INDEX, plain(walk, base, source)]
    name = _last_name(base, source)
    as_values = name in _VALUES_INSIDE
    for part in parts:
        if part.type in _BRACKETS:
            continue
        if as_values:
            row.append(_literal(walk, part, source))
        else:
            row.append(plain(walk, part, source))
            as_values = name in _FIRST_IS_TYPE
    return walk.row(tuple(row))


def _literal(walk: Walk, node: Any, source: bytes) -> int:
    while node.type == "type" and node.children:
        node = node.children[0]
    if node.type == "string":
        text = _content(node, source)
        return walk.constant(b"str", text if text is not None and len(text) <= 200 else None)
    return plain(walk, node, source) if node.type not in ("call", "lambda") else walk.unknown


def _content(node: Any, source: bytes) -> bytes | None:
    children = node.children
    if len(children) == 3 and children[1].type == "string_content":
        return source[children[1].start_byte : children[1].end_byte]
    return None


def _union(walk: Walk, node: Any, source: bytes) -> int:
    """`A | B | …`: a chain that leans to the left."""
    rights: list[Any] = []
    while node.type in ("union_type", "binary_operator") and len(node.children) > 2:
        children = node.children
        if children[1].type != "|":
            return walk.unknown
        rights.append(children[-1])
        node = children[0]
        if node.type == "type" and len(node.children) == 1:
            node = node.children[0]
    row = plain(walk, node, source) if rights else walk.unknown
    operator = walk.name(b"|")
    for right in rights[::-1]:
        row = walk.row((_BINARY, operator, row, plain(walk, right, source)))
    return row


def _sequence(kind: int) -> TypeHandler:
    def evaluate(walk: Walk, node: Any, source: bytes) -> int:
        row = [kind]
        for child in node.named_children:
            if child.type != "comment":
                row.append(plain(walk, child, source))
        return walk.row(tuple(row))

    return evaluate


def _star(walk: Walk, node: Any, source: bytes) -> int:
    return walk.row((_STAR, _wrapped(walk, node, source)))


def _call(walk: Walk, node: Any, source: bytes) -> int:
    children = node.children
    callee = plain(walk, children[0], source)
    given: list[int] = []
    for argument in children[-1].named_children:
        if argument.type in ("identifier", "attribute", "string"):
            given.append(_literal(walk, argument, source))
        else:
            break
    return walk.row((_CALL, callee, len(given), *given))


def _string(walk: Walk, node: Any, source: bytes) -> int:
    text = _content(node, source)
    if text is None:
        return walk.constant(b"str")
    return _from_text(walk, text.strip())


def _concatenated(walk: Walk, node: Any, source: bytes) -> int:
    parts = [_content(child, source) for child in node.named_children if child.type == "string"]
    return _from_text(walk, b"".join(part for part in parts if part is not None).strip())


def _from_text(walk: Walk, text: bytes) -> int:
    if _IDENTIFIER.fullmatch(text):
        return walk.name_row(text) if text != b"None" else walk.constant(b"None")
    row = walk.strings.get(text)
    if row is None:
        row = walk.strings[text] = _parsed(walk, text)
    return row


def _parsed(walk: Walk, text: bytes) -> int:
    as_text = walk.constant(b"str", text if len(text) <= 200 else None)
    walk.strings[text] = as_text  # a string that spells itself ends here
    root = walk.parse(b"(" + text + b")")
    statements = root.named_children
    if root.has_error or len(statements) != 1:
        return as_text
    return plain(walk, statements[0], b"(" + text + b")")


def _constant(kind: bytes, text: bytes | None = None) -> TypeHandler:
    return lambda walk, _node, _source: walk.constant(kind, text)


def _integer(walk: Walk, node: Any, source: bytes) -> int:
    return walk.integer(source[node.start_byte : node.end_byte])


_HANDLERS: Final[dict[str, TypeHandler]] = {
    "identifier": _identifier,
    "attribute": _attribute,
    "member_type": _attribute,
    "type": _wrapped,
    "parenthesized_expression": _wrapped,
    "constrained_type": _wrapped,
    "splat_type": _star,
    "list_splat": _star,
    "subscript": _subscript,
    "generic_type": _generic,
    "union_type": _union,
    "binary_operator": _union,
    "list": _sequence(_LIST),
    "tuple": _sequence(_TUPLE),
    "expression_list": _sequence(_TUPLE),
    "call": _call,
    "string": _string,
    "concatenated_string": _concatenated,
    "none": _constant(b"None"),
    "ellipsis": _constant(b"..."),
    "true": _constant(b"bool", b"True"),
    "false": _constant(b"bool", b"False"),
    "integer": _integer,
}
