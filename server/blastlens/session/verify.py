"""Rebuilding beside the live graph, from nothing, and comparing: incremental = rebuild."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from blastlens.model.graph import Graph
from blastlens.session.location import Location
from blastlens.session.scratch import scratch
from blastlens.session.session import Session
from blastlens.store.fact_cache import FactCache


class Difference(NamedTuple):
    """`what`: "file", "symbol", "edge", "unresolved", "entry point", "blind spot" or "reads"; `side`: "live only" or "rebuilt only"."""

    what: str
    side: str
    path: str
    detail: str


def verify(session: Session, *, reads: bool = False) -> list[Difference]:
    """Differences between the session's graph and one built from nothing from the files on disk as the session's last
    refresh should have seen them; refresh first. Nothing of the live index is touched or used.

    `reads`: compare the noted look-up keys too. They may differ where the graphs do not: linking everything at once notes
    one wide key ("any member of this name") where linking one file notes several narrow ones."""
    with scratch() as folder:
        location = Location(folder, session.location.repository, "")
        with session.beside(location, FactCache(None)) as other:
            other.refresh()
            return sorted(_differences(session, other, reads))


def _differences(live: Session, rebuilt: Session, reads: bool) -> Iterator[Difference]:
    left, right = live.graph(), rebuilt.graph()
    paths = sorted({record.path for record in (*left.files(), *right.files())})
    yield from _compare("file", _files(left), _files(right))
    for path in paths:
        yield from _compare("symbol", left.symbols_in(path), right.symbols_in(path))
    yield from _compare("edge", left.edges(), right.edges())
    yield from _compare("entry point", left.entry_points(), right.entry_points())
    yield from _compare("blind spot", left.blind_spots(), right.blind_spots())
    (unresolved, keys), (others, their_keys) = live.rows_to_verify(), rebuilt.rows_to_verify()
    yield from _compare("unresolved", unresolved, others)
    if reads:
        yield from _compare_reads(keys, their_keys)


def _compare_reads(ours: dict[str, bytes], theirs: dict[str, bytes]) -> Iterator[Difference]:
    for path in sorted(ours.keys() | theirs.keys()):
        mine, other = set(_keys(ours.get(path, b""))), set(_keys(theirs.get(path, b"")))
        for side, keys in (("live only", mine - other), ("rebuilt only", other - mine)):
            if keys:
                yield Difference("reads", side, path, f"{len(keys)} of {len(mine | other)} keys")


def _keys(blob: bytes) -> Iterator[bytes]:
    return (blob[start : start + 8] for start in range(0, len(blob), 8))


def _files(graph: Graph) -> Iterator[tuple[Any, ...]]:
    yield from (tuple(record) for record in graph.files())


def _compare(what: str, left: Iterable[Any], right: Iterable[Any]) -> Iterator[Difference]:
    ours, theirs = _counted(left), _counted(right)
    for key in ours.keys() | theirs.keys():
        a, b = ours.get(key, 0), theirs.get(key, 0)
        if a != b:
            yield Difference(what, "live only" if a > b else "rebuilt only", _path_of(key), str(key))


def _counted(rows: Iterable[Any]) -> dict[Any, int]:
    counts: dict[Any, int] = {}
    for row in rows:
        counts[row] = counts.get(row, 0) + 1
    return counts


def _path_of(row: Any) -> str:
    return str(row[0]).rpartition("::")[0] or str(row[0])
