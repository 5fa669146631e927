"""Hover cards as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from blastlens.model.edge import Basis, tier_of
from blastlens.model.symbol import Symbol, SymbolKind, file_of, qualname_of
from blastlens.views.wording import plural, why


@dataclass(frozen=True, slots=True)
class HoverCard:
    """`markdown` is what an editor shows; lines 1-based, columns 0-based UTF-8 bytes of the hovered name."""

    symbol_id: str
    markdown: str
    line: int
    column: int
    end_column: int


class CallerLine(NamedTuple):
    symbol: str
    confidence: float
    basis: Basis
    line: int  # of the first call; 0: not known


class ReachedFrom(NamedTuple):
    """A test, and how many hops away it is."""

    symbol: str
    hops: int


def hover_text(
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
    unresolved: int,
    doubt: str | None,
) -> str:
    """Markdown: what it is, who calls it and why that is believed, which tests reach it, and what is not known. `shown`:
    the callers to list, of `sure` + `possible`; `reaches`: (symbols, files)."""
    lines = [f"**{code(qualname_of(symbol.id))}** · {_kind(symbol)} · {code(symbol.file)}", ""]
    lines += _callers(shown, sure, possible, reaches, unresolved)
    lines += ["", *_tests(symbol, tests, test_total, test_state, test_reason)]
    if doubt:
        lines += ["", f"*Not the whole picture: {doubt}.*"]
    return "\n".join(lines)


def _callers(
    shown: Sequence[CallerLine], sure: int, possible: int, reaches: tuple[int, int], unresolved: int
) -> list[str]:
    head = plural(sure, "caller") if sure else "no callers found"
    if possible:
        head += f", {possible:,} possible"
    if reaches[0]:
        head += f" · reaches {reaches[0]:,} in {plural(reaches[1], 'file')}"
    lines = [head]
    if shown:
        lines.append("")
    for caller in shown:
        at = f":{caller.line}" if caller.line else ""
        place = code(f"{file_of(caller.symbol)}{at}")
        tier = tier_of(caller.basis).value
        lines.append(
            f"- {code(qualname_of(caller.symbol))} {place} · {caller.confidence:.2f} {tier}: {why(caller.basis)}"
        )
    more = sure + possible - len(shown)
    if more > 0:
        lines.append(f"- … {more:,} more")
    if not sure and unresolved:
        lines += ["", f"{plural(unresolved, 'call')} of this name could not be resolved"]
    return lines


def _tests(symbol: Symbol, tests: Sequence[ReachedFrom], total: int, state: str, reason: str) -> list[str]:
    if symbol.kind is SymbolKind.TEST:
        return ["a test"]
    if total:
        lines = [f"{plural(total, 'test')} · {state}", ""]
        lines += [f"- {code(qualname_of(t.symbol))} {code(file_of(t.symbol))} · {_away(t.hops)}" for t in tests]
        return [*lines, f"- … {total - len(tests):,} more"] if total > len(tests) else lines
    words = {"NONE FOUND": "no test found", "UNKNOWN": "not known whether a test reaches it"}
    said = words.get(state, "reached by code that every test run starts")
    return [f"{said}: {reason}" if reason else said]


def _away(hops: int) -> str:
    return "calls it directly" if hops == 1 else f"{hops} hops away"


def _kind(symbol: Symbol) -> str:
    return "top-level code" if symbol.kind is SymbolKind.MODULE else symbol.kind.value


def code(text: str) -> str:
    """Text as inline code, whatever backticks or line ends are in it."""
    flat = " ".join(text.split())
    fence = "`"
    while fence in flat:
        fence += "`"
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}"
