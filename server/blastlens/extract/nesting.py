"""How deep places of a text stand in choices, loops and handlers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from blastlens.extract.extractor import parser_of
from blastlens.languages.branching import Branching
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode


class Within(NamedTuple):
    """A place, and the 1-based lines of the definition inside which constructs count."""

    line: int  # 1-based
    column: int  # 0-based UTF-8 byte
    first_line: int
    last_line: int


def branch_depths(language: Language, data: bytes, places: Mapping[int, Within]) -> dict[int, int]:
    """The number of constructs around each place, by the place's key. What runs once whatever is chosen (the condition of an `if`,
    what a loop runs over) is not within them; an `else if` is as deep as the `if` before it."""
    if not language.grammar:
        return {}
    root = parser_of(language.grammar)(decode(data).source)
    return {key: _depth(root, one, language.branching) for key, one in places.items()}


def _depth(root: Any, one: Within, rules: Branching) -> int:
    start = (one.line - 1, one.column)
    node = root.descendant_for_point_range(start, (one.line - 1, one.column + 1))
    depth = 0
    while node is not None:
        parent = node.parent
        if parent is None or not _is_inside(parent, one):
            return depth
        once = rules.constructs.get(parent.type)
        if once is not None and not _runs_once(node, parent, once) and not _goes_on(parent, rules):
            depth += 1
        node = parent
    return depth


def _is_inside(node: Any, one: Within) -> bool:
    return bool(node.start_point[0] + 1 >= one.first_line and node.end_point[0] + 1 <= one.last_line)


def _runs_once(node: Any, parent: Any, once: frozenset[str]) -> bool:
    if node.type in once:
        return True
    for part in once:
        if part.startswith("#"):
            named = parent.named_children
            at = int(part[1:])
            if at < len(named) and named[at] == node:
                return True
        elif node in parent.children_by_field_name(part):
            return True
    return False


def _goes_on(node: Any, rules: Branching) -> bool:
    """Whether a choice is the alternative of the one around it, which then counts for both."""
    if node.type not in rules.chained or node.parent is None:
        return False
    around, part = node.parent, node
    if around.type not in rules.chained:
        around, part = around.parent, around
    if around is None or around.type not in rules.chained:
        return False
    return part in around.children_by_field_name("alternative")
