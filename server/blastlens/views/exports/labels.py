"""What drawings have in common: short labels, how sure lines look, shades of a blast radius, and what a drawing leaves out."""

from collections.abc import Iterator
from typing import Final

from blastlens.analyses.subgraph import Node, Subgraph
from blastlens.model import thresholds
from blastlens.views.exports.part import visible
from blastlens.views.wording import plural

_MOST_CHARACTERS: Final = 60
# Fills by hops from what changes, the change itself first.
SHADES: Final = ("#d7301f", "#fc8d59", "#fdbb84", "#fdd49e", "#fee8c8")


def legible(text: str) -> str:
    """Text with what has no shape of its own written out (`\\x07`): control characters, and those that turn what follows round."""
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in visible(text))


def shortened(text: str) -> str:
    """The end of a long name, which tells more than its beginning."""
    return text if len(text) <= _MOST_CHARACTERS else "…" + text[1 - _MOST_CHARACTERS :]


def label(node: Node) -> str:
    """What a drawing writes on a node that stands in a cluster of its file or folder; never blank, which Mermaid does not take."""
    text = node.name if node.kind in ("file", "module") else node.qualname
    return shortened(text if text.strip() else node.symbol)


def style_of(confidence: float) -> str:
    """ "solid", or "dashed" below the threshold that answers count from."""
    return "solid" if confidence >= thresholds.REVIEW else "dashed"


def what_is_left_out(graph: Subgraph) -> Iterator[str]:
    """A sentence on each thing that a reader of the drawing would miss."""
    if graph.omitted.nodes or graph.omitted.links:
        nodes = f"{graph.omitted.nodes:,} of {plural(len(graph.nodes) + graph.omitted.nodes, 'node')}"
        yield f"Left out: {nodes}, {plural(graph.omitted.links, 'edge')}; the most connected are drawn, --focus chooses others"
    if graph.facts.get("reason"):
        yield f"Incomplete: {graph.facts['reason']}".replace("\n", " ")
