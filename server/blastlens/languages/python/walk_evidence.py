"""Where evidence about a value is kept: dotted paths, attributes of `self`, what a container holds."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import Expr
from blastlens.languages.python.walk_state import Walk

_LIST: Final = Expr.LIST
_DOTTED: Final = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:\.[A-Za-z_\x80-\xff][\w\x80-\xff]*)*")


def is_dotted(text: bytes) -> bool:
    """Whether a text is a name or a dotted path without spaces in it."""
    return _DOTTED.fullmatch(text) is not None


def dotted_path(walk: Walk, node: Any) -> bytes | None:
    """`x`, `self.x`, `a.b.c` as text; None for anything else (and for paths spread with spaces)."""
    text = walk.source[node.start_byte : node.end_byte]
    return text if _DOTTED.fullmatch(text) else None


def own_attribute(walk: Walk, node: Any) -> bytes | None:
    """`x` where the node is `self.x` of the class being read; None otherwise."""
    if walk.self_class < 0 or node.type != "attribute":
        return None
    children = node.children
    first, last = children[0], children[-1]
    source = walk.source
    if first.type == "identifier" and source[first.start_byte : first.end_byte] == walk.self_name:
        return source[last.start_byte : last.end_byte] or None
    return None


def holds(walk: Walk, container: Any, expr: int) -> None:
    """Notes that the container named by a node holds `expr` among others: `x`, `self.x`; or that it holds a container of
    it: `x[k]`, `x.setdefault(k, [])`."""
    kind = container.type
    if kind == "subscript":
        container, expr = container.children[0], walk.row((_LIST, expr))
        kind = container.type
    elif kind == "call":
        callee = container.children[0]
        if callee.type == "attribute" and walk.source[callee.start_byte : callee.end_byte].endswith(b".setdefault"):
            container, expr = callee.children[0], walk.row((_LIST, expr))
            kind = container.type
    if kind == "identifier":
        walk.bind_element(walk.source[container.start_byte : container.end_byte], expr)
    elif kind == "attribute":
        name = own_attribute(walk, container)
        if name is not None:
            walk.attribute_of_self(b"[]" + name, expr, walk.here())
