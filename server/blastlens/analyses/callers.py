"""Who calls a symbol, directly."""

from typing import Final, NamedTuple

from blastlens.analyses.blind import BlindSpots
from blastlens.analyses.hops import Hop, Hops, is_fixture_request
from blastlens.analyses.outside import Outside
from blastlens.analyses.unwritten import is_run_by_language
from blastlens.model.edge import Basis, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind

_REFERENCES: Final = frozenset({EdgeKind.REFERENCES})
_RUN_BY_TESTS: Final = (SymbolKind.TEST, SymbolKind.FIXTURE)


class Caller(NamedTuple):
    """One calling symbol; `edges` are all edges from it that count, best first."""

    symbol: str
    confidence: float
    basis: Basis
    edges: tuple[Edge, ...]


class Callers(NamedTuple):
    """`sure`: at or above the threshold; `possible`: below it (overrides, candidates). Both best first."""

    sure: tuple[Caller, ...]
    possible: tuple[Caller, ...]


class Unseen(NamedTuple):
    """What may call a symbol without an edge that says so. `unresolved`: calls of its name on something unknown that may
    mean it; `named`: places that name it as a value; `by_language`: operators, `with`, `for` and the like call it;
    `computed`: places that call by names made at run time and may mean it; `perhaps`: places of which little says so (see
    `blind.BlindSpots`); `outside`: why code outside the repository may call it; `only_named`: an interface, which is named and never
    called."""

    unresolved: int
    named: int
    by_language: bool
    computed: int = 0
    perhaps: int = 0
    outside: str = ""
    only_named: bool = False

    @property
    def may_hide_callers(self) -> bool:
        """Whether a list of callers may lack some for this. A name as a value is an edge, told as such; what else there is
        hides a caller only where nothing else calls it."""
        return bool(self.unresolved) or self.by_language


def unseen(graph: Graph, symbol: Symbol, blind: BlindSpots, outside: Outside) -> Unseen:
    uses = [use for use in graph.unresolved(symbol.name) if not use.candidates or symbol.id in use.candidates]
    naming = graph.incoming(symbol.id, _REFERENCES)
    named = sum(max(len(edge.sites), 1) for edge in naming if not is_fixture_request(edge))
    by_language = symbol.is_callable and is_run_by_language(symbol.name, symbol.file)
    computed, perhaps = len(blind.calling(symbol)), len(blind.perhaps_calling(symbol))
    # What a test runner starts is told as a test.
    from_outside = "" if by_language or symbol.kind in _RUN_BY_TESTS else outside.why_called(symbol)
    only_named = symbol.kind is SymbolKind.INTERFACE
    return Unseen(len(uses), named, by_language, computed, perhaps, from_outside, only_named)


def callers(hops: Hops, symbol_id: str, min_confidence: float) -> Callers:
    """Callers of a symbol, each once. The symbol itself is among them only when it calls itself."""
    grouped: dict[str, list[Hop]] = {}
    for hop in hops.edges_up(symbol_id):
        grouped.setdefault(hop.symbol, []).append(hop)
    rows = sorted((_caller(name, found) for name, found in grouped.items()), key=lambda c: (-c.confidence, c.symbol))
    sure = tuple(row for row in rows if row.confidence >= min_confidence)
    return Callers(sure, tuple(rows[len(sure) :]))


def _caller(symbol: str, found: list[Hop]) -> Caller:
    found.sort(key=lambda h: (-h.confidence, h.basis, h.edge))
    edges = tuple(dict.fromkeys(hop.edge for hop in found))
    return Caller(symbol, found[0].confidence, found[0].basis, edges)
