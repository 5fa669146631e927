"""`__all__`: known when it is built from literals, and from what other modules list (kept as `module.__all__`)."""

from typing import Any, Final

from blastlens.languages.python.walk_evidence import dotted_path
from blastlens.languages.python.walk_state import Walk

_NAME: Final = b"__all__"
_LISTED: Final = b".__all__"
_LITERALS: Final = frozenset(("list", "tuple", "expression_list"))


def assign_exported(walk: Walk, name: Any, right: Any) -> None:
    """`__all__ = [...]`."""
    if walk.source[name.start_byte : name.end_byte] == _NAME:
        walk.exported = []
        walk.exported_known = True
        _add(walk, right)


def extend_exported(walk: Walk, name: Any, right: Any) -> None:
    """`__all__ += [...]`."""
    if walk.source[name.start_byte : name.end_byte] == _NAME:
        _add(walk, right)


def call_on_exported(walk: Walk, callee: Any, method: bytes, arguments: Any) -> None:
    """`__all__.append("x")`, `__all__.extend([...])`."""
    base = callee.children[0]
    if base.type != "identifier" or walk.source[base.start_byte : base.end_byte] != _NAME or walk.scope:
        return
    given = arguments.named_children
    if len(given) != 1:
        walk.exported_known = False
    elif method == b"append":
        _add_string(walk, given[0])
    elif method == b"extend":
        _add(walk, given[0])
    else:
        walk.exported_known = False


def _add(walk: Walk, node: Any) -> None:
    """The strings of a literal, or of a sum of literals."""
    summands: list[Any] = []
    while node.type == "binary_operator" and node.children[1].type == "+":
        summands.append(node.children[-1])
        node = node.children[0]
    for summand in (node, *reversed(summands)):
        _add_literal(walk, summand)


def _add_literal(walk: Walk, node: Any) -> None:
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node.type == "attribute":
        _add_listed(walk, node)
    elif node.type not in _LITERALS:
        walk.exported_known = False
    else:
        for child in node.named_children:
            if child.type == "list_splat":
                _add_literal(walk, child.named_children[0])
            elif child.type != "comment":
                _add_string(walk, child)


def _add_listed(walk: Walk, node: Any) -> None:
    """`module.__all__`."""
    path = dotted_path(walk, node)
    if path is not None and path.endswith(_LISTED):
        _note(walk, path)
    else:
        walk.exported_known = False


def _add_string(walk: Walk, node: Any) -> None:
    children = node.children
    if node.type == "string" and len(children) == 3 and children[1].type == "string_content":
        _note(walk, walk.source[children[1].start_byte : children[1].end_byte])
    else:
        walk.exported_known = False


def _note(walk: Walk, name: bytes) -> None:
    if walk.exported is None:
        walk.exported = []
    walk.exported.append(name)
