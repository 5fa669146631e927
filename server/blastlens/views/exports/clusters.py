"""How a drawing groups its nodes: symbols and classes by file, files by folder."""

from typing import NamedTuple

from blastlens.analyses.subgraph import Subgraph


class Cluster(NamedTuple):
    """A path, and indexes of nodes in their order."""

    title: str
    nodes: list[int]


def clusters(graph: Subgraph) -> list[Cluster]:
    """In the order of the nodes."""
    found: dict[str, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        title = node.file if graph.level != "file" else node.file.rpartition("/")[0] or "."
        found.setdefault(title, []).append(number)
    return [Cluster(title, nodes) for title, nodes in found.items()]
