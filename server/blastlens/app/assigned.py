"""What statements do: which variables or attributes they set, and whether they only import."""

from collections import Counter
from collections.abc import Sequence, Set
from typing import Final, NamedTuple

from blastlens.extract.tokens import Token
from blastlens.facts.file_facts import FileFacts

_ASSIGNING: Final = (b"=", b":=")


class Line(NamedTuple):
    """What stands on one line of a statement. `statement`: line and column of its beginning."""

    statement: tuple[int, int]
    number: int
    texts: list[bytes]


def note_line(lines: list[Line], token: Token, around: Sequence[Token], name: tuple[int, int]) -> None:
    """Add a token. `around`: the marks that are open there; `name`: where the name of the definition stands that the lines belong
    to, whose body begins after it."""
    inside = (mark for mark in around if mark.body > name or name == (0, 0))
    first = next(inside, token)
    statement = (first.first, first.column)
    if not lines or lines[-1][:2] != (statement, token.first):
        lines.append(Line(statement, token.first, []))
    lines[-1].texts.append(token.text)


def import_lines(read: Sequence[Token], facts: FileFacts | None) -> frozenset[int]:
    """Lines of the statements that import and do nothing else."""
    starts = {first for first, *_ in facts.import_spans} if facts is not None else set()
    found: set[int] = set()
    depth = 0
    statement = range(0)
    assigns = False
    for token in read:
        if token.is_mark and token.text:
            if depth == 0:
                statement, assigns = range(token.first, token.last + 1), False
            depth += 1
        elif token.is_mark:
            depth -= 1
            if depth == 0 and not assigns and not starts.isdisjoint(statement):
                found.update(statement)
        elif token.text == b"=":
            assigns = True
    return frozenset(found)


def names_set(lines: Sequence[Line], others: Sequence[Line], bound: Set[str]) -> set[str]:
    """Names of `bound` that lines set which the other version does not have. Of a line that sets none, those of its statement
    count."""
    left = Counter(tuple(line.texts) for line in others)
    found: set[str] = set()
    for line in lines:
        key = tuple(line.texts)
        if left[key] > 0:
            left[key] -= 1
            continue
        statement = [one.texts for one in lines if one.statement == line.statement]
        names = _names(line.texts, bound)
        for texts in statement:
            names = names or _names(texts, bound)
        if not names and not any(text in (*_ASSIGNING, b"(") for texts in statement for text in texts):
            names = _known(line.texts, bound)
        found |= names
    return found


def _names(texts: Sequence[bytes], bound: Set[str]) -> set[str]:
    at = next((at for at, text in enumerate(texts) if text in _ASSIGNING), None)
    return _known(texts[:at], bound) if at is not None else set()


def _known(texts: Sequence[bytes], bound: Set[str]) -> set[str]:
    return {text.decode("utf-8", "surrogateescape") for text in texts} & bound
