"""Flows: what runs from an entry point on.

An entry point is code that a framework, the packaging or the language calls, the top-level code of a file that no other file
imports, a test, or a function that nothing in the repository uses. How far each leads is first estimated over the network of uses
(a breadth-first search); the walk that all questions share (`walk`) is then made from those that lead furthest.
"""

import enum
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from blastlens.analyses.hops import Hops
from blastlens.analyses.network import Network
from blastlens.analyses.walk import Reach, walk
from blastlens.facts.file_facts import DefFlag
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol, SymbolKind, file_of

# Of entry points that run the same code only one is told, so more are walked than are wanted.
_SPARE: Final = 4
_FEWEST_WALKS: Final = 80
_MOST_STEPS: Final = 10
_LEAST_REACH: Final = 2


class Entry(enum.StrEnum):
    SCRIPT = "script"  # top-level code that nothing imports
    CALLED = "called"  # by a framework, the packaging or the language
    TEST = "test"
    UNUSED = "unused"  # nothing in the repository uses it: it may be what users call


class Start(NamedTuple):
    symbol: str
    entry: Entry
    why: str


class Flow(NamedTuple):
    """`reach`: functions that run, `files` they lie in, `depth`: calls to the furthest; `way`: along the calls that most of the rest runs
    over. `confidence`: of the way. `others`: further entry points that it runs over. `criticality`: see `flows`. `alike`: less critical
    entry points whose way is the same from the first call on."""

    start: Start
    reach: int
    files: int
    depth: int
    way: tuple[str, ...]
    confidence: float
    others: int
    criticality: float
    alike: tuple[str, ...] = ()


class Flows(NamedTuple):
    """The most critical first. `entries`: entry points that lead to two functions or more; `walked`: from how many of them; `total`: flows
    that there are, each entry point that was not walked counting as one."""

    found: tuple[Flow, ...]
    total: int
    walked: int
    entries: int


def starts(graph: Graph, network: Network, *, tests: bool, declared: Collection[str] = ()) -> list[Start]:
    """Entry points by id; with `tests` the tests alone. `declared`: ids of what packaging files name."""
    if tests:
        return [Start(one.id, Entry.TEST, "test") for one in graph.symbols() if one.is_run_as_test]
    found: dict[str, Start] = {}
    used = {network.ids[target] for _, target in network.pairs}
    importing = {edge.target for edge in graph.edges(frozenset({EdgeKind.IMPORTS})) if edge.timing is Timing.LOAD}
    for one in network.ids:
        symbol = graph.symbol(one)
        if symbol is None or symbol.in_test_code:
            continue
        if symbol.kind is SymbolKind.MODULE and one not in importing:
            found[one] = Start(one, Entry.SCRIPT, "top-level code that nothing imports")
        elif one not in used and _is_offered(graph, symbol):
            found[one] = Start(one, Entry.UNUSED, "no sure use outside tests")
    named = ((one, "named by a packaging file") for one in sorted(declared))
    for one, why in (*named, *graph.entry_points()):
        symbol = graph.symbol(one)
        if symbol is not None and symbol.is_callable and not symbol.in_test_code:
            found[one] = Start(one, Entry.CALLED, why)
    return [found[one] for one in sorted(found)]


def _is_offered(graph: Graph, symbol: Symbol) -> bool:
    """Whether users may call it: it is neither private by its name nor inside a function."""
    above: Symbol | None = symbol
    while above is not None and above.kind is not SymbolKind.MODULE:
        if _is_private(above.name) or above.flags & DefFlag.PRIVATE or (above is not symbol and above.is_callable):
            return False
        above = graph.symbol(above.parent) if above.parent is not None else None
    return symbol.is_callable


def _is_private(name: str) -> bool:
    """By the custom of a leading underscore; names with two on either side are called by the language."""
    return name.startswith("_") and not name.endswith("__")


