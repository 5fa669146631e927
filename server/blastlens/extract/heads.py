"""The heads of functions: what stands before their bodies."""

from collections.abc import Mapping
from typing import Any

from blastlens.extract.extractor import parser_of
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode


def heads(language: Language, data: bytes, names: Mapping[str, tuple[int, int]]) -> dict[str, str]:
    """Of functions whose names stand at these places (line 1-based, column in UTF-8 bytes) the text up to the body, by key; from
    the name on where the language's interfaces begin with it. Functions without a body are left out."""
    if not language.grammar:
        return {}
    source = decode(data).source
    root = parser_of(language.grammar)(source)
    found = {}
    for key, (line, column) in names.items():
        node = root.descendant_for_point_range((line - 1, column), (line - 1, column + 1))
        start = node.start_byte if node is not None else 0
        while node is not None and node.child_by_field_name("body") is None:
            node = node.parent
        if node is not None:
            found[key] = _head(source, node, start if language.interface.from_name else node.start_byte)
    return found


def _head(source: bytes, node: Any, start: int) -> str:
    end = node.child_by_field_name("body").start_byte
    return source[start:end].decode("utf-8", "replace").rstrip().rstrip("{:").rstrip()
