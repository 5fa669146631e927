"""Functions that name a class only to ask whether a value is of it, or an error: they make no object of it."""

from typing import Final

from blastlens.languages.registry import language_for
from blastlens.model.edge import CALL_LIKE, Edge, EdgeKind
from blastlens.model.graph import Graph
from blastlens.model.symbol import SymbolKind, file_of
from blastlens.session.session import Session
from blastlens.session.workspace import Blob, read_blob

_REFERENCES: Final = frozenset({EdgeKind.REFERENCES})
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_LINES_BEFORE: Final = 8  # of one statement


def asked_only(session: Session, graph: Graph) -> frozenset[tuple[str, str]]:
    """(function, class), in languages that say how a text asks."""
    by_file: dict[str, list[Edge]] = {}
    for edge in graph.edges(_REFERENCES):
        language = language_for(file_of(edge.source))
        if language is None or language.rules.scoping.type_tests is None or not edge.sites:
            continue
        target = graph.symbol(edge.target)
        if target is not None and target.kind in _CLASSES:
            by_file.setdefault(file_of(edge.source), []).append(edge)
    found: set[tuple[str, str]] = set()
    for path, edges in by_file.items():
        blob = read_blob(session.root, path)
        if isinstance(blob, Blob):
            lines = blob.data.split(b"\n")
            found |= {(edge.source, edge.target) for edge in edges if _only_asks(graph, edge, lines)}
    return frozenset(found)


def _only_asks(graph: Graph, edge: Edge, lines: list[bytes]) -> bool:
    language = language_for(file_of(edge.source))
    pattern = language.rules.scoping.type_tests if language is not None else None
    if pattern is None or any(other.target == edge.target for other in graph.outgoing(edge.source, CALL_LIKE)):
        return False
    for site in edge.sites:
        above = lines[max(0, site.line - _LINES_BEFORE) : site.line - 1]
        here = lines[site.line - 1] if site.line <= len(lines) else b""
        if pattern.search(b"\n".join([*above, here[: site.column]])) is None:
            return False
    return True
