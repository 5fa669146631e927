"""Comments of a file, told from strings by the syntax tree."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from blastlens.extract.extractor import parser_of
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode


class Comment(NamedTuple):
    """Lines 1-based; `text` with its signs; `alone`: nothing but blanks and other comments stands on its first line before it."""

    line: int
    last_line: int
    text: str
    alone: bool


def comments_of(language: Language, data: bytes) -> list[Comment]:
    """In order of place; never raises for any bytes. Nothing for a language that is read without a parser."""
    if not language.grammar:
        return []
    source = decode(data).source
    root = parser_of(language.grammar)(source)
    lines = source.split(b"\n")
    found: list[Comment] = []
    ends = 0  # column at which the last one does
    for node in _nodes(root, language.comment_kinds):
        row, column = node.start_point
        end_row, end_column = node.end_point
        # A grammar may count the line end to a comment.
        last = end_row - 1 if end_column == 0 and end_row > row else end_row
        text = source[node.start_byte : node.end_byte].decode("utf-8", "replace").rstrip("\r\n")
        # What stands before it on its line, without a comment that stands there alone.
        behind = ends if found and found[-1].alone and found[-1].last_line == row + 1 else 0
        found.append(Comment(row + 1, last + 1, text, not lines[row][behind:column].strip()))
        ends = end_column
    return found


def _nodes(root: Any, kinds: frozenset[str]) -> Iterator[Any]:
    todo = [root]
    while todo:
        node = todo.pop()
        if node.type in kinds:
            yield node
        else:
            todo.extend(reversed(node.children))
