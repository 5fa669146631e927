"""Which files import a file, and which it imports."""

from collections.abc import Iterator
from typing import NamedTuple

from blastlens.model.edge import Basis, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of, module_id

IMPORTS = frozenset({EdgeKind.IMPORTS})


class FileStep(NamedTuple):
    """A file that was reached: over `edge`, in `hops` steps; `path` leads from it to the file asked about."""

    file: str
    confidence: float
    hops: int
    path: tuple[str, ...]
    edge: Edge


def imports_of(graph: Graph, path: str) -> list[FileStep]:
    """Files of the repository that a file imports directly, in order of the import statements."""
    found: dict[str, FileStep] = {}
    for edge in sorted(graph.outgoing(module_id(path), IMPORTS), key=lambda e: (e.sites, e.target)):
        other = file_of(edge.target)
        if other != path and other not in found and graph.file(other) is not None:
            found[other] = FileStep(other, edge.confidence, 1, (path, other), edge)
    return list(found.values())


def dependents_of(graph: Graph, path: str, *, transitive: bool = False) -> list[FileStep]:
    """Files that import a file, nearest first. Confidence of a path: the product of its imports'."""
    found: dict[str, FileStep] = {}
    level = {path: FileStep(path, 1.0, 0, (path,), Edge(path, EdgeKind.IMPORTS, path, 1.0, Basis.IMPORT))}
    while level:
        following: dict[str, FileStep] = {}
        for here in sorted(level):
            for edge in _importing(graph, here):
                other = file_of(edge.source)
                if other == path or other in found:
                    continue
                step = level[here]
                made = FileStep(other, step.confidence * edge.confidence, step.hops + 1, (other, *step.path), edge)
                known = following.get(other)
                if known is None or made.confidence > known.confidence:
                    following[other] = made
        found.update(following)
        level = following if transitive else {}
    return sorted(found.values(), key=lambda s: (s.hops, -s.confidence, s.file))


def _importing(graph: Graph, path: str) -> Iterator[Edge]:
    for edge in graph.incoming(module_id(path), IMPORTS):
        if file_of(edge.source) != path:
            yield edge
