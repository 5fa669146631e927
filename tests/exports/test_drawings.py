"""DOT, laid out by Graphviz."""

import html
import re
from pathlib import Path

from blastlens.views.exports.dot import dot
from blastlens.views.exports.labels import shortened
from blastlens.views.exports.part import visible

from .conftest import seen_by
from .hostile import graph_of, names, text_of, written


def _as_drawn(text: str) -> str:
    """A label with control characters written out, and blanks as drawings have them."""
    text = re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", visible(shortened(text)))
    return text.replace("\u00a0", " ")


def test_graphviz_draws_every_name(tmp_path: Path) -> None:
    graph = graph_of(names())
    seen = seen_by("dot", written(text_of(dot, graph), tmp_path / "graph.dot"))
    drawn = [html.unescape(label).replace("\u00a0", " ") for label in seen["nodes"]]
    expected = [_as_drawn(node.name if node.kind == "module" else node.qualname) for node in graph.nodes]
    assert sorted(drawn) == sorted(expected)
    assert len(seen["clusters"]) == len({node.file for node in graph.nodes})
    assert seen["edges"] == len(list(graph.links()))
