"""One HTML page with the graph and all that draws it, which asks nothing of the network.

The page is bundled from `graph-view/` when the package is built; here the graph is put into it, as columns of JSON.
"""

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from typing import Any, Final

from blastlens.analyses.subgraph import KINDS, Node, Subgraph
from blastlens.model.edge import Basis
from blastlens.views.exports.part import Part

PAGE: Final = "map.html"
_SCALE: Final = 10_000
_PIECE: Final = 4_096
_BASES: Final = tuple(basis.value for basis in Basis)


def html_map(graph: Subgraph) -> Iterator[Part]:
    """`graph` must be of level "symbol". Raises `FileNotFoundError` where the package was built without the page."""
    return iter((Part("", _text(graph, page_text())),))


def page_text() -> str:
    """The page, with `{{title}}` and `{{graph}}` where these go."""
    return (files("blastlens.views.exports") / PAGE).read_text("utf-8")


def _text(graph: Subgraph, page: str) -> Iterator[str]:
    project = str(graph.facts.get("project", ""))
    title = f"{project} \u00b7 code map".encode("utf-8", "backslashreplace").decode()
    head, _, rest = page.partition("{{title}}")
    middle, _, tail = rest.partition("{{graph}}")
    yield head + escape(title) + middle
    yield from _payload(graph, project)
    yield tail


def _payload(graph: Subgraph, project: str) -> Iterator[str]:
    paths = list(dict.fromkeys(node.file for node in graph.nodes))
    kinds = list(dict.fromkeys(node.kind for node in graph.nodes))
    head = {
        "project": project,
        "complete": graph.facts.get("complete", True),
        "reason": graph.facts.get("reason"),
        "nodeKinds": kinds,
        "linkKinds": KINDS,
        "bases": _BASES,
        "files": paths,
        "start": {
            "radius": [number for number, node in enumerate(graph.nodes) if node.hops == 0],
            "focus": graph.focus,
        },
    }
    yield _json(head)[:-1]
    yield ',"nodes":{'
    yield from _columns(_node_columns(graph.nodes, paths, kinds))
    yield '},"links":{'
    yield from _columns(_link_columns(graph))
    yield "}}"


def _node_columns(nodes: Sequence[Node], paths: list[str], kinds: list[str]) -> dict[str, Iterable[Any]]:
    number_of = {path: number for number, path in enumerate(paths)}
    return {
        "qualname": (node.qualname for node in nodes),
        "kind": (kinds.index(node.kind) for node in nodes),
        "file": (number_of[node.file] for node in nodes),
        "line": (node.line for node in nodes),
        "parent": (-1 if node.parent is None else node.parent for node in nodes),
        "test": (int(node.is_test) for node in nodes),
        "cognitive": (node.cognitive for node in nodes),
        "mark": (node.symbol.removeprefix(f"{node.file}::{node.qualname}") for node in nodes),
    }


def _link_columns(graph: Subgraph) -> dict[str, Iterable[Any]]:
    kinds = {kind: code for code, kind in enumerate(KINDS)}
    bases = {basis: code for code, basis in enumerate(_BASES)}
    names = ("source", "target", "kind", "confidence", "basis", "line", "impact")
    columns = {name: array("l") for name in names}
    for link in graph.links():
        line = link.lines[0] if link.lines else 0
        sure, impact = round(link.confidence * _SCALE), round(link.impact * _SCALE)
        row = (link.source, link.target, kinds[link.kind], sure, bases[link.basis], line, impact)
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
    return dict(columns)


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
