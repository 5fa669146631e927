"""Edges of one file while they are collected: one per (source, kind, target), the strongest basis, every site."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from blastlens.link.timing import is_started
from blastlens.link.values import BASES
from blastlens.model.confidence import confidence_of
from blastlens.model.edge import Basis, Edge, EdgeKind, Site, Timing

# A named tuple from one that has all of its fields: a call of its class goes through the interpreter, some 400,000 times in a
# large repository.
_new: Final = tuple.__new__
_LOAD: Final = Timing.LOAD
_STARTED: Final = Timing.STARTED


class _Row:
    __slots__ = ("candidates", "exact", "places", "rank")

    def __init__(self, rank: int, places: tuple[int, ...], exact: bool, candidates: int) -> None:
        self.rank, self.places, self.exact, self.candidates = rank, places, exact, candidates


class CollectedEdges:
    def __init__(self, family: str) -> None:
        self._family = family  # of languages, for the confidences
        self._rows: dict[tuple[str, EdgeKind, str], _Row] = {}

    def add(
        self,
        source: str,
        kind: EdgeKind,
        target: str,
        rank: int,
        places: tuple[int, ...],
        exact: bool = False,
        candidates: int = 1,
    ) -> None:
        """`places`: line, column, end column, repeated. `candidates`: how many targets share the evidence (basis `candidates` only)."""
        key = (source, kind, target)
        row = self._rows.get(key)
        if row is None:
            self._rows[key] = _Row(rank, places, exact, candidates)
            return
        row.places += places
        if rank < row.rank:
            row.rank, row.candidates = rank, candidates
        row.exact = row.exact and exact

    def has(self, source: str, kind: EdgeKind, target: str) -> bool:
        return (source, kind, target) in self._rows

    def runs(self, source: str, kind: EdgeKind, ending: str) -> bool:
        """Whether an edge of a kind leads from a source to something whose id ends so."""
        return any(key[0] == source and key[1] is kind and key[2].endswith(ending) for key in self._rows)

    def edges(self, module: str, started: Sequence[tuple[int, int, int, int]]) -> tuple[Edge, ...]:
        """`module`: id of the file's top-level code; `started` as in `FileFacts`."""
        out = []
        rows, plain = self._rows, _plain_confidences(self._family)
        for key in sorted(rows):
            row = rows[key]
            basis = BASES[row.rank]
            confidence = plain[row.rank] if row.candidates == 1 else confidence_of(basis, row.candidates, self._family)
            sites, timing = sites_of(row.places), _LOAD
            if started and key[0] == module and all(is_started(started, *site[:2]) for site in sites):
                timing = _STARTED
            out.append(_new(Edge, (*key, confidence, basis, sites, row.exact, timing)))
        return tuple(out)


class CollectedImports:
    """Import edges: the earliest timing wins."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._rows: dict[tuple[str, str], tuple[Timing, list[Site]]] = {}

    def add(self, source: str, target: str, timing: Timing, site: Site) -> None:
        old = self._rows.get((source, target))
        if old is None:
            self._rows[source, target] = (timing, [site])
            return
        sites = [*old[1], site] if timing >= old[0] else [site, *old[1]]
        self._rows[source, target] = (min(old[0], timing), sites)

    def edges(self) -> list[Edge]:
        confidence = confidence_of(Basis.IMPORT, family=self._family)
        return [
            Edge(source, EdgeKind.IMPORTS, target, confidence, Basis.IMPORT, tuple(sites), True, timing)
            for (source, target), (timing, sites) in sorted(self._rows.items())
        ]


def sites_of(places: tuple[int, ...]) -> tuple[Site, ...]:
    """Sites of repeated (line, column, end column), sorted, each once."""
    if len(places) == 3:
        return (_new(Site, places),)
    return tuple([_new(Site, place) for place in sorted({places[at : at + 3] for at in range(0, len(places), 3)})])


@cache
def _plain_confidences(family: str) -> tuple[float, ...]:
    """Of each basis alone, by rank."""
    return tuple([confidence_of(basis, family=family) for basis in BASES])
