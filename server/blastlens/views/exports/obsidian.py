"""A vault for Obsidian: a note for every node, linked to its neighbours, in the folders of the source."""

import json
from collections.abc import Iterator, Sequence
from typing import Final

from blastlens.analyses.subgraph import Link, Node, Subgraph
from blastlens.views.exports.labels import legible, style_of, what_is_left_out
from blastlens.views.exports.note_names import note_paths
from blastlens.views.exports.part import SIGNATURE, Part, visible
from blastlens.views.wording import plural

INDEX: Final = "Code graph.md"
_MOST_LINES: Final = 8
# What Markdown, or Obsidian's additions to it, would take for markup; in a link `|` and brackets end the text.
_MARKUP: Final = str.maketrans({char: f"\\{char}" for char in "\\`*_{}<>#~$^=%"} | {"|": "¦", "[": "⟦", "]": "⟧"})

_Ends = dict[int, list[Link]]


def obsidian(graph: Subgraph) -> Iterator[Part]:
    paths = note_paths(graph.nodes, taken=(INDEX,))
    uses: _Ends = {}
    used: _Ends = {}
    for link in graph.links():
        uses.setdefault(link.source, []).append(link)
        used.setdefault(link.target, []).append(link)
    members: dict[int, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        if node.parent is not None:
            members.setdefault(node.parent, []).append(number)
    yield Part(INDEX, _index(graph, paths))
    for number, path in enumerate(paths):
        inside = members.get(number, [])
        yield Part(path, _note(graph, paths, number, inside, uses.get(number, []), used.get(number, [])))


def plain(text: str) -> str:
    """Text on one line that Obsidian shows as it is; brackets and bars, which would end a link, as their look-alikes."""
    return legible(text).translate(_MARKUP)


def _index(graph: Subgraph, paths: Sequence[str]) -> Iterator[str]:
    yield f"---\nmade_by: {SIGNATURE}\n---\n"
    yield f"{plural(len(graph.nodes), 'note')}, one for each {graph.level}.\n\n"
    for sentence in what_is_left_out(graph):
        yield f"> {plain(sentence)}\n\n"
    for number, node in enumerate(graph.nodes):
        if node.parent is None:
            yield f"- {_to(graph, paths, number)}\n"


def _note(
    graph: Subgraph, paths: Sequence[str], number: int, members: list[int], uses: list[Link], used: list[Link]
) -> Iterator[str]:
    node = graph.nodes[number]
    yield _properties(node)
    yield f"# {plain(node.qualname)}\n\n{plain(node.file)}, line {node.line}\n"
    if node.parent is not None:
        yield f"\nInside {_to(graph, paths, node.parent)}\n"
    if members:
        yield "\n## Contains\n\n"
        for one in members:
            yield f"- {_to(graph, paths, one)}\n"
    if uses:
        yield "\n## Uses\n\n"
        for link in uses:
            yield f"- {_to(graph, paths, link.target)} {_about(link)}\n"
    if used:
        yield "\n## Used by\n\n"
        for link in used:
            yield f"- {_to(graph, paths, link.source)} {_about(link)}\n"


def _properties(node: Node) -> str:
    values: dict[str, object] = {"made_by": SIGNATURE, "symbol": visible(node.symbol), "kind": node.kind}
    values |= {"file": visible(node.file), "line": node.line, "test": node.is_test, "tags": [f"code/{node.kind}"]}
    if node.hops is not None:
        values["hops"] = node.hops
    # YAML reads JSON.
    return "---\n" + "".join(f"{name}: {json.dumps(value)}\n" for name, value in values.items()) + "---\n"


def _to(graph: Subgraph, paths: Sequence[str], number: int) -> str:
    node = graph.nodes[number]
    return f"[[{paths[number]}|{plain(node.qualname if node.kind != 'module' else node.name)}]]"


def _about(link: Link) -> str:
    lines = ", ".join(map(str, link.lines[:_MOST_LINES])) + (", …" if len(link.lines) > _MOST_LINES else "")
    where = f", line {lines}" if lines else ""
    doubt = "" if style_of(link.confidence) == "solid" else "perhaps "
    return f"({doubt}{link.kind}, confidence {link.confidence:g}{where})"
