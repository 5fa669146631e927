"""`ContextPack`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from blastlens.app.answer import Answer
from blastlens.app.ask.blast_radius import answer_blast_radius
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, rounded
from blastlens.app.questions import BlastRadius, ContextPack
from blastlens.app.sources import Sources
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind
from blastlens.views.excerpts import render_runs, runs_of, signature_lines, tokens_of
from blastlens.views.wording import plural

# Until which share of the tokens each part may fill the pack; what a part leaves, the next may use.
_SHARES: Final = {"changed": 0.6, "caller": 0.85, "test": 0.95, "callee": 1.0}
_AROUND: Final = 2  # lines before and after a call
_LEAST: Final = 12  # tokens that an excerpt takes at least
_MOST_SITES: Final = 4  # of one caller
_CLASSES: Final = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE})


class _Piece(NamedTuple):
    """What a review reads of one symbol: `read` gives the numbers of its lines, for which its file is read."""

    part: str
    symbol: Symbol
    read: Callable[[], Iterable[int]]
    confidence: float
    why: str


def answer_context_pack(context: Context, question: ContextPack) -> Answer:
    """`results`: excerpts in the order of `_SHARES`, each of lines as they were indexed. Raises `UserError` as `BlastRadius` does."""
    radius = answer_blast_radius(
        context,
        BlastRadius(
            symbols=question.symbols,
            working_tree=question.working_tree,
            diff=question.diff,
            commits=question.commits,
            base=question.base,
            min_confidence=question.min_confidence,
        ),
    )
    graph = context.snapshot.graph
    sources = Sources(context.session, graph)
    rows, left_out = _packed(_pieces(context, sources, radius, question.min_confidence), sources, question.tokens)
    extra: dict[str, Any] = {
        "tokens": sum(row["tokens"] for row in rows),
        "budget": question.tokens,
        "left_out": left_out,
        "truncated": bool(left_out) or any(row["cut"] for row in rows),
        "hashes": {row["file"]: _hash(graph, row["file"]) for row in rows},
    }
    notes = [note for note in (radius.reason, _gone(radius)) if note]
    if sources.changed:
        notes.append(f"{plural(len(sources.changed), 'file')} changed since the index, whose lines are left out")
    answer = context.answer("context_pack", question, rows, cut=bool(sources.changed), extra=extra)
    # The radius has said already what is doubtful about the index.
    return replace(answer, complete=answer.complete and radius.complete, reason="; ".join(notes) or None)


def _hash(graph: Graph, path: str) -> str:
    record = graph.file(path)
    return record.content_hash if record is not None else ""


def _gone(radius: Answer) -> str:
    gone = [str(row["symbol"]) for row in radius.extra["changed"] if row.get("deleted")]
    return f"removed, so that there is no source: {', '.join(gone[:3])}{', …' if len(gone) > 3 else ''}" if gone else ""


def _pieces(context: Context, sources: Sources, radius: Answer, min_confidence: float) -> Iterator[_Piece]:
    graph = context.snapshot.graph
    changed = [one for row in radius.extra["changed"] if (one := _named(graph, row)) is not None]
    for symbol in changed:
        yield _Piece("changed", symbol, partial(_own_lines, graph, sources, symbol), 1.0, "changed")
    known = {symbol.id for symbol in changed}
    for part, rows in (("caller", radius.extra["direct"]), ("test", radius.extra["tests"])):
        for row in rows:
            symbol_or_none = _named(graph, row)
            if symbol_or_none is not None and symbol_or_none.id not in known:
                known.add(symbol_or_none.id)
                read = partial(_around, sources, symbol_or_none, row.get("sites", ()))
                yield _Piece(part, symbol_or_none, read, row["confidence"], _why(row))
    yield from _callees(context, sources, changed, known, min_confidence)


def _why(row: Row) -> str:
    hops = row.get("hops", 1)
    return str(row.get("edge", "calls")) if hops <= 1 else f"{hops} calls away"


def _callees(
    context: Context, sources: Sources, changed: Iterable[Symbol], known: set[str], min_confidence: float
) -> Iterator[_Piece]:
    """Signatures of what the changed functions call, the surest first."""
    hops = context.snapshot.hops
    found: dict[str, float] = {}
    for symbol in changed:
        for hop in hops.down(symbol.id) if symbol.is_callable else ():
            if hop.confidence >= min_confidence and hop.symbol not in known:
                found[hop.symbol] = max(found.get(hop.symbol, 0.0), hop.confidence)
    for one in sorted(found, key=lambda one: (-found[one], one)):
        callee = hops.graph.symbol(one)
        if callee is not None and callee.kind is not SymbolKind.MODULE:
            yield _Piece("callee", callee, partial(_around, sources, callee, ()), found[one], "called")


def _named(graph: Graph, row: Row) -> Symbol | None:
    return next((one for one in graph.symbols_in(row["file"]) if one.display_id == row.get("symbol")), None)


def _own_lines(graph: Graph, sources: Sources, symbol: Symbol) -> tuple[int, ...]:
    """Of a function all lines; of a class and of top-level code those outside what they define, whose signatures stand for it."""
    lines = sources.lines(symbol.file)
    if symbol.kind is SymbolKind.MODULE:
        spans = [(1, len(lines))]
    else:
        spans = [(symbol.first_line, symbol.last_line), *symbol.parts]
    own = {number for first, last in spans for number in range(first, min(last, len(lines)) + 1)}
    if symbol.kind is SymbolKind.MODULE or symbol.kind in _CLASSES:
        for one in graph.symbols_in(symbol.file):
            if one.parent == symbol.id:
                own -= set(range(one.first_line, one.last_line + 1))
                own |= set(signature_lines(lines, one.line, one.last_line))
    return tuple(sorted(own))


def _around(sources: Sources, symbol: Symbol, sites: Iterable[int]) -> tuple[int, ...]:
    """The signature, and the lines around the first of some calls in it."""
    lines = sources.lines(symbol.file)
    is_module = symbol.kind is SymbolKind.MODULE
    first, last = (1, len(lines)) if is_module else (symbol.first_line, symbol.last_line)
    numbers = set() if is_module else set(signature_lines(lines, symbol.line, symbol.last_line))
    for site in sorted(set(sites))[:_MOST_SITES]:
        numbers |= set(range(max(first, site - _AROUND), min(last, site + _AROUND) + 1))
    return tuple(sorted(numbers))


def _packed(pieces: Iterable[_Piece], sources: Sources, budget: int) -> tuple[list[Row], dict[str, int]]:
    """Rows whose tokens together are within the budget, and how many pieces of each part were left out. What is left when every
    part has had its share goes to those that did not fit."""
    made: dict[int, Row] = {}
    waiting: dict[int, _Piece] = {}
    spent = 0
    for at, piece in enumerate(pieces):
        row = _row(piece, sources, int(_SHARES[piece.part] * budget) - spent)
        if row is None:
            waiting[at] = piece
        else:
            made[at] = row
            spent += row["tokens"]
    left_out: dict[str, int] = {}
    for at, piece in waiting.items():
        row = _row(piece, sources, budget - spent)
        if row is None:
            left_out[piece.part] = left_out.get(piece.part, 0) + 1
        else:
            made[at] = row
            spent += row["tokens"]
    return [made[at] for at in sorted(made)], left_out


def _row(piece: _Piece, sources: Sources, left: int) -> Row | None:
    """None where not even its first lines fit; only what is changed is cut, the rest is useless in part."""
    if left < _LEAST:
        return None
    lines = sources.lines(piece.symbol.file)
    numbers = [number for number in piece.read() if number <= len(lines)]
    fewest = len(numbers) if piece.part != "changed" else min(len(numbers), 3)
    low, high = 0, len(numbers)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _cost(piece, lines, numbers[:middle]) <= left else (low, middle - 1)
    if not numbers or low < fewest:
        return None
    runs = runs_of(lines, numbers[:low])
    return {
        "part": piece.part,
        "symbol": piece.symbol.display_id,
        "file": piece.symbol.file,
        "line": runs[0].first,
        "last": runs[-1].last,
        "confidence": rounded(piece.confidence),
        "why": piece.why,
        "tokens": _cost(piece, lines, numbers[:low]),
        "cut": low < len(numbers),
        "excerpt": [{"first": run.first, "last": run.last, "text": "\n".join(run.lines)} for run in runs],
    }


def _cost(piece: _Piece, lines: tuple[str, ...], numbers: list[int]) -> int:
    head = f"{piece.part} {piece.symbol.display_id} {piece.why}\n"
    return tokens_of(head + render_runs(runs_of(lines, numbers)))
