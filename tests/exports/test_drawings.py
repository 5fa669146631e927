"""DOT, laid out by Graphviz."""

import html
from pathlib import Path

from blastlens.views.exports.dot import dot
from blastlens.views.exports.labels import label

from .conftest import seen_by, shown
from .hostile import graph_of, names, text_of, written


def test_graphviz_draws_every_name(tmp_path: Path) -> None:
    graph = graph_of(names())
    seen = seen_by("dot", written(text_of(dot, graph), tmp_path / "graph.dot"))
    drawn = [html.unescape(label).replace("\u00a0", " ").strip() for label in seen["nodes"]]
    assert sorted(drawn) == sorted(shown(label(node)) for node in graph.nodes)
    assert len(seen["clusters"]) == len({node.file for node in graph.nodes})
    assert seen["edges"] == len(list(graph.links()))
