"""`Symbols` and `SearchSymbols`."""

import unicodedata

from blastlens.analyses.search import search
from blastlens.app.answer import Answer
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, placed
from blastlens.app.questions import SearchSymbols, Symbols
from blastlens.model.symbol import Symbol, SymbolKind


def answer_symbols(context: Context, question: Symbols) -> Answer:
    """Symbols of a file, of a name, or all. Nothing found is an answer, not an error."""
    graph, query = context.snapshot.graph, question.query
    notes: list[str] = []
    if query is None:
        found = list(graph.symbols())
    elif graph.file(query) is not None:
        found = list(graph.symbols_in(query))
        record = graph.file(query)
        if record is not None and record.state != "indexed":
            notes.append(f"{query}: {record.reason or record.state}")
    else:
        found = list(graph.symbols_named(query)) or list(graph.symbols_named(unicodedata.normalize("NFKC", query)))
        if not found:
            notes.append(f"nothing of the name {query}, and no such file in the index")
    rows = [_row(symbol, 1.0) for symbol in found if symbol.kind is not SymbolKind.MODULE]
    return context.answer("symbols", question, rows, notes)


def answer_search(context: Context, question: SearchSymbols) -> Answer:
    matches, total = search(context.snapshot.graph, question.query, question.limit)
    rows = [_row(match.symbol, match.score) for match in matches]
    notes = [f"the best {len(rows)} of {total:,}"] if total > len(rows) else []
    return context.answer("search_symbols", question, rows, notes, extra={"total": total})


def _row(symbol: Symbol, confidence: float) -> Row:
    return {
        **placed(symbol),
        "confidence": confidence,
        "first_line": symbol.first_line,
        "last_line": symbol.last_line,
        "test_code": symbol.in_test_code,
    }
