"""Findings of cycles, of whatever they are made."""

from collections.abc import Callable, Container, Iterable
from typing import Final

from blastlens.analyses.new_cycles import Links, NewCycle, Pair, links_in_cycles, new_cycles
from blastlens.app.ask.rows import display
from blastlens.app.check.change import Change
from blastlens.app.check.judgement import Judgement
from blastlens.app.half_read import in_words
from blastlens.model.edge import Edge, Site
from blastlens.model.symbol import file_of
from blastlens.views.findings import Finding, RelatedPlace, Severity, symbol_cycle_message

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


def parsed_links(now: Links, before: Iterable[Pair], half_read: Container[str]) -> tuple[Links, str]:
    """The links without the new ones of half-read files, where an import, a call or a base may be read as what it is not; and why,
    where they close a cycle."""
    known = set(before)
    doubtful = {pair for pair in now if pair not in known and file_of(now[pair].source) in half_read}
    closing = sorted({file_of(now[pair].source) for pair in doubtful.intersection(links_in_cycles(now))})
    return {pair: edge for pair, edge in now.items() if pair not in doubtful}, in_words(closing)


def judge_symbols(change: Change, rule: str, now: Links, before: Links, verb: str) -> Judgement:
    """Cycles of definitions: one finding a component that the links of `before` do not have."""
    graph = change.after.snapshot.graph
    former = [(change.now(source), change.now(target)) for source, target in before]
    unjudged = ""
    if change.before is not None:
        now, unjudged = parsed_links(now, former, change.half_read)

    def words(pair: Pair) -> str:
        return f"{display(graph, pair[0])} {verb} {display(graph, pair[1])}"

    def finding(cycle: NewCycle) -> Finding:
        way = [display(graph, source) for source, _ in cycle.way] + [display(graph, cycle.closing[0])]
        message = symbol_cycle_message(rule.replace("-", " "), way, len(cycle.members))
        return cycle_finding(rule, now, cycle, message, words, cycle.closing[0])

    return Judgement(
        [finding(cycle) for cycle in new_cycles(now, former)],
        lambda: (
            first_site(rule, now[pair], file_of(pair[0]), words(pair), pair, pair[0]) for pair in links_in_cycles(now)
        ),
        unjudged,
    )
