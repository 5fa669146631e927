"""Rows of (symbol, edge) gathered by symbol, as call hierarchies want them."""

from collections.abc import Iterable
from typing import NamedTuple

from lsprotocol import types as t

from blastlens.faces.lsp.symbols import certainty
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import Symbol


class Group(NamedTuple):
    """One neighbour, every place of the calls between, and a remark when the best edge is uncertain."""

    symbol: Symbol
    sites: tuple[Site, ...]
    remark: str


def grouped(rows: Iterable[tuple[Symbol, Edge]]) -> list[Group]:
    """One group a symbol, the most certain first, then by place."""
    symbols: dict[str, Symbol] = {}
    edges: dict[str, list[Edge]] = {}
    for symbol, edge in rows:
        symbols[symbol.id] = symbol
        edges.setdefault(symbol.id, []).append(edge)
    order = sorted(symbols, key=lambda key: (-max(edge.confidence for edge in edges[key]), *_place(symbols[key])))
    return [_group(symbols[key], edges[key]) for key in order]


def _place(symbol: Symbol) -> tuple[str, int, int]:
    return symbol.file, symbol.line, symbol.column


def _group(symbol: Symbol, edges: list[Edge]) -> Group:
    best = max(edges, key=lambda edge: edge.confidence)
    sites = sorted({site for edge in edges for site in edge.sites})
    return Group(symbol, tuple(sites), certainty(best))


def ranges_of(group: Group, file: str, places: Places) -> list[t.Range]:
    """Ranges of the calls; they stand in the caller's file."""
    return [places.range(file, (site.line, site.column), (site.line, site.end_column)) for site in group.sites]
