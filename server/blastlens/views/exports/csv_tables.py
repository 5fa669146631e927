"""Two tables, `nodes.csv` and `edges.csv` (RFC 4180 with "\\n" between rows), for spreadsheets and data frames."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.part import Part, visible

NODE_COLUMNS = tuple("test" if name == "is_test" else name for name in Node._fields)
EDGE_COLUMNS = Link._fields
# Every kind of line end counts as one to some reader, and blanks at the ends are cut off by others.
_NEEDS_QUOTES: Final = re.compile('[",;\r\n\t\x00-\x1f\x85\u2028\u2029]|^ | $')


def csv_tables(graph: Subgraph) -> Iterator[Part]:
    yield Part("nodes.csv", rows([NODE_COLUMNS], (_node(graph, node) for node in graph.nodes)))
    yield Part("edges.csv", rows([EDGE_COLUMNS], (_edge(graph, link) for link in graph.links())))


def rows(head: Iterable[Sequence[object]], body: Iterable[Sequence[object]]) -> Iterator[str]:
    """Lines of CSV. None is an empty field."""
    for row in chain(head, body):
        yield ",".join(map(_cell, row)) + "\n"


def _cell(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value).lower() if isinstance(value, bool) else str(value)
    text = visible(value)
    return '"' + text.replace('"', '""') + '"' if _NEEDS_QUOTES.search(text) else text


def _node(graph: Subgraph, node: Node) -> Sequence[object]:
    around = graph.nodes[node.parent].id if node.parent is not None else None
    return node._replace(parent=around)  # type: ignore[arg-type]


def _edge(graph: Subgraph, link: Link) -> Sequence[object]:
    ends = (graph.nodes[link.source].id, graph.nodes[link.target].id)
    return (*ends, link.kind, link.confidence, link.basis, " ".join(map(str, link.lines)), link.edges, link.impact)
