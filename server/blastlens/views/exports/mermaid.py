"""A flowchart for Mermaid, which Markdown viewers and code hosts draw in place."""

from collections.abc import Iterator
from typing import Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.clusters import Cluster, clusters
from blastlens.views.exports.labels import SHADES, label, legible, shortened, style_of, what_is_left_out
from blastlens.views.exports.part import SIGNATURE, Part

# Mermaid draws nothing of a text that has more than 500 edges or 50,000 characters, unless its page is set up for it.
MOST_LINKS: Final = 480
MOST_NODES: Final = 200
MOST_CHARACTERS: Final = 48_000
_PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.,/()+-")
_SHAPES: Final = {"class": ("[[", "]]"), "interface": ("[[", "]]"), "test": ("{{", "}}"), "module": ("[/", "/]")}


def mermaid(graph: Subgraph) -> Iterator[Part]:
    """`graph` must be bounded to `MOST_NODES` and `MOST_LINKS`."""
    yield Part("", _text(graph))


def quoted(text: str) -> str:
    """Text as a Mermaid string: what could mean something to Mermaid, Markdown or HTML is a numeric entity, without the `&`."""
    said = (char if char in _PLAIN or ord(char) > 0x9F else f"#{ord(char)};" for char in legible(text))
    return '"' + "".join(said) + '"'


def _text(graph: Subgraph) -> Iterator[str]:
    yield f"%% {SIGNATURE}\n"
    for line in what_is_left_out(graph):
        yield f"%% {line}\n"
    yield "flowchart LR\n"
    for number, cluster in enumerate(clusters(graph)):
        yield from _cluster(graph, number, cluster)
    for link in graph.links():
        yield f"  n{link.source} {_arrow(link)} n{link.target}\n"
    yield from _colours(graph)


def _cluster(graph: Subgraph, number: int, cluster: Cluster) -> Iterator[str]:
    yield f"  subgraph f{number} [{quoted(shortened(cluster.title))}]\n"
    for one in cluster.nodes:
        yield f"    n{one}{_node(graph.nodes[one])}\n"
    yield "  end\n"


def _node(node: Node) -> str:
    opening, closing = _SHAPES.get(node.kind, ("[", "]"))
    return f"{opening}{quoted(label(node))}{closing}"


def _arrow(link: Link) -> str:
    line = "-->" if style_of(link.confidence) == "solid" else "-.->"
    return line if link.kind == "calls" else f"{line}|{link.kind}|"


def _colours(graph: Subgraph) -> Iterator[str]:
    by_hops: dict[int, list[str]] = {}
    for number, node in enumerate(graph.nodes):
        if node.hops is not None:
            by_hops.setdefault(min(node.hops, len(SHADES) - 1), []).append(f"n{number}")
    for hops, names in sorted(by_hops.items()):
        text = "#fff" if not hops else "#000"
        yield f"  classDef hops{hops} fill:{SHADES[hops]},color:{text}\n"
        yield f"  class {','.join(names)} hops{hops}\n"
