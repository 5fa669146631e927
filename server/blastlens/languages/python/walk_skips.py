"""Tests that their text says are never run: skipped by a decorator, by a mark of their module, or by what they do first."""

import re
from typing import Any, Final

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.python.walk_state import Walk

_SKIPPED: Final = DefFlag.SKIPPED_TEST
_SKIPPING: Final = re.compile(
    rb"raise\s+(?:(?:unittest\.)?SkipTest|pytest\.skip\.Exception)\b|(?:pytest\.skip|self\.skipTest)\s*\("
)
_MARKED: Final = re.compile(rb"pytestmark\b[^=]*=\s*(?:[\[(][^\])]*?)?pytest\.mark\.skip\b(?!if)")
_HINTS: Final = (b"pytestmark", b"allow_module_level", b"SkipTest")


def is_skip(base: bytes, name: bytes) -> bool:
    """Whether a decorator, `base.name`, skips what it is applied to."""
    return name == b"skip" and base in (b"", b"unittest", b"pytest.mark", b"mark")


def skips_at_once(walk: Walk, body: Any) -> bool:
    """Whether the first thing a body does is to skip the test."""
    for child in body.named_children:
        if child.type == "comment" or _is_text(child):
            continue
        return _skips(walk.source, child)
    return False


def mark_skipped(walk: Walk, root: Any) -> None:
    """Once the file is read: what its module or a class around it skips, is skipped."""
    whole = any(hint in walk.source for hint in _HINTS) and _skips_all(walk.source, root)
    for definition in walk.defs:
        around = walk.defs[definition.parent] if definition.parent >= 0 else None
        if whole or (around is not None and around.is_class and around.flags & _SKIPPED):
            definition.flags |= _SKIPPED


def _skips_all(source: bytes, root: Any) -> bool:
    for child in root.named_children:
        text = source[child.start_byte : child.end_byte]
        if _skips(source, child) or (text.startswith(b"pytestmark") and _MARKED.match(text)):
            return True
    return False


def _skips(source: bytes, statement: Any) -> bool:
    text = source[statement.start_byte : statement.end_byte]
    return bool(_SKIPPING.match(text))


def _is_text(statement: Any) -> bool:
    if statement.type == "expression_statement" and len(statement.named_children) == 1:
        statement = statement.named_children[0]
    return statement.type in ("string", "concatenated_string")
