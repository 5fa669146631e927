"""Mending what the grammar of TypeScript cannot read: lengths and lines stay as they are."""

import re
from typing import Any, Final

# A member that begins with `<` goes on with the one before it, where no semicolon ends that.
_OPEN_MEMBER: Final = re.compile(rb"(?m)^([ \t]*)[ \t]<(?=[\s\w])")
_TYPE_STAR: Final = re.compile(rb"\bexport type \*")


def mended(source: bytes, *, has_elements: bool) -> bytes | None:
    """The text with what may be mended, None where that is nothing. `has_elements`: `<` at the start of a line may open an
    element."""
    text = _TYPE_STAR.sub(b"export      *", source)
    if not has_elements:
        text = _OPEN_MEMBER.sub(rb"\1;<", text)
    return text if text != source else None


def damage(root: Any) -> int:
    """How many places of a tree did not parse."""
    count = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "ERROR" or node.is_missing:
            count += 1
        if node.has_error:
            stack.extend(node.children)
    return count
