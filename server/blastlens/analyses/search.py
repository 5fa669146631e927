"""Symbols by words of their qualified names."""

import re
from typing import NamedTuple

from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, qualname_of

_WORDS = re.compile(r"[^\W_]+", re.UNICODE)


class Match(NamedTuple):
    symbol: Symbol
    score: float  # 1 for the exact name, falling with how loosely the words fit


def search(graph: Graph, query: str, limit: int) -> tuple[list[Match], int]:
    """Symbols whose qualified name contains every word of `query`, letter case aside, best first; and how many there are
    beyond `limit`, included."""
    words = [word.casefold() for word in _WORDS.findall(query)]
    if not words:
        return [], 0
    found = []
    for symbol in graph.symbols():
        if symbol.kind is SymbolKind.MODULE:
            continue
        score = _score(query.strip(), words, symbol)
        if score > 0:
            found.append(Match(symbol, score))
    found.sort(key=lambda m: (-m.score, m.symbol.in_test_code, len(m.symbol.id), m.symbol.id))
    return found[:limit], len(found)


def _score(query: str, words: list[str], symbol: Symbol) -> float:
    qualified = qualname_of(symbol.id)
    folded = qualified.casefold()
    if not all(word in folded for word in words):
        return 0.0
    if query in (symbol.name, qualified):
        return 1.0
    name = symbol.name.casefold()
    if query.casefold() in (name, folded):
        return 0.9
    if name.startswith(words[-1]):
        return 0.8
    return 0.6 if all(word in name for word in words) else 0.5
