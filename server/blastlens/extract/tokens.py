"""What a text says, without its layout, comments and documentation: to tell whether two versions differ in more than those."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from blastlens.extract.extractor import parser_of
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode

# Kinds of nodes with one of these in their name are text of the program, in which blanks count.
_TEXTS: Final = ("string", "char", "jsx_text")
_BODY: Final = "body"


class Token(NamedTuple):
    """A piece of text, or (`is_mark`) the beginning or end of what belongs together, from line `first` to `last`: where blanks
    at the beginning of a line group statements, only marks tell. Lines are 1-based, columns 0-based UTF-8 bytes. `body`: line
    and column where the innermost body around it begins; (0, 0) outside all bodies."""

    first: int
    last: int
    column: int
    text: bytes
    body: tuple[int, int]
    in_decorator: bool
    is_mark: bool


def tokens(language: Language, data: bytes, wanted: Sequence[tuple[int, int]]) -> list[Token]:
    """Tokens of the lines within one of the ranges `wanted`, in order; none for a language without a grammar. Never raises
    for any bytes."""
    if not language.grammar:
        return []
    source = decode(data).source
    root = parser_of(language.grammar)(source)
    return list(_Reader(language, source, wanted).read(root))


def _joined(ranges: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """First and last lines of the same lines in ranges that do not overlap, in order."""
    starts: list[int] = []
    stops: list[int] = []
    for first, last in sorted(ranges):
        if stops and first <= stops[-1] + 1:
            stops[-1] = max(stops[-1], last)
        else:
            starts.append(first)
            stops.append(last)
    return starts, stops


class _Reader:
    def __init__(self, language: Language, source: bytes, wanted: Sequence[tuple[int, int]]) -> None:
        self._language = language
        self._source = source
        self._starts, self._stops = _joined(wanted)

    def read(self, root: Any) -> Iterator[Token]:
        """Depth first, with a stack of its own: trees may be deeper than Python's."""
        todo: list[Any] = [(root, (0, 0), False, False)]
        while todo:
            item = todo.pop()
            if isinstance(item, Token):
                yield item
                continue
            node, body, in_decorator, is_body = item
            if not self._is_wanted(node):
                continue
            children = node.children
            if not children:
                if node.end_byte > node.start_byte:
                    yield self._leaf(node, body, in_decorator)
                continue
            in_decorator = in_decorator or node.type in self._language.decorators
            inside = list(self._inside(node, children, body, in_decorator, is_body or node is root))
            if not is_body and node is not root:
                first, last, column = node.start_point[0] + 1, node.end_point[0] + 1, node.start_point[1]
                mark = Token(first, last, column, node.type.encode(), body, in_decorator, True)
                inside = [mark, *inside, mark._replace(text=b"")]
            todo += reversed(inside)

    def _is_wanted(self, node: Any) -> bool:
        at = bisect_right(self._starts, node.end_point[0] + 1) - 1
        return at >= 0 and self._stops[at] > node.start_point[0]

    def _leaf(self, node: Any, body: tuple[int, int], in_decorator: bool) -> Token:
        line, column = node.start_point
        text = self._source[node.start_byte : node.end_byte]
        return Token(line + 1, node.end_point[0] + 1, column, text, body, in_decorator, False)

    def _inside(
        self, node: Any, children: Sequence[Any], body: tuple[int, int], in_decorator: bool, is_body: bool
    ) -> Iterator[Any]:
        """The children, and text between them that is nobody's."""
        own_body = node.child_by_field_name(_BODY)
        span = (own_body.start_byte, own_body.end_byte) if own_body is not None else None
        is_text = any(word in node.type for word in _TEXTS)
        at, is_first = node.start_byte, is_body
        for child in children:
            gap = self._source[at : child.start_byte]
            if gap and (is_text or gap.strip()):
                yield self._gap(node, gap, body, in_decorator)
            at = child.end_byte
            if child.is_extra:
                continue
            if is_first and child.is_named:
                is_first = False
                if child.type in self._language.documentation:
                    continue
            if span == (child.start_byte, child.end_byte):
                line, column = child.start_point
                yield child, (line + 1, column), in_decorator, True
            else:
                yield child, body, in_decorator, False
        gap = self._source[at : node.end_byte]
        if gap and (is_text or gap.strip()):
            yield self._gap(node, gap, body, in_decorator)

    def _gap(self, node: Any, text: bytes, body: tuple[int, int], in_decorator: bool) -> Token:
        line = node.start_point[0] + 1
        return Token(
            line, line, node.start_point[1], text if text.strip() else b" " * len(text), body, in_decorator, False
        )
