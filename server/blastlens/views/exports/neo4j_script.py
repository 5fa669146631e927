"""A Cypher script for Neo4j 5: `cypher-shell -f graph.cypher`. Run again, it brings an older export up to date but for what is gone."""

import re
from collections.abc import Iterator
from typing import Any, Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.part import SIGNATURE, Part

_BATCH: Final = 500
CONTAINS: Final = "CONTAINS"
_ESCAPED: Final = re.compile(r"\\u|[\x00-\x1f\x7f-\x9f'\\\u2028\u2029\ud800-\udfff]")
_SHORT: Final = {"\\": "\\\\", "\\u": "\\\\\\u0075", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def neo4j_script(graph: Subgraph) -> Iterator[Part]:
    yield Part("", _text(graph))


def quoted(text: str) -> str:
    """Text as a Cypher string. Neo4j replaces `\\uXXXX` before it looks for backslashes, so that a backslash of the text must never
    stand before a `u`: the `u` is then an escape itself."""
    return "'" + _ESCAPED.sub(lambda found: _SHORT.get(found[0]) or f"\\u{ord(found[0]):04X}", text) + "'"


def label_of(node: Node) -> str:
    """The second label of a node, beside `Symbol`."""
    return node.kind.capitalize()


def type_of(link: Link) -> str:
    """The type of a relationship."""
    return link.kind.upper()


def _text(graph: Subgraph) -> Iterator[str]:
    yield f"// {SIGNATURE}\n"
    yield "CREATE CONSTRAINT blastlens_symbol IF NOT EXISTS FOR (one:Symbol) REQUIRE one.id IS UNIQUE;\n"
    batches: dict[str, list[str]] = {}
    for node in graph.nodes:
        yield from _batched(batches, label_of(node), _map(_node_properties(node)), _nodes)
    yield from _rest(batches, _nodes)
    for node in graph.nodes:
        if node.parent is not None:
            row = _row(graph.nodes[node.parent], node, {})
            yield from _batched(batches, CONTAINS, row, _relationships)
    for link in graph.links():
        row = _row(graph.nodes[link.source], graph.nodes[link.target], _link_properties(link))
        yield from _batched(batches, type_of(link), row, _relationships)
    yield from _rest(batches, _relationships)


def _batched(batches: dict[str, list[str]], name: str, row: str, statement: Any) -> Iterator[str]:
    batch = batches.setdefault(name, [])
    batch.append(row)
    if len(batch) == _BATCH:
        yield from statement(name, batch)
        batch.clear()


def _rest(batches: dict[str, list[str]], statement: Any) -> Iterator[str]:
    for name, batch in batches.items():
        if batch:
            yield from statement(name, batch)
    batches.clear()


def _nodes(label: str, batch: list[str]) -> Iterator[str]:
    yield "UNWIND [\n" + ",\n".join(batch)
    yield f"\n] AS row MERGE (one:Symbol {{id: row.id}}) SET one += row, one:{label};\n"


def _relationships(kind: str, batch: list[str]) -> Iterator[str]:
    yield "UNWIND [\n" + ",\n".join(batch)
    yield "\n] AS row MATCH (a:Symbol {id: row.source}), (b:Symbol {id: row.target})"
    yield f" MERGE (a)-[one:{kind}]->(b) SET one += row.properties;\n"


def _row(source: Node, target: Node, properties: dict[str, object]) -> str:
    return f"{{source: {quoted(source.id)}, target: {quoted(target.id)}, properties: {_map(properties)}}}"


def _node_properties(node: Node) -> dict[str, object]:
    values = node._asdict()
    del values["parent"]
    values["test"] = values.pop("is_test")
    return {name: value for name, value in values.items() if value is not None}


def _link_properties(link: Link) -> dict[str, object]:
    values = link._asdict()
    del values["source"], values["target"], values["kind"]
    return values


def _map(values: dict[str, object]) -> str:
    return "{" + ", ".join(f"{name}: {_literal(value)}" for name, value in values.items()) + "}"


def _literal(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return repr(value)
