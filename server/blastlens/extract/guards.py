"""What keeps the uses at places of a text from failing where they find nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from blastlens.extract.extractor import parser_of
from blastlens.languages.guarding import Guarding
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode

Place = tuple[int, int]  # 1-based line, 0-based UTF-8 column of a name


def guards(language: Language, data: bytes, places: Iterable[Place], *, of_calls: bool = False) -> dict[Place, str]:
    """Of the places those that are guarded, with the guard in words. `of_calls`: that of what is there, and refuses the arguments."""
    rules = language.guarding
    if of_calls:
        rules = replace(rules, catching=rules.refusing, strings=frozenset(), optional=frozenset(), reading={})
    if not language.grammar or not (rules.tries or rules.strings):
        return {}
    root = parser_of(language.grammar)(decode(data).source)
    found = ((place, _guard(root, place, rules)) for place in places)
    return {place: why for place, why in found if why}


def _guard(root: Any, place: Place, rules: Guarding) -> str:
    line, column = place
    named = root.descendant_for_point_range((line - 1, column), (line - 1, column + 1))
    node = named
    while node is not None and node.parent is not None:
        parent = node.parent
        why = _caught(node, parent, rules) or _swallowed(node, parent, rules) or _left_undone(node, parent, rules)
        if why:
            return why
        if parent.type in rules.functions:
            break
        node = parent
    around = node.parent if node is not None else None
    return _asked_first(around or root, named, rules) if named is not None else ""


def _caught(node: Any, parent: Any, rules: Guarding) -> str:
    if node not in parent.children_by_field_name(rules.tries.get(parent.type, "")):
        return ""
    for part in parent.named_children:
        if part.type in rules.handlers and _catches(part, rules):
            return f"line {part.start_point[0] + 1} catches its failing"
    return ""


def _catches(handler: Any, rules: Guarding) -> bool:
    body = handler.named_children[-1]
    head = [one for one in handler.named_children if one != body]
    return not rules.catching or not head or any(_names(one, rules.catching) for one in head)


def _names(node: Any, wanted: frozenset[str]) -> bool:
    """Whether one of the names stands in a node."""
    return any(one.type.endswith("identifier") and _text(one) in wanted for one in _inside(node))


def _swallowed(node: Any, parent: Any, rules: Guarding) -> str:
    head = rules.entering.get(parent.type)
    if head is None or node.type == head:
        return ""
    for one in parent.named_children:
        if one.type == head and _names(one, rules.swallowing) and _names(one, rules.catching):
            return f"line {one.start_point[0] + 1} swallows its failing"
    return ""


def _left_undone(node: Any, parent: Any, rules: Guarding) -> str:
    """`x.f?.()`: the mark stands in the call, behind what is called."""
    marked = any(one.type in rules.optional and one.start_byte >= node.end_byte for one in parent.children)
    return "the call is left undone where there is none" if marked else ""


def _asked_first(around: Any, named: Any, rules: Guarding) -> str:
    """Whether a string spells the name in the function around, or something reads it there, before it is used."""
    name = _text(named)
    for one in _inside(around):
        if one.start_byte >= named.start_byte:
            break
        spelled = one.type in rules.strings and _text(one).strip("\"'`") == name
        read = one.child_by_field_name(rules.reading[one.type]) if one.type in rules.reading else None
        is_read = read is not None and _text(read) == name and not _is_called(one)
        if spelled or is_read:
            return f"line {one.start_point[0] + 1} asks for it first"
    return ""


def _is_called(node: Any) -> bool:
    parent = node.parent
    return parent is not None and node in parent.children_by_field_name("function")


def _inside(node: Any) -> Iterator[Any]:
    """The node and all below it, in the order of the text."""
    todo = [node]
    while todo:
        one = todo.pop()
        yield one
        todo += reversed(one.named_children)


def _text(node: Any) -> str:
    return (node.text or b"").decode("utf-8", "replace")
