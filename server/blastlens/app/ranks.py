"""How central functions are: their places among hubs and bridges."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from blastlens.analyses.bridges import bridges
from blastlens.analyses.hubs import hubs
from blastlens.analyses.network import Level
from blastlens.app.ask.context import Context
from blastlens.app.ask.networks import is_told, network_of

# A place further down says nothing.
MOST: Final = 100
_SPARE: Final = 4


class Ranks(NamedTuple):
    """Places from 1 by symbol id, of the first `MOST`; `of`: how many functions there are to be compared with. Test code is left out."""

    hubs: Mapping[str, int]
    bridges: Mapping[str, int]
    of: int


def ranks(context: Context, min_confidence: float) -> Ranks:
    """Looks at the whole graph. The order is that of `Hubs` and `Bridges` at the level of functions."""
    network = network_of(context, Level.FUNCTION, min_confidence, tests=False)
    by_degree = [network.ids[hub.node] for hub in hubs(network, "both")]
    found = context.snapshot.kept(("ranked bridges", min_confidence), lambda: bridges(network, _SPARE * MOST))
    by_paths = [network.ids[bridge.node] for bridge in found.found]
    told = [
        [one for one in order if is_told(context.snapshot.graph, Level.FUNCTION, one)]
        for order in (by_degree, by_paths)
    ]
    return Ranks(_places(told[0]), _places(told[1]), len(told[0]))


def _places(order: Iterable[str]) -> dict[str, int]:
    return {one: place for place, one in zip(range(1, MOST + 1), order, strict=False)}
