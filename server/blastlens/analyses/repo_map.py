"""Which symbols a reader should know first.

PageRank (Page, Brin, Motwani and Winograd, "The PageRank citation ranking", 1998) over the network of uses: what much is used by much used
code ranks high, and so does a class with such members. With a focus it is personalised (Haveliwala, "Topic-sensitive PageRank", 2002): the reader starts at the focused files and
names rather than anywhere, and also goes from what is used to its users, less often.
"""

from collections.abc import Collection
from math import sqrt
from typing import Final, NamedTuple

from blastlens.analyses.network import Network
from blastlens.model.graph import Graph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, file_of

_DAMPING: Final = 0.85
_FOCUSED: Final = 0.8  # of the starts, when something is in focus
_BACK: Final = 0.25  # from what is used to its user, beside one from the user
_IN_FOCUS: Final = 10.0  # what is in focus comes before what it uses
_PRIVATE: Final = 0.2  # what a name says is nobody else's business tells less of a file


class Ranked(NamedTuple):
    symbol: Symbol
    rank: float


def ranked(graph: Graph, network: Network, focus: Collection[str] = (), names: Collection[str] = ()) -> list[Ranked]:
    """Functions, methods and classes of the network, the highest rank first. `focus`: paths; `names`: names of symbols, or ends of
    qualified names."""
    from igraph import Graph as Igraph

    count = len(network.ids)
    if not count:
        return []
    weights = [sqrt(weight) for weight in network.weights]
    pairs = list(network.pairs)
    starts = _starts(network, set(focus), names)
    if starts is not None:
        pairs += [(target, source) for source, target in network.pairs]
        weights += [_BACK * weight for weight in weights]
    members = _members(graph, network)
    pairs += members
    weights += [1.0] * len(members)
    walked = Igraph(count, pairs, directed=True)
    ranks = walked.personalized_pagerank(
        damping=_DAMPING,
        weights=weights,
        reset=starts if starts is not None else [1.0] * count,
        implementation="prpack",
    )
    anywhere = (1 - _FOCUSED) / count
    found = []
    for at, (one, rank) in enumerate(zip(network.ids, ranks, strict=True)):
        symbol = graph.symbol(one)
        if symbol is not None and symbol.kind is not SymbolKind.MODULE:
            in_focus = starts is not None and starts[at] > anywhere
            # A private name in focus is what the reader asked for.
            factor = _IN_FOCUS if in_focus else _PRIVATE if symbol.name.startswith("_") else 1.0
            found.append(Ranked(symbol, rank * factor))
    # Sums of floating point may differ in their last digits where a library was compiled differently.
    return sorted(found, key=lambda one: (-round(one.rank, 9), one.symbol.id))


def _members(graph: Graph, network: Network) -> list[tuple[int, int]]:
    """From each member to its class: who reads a method has to know whose it is."""
    place = {one: at for at, one in enumerate(network.ids)}
    found = []
    for at, one in enumerate(network.ids):
        symbol = graph.symbol(one)
        above = place.get(symbol.parent) if symbol is not None and symbol.parent is not None else None
        if above is not None and not network.ids[above].endswith(f"::{MODULE_NAME}"):
            found.append((at, above))
    return found


def _starts(network: Network, focus: Collection[str], names: Collection[str]) -> list[float] | None:
    """Where a reader starts: each file and each name has an equal share; None where nothing is in focus."""
    groups: dict[str, list[int]] = {}
    for at, one in enumerate(network.ids):
        path, _, qualname = one.rpartition("::")
        if path in focus:
            groups.setdefault(path, []).append(at)
        for name in names:
            if qualname == name or qualname.endswith(f".{name}"):
                groups.setdefault(f"::{name}", []).append(at)
    if not groups:
        return None
    count = len(network.ids)
    starts = [(1 - _FOCUSED) / count] * count
    for nodes in groups.values():
        for node in nodes:
            starts[node] += _FOCUSED / len(groups) / len(nodes)
    return starts


def files_of(found: Collection[Ranked]) -> dict[str, float]:
    """The sum of the ranks by file."""
    ranks: dict[str, float] = {}
    for one in found:
        path = file_of(one.symbol.id)
        ranks[path] = ranks.get(path, 0.0) + one.rank
    return ranks
