"""Conditions that hold only where a file is started as a program, not where it is imported."""

from typing import Any, Final

_NAME: Final = b"__name__"
_MAIN: Final = frozenset((b'"__main__"', b"'__main__'"))


def only_when_started(node: Any, source: bytes, *, holds: bool = True) -> bool:
    """Whether a condition holds (with `holds` False: fails) only in a file that is started: `__name__ == "__main__"`, also as a part of
    what must hold as well."""
    kind = node.type
    if kind == "parenthesized_expression":
        inner = [child for child in node.named_children if child.type != "comment"]
        return len(inner) == 1 and only_when_started(inner[0], source, holds=holds)
    if kind == "not_operator":
        argument = node.child_by_field_name("argument")
        return argument is not None and only_when_started(argument, source, holds=not holds)
    if kind == "boolean_operator":
        wanted = "and" if holds else "or"
        operator = node.child_by_field_name("operator")
        sides = [side for name in ("left", "right") if (side := node.child_by_field_name(name)) is not None]
        is_wanted = operator is not None and operator.type == wanted
        return is_wanted and any(only_when_started(side, source, holds=holds) for side in sides)
    if kind != "comparison_operator" or len(node.children) != 3:
        return False
    left, operator, right = (source[child.start_byte : child.end_byte] for child in node.children)
    compared = (left == _NAME and right in _MAIN) or (right == _NAME and left in _MAIN)
    return compared and operator == (b"==" if holds else b"!=")
