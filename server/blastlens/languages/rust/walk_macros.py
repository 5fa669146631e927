"""Macros: what stands in their parentheses is read as arguments, or as statements, where it can be parsed as such."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.rust.walk_expressions import argument_rows
from blastlens.languages.rust.walk_state import Handler, Walk
from blastlens.languages.rust.walk_statements import either, statements
from blastlens.languages.rust.walk_types import path
from blastlens.languages.walking.state import MAY_BE_VALUE

_BEFORE: Final = b"fn f(){g("
_ARGUMENTS: Final = (_BEFORE, b");}")
_STATEMENTS: Final = (b"fn f(){", b"}")
_TEXT: Final = frozenset((b"format", b"concat", b"stringify", b"include_str", b"env", b"file"))
_SAME: Final = frozenset((b"dbg", b"black_box"))
_LIST: Final = b"vec"
_MATCHES: Final = frozenset((b"matches", b"assert_matches", b"debug_assert_matches"))
_UNREAD: Final = frozenset(
    (b"macro_rules", b"stringify", b"quote", b"quote_spanned", b"concat_idents", b"asm", b"include")
)
_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NAMES: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"|([A-Za-z_]\w*+)', re.DOTALL)
_LARGEST: Final = 1 << 20


def macro(walk: Walk, node: Any) -> int:
    named = node.child_by_field_name("macro")
    tokens = next((child for child in node.named_children if walk.kinds[child.kind_id] == "token_tree"), None)
    if named is None or tokens is None:
        return walk.unknown
    if walk.kinds[named.kind_id] == "scoped_identifier":
        path(walk, named)
    name = walk.text(named).rpartition(b"::")[2]
    if name in _UNREAD or tokens.end_byte - tokens.start_byte > _LARGEST or walk.too_nested(node):
        return walk.unknown
    row = _read(walk, name, tokens.start_byte + 1, tokens.end_byte - 1)
    walk.leave()
    return row


def _read(walk: Walk, name: bytes, start: int, end: int) -> int:
    text = walk.source[start:end]
    if not text.strip():
        return (
            walk.typed(walk.name_rows[b"String"])
            if name in _TEXT
            else walk.row((Expr.LIST,))
            if name == _LIST
            else walk.unknown
        )
    if name != _LIST and name not in _SAME and not _reaches_for_something(text):
        _note_names(walk, text, start)
        return _value(walk, name, [])
    if name in _MATCHES:
        return _matched(walk, text, start)
    root = _parsed(walk, _ARGUMENTS, text)
    if root is not None:
        rows = _inside(walk, root, _ARGUMENTS, text, start)
        return _value(walk, name, rows)
    if name == _LIST:
        root = _parsed(walk, (b"fn f(){g([", b"]);}"), text)
        if root is not None:
            rows = _inside(walk, root, (b"fn f(){g([", b"]);}"), text, start)
            return rows[0] if rows else walk.unknown
    root = walk.parse(_STATEMENTS[0] + text + _STATEMENTS[1])
    _within(walk, root, _STATEMENTS, text, start, True)
    return walk.unknown


def _reaches_for_something(text: bytes) -> bool:
    """Whether a text has a call in it, or a macro; parsing those alone is what macros cost."""
    if b"(" not in text:
        return b"!" in text or b"::" in text
    told = _STRING.sub(b"", text) if b'"' in text else text
    return b"(" in told or b"!" in told or b"::" in told


def _note_names(walk: Walk, text: bytes, start: int) -> None:
    """Names in a text without calls may be those of functions and types."""
    for found in _NAMES.finditer(text):
        name = found[1]
        if name is not None:
            walk.used.add(name)
            walk.use(MAY_BE_VALUE, walk.name_rows[name], start + found.start(1), len(name))


def _value(walk: Walk, name: bytes, rows: list[int]) -> int:
    if name == _LIST:
        return walk.row((Expr.LIST, *dict.fromkeys(rows)))
    if name in _TEXT:
        return walk.typed(walk.name_rows[b"String"])
    if name in _SAME and rows:
        return rows[0]
    return either(walk, rows[:1]) if name == b"try" else walk.unknown


def _parsed(walk: Walk, around: tuple[bytes, bytes], text: bytes) -> Any:
    """The tree of a text, None where it has faults."""
    root = walk.parse(around[0] + text + around[1])
    return None if root.has_error else root


def _inside(walk: Walk, root: Any, around: tuple[bytes, bytes], text: bytes, start: int) -> list[int]:
    return _within(walk, root, around, text, start, False)


def _within(walk: Walk, root: Any, around: tuple[bytes, bytes], text: bytes, start: int, is_block: bool) -> list[int]:
    """Walks a text of its own that stands at `start`; rows of the arguments of the call around it."""
    kept = (walk.source, walk.offset)
    walk.source = around[0] + text + around[1]
    walk.offset = kept[1] + start - len(around[0])
    rows: list[int] = []
    body = _body(root)
    if body is not None:
        left = (walk.scope, walk.base, walk.fresh)
        if not is_block or not walk.is_between_items():
            walk.open_braces()
        if is_block:
            statements(walk, body)
        else:
            for child in body.named_children:
                for call in child.named_children:
                    arguments = call.child_by_field_name("arguments")
                    if arguments is not None:
                        rows = argument_rows(walk, arguments, walk.unknown)
        rows = [walk.within(walk.here(), row) for row in rows]
        walk.close_braces(left)
    walk.source, walk.offset = kept
    return rows


def _body(root: Any) -> Any:
    for child in root.named_children:
        body = child.child_by_field_name("body")
        if body is not None:
            return body
    return None


def _first_comma(text: bytes) -> int:
    """Where the first comma outside of brackets stands; -1 for none."""
    depth = 0
    for at, byte in enumerate(text):
        if byte in b"([{":
            depth += 1
        elif byte in b")]}":
            depth -= 1
        elif byte == 44 and depth == 0:
            return at
    return -1


def _matched(walk: Walk, text: bytes, start: int) -> int:
    """`matches!(x, A | B if c)`"""
    at = _first_comma(text)
    if at < 0:
        return walk.constant(b"bool")
    value, pattern = text[:at], text[at + 1 :].rstrip().rstrip(b",")
    # The same length as the text, so that places stay right.
    inner = b"match " + value + b"{" + pattern + b"=>()}"
    before = b"fn f(){"
    root = walk.parse(before + inner + b"}")
    # `match ` stands before the value, so the value is shifted by its length; the pattern likewise, as `{` replaces the comma.
    _within(walk, root, (before + b"match ", b"=>()}}"), value + b"{" + pattern, start, True)
    return walk.constant(b"bool")


HANDLERS: Final[dict[str, Handler]] = {"macro_invocation": macro}
