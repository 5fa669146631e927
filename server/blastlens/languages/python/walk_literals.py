"""Literals: strings, numbers, constants."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Use
from blastlens.languages.python.walk_state import Handler, Walk
from blastlens.languages.walking.tables import CONST

_LONGEST_NAME: Final = 80
_NAME_MADE: Final = re.compile(rb"(?=[*.]*\w)[\w.:]*(?:\*[\w.:]*)+")  # spells something, and leaves something open
_FORMAT: Final = Use.FORMAT
_FORMAT_REPR: Final = Use.FORMAT_REPR
_MAY_BE_INSTANCE: Final = frozenset(("identifier", "attribute", "call", "subscript"))
_QUOTE_SIGNS: Final = frozenset((b'"', b"'"))


def string(walk: Walk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    row = walk.literals.get(text)
    if row is not None:
        return row
    quote = text[:1]
    if quote in _QUOTE_SIGNS and text[-1:] == quote and len(text) > 1:
        return walk.plain_string(text)
    return _prefixed(walk, node)


def _prefixed(walk: Walk, node: Any) -> int:
    children = node.children
    prefix = walk.source[children[0].start_byte : children[0].end_byte].lower()
    if b"b" in prefix:
        return walk.constant(b"bytes")
    if b"f" in prefix or b"t" in prefix:
        _interpolations(walk, children)
        if len(children) > 3 and node.end_byte - node.start_byte <= _LONGEST_NAME:
            return _name_made(walk, children)
    elif len(children) == 3 and children[1].type == "string_content":
        content = walk.source[children[1].start_byte : children[1].end_byte]
        if b"\\" not in content:
            return walk.string(content)
    return walk.constant(b"str")


def _name_made(walk: Walk, children: list[Any]) -> int:
    """A text that is filled in at run time; its spelling is kept where it may be a name."""
    source = walk.source
    parts = [
        b"*" if child.type == "interpolation" else source[child.start_byte : child.end_byte] for child in children[1:-1]
    ]
    spelling = b"".join(parts)
    if _NAME_MADE.fullmatch(spelling) is None:
        return walk.constant(b"str")
    return walk.row((CONST, walk.name(b"str"), -1, walk.name(spelling)))


def _interpolations(walk: Walk, children: list[Any]) -> None:
    for child in children:
        if child.type == "interpolation":
            interpolation(walk, child)


def interpolation(walk: Walk, node: Any) -> None:
    """`{value!r:spec}` of a formatted string."""
    parts = node.named_children
    if not parts or parts[0].type not in _MAY_BE_INSTANCE:
        walk.children(node)
        return
    first, kind = parts[0], _FORMAT
    row = walk.expression(first)
    for part in parts[1:]:
        if part.type == "type_conversion":
            if walk.source[part.end_byte - 1 : part.end_byte] in b"ra":
                kind = _FORMAT_REPR
        else:
            walk.expression(part)
    walk.use_at(kind, row, first)


def concatenated(walk: Walk, node: Any) -> int:
    kind = walk.constant(b"str")
    for child in node.named_children:
        if child.type == "string":
            parts = child.children
            if len(parts) > 2:
                _interpolations(walk, parts)
            if walk.source[child.start_byte : child.start_byte + 1] in (b"b", b"B"):
                kind = walk.constant(b"bytes")
    return kind


def integer(walk: Walk, node: Any) -> int:
    return walk.integer(walk.source[node.start_byte : node.end_byte])


def constant(kind: bytes, text: bytes | None = None) -> Handler:
    return lambda walk, _: walk.constant(kind, text)


HANDLERS: Final[dict[str, Handler]] = {
    "string": string,
    "concatenated_string": concatenated,
    "integer": integer,
    "float": constant(b"float"),
    "true": constant(b"bool", b"True"),
    "false": constant(b"bool", b"False"),
    "none": constant(b"None"),
    "ellipsis": constant(b"..."),
}
