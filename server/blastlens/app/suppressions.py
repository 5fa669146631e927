"""Comments that say which findings are not wanted at a place, and why: `blastlens: ignore[rule, rule] reason`.

A comment at the end of a line speaks of that line; one that stands alone of the line below the comments it is among; and at a
decorator or the name of a definition, of the definition.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from blastlens.extract.comments import Comment, comments_of
from blastlens.languages.registry import language_for
from blastlens.model.symbol import Symbol, SymbolKind

MARK: Final = b"blastlens:"
"""What a file without suppressions does not hold."""

# At the beginning of a comment, or behind another one's words and a sign that could begin a comment.
_MARKED: Final = re.compile(r"(?:^[\s#/!*]*|\s(?:#|//)\s*)blastlens:\s*(.*)$")
_TOLD: Final = re.compile(r"ignore\s*(?:\[([^\]]*)\])?\s*(.*)$")
_ENDS: Final = re.compile(r"\s*(?:\*+/)?\s*$")
_HOW: Final = "write blastlens: ignore[rule] reason"


@dataclass(frozen=True, slots=True)
class Suppression:
    """`line`: of the comment; `lines`: those it speaks of; `symbol`: id of the definition it speaks of, or ""; `rules`: names of
    rules; `problem`: why it suppresses nothing, or "" ; `text`: as it is written."""

    file: str
    line: int
    lines: frozenset[int]
    symbol: str
    rules: tuple[str, ...]
    reason: str
    problem: str
    text: str

    def speaks_of(self, rule: str, file: str, line: int) -> bool:
        return not self.problem and rule in self.rules and file == self.file and line in self.lines


def suppressions_in(path: str, data: bytes, symbols: Sequence[Symbol], names: Mapping[str, str]) -> list[Suppression]:
    """`names`: what may be written -> the rule's name."""
    language = language_for(path)
    if MARK not in data or language is None:
        return []
    comments = comments_of(language, data)
    lines = data.split(b"\n")
    found = []
    for at, comment in enumerate(comments):
        for line, text in _marked(comment):
            target = _target(comments, at, lines)
            symbol = _defined_at(symbols, target)
            told = frozenset((target, comment.line, *((symbol.line,) if symbol is not None else ())))
            rules, reason, problem = _parsed(text, names)
            name = symbol.id if symbol is not None else ""
            found.append(Suppression(path, line, told, name, rules, reason, problem, text))
    return found


def _marked(comment: Comment) -> Iterator[tuple[int, str]]:
    """(line, what stands behind the mark)."""
    for offset, line in enumerate(comment.text.split("\n")):
        match = _MARKED.search(_ENDS.sub("", line))
        if match is not None:
            yield comment.line + offset, match[1]


def _target(comments: Sequence[Comment], at: int, lines: Sequence[bytes]) -> int:
    """The line that a comment speaks of."""
    comment = comments[at]
    if not comment.alone:
        return comment.line
    after = comment.last_line
    rest = lines[after - 1].decode("utf-8", "replace").rpartition(comment.text.rpartition("\n")[2])[2]
    if rest.strip():
        return after  # code goes on behind it
    for other in comments[at + 1 :]:
        if other.line > after + 1 or not other.alone:
            break
        after = max(after, other.last_line)
    return after + 1


def _defined_at(symbols: Sequence[Symbol], line: int) -> Symbol | None:
    """The definition whose head, from its first decorator to its name, has a line; the innermost."""
    heads = [one for one in symbols if one.kind is not SymbolKind.MODULE and one.first_line <= line <= one.line]
    return max(heads, key=lambda one: (one.first_line, one.column), default=None)


def _parsed(text: str, names: Mapping[str, str]) -> tuple[tuple[str, ...], str, str]:
    """Rules, reason, problem."""
    told = _TOLD.match(text)
    if told is None:
        return (), "", f"{text.split()[0] if text.split() else 'nothing'!r} is not understood: {_HOW}"
    listed = [one.strip() for one in (told[1] or "").split(",") if one.strip()]
    unknown = [one for one in listed if one not in names]
    rules = tuple(names[one] for one in listed if one in names)
    reason = told[2].strip(" \t-–—:")
    if not listed:
        return (), reason, f"it names no rule: {_HOW}"
    if unknown:
        known = ", ".join(dict.fromkeys(names.values()))
        return rules, reason, f"there is no rule {', '.join(unknown)} (there are: {known})"
    return rules, reason, "" if reason else f"it gives no reason: {_HOW}"


def matching(suppressions: Iterable[Suppression], rule: str, file: str, line: int) -> Suppression | None:
    return next((one for one in suppressions if one.speaks_of(rule, file, line)), None)
