"""Findings of cycles, of whatever they are made."""

from collections.abc import Callable
from typing import Final

from blastlens.analyses.new_cycles import Links, NewCycle, Pair
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import file_of
from blastlens.views.findings import Finding, RelatedPlace, Severity

_MOST_RELATED: Final = 20


def cycle_finding(
    rule: str, links: Links, cycle: NewCycle, message: str, words: Callable[[Pair], str], symbol: str = ""
) -> Finding:
    """On the new link; the way round is related to it."""
    way = (cycle.closing, *cycle.way)
    related = tuple(_related(links[pair], words(pair)) for pair in way[:_MOST_RELATED])
    edge = links[cycle.closing]
    place = _first(edge)
    return Finding(
        rule,
        Severity.WARNING,
        message,
        file_of(edge.source),
        place.line,
        place.column,
        place.line,
        place.end_column,
        related,
        symbol=symbol,
        key=cycle.closing,
        confidence=min(links[pair].confidence for pair in way),
        related_total=len(way),
    )


def first_site(rule: str, edge: Edge, file: str, message: str, key: Pair, symbol: str = "") -> Finding:
    """On the first place of a link, without more."""
    site = _first(edge)
    place = (site.line, site.column, site.line, site.end_column)
    return Finding(rule, Severity.WARNING, message, file, *place, symbol=symbol, key=key, confidence=edge.confidence)


def _related(edge: Edge, message: str) -> RelatedPlace:
    return RelatedPlace(file_of(edge.source), *_first(edge), message)


def _first(edge: Edge) -> Site:
    return min(edge.sites, default=Site(1, 0, 0))
