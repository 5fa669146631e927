"""The heads of functions: what stands before their bodies."""

from collections.abc import Mapping
from typing import Any

from blastlens.extract.extractor import parser_of
from blastlens.languages.interface import Head, definition_of
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode


def heads(language: Language, data: bytes, names: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    """Of functions whose names stand at these places (line 1-based, column in UTF-8 bytes) the text up to the body as an interface
    of the language has it, by key. What names no definition is left out."""
    if not language.grammar:
        return {}
    source = decode(data).source
    root = parser_of(language.grammar)(source)
    found = {}
    for key, place in names.items():
        name, node = _named_at(root, place)
        head = language.interface.head(node, name) if node is not None else None
        if head is not None:
            found[key] = _text(source, head)
    return found


def type_parameters(language: Language, data: bytes, place: tuple[int, int]) -> str:
    """The text of the type parameters of a class whose name stands there; "" for none."""
    if not language.grammar:
        return ""
    source = decode(data).source
    _, node = _named_at(parser_of(language.grammar)(source), place)
    parameters = node.child_by_field_name("type_parameters") if node is not None else None
    return "" if parameters is None else source[parameters.start_byte : parameters.end_byte].decode("utf-8", "replace")


def _named_at(root: Any, place: tuple[int, int]) -> tuple[Any, Any]:
    """The name at a place and what it names."""
    line, column = place
    name = root.descendant_for_point_range((line - 1, column), (line - 1, column + 1))
    return name, definition_of(name) if name is not None else None


def _text(source: bytes, head: Head) -> str:
    parts, at = [], head.start
    for edit in sorted(head.edits):
        if edit.start >= at:
            parts += [source[at : edit.start], edit.text.encode()]
            at = edit.end
    text = b"".join([*parts, source[at : max(head.end, at)]]).decode("utf-8", "replace")
    return text.rstrip().rstrip("{:;").rstrip()
