"""Names of fields that the literals of a class set, where a text names that class."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blastlens.extract.extractor import parser_of
from blastlens.languages.literals import Literals
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode

Place = tuple[int, int]  # 1-based line, 0-based UTF-8 column of the name of a class


class FieldName(NamedTuple):
    """`of`: the place of the class; where the field is named: line 1-based, columns 0-based UTF-8 bytes, end exclusive."""

    of: Place
    name: str
    line: int
    column: int
    end_column: int


def field_names(language: Language, data: bytes, places: Iterable[Place]) -> Iterator[FieldName]:
    """In the order of the places. A literal whose class a literal around it says counts for the name there (`[]Item{{Name: "a"}}`)."""
    rules = language.arguments.literals
    if not language.grammar or not rules.kinds:
        return
    root = parser_of(language.grammar)(decode(data).source)
    for place in places:
        line, column = place
        named = root.descendant_for_point_range((line - 1, column), (line - 1, column + 1))
        for body in _bodies(named, rules):
            yield from _names(body, place, rules)


def _bodies(named: Any, rules: Literals) -> Iterator[Any]:
    """Of the literals of the class that a node names."""
    below = node = named
    while node is not None and node.type not in rules.kinds:
        below, node = node, node.parent
    kind = node.child_by_field_name(rules.type_field) if node is not None else None
    body = node.child_by_field_name(rules.body_field) if node is not None else None
    if kind is None or body is None or kind != below:
        return
    holds = dict(rules.holders).get(kind.type)
    if holds is None:
        # Not `Item` of `shop.Item[Item]{…}`: the name itself, or the last part of a qualified one.
        if named in (kind, *(kind.named_children[-1:] if "generic" not in kind.type else kind.named_children[:1])):
            yield body
    elif _within(named, kind.child_by_field_name(holds)):
        yield from (one for element in body.named_children if (one := _bare(element, rules)) is not None)


def _within(named: Any, held: Any) -> bool:
    """Whether a node is the type that a holder holds, or what that points to."""
    while held is not None and held != named and held.type in ("pointer_type", "qualified_type"):
        held = held.named_children[-1]
    return bool(held == named)


def _bare(element: Any, rules: Literals) -> Any:
    """The body of a literal without its type, which an element of a literal around is."""
    while element.type != rules.bare_body:
        parts = element.named_children
        if not parts or element.type in rules.kinds:
            return None
        element = parts[-1]
    return element


def _names(body: Any, of: Place, rules: Literals) -> Iterator[FieldName]:
    for element in body.named_children:
        key = element.named_children[0] if element.type in rules.elements and element.named_children else None
        while key is not None and key.named_children:
            key = key.named_children[0] if len(key.named_children) == 1 else None
        if key is not None and key.type.endswith("identifier"):
            text = (key.text or b"").decode("utf-8", "replace")
            yield FieldName(of, text, key.start_point[0] + 1, key.start_point[1], key.end_point[1])
