"""What the questions of structure share: the network of a revision, and rows of its nodes."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from blastlens.analyses.network import Level, Network, network
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, place
from blastlens.app.errors import UserError
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, SymbolKind, file_of, qualname_of

TESTS_LEFT_OUT: Final = "test code is left out"
_CLASSES: Final = frozenset({SymbolKind.CLASS, SymbolKind.INTERFACE})
_Ranked = TypeVar("_Ranked")


def level_of(level: str) -> Level:
    """Raises `UserError` for a level that does not exist."""
    try:
        return Level(level)
    except ValueError:
        raise UserError(f"no such level: {level}", f"one of {', '.join(Level)}") from None


def network_of(context: Context, level: Level, min_confidence: float, *, tests: bool) -> Network:
    """Made once a revision."""
    snapshot = context.snapshot
    key = ("network", level, min_confidence, tests)
    return snapshot.kept(key, lambda: network(snapshot.hops, level, min_confidence, tests=tests))


def is_told(graph: Graph, level: Level, symbol_id: str) -> bool:
    """Whether a node is of the kind that a level asks for: top-level code and classes make edges of functions too."""
    if level is Level.FILE:
        return True
    symbol = graph.symbol(symbol_id)
    if symbol is None:
        return False
    return symbol.is_callable if level is Level.FUNCTION else symbol.kind in _CLASSES


def node_row(graph: Graph, symbol_id: str) -> Row:
    """A file for top-level code, else a symbol."""
    if qualname_of(symbol_id) == MODULE_NAME:
        return {"file": file_of(symbol_id), "line": 1}
    return place(graph, symbol_id)


def first_told(graph: Graph, level: Level, found: Sequence[_Ranked], ids: Sequence[str], limit: int) -> list[_Ranked]:
    """The first of the nodes in an order (with their ids) that a level asks for."""
    told: list[_Ranked] = []
    for one, symbol_id in zip(found, ids, strict=True):
        if len(told) == limit:
            break
        if is_told(graph, level, symbol_id):
            told.append(one)
    return told


def totals(total: int, shown: int) -> dict[str, Any]:
    return {"total": total, "truncated": shown < total}
