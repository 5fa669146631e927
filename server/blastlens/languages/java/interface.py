"""How Java writes an interface."""

from typing import Any, Final

from blastlens.languages.interface import Edit, Head, InterfaceForm, whole_head


def _head(node: Any, name: Any) -> Head | None:
    """Without the annotations of the method: they speak of the implementation."""
    head = whole_head(node, name)
    marks = [one for child in node.children if child.type == "modifiers" for one in child.children]
    annotations = [Edit(one.start_byte, one.end_byte) for one in marks if one.type.endswith("annotation")]
    return head and head._replace(edits=(*head.edits, *annotations))


INTERFACE: Final = InterfaceForm(
    "interface {name} {{",
    "    {head};",
    "}}",
    head=_head,
    dropped=frozenset(
        ("public", "protected", "private", "final", "synchronized", "abstract", "default", "native", "strictfp")
    ),
    generic=True,
)
