"""Hover cards as plain data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from blastlens.analyses.outside import in_words
from blastlens.model.edge import Basis, tier_of
from blastlens.model.symbol import Symbol, SymbolKind, file_of, qualname_of
from blastlens.views.history import LastChange, history_words
from blastlens.views.lenses import BETWEEN, CHANGED, Lens
from blastlens.views.wording import plural, tests_in_words, without_callers


@dataclass(frozen=True, slots=True)
class HoverCard:
    """`markdown` is what an editor shows, `plain` the same without marks; lines 1-based, columns 0-based UTF-8 bytes of the
    hovered name."""

    symbol_id: str
    markdown: str
    line: int
    column: int
    end_column: int
    plain: str = ""


class CallerLine(NamedTuple):
    symbol: str
    confidence: float
    basis: Basis
    line: int  # of the first call; 0: not known
    why: str  # the edge is believed
    untested: bool = False


class ReachedFrom(NamedTuple):
    """A test, and how many hops away it is."""

    symbol: str
    hops: int


class Style(NamedTuple):
    """How the parts of a text are marked. `place`: a file and a line of it (0: none)."""

    code: Callable[[str], str]
    strong: Callable[[str], str]
    remark: Callable[[str], str]
    place: Callable[[str, int], str]


@dataclass(frozen=True, slots=True)
class HoverFacts:
    """`shown`: callers to list, the first ones, of all that `lens` counts; `tests`: the first ones. `ranks` in words."""

    lens: Lens
    shown: Sequence[CallerLine] = ()
    tests: Sequence[ReachedFrom] = ()
    test_reason: str = ""
    doubt: str | None = None
    ranks: str = ""
    history: LastChange | None = None


def hover_text(symbol: Symbol, facts: HoverFacts, style: Style) -> str:
    """What it is, who calls it and why that is believed, which tests reach it, how central it is, when it was changed, and what is not
    known."""
    blocks = [[_head(symbol, style)], *_callers(facts, style), *_tests(symbol, facts, style)]
    if changed := [part.title for part in facts.lens.parts if part.kind == CHANGED]:
        blocks.append([BETWEEN.join(changed)])
    if facts.ranks:
        blocks.append([facts.ranks])
    if facts.history is not None:
        blocks.append([history_words(facts.history, style.code)])
    if facts.doubt:
        blocks.append([style.remark(f"Not the whole picture: {facts.doubt}.")])
    return "\n\n".join("\n".join(block) for block in blocks if block)


def unsaved_text(symbol: Symbol, style: Style) -> str:
    """Of a definition that stands in a buffer and nowhere else yet."""
    return f"{_head(symbol, style)}\n\nnot saved yet: its callers and tests are known after a save"


def _head(symbol: Symbol, style: Style) -> str:
    return BETWEEN.join([style.strong(qualname_of(symbol.id)), _kind(symbol), style.place(symbol.file, 0)])


def _callers(facts: HoverFacts, style: Style) -> list[list[str]]:
    lens = facts.lens
    head = plural(lens.callers, "caller") if lens.callers else _none(facts)
    if lens.possible:
        head += f", {lens.possible:,} possible"
    if lens.reaches:
        head += f" · reaches {lens.reaches:,} in {plural(lens.reach_files, 'file')}"
    lines = [_caller(one, style) for one in facts.shown]
    more = lens.callers + lens.possible - len(facts.shown)
    if more > 0:
        lines.append(f"- … {more:,} more")
    said = []
    if not lens.callers and lens.unresolved:
        said.append(f"{plural(lens.unresolved, 'call')} of this name could not be resolved")
    if lens.outside:
        said.append(in_words(lens.outside))
    if lens.callers and lens.computed:
        said.append(f"{plural(lens.computed, 'place')} may call it by a computed name")
    return [[head], *([lines] if lines else []), *([one] for one in said)]


def _none(facts: HoverFacts) -> str:
    return without_callers(facts.lens, sure=not facts.doubt, here=facts.lens.only_here)


def _caller(caller: CallerLine, style: Style) -> str:
    name, place = style.code(qualname_of(caller.symbol)), style.place(file_of(caller.symbol), caller.line)
    untested = "no test found · " if caller.untested else ""
    return f"- {name} {place} · {untested}{caller.confidence:.2f} {tier_of(caller.basis).value}: {caller.why}"


def _tests(symbol: Symbol, facts: HoverFacts, style: Style) -> list[list[str]]:
    if symbol.kind is SymbolKind.TEST:
        return [["a skipped test" if symbol.is_skipped else "a test"]]
    lens = facts.lens
    words = tests_in_words(lens.test_state, lens.tests, likely=lens.likely)
    if lens.tests:
        lines = [
            f"- {style.code(qualname_of(one.symbol))} {style.place(file_of(one.symbol), 0)} · {_away(one.hops)}"
            for one in facts.tests
        ]
        more = lens.tests - len(facts.tests)
        lines += [f"- … {more:,} more"] if more > 0 else []
        return [[f"{words} · {lens.test_state}"], lines]
    said = "not known whether a test reaches it" if lens.test_state == "UNKNOWN" else words
    reason = facts.test_reason or ("code that every test run starts" if lens.test_state == "INFERRED" else "")
    return [[f"{said} · {lens.test_state}" + (f": {reason}" if reason else "")]]


def _away(hops: int) -> str:
    """0: of a test that was seen to run it."""
    if not hops:
        return "ran it"
    return "calls it directly" if hops == 1 else f"{hops:,} hops away"


def _kind(symbol: Symbol) -> str:
    return "top-level code" if symbol.kind is SymbolKind.MODULE else symbol.kind.value


def rank_words(hub: int | None, bridge: int | None, of: int) -> str:
    """`hub: 3rd of 1,204 functions · bridge: 12th`; nothing for what is neither. Places from 1."""
    found = [(name, place) for name, place in (("hub", hub), ("bridge", bridge)) if place is not None]
    said = [f"{name}: {ordinal(place)}" for name, place in found]
    return BETWEEN.join([f"{said[0]} of {of:,} functions", *said[1:]]) if said else ""


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number:,}{ending}"


def code(text: str) -> str:
    """Text as inline code, whatever backticks or line ends are in it."""
    bare = flat(text)
    fence = "`"
    while fence in bare:
        fence += "`"
    pad = " " if bare.startswith("`") or bare.endswith("`") else ""
    return f"{fence}{pad}{bare}{pad}{fence}"


def flat(text: str) -> str:
    """Text on one line."""
    return " ".join(text.split())


def at(file: str, line: int) -> str:
    return f"{file}:{line}" if line else file


def marked(link: Callable[[str, int], str] | None = None) -> Style:
    """Markdown. `link`: to a line of a file."""

    def place(file: str, line: int) -> str:
        shown = code(at(file, line))
        return shown if link is None else f"[{shown}]({link(file, line)})"

    return Style(code, lambda text: f"**{code(text)}**", lambda text: f"*{text}*", place)


PLAIN: Final = Style(flat, flat, str, lambda file, line: flat(at(file, line)))
