"""GraphML 1.0 (Brandes et al., 2001), as igraph, networkx, yEd and Gephi read it."""

import re
from collections.abc import Iterator
from typing import Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.part import SIGNATURE, Part

# XML 1.0 has no way to say these, not even as a reference.
_UNSAYABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LIKE_AN_ESCAPE: Final = re.compile(r"\\u[0-9a-f]{4}")
# A line end that is no reference would be read as "\n".
_REFERENCES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_NODE_KEYS: Final = (
    ("symbol", "string"),
    ("name", "string"),
    ("qualname", "string"),
    ("kind", "string"),
    ("language", "string"),
    ("file", "string"),
    ("line", "int"),
    ("last_line", "int"),
    ("parent", "string"),
    ("test", "boolean"),
    ("cyclomatic", "int"),
    ("cognitive", "int"),
    ("symbols", "int"),
    ("hops", "int"),
    ("reached", "double"),
)
_LINK_KEYS: Final = (
    ("kind", "string"),
    ("confidence", "double"),
    ("basis", "string"),
    ("lines", "string"),
    ("edges", "int"),
    ("impact", "double"),
)
_HEAD: Final = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- {SIGNATURE} -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


def graphml(graph: Subgraph) -> Iterator[Part]:
    yield Part("", _text(graph))


def escaped(text: str) -> str:
    """Text as XML. Characters that XML does not know are written `\\uXXXX`; where that, or what looks like it, is in a text, its
    backslashes are doubled."""
    if _UNSAYABLE.search(text) or _LIKE_AN_ESCAPE.search(text):
        text = _UNSAYABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\\", "\\\\"))
    return text.translate(_REFERENCES)


def _text(graph: Subgraph) -> Iterator[str]:
    yield _HEAD
    for name in graph.facts:
        yield f'<key id="g_{name}" for="graph" attr.name="{name}" attr.type="string"/>\n'
    for prefix, owner, keys in (("n", "node", _NODE_KEYS), ("e", "edge", _LINK_KEYS)):
        for name, kind in keys:
            yield f'<key id="{prefix}_{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '<graph id="code" edgedefault="directed">\n'
    for name, value in graph.facts.items():
        yield f'<data key="g_{name}">{escaped(_plain(value))}</data>\n'
    for number, node in enumerate(graph.nodes):
        yield f'<node id="n{number}">{_data("n", _node_values(graph, node))}</node>\n'
    for link in graph.links():
        yield f'<edge source="n{link.source}" target="n{link.target}">{_data("e", _link_values(link))}</edge>\n'
    yield "</graph>\n</graphml>\n"


def _node_values(graph: Subgraph, node: Node) -> dict[str, object]:
    values = node._asdict()
    values["symbol"] = node.id
    values["parent"] = graph.nodes[node.parent].id if node.parent is not None else None
    values["test"] = node.is_test
    return {name: values[name] for name, _ in _NODE_KEYS}


def _link_values(link: Link) -> dict[str, object]:
    values = link._asdict()
    values["lines"] = " ".join(map(str, link.lines))
    return {name: values[name] for name, _ in _LINK_KEYS}


def _data(prefix: str, values: dict[str, object]) -> str:
    said = ((name, value) for name, value in values.items() if value is not None and value != "")
    return "".join(f'<data key="{prefix}_{name}">{escaped(_plain(value))}</data>' for name, value in said)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
