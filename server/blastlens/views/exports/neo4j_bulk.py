"""Files for `neo4j-admin database import full`, with the header fields that it documents (Neo4j Operations Manual, "Import")."""

from collections.abc import Iterator
from typing import Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.csv_tables import rows
from blastlens.views.exports.neo4j_script import CONTAINS, label_of, type_of
from blastlens.views.exports.part import Part

NODE_HEAD: Final = (
    "id:ID(Symbol)",
    "symbol",
    "name",
    "qualname",
    "kind",
    "language",
    "file",
    "line:int",
    "last_line:int",
    "test:boolean",
    "cyclomatic:int",
    "cognitive:int",
    "symbols:int",
    "hops:int",
    "reached:double",
    ":LABEL",
)
LINK_HEAD: Final = (
    ":START_ID(Symbol)",
    ":END_ID(Symbol)",
    "confidence:double",
    "basis",
    "lines:int[]",
    "edges:int",
    "impact:double",
    ":TYPE",
)


def neo4j_bulk(graph: Subgraph) -> Iterator[Part]:
    """Names may hold line ends: import with `--multiline-fields=true`."""
    yield Part("nodes.csv", rows([NODE_HEAD], map(_node, graph.nodes)))
    yield Part("relationships.csv", rows([LINK_HEAD], _relationships(graph)))


def _node(node: Node) -> tuple[object, ...]:
    placed = (node.id, node.symbol, node.name, node.qualname, node.kind, node.language, node.file)
    counted = (node.line, node.last_line, node.is_test, node.cyclomatic, node.cognitive, node.symbols)
    return (*placed, *counted, node.hops, node.reached, f"Symbol;{label_of(node)}")


def _relationships(graph: Subgraph) -> Iterator[tuple[object, ...]]:
    nodes = graph.nodes
    for node in nodes:
        if node.parent is not None:
            yield (nodes[node.parent].id, node.id, None, None, None, None, None, CONTAINS)
    for link in graph.links():
        yield _relationship(nodes[link.source], nodes[link.target], link)


def _relationship(source: Node, target: Node, link: Link) -> tuple[object, ...]:
    lines = ";".join(map(str, link.lines))
    return (source.id, target.id, link.confidence, link.basis, lines, link.edges, link.impact, type_of(link))
