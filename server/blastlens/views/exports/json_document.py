"""One JSON document, described by `graph.schema.json` beside this file."""

import json
from collections.abc import Iterator
from typing import Any, Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.part import SIGNATURE, Part

VERSION: Final = 1


def json_document(graph: Subgraph) -> Iterator[Part]:
    yield Part("", _text(graph))


def _text(graph: Subgraph) -> Iterator[str]:
    head = {"format": SIGNATURE, "version": VERSION, "level": graph.level, **graph.facts}
    yield json.dumps(head)[:-1]
    yield ',\n"nodes": ['
    for number, node in enumerate(graph.nodes):
        yield (",\n" if number else "\n") + json.dumps(_node(graph, node))
    yield '\n],\n"edges": ['
    for number, link in enumerate(graph.links()):
        yield (",\n" if number else "\n") + json.dumps(_edge(graph, link))
    yield "\n]}\n"


def _node(graph: Subgraph, node: Node) -> dict[str, Any]:
    values = node._asdict()
    values["parent"] = graph.nodes[node.parent].id if node.parent is not None else None
    values["test"] = values.pop("is_test")
    return values


def _edge(graph: Subgraph, link: Link) -> dict[str, Any]:
    return {
        **link._asdict(),
        "source": graph.nodes[link.source].id,
        "target": graph.nodes[link.target].id,
    }
