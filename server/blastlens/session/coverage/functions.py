"""From the lines of a report to functions: which of them ran, and which tests ran them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import language_for
from blastlens.model.symbol import Symbol
from blastlens.session.coverage.report import FileLines

_LAST_NAME: Final = re.compile(r"[^\w$]+")
_BELOW: Final = 2  # decorators and annotations may stand above a name
_COMMENTS: Final = ("#", "//", "/*", "*")


class Verdict(NamedTuple):
    """Of one function: whether anything of its body ran, and the tests that ran it, as the report names them."""

    was_run: bool
    contexts: tuple[str, ...]


def fits(report: FileLines, text: Sequence[str]) -> bool:
    """Whether a report may be of this text: every line that it tells of holds code. Lines that moved mostly do not."""
    for line in report.anchors:
        if line > len(text):
            return False
        bare = text[line - 1].strip()
        if not bare or bare.startswith(_COMMENTS):
            return False
    return max(report.lines, default=0) <= len(text) + 1 and _names_fit(report, text)


def _names_fit(report: FileLines, text: Sequence[str]) -> bool:
    """Whether functions stand where the report has them: those alone count whose name is in the text at all."""
    whole = "\n".join(text)
    found = [(line, _LAST_NAME.split(name)[-1]) for line, name in report.names.items()]
    known = [(line, name) for line, name in found if name and name in whole]
    here = sum(name in "\n".join(text[line - 1 : line + _BELOW]) for line, name in known)
    return 2 * here >= len(known)


def definitions_fit(report: FileLines, symbols: Sequence[Symbol]) -> bool:
    """Whether the definitions stand where a report has them, in languages where it lists them: half of them will do, since tools
    may be told to leave some out."""
    language = language_for(symbols[0].file) if symbols else None
    if language is None or not language.rules.tests.lists_definitions:
        return True
    outer = {one.id for one in symbols if not one.is_callable}
    loaded = [one for one in symbols if one.is_callable and one.parent in outer]
    told = sum(any(line in report.lines for line in range(one.first_line, one.line + 1)) for one in loaded)
    return 2 * told >= len(loaded)


def verdicts(
    report: FileLines, symbols: Sequence[Symbol], text: Sequence[str], *, says_missed: bool
) -> Iterator[tuple[Symbol, Verdict]]:
    """Functions of which the report says something."""
    language = language_for(symbols[0].file) if symbols else None
    if language is None:
        return
    functions = [one for one in symbols if one.is_callable]
    bodies = {one.id: language.rules.tests.body_lines(text, one.line, one.last_line) for one in functions}
    for symbol in functions:
        body = bodies[symbol.id]
        inner = [bodies[one.id] for one in functions if one.id != symbol.id and _is_inside(one, symbol)]
        own = set(body).difference(*inner)
        found = _verdict(report, symbol, own, says_missed=says_missed)
        if found is not None:
            yield symbol, found


def _is_inside(inner: Symbol, outer: Symbol) -> bool:
    within = outer.first_line <= inner.first_line and inner.last_line <= outer.last_line
    return within and (inner.first_line, -inner.last_line) != (outer.first_line, -outer.last_line)


def _verdict(report: FileLines, symbol: Symbol, own: set[int], *, says_missed: bool) -> Verdict | None:
    if not own:
        return None  # what runs when the file is loaded stands on the same lines
    told = [report.functions[line] for line in {symbol.first_line, symbol.line} if line in report.functions]
    known = [line for line in own if line in report.lines]
    if told:
        was_run = any(told)
    elif known:
        was_run = any(report.lines[line] for line in known)
    elif says_missed or symbol.flags & DefFlag.STUB:
        return None
    else:
        was_run = False
    return Verdict(was_run, tuple(sorted(_contexts(report, own))) if was_run else ())


def _contexts(report: FileLines, own: Iterable[int]) -> set[str]:
    return {name for line in own for name in report.contexts.get(line, ())}
