"""Conditions that hold only where a file is started as a program, not where it is loaded by another one."""

from typing import Any, Final

_EQUAL: Final = {True: frozenset(("===", "==")), False: frozenset(("!==", "!="))}
_BOTH: Final = {True: "&&", False: "||"}
_LOADED_BY: Final = b"module.parent"
# What is the file that was started, and what is this one.
_STARTED: Final = (b"require.main", b"process.argv", b"Bun.main", b"Bun.argv")
_OWN: Final = frozenset((b"module", b"__filename"))
ASKING: Final = (b"require.main", b"import.meta", b"process.argv", b"module.parent", b"Bun.")
_META: Final = b"import.meta"


def only_when_started(node: Any, source: bytes, *, holds: bool = True) -> bool:
    """Whether a condition holds (with `holds` False: fails) only in a file that is started: `require.main === module`,
    `import.meta.main`, a comparison of `process.argv` with the file's own path; also as a part of what must hold as well."""
    kind = node.type
    if kind == "parenthesized_expression":
        inner = [child for child in node.named_children if child.type != "comment"]
        return len(inner) == 1 and only_when_started(inner[0], source, holds=holds)
    if kind == "unary_expression":
        operator, argument = node.child_by_field_name("operator"), node.child_by_field_name("argument")
        if operator is None or argument is None or operator.type != "!":
            return False
        if _text(argument, source) == _LOADED_BY:
            return holds
        return only_when_started(argument, source, holds=not holds)
    if kind == "member_expression":
        text = _text(node, source)
        return text == _META + b".main" if holds else text == _LOADED_BY
    return kind == "binary_expression" and _compared(node, source, holds)


def _compared(node: Any, source: bytes, holds: bool) -> bool:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return False
    if operator.type == _BOTH[holds]:
        return any(only_when_started(side, source, holds=holds) for side in (left, right))
    if operator.type not in _EQUAL[holds]:
        return False
    sides = (_text(left, source), _text(right, source))
    return any(_is_started(one) and _is_own(other) for one, other in (sides, sides[::-1]))


def _is_started(text: bytes) -> bool:
    return any(name in text for name in _STARTED)


def _is_own(text: bytes) -> bool:
    return text in _OWN or _META in text or b"__filename" in text


def _text(node: Any, source: bytes) -> bytes:
    return source[node.start_byte : node.end_byte]
