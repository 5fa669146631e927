"""The DOT language of Graphviz (Gansner and North, 2000), in clusters by file or folder."""

from collections.abc import Iterator
from typing import Final

from blastlens.analyses.subgraph import Node, Subgraph
from blastlens.views.exports.clusters import Cluster, clusters
from blastlens.views.exports.labels import SHADES, label, legible, shortened, style_of, what_is_left_out
from blastlens.views.exports.part import SIGNATURE, Part

_SHAPES: Final = {"class": "component", "interface": "component", "module": "folder", "file": "note", "test": "hexagon"}
_INHERITING: Final = ("extends", "implements", "extends, implements")


def dot(graph: Subgraph) -> Iterator[Part]:
    yield Part("", _text(graph))


def quoted(text: str) -> str:
    """Text as a DOT string whose drawing shows just this text: `\\` starts an escape in labels, and `&` an entity. Control characters,
    which no label can show, are written out."""
    return '"' + legible(text).replace("\\", "\\\\").replace("&", "&amp;").replace('"', '\\"') + '"'


def _text(graph: Subgraph) -> Iterator[str]:
    yield f"// {SIGNATURE}\n"
    for line in what_is_left_out(graph):
        yield f"// {line}\n"
    yield "digraph code {\n"
    yield '  graph [rankdir=LR, fontname="Helvetica", fontsize=11, compound=true, newrank=true];\n'
    yield '  node [shape=box, style="filled,rounded", fillcolor="#f4f6f8", color="#8796a5", fontname="Helvetica", fontsize=10];\n'
    yield '  edge [color="#5b6b7a", fontname="Helvetica", fontsize=9, arrowsize=0.7];\n'
    for number, cluster in enumerate(clusters(graph)):
        yield from _cluster(graph, number, cluster)
    for link in graph.links():
        yield f"  n{link.source} -> n{link.target} [{_edge(link.kind, link.confidence, link.edges)}];\n"
    yield "}\n"


def _cluster(graph: Subgraph, number: int, cluster: Cluster) -> Iterator[str]:
    yield f"  subgraph cluster_{number} {{\n"
    yield f'    label={quoted(shortened(cluster.title))}; color="#c5ced6"; fontcolor="#44525f"; style="rounded";\n'
    for one in cluster.nodes:
        yield f"    n{one} [{_node(graph.nodes[one])}];\n"
    yield "  }\n"


def _node(node: Node) -> str:
    said = [f"label={quoted(label(node))}"]
    said.append(f"tooltip={quoted(f'{node.symbol} ({node.kind}, line {node.line})')}")
    if node.kind in _SHAPES:
        said.append(f"shape={_SHAPES[node.kind]}, style=filled")
    if node.hops is not None:
        said.append(f'fillcolor="{SHADES[min(node.hops, len(SHADES) - 1)]}"')
        said += ['fontcolor="#ffffff"'] if node.hops == 0 else []
    if node.is_test:
        said.append('color="#2f7d4f"')
    return ", ".join(said)


def _edge(kind: str, confidence: float, edges: int) -> str:
    count = f", {edges} edges" if edges > 1 else ""
    said = [f'tooltip="{kind}, confidence {confidence:g}{count}", style={style_of(confidence)}']
    if kind in _INHERITING:
        said.append("arrowhead=empty")
    if kind != "calls":
        said.append(f'label="{kind}"')
    return ", ".join(said)
