"""One HTML page with the graph and all that draws it, which asks nothing of the network.

The page is bundled from `graph-view/` when the package is built; here the graph is put into it, as columns of JSON.
"""

import json
from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files
from typing import Any, Final

from blastlens.analyses.subgraph import Subgraph
from blastlens.views.exports.map_payload import head, link_columns, node_columns
from blastlens.views.exports.part import Part

PAGE: Final = "map.html"
_PIECE: Final = 4_096


def html_map(graph: Subgraph) -> Iterator[Part]:
    """`graph` must be of level "symbol". Raises `FileNotFoundError` where the package was built without the page."""
    return iter((Part("", _text(graph, page_text())),))


def page_text() -> str:
    """The page, with `{{title}}` and `{{graph}}` where these go."""
    return (files("blastlens.views.exports") / PAGE).read_text("utf-8")


def _text(graph: Subgraph, page: str) -> Iterator[str]:
    project = str(graph.facts.get("project", ""))
    title = f"{project} \u00b7 code map".encode("utf-8", "backslashreplace").decode()
    before, _, rest = page.partition("{{title}}")
    middle, _, tail = rest.partition("{{graph}}")
    yield before + escape(title) + middle
    yield from _payload(graph)
    yield tail


def _payload(graph: Subgraph) -> Iterator[str]:
    """As `payload`, piece by piece."""
    yield _json(head(graph))[:-1]
    yield ',"nodes":{'
    yield from _columns(node_columns(graph.nodes))
    yield '},"links":{'
    yield from _columns(link_columns(graph))
    yield "}}"


def _columns(columns: dict[str, Iterable[Any]]) -> Iterator[str]:
    for number, (name, values) in enumerate(columns.items()):
        yield f'{"," if number else ""}"{name}":['
        piece: list[str] = []
        first = True
        for value in values:
            piece.append(_json(value) if isinstance(value, str) else str(value))
            if len(piece) == _PIECE:
                yield ("" if first else ",") + ",".join(piece)
                piece.clear()
                first = False
        if piece:
            yield ("" if first else ",") + ",".join(piece)
        yield "]"


def _json(value: object) -> str:
    """JSON that a script element can hold: nothing in it ends the element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
