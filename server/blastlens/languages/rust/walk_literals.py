"""Literals: what they are, without what they say but for short texts."""

from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.rust.walk_state import Handler, Walk
from blastlens.languages.rust.walk_types import SLICE

_INDEX: Final = Expr.INDEX


def string(walk: Walk, node: Any) -> int:
    start = node.start_byte
    text = walk.source[start : node.end_byte]
    if text[:1] == b'"':
        return walk.plain_string(text)
    return walk.typed(walk.row((_INDEX, walk.name_rows[SLICE], walk.name_rows[b"u8"])))


def raw_string(walk: Walk, node: Any) -> int:
    text = walk.source[node.start_byte : node.end_byte]
    if text[:1] != b"r":
        return walk.typed(walk.row((_INDEX, walk.name_rows[SLICE], walk.name_rows[b"u8"])))
    return walk.string(text[1:].strip(b"#")[1:-1])


def integer(walk: Walk, node: Any) -> int:
    return walk.integer(walk.source[node.start_byte : node.end_byte])


def constant(kind: bytes) -> Handler:
    def evaluate(walk: Walk, node: Any) -> int:  # noqa: ARG001
        return walk.constant(kind)

    return evaluate


HANDLERS: Final[dict[str, Handler]] = {
    "string_literal": string,
    "raw_string_literal": raw_string,
    "integer_literal": integer,
    "float_literal": constant(b"float"),
    "char_literal": constant(b"char"),
    "boolean_literal": constant(b"bool"),
    "unit_expression": constant(b"None"),
}
