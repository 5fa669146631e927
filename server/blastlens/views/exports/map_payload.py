"""What an interactive map is drawn from: the graph as columns of JSON, because tens of thousands of objects would be several times as
long. `graph-view/src/payload.ts` says the same in TypeScript."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, Final

from blastlens.analyses.subgraph import FILE, KINDS, Node, Subgraph
from blastlens.model.edge import Basis

_SCALE: Final = 10_000
_BASES: Final = tuple(basis.value for basis in Basis)


def payload(graph: Subgraph) -> dict[str, Any]:
    """The whole, JSON-ready. `graph` is of level "symbol" or "file", or both."""
    return head(graph) | {
        "nodes": {name: list(values) for name, values in node_columns(graph.nodes).items()},
        "links": {name: list(values) for name, values in link_columns(graph).items()},
    }


def head(graph: Subgraph) -> dict[str, Any]:
    said: dict[str, Any] = {
        "project": str(graph.facts.get("project", "")),
        "complete": graph.facts.get("complete", True),
        "reason": graph.facts.get("reason"),
        "nodeKinds": _kinds(graph.nodes),
        "linkKinds": KINDS,
        "bases": _BASES,
        "files": _files(graph.nodes),
        "start": {
            "radius": [number for number, node in enumerate(graph.nodes) if node.hops == 0],
            "focus": graph.focus,
        },
    }
    if "about" in graph.facts:
        said["about"] = graph.facts["about"]
    if any(graph.omitted):
        said["omitted"] = graph.omitted._asdict()
    return said


def node_columns(nodes: Sequence[Node]) -> dict[str, Iterable[Any]]:
    number_of = {path: number for number, path in enumerate(_files(nodes))}
    kinds = _kinds(nodes)
    columns: dict[str, Iterable[Any]] = {
        "qualname": (node.qualname for node in nodes),
        "kind": (kinds.index(node.kind) for node in nodes),
        "file": (number_of[node.file] for node in nodes),
        "line": (node.line for node in nodes),
        "parent": (-1 if node.parent is None else node.parent for node in nodes),
        "test": (int(node.is_test) for node in nodes),
        "cognitive": (node.cognitive for node in nodes),
        "mark": (
            "" if node.kind == FILE else node.symbol.removeprefix(f"{node.file}::{node.qualname}") for node in nodes
        ),
    }
    if any(node.symbols != 1 for node in nodes):
        columns["symbols"] = (node.symbols for node in nodes)
    if any(node.hops is not None for node in nodes):
        columns["hops"] = (-1 if node.hops is None else node.hops for node in nodes)
        columns["reached"] = (round((node.reached or 0.0) * _SCALE) for node in nodes)
    return columns


def link_columns(graph: Subgraph) -> dict[str, Iterable[Any]]:
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


def _files(nodes: Sequence[Node]) -> list[str]:
    return list(dict.fromkeys(node.file for node in nodes))


def _kinds(nodes: Sequence[Node]) -> list[str]:
    return list(dict.fromkeys(node.kind for node in nodes))
