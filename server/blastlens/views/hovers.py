"""Hover cards as plain data."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.analyses.outside import in_words
from blastlens.model.edge import Basis, tier_of
from blastlens.model.symbol import Symbol, SymbolKind, file_of, qualname_of
from blastlens.views.wording import Unseen, plural, tests_in_words, why, without_callers


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


class ReachedFrom(NamedTuple):
    """A test, and how many hops away it is."""

    symbol: str
    hops: int


class _Style(NamedTuple):
    code: Callable[[str], str]
    strong: Callable[[str], str]
    remark: Callable[[str], str]


class _Facts(NamedTuple):
    shown: Sequence[CallerLine]
    sure: int
    possible: int
    reaches: tuple[int, int]
    tests: Sequence[ReachedFrom]
    test_total: int
    test_state: str
    test_reason: str
    likely: bool
    unseen: Unseen
    doubt: str | None


def hover_texts(
    symbol: Symbol,
    shown: Sequence[CallerLine],
    *,
    sure: int,
    possible: int,
    reaches: tuple[int, int],
    tests: Sequence[ReachedFrom],
    test_total: int,
    test_state: str,
    test_reason: str,
    likely: bool,
    unseen: Unseen,
    doubt: str | None,
) -> tuple[str, str]:
    """Markdown and plain text: what it is, who calls it and why that is believed, which tests reach it, and what is not
    known. `shown`: the callers to list, of `sure` + `possible`; `reaches`: (symbols, files)."""
    facts = _Facts(shown, sure, possible, reaches, tests, test_total, test_state, test_reason, likely, unseen, doubt)
    marked = _Style(code, lambda text: f"**{code(text)}**", lambda text: f"*{text}*")
    return _text(symbol, facts, marked), _text(symbol, facts, _Style(flat, flat, str))


def _text(symbol: Symbol, facts: _Facts, style: _Style) -> str:
    lines = [f"{style.strong(qualname_of(symbol.id))} · {_kind(symbol)} · {style.code(symbol.file)}", ""]
    lines += _callers(facts, style)
    lines += ["", *_tests(symbol, facts, style)]
    if facts.doubt:
        lines += ["", style.remark(f"Not the whole picture: {facts.doubt}.")]
    return "\n".join(lines)


def _callers(facts: _Facts, style: _Style) -> list[str]:
    head = plural(facts.sure, "caller") if facts.sure else without_callers(facts.unseen, sure=not facts.doubt)
    if facts.possible:
        head += f", {facts.possible:,} possible"
    if facts.reaches[0]:
        head += f" · reaches {facts.reaches[0]:,} in {plural(facts.reaches[1], 'file')}"
    lines = [head]
    if facts.shown:
        lines.append("")
    for caller in facts.shown:
        at = f":{caller.line}" if caller.line else ""
        place = style.code(f"{file_of(caller.symbol)}{at}")
        tier = tier_of(caller.basis).value
        name = style.code(qualname_of(caller.symbol))
        lines.append(f"- {name} {place} · {caller.confidence:.2f} {tier}: {why(caller.basis)}")
    more = facts.sure + facts.possible - len(facts.shown)
    if more > 0:
        lines.append(f"- … {more:,} more")
    if not facts.sure and facts.unseen.unresolved:
        lines += ["", f"{plural(facts.unseen.unresolved, 'call')} of this name could not be resolved"]
    if facts.unseen.outside:
        lines += ["", in_words(facts.unseen.outside)]
    if facts.sure and facts.unseen.computed:
        lines += ["", f"{plural(facts.unseen.computed, 'place')} may call it by a computed name"]
    return lines


def _tests(symbol: Symbol, facts: _Facts, style: _Style) -> list[str]:
    if symbol.kind is SymbolKind.TEST:
        return ["a skipped test" if symbol.is_skipped else "a test"]
    total, tests = facts.test_total, facts.tests
    words = tests_in_words(facts.test_state, total, likely=facts.likely)
    if total:
        lines = [f"{words} · {facts.test_state}", ""]
        lines += [
            f"- {style.code(qualname_of(t.symbol))} {style.code(file_of(t.symbol))} · {_away(t.hops)}" for t in tests
        ]
        return [*lines, f"- … {total - len(tests):,} more"] if total > len(tests) else lines
    said = "not known whether a test reaches it" if facts.test_state == "UNKNOWN" else words
    reason = facts.test_reason or ("code that every test run starts" if facts.test_state == "INFERRED" else "")
    return [f"{said} · {facts.test_state}" + (f": {reason}" if reason else "")]


def _away(hops: int) -> str:
    """0: of a test that was seen to run it."""
    if not hops:
        return "ran it"
    return "calls it directly" if hops == 1 else f"{hops:,} hops away"


def _kind(symbol: Symbol) -> str:
    return "top-level code" if symbol.kind is SymbolKind.MODULE else symbol.kind.value


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