def flows(hops: Hops, network: Network, given: Sequence[Start], min_confidence: float, limit: int) -> Flows:
    """The `limit` most critical flows from the given starts. `criticality`, from 0 to 1, is half the reach, three tenths the files and
    a fifth the depth, each by the largest that any of the flows has. An entry point that a more critical flow runs over is no flow
    of its own, nor is one whose way is another's from the first call on."""
    ranked = [(count, start) for start, count in _estimated(network, given) if count >= _LEAST_REACH]
    ranked.sort(key=lambda one: (-one[0], one[1].symbol))
    chosen = [start for _, start in ranked[: max(_SPARE * limit, _FEWEST_WALKS)]]
    made = [_flow(hops, start, min_confidence) for start in chosen]
    most = [max((column[at] for column, _ in made), default=1) or 1 for at in range(3)]
    scored = [
        (round(0.5 * size[0] / most[0] + 0.3 * size[1] / most[1] + 0.2 * size[2] / most[2], 4), start, size, reach)
        for start, (size, reach) in zip(chosen, made, strict=True)
    ]
    scored.sort(key=lambda one: (-one[0], one[1].symbol))
    entries = {start.symbol for start in given}
    found: dict[tuple[str, ...], Flow] = {}
    covered: set[str] = set()
    for criticality, start, size, reach in scored:
        way = _main_way(reach, start.symbol)
        alike = found.get(way[1:])
        if alike is not None:
            found[way[1:]] = alike._replace(alike=(*alike.alike, start.symbol))
        elif size[0] and start.symbol not in covered:
            inside = entries.intersection(reach.ids())
            covered |= inside
            found[way[1:]] = Flow(start, *size, way, _sureness(reach, way), len(inside), criticality)
    told = tuple(found.values())
    return Flows(told[:limit], len(told) + len(ranked) - len(chosen), len(chosen), len(ranked))


def _estimated(network: Network, given: Sequence[Start]) -> list[tuple[Start, int]]:
    """How many nodes each start leads to in the network."""
    from igraph import Graph as Igraph

    place = {one: at for at, one in enumerate(network.ids)}
    known = [start for start in given if start.symbol in place]
    directed = Igraph(len(network.ids), list(network.pairs), directed=True)
    nodes = [place[start.symbol] for start in known]
    sizes = directed.neighborhood_size(nodes, order=len(network.ids), mode="out") if nodes else []
    return [(start, size - 1) for start, size in zip(known, sizes, strict=True)]


def _flow(hops: Hops, start: Start, min_confidence: float) -> tuple[tuple[int, int, int], Reach]:
    """(reach, files, depth) of a walk, and the walk."""
    reach = walk(hops, [start.symbol], min_confidence=min_confidence, downward=True, tests=start.entry is Entry.TEST)
    functions = [(one, hop) for one, hop, symbol in reach.ranked() if symbol is not None and symbol.is_callable]
    files = {file_of(one) for one, _ in functions}
    return (len(functions), len(files), max((hop for _, hop in functions), default=0)), reach


def _main_way(reach: Reach, start: str) -> tuple[str, ...]:
    """From the start on to that neighbour over which most of the rest is reached, and so on."""
    below: Counter[str] = Counter()
    following: dict[str, list[str]] = {}
    for one, _, _ in sorted(reach.ranked(), key=lambda step: -step[1]):
        toward = reach.toward(one)
        if toward is not None:
            following.setdefault(toward, []).append(one)
            below[toward] += below[one] + 1
    way = [start]
    while len(way) < _MOST_STEPS and (after := following.get(way[-1])):
        way.append(_heaviest(after, below))
    return tuple(way)


def _heaviest(ones: Sequence[str], below: Mapping[str, int]) -> str:
    return min(ones, key=lambda one: (-below[one], one))


def _sureness(reach: Reach, way: Sequence[str]) -> float:
    return reach.step(way[-1]).confidence if len(way) > 1 else 1.0
