"""Attributes: what stands in `#[…]` before an item."""

import re
from typing import Any, Final, NamedTuple

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.rust.conditions import is_left_out
from blastlens.languages.rust.walk_state import Walk

_DERIVE: Final = re.compile(rb"\bderive\s*\(([^)]*)\)")
_TEST: Final = re.compile(
    rb"#!?\[\s*(?:\w+\s*::\s*)*(?:test|test_case|rstest|bench|quickcheck|proptest|wasm_bindgen_test)\b"
)
_IGNORED: Final = re.compile(rb"#!?\[\s*ignore\b")
_FOR_TESTS: Final = re.compile(rb"#!?\[\s*cfg\s*\((?:\s*\w+\s*\()?\s*test\b")
_PATH: Final = re.compile(rb'\bpath\s*=\s*"([^"\n]*)"')
_LINKED: Final = re.compile(
    rb"\b(?:no_mangle|export_name|panic_handler|global_allocator|proc_macro\w*|wasm_bindgen|pyfunction|start)\b"
)
_NAME: Final = re.compile(rb"[A-Za-z_]\w*(?=\s*(?:,|$))")


class Marks(NamedTuple):
    flags: int
    derived: tuple[bytes, ...]  # names of traits that are derived
    path: bytes  # of a module's file
    is_for_tests: bool  # only tests compile it
    is_left_out: bool  # a build with default settings does without it
    is_linked: bool  # somebody outside calls it by its name


_NONE: Final = Marks(0, (), b"", False, False, False)


def taken(walk: Walk, node: Any) -> Marks:  # noqa: ARG001
    """What the attributes that were met since the last item say of this one."""
    if not walk.attributes:
        return _NONE
    text = b"\n".join([walk.text(one) for one in walk.attributes])
    walk.attributes.clear()
    return marks(text)


def marks(text: bytes) -> Marks:
    flags = 0
    if _TEST.search(text):
        flags |= DefFlag.TEST
        if _IGNORED.search(text):
            flags |= DefFlag.SKIPPED_TEST
    derived: list[bytes] = []
    for found in _DERIVE.finditer(text):
        derived += _NAME.findall(found[1])
    path = _PATH.search(text)
    return Marks(
        flags,
        tuple(derived),
        path[1] if path else b"",
        _FOR_TESTS.search(text) is not None,
        b"cfg" in text and is_left_out(text.decode("utf-8", "replace")),
        _LINKED.search(text) is not None,
    )
