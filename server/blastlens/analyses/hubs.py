"""Hubs: what most else uses, or what uses most else.

The degree of a node is the number of different nodes that it has an edge to or from (Freeman, "Centrality in social networks",
Social Networks 1, 1979). Several uses by one node count once; what is foreign does not count at all.
"""

from typing import NamedTuple

from blastlens.analyses.network import Network
from blastlens.model.symbol import file_of


class Hub(NamedTuple):
    """`used_by` and `uses`: numbers of nodes; `files`: from how many other files it is used."""

    node: int
    used_by: int
    uses: int
    files: int

    @property
    def degree(self) -> int:
        """A node that both uses it and is used by it counts twice."""
        return self.used_by + self.uses


def hubs(network: Network, by: str) -> list[Hub]:
    """All nodes with an edge. `by`: "in" (who uses it), "out" (what it uses) or "both"; the highest first, then by id."""
    used_by = [0] * len(network.ids)
    uses = [0] * len(network.ids)
    files: list[set[str]] = [set() for _ in network.ids]
    file = [file_of(one) for one in network.ids]
    for source, target in network.pairs:
        uses[source] += 1
        used_by[target] += 1
        if file[source] != file[target]:
            files[target].add(file[source])
    found = [Hub(node, used_by[node], uses[node], len(files[node])) for node in range(len(network.ids))]
    columns = {"in": used_by, "out": uses, "both": [hub.degree for hub in found]}
    column = columns[by]
    return sorted(found, key=lambda hub: (-column[hub.node], -hub.used_by, hub.node))
