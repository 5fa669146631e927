"""Modifiers and annotations: what they mark a definition as."""

from typing import Any, Final

from blastlens.facts.file_facts import DefFlag
from blastlens.languages.java.walk_state import CALL_ROW, JavaWalk

_KEYWORDS: Final = {
    "static": DefFlag.STATIC,
    "abstract": DefFlag.ABSTRACT,
    "private": DefFlag.PRIVATE,
    "public": DefFlag.EXPORTED,
    "protected": DefFlag.EXPORTED,
}
_TESTS: Final = frozenset(
    {b"Test", b"ParameterizedTest", b"RepeatedTest", b"TestFactory", b"TestTemplate", b"Theory", b"Property"}
)
_FIXTURES: Final = frozenset(
    b"""After AfterAll AfterClass AfterEach AfterGroups AfterMethod AfterSuite AfterTest Before BeforeAll BeforeClass
    BeforeEach BeforeGroups BeforeMethod BeforeSuite BeforeTest DataPoint DataPoints DataProvider Parameters""".split()
)
_SKIPPED: Final = frozenset({b"Disabled", b"Ignore"})
# Say something to compilers and readers only.
_SILENT: Final = frozenset({b"Deprecated", b"FunctionalInterface", b"Override", b"SafeVarargs", b"SuppressWarnings"})


class Marks:
    """What the modifiers of a definition say."""

    __slots__ = ("decorators", "flags", "is_native")

    def __init__(self) -> None:
        self.flags: int = 0
        self.decorators: list[int] = []
        self.is_native = False  # without a body for another reason than to be overridden


def read_modifiers(walk: JavaWalk, node: Any) -> Marks:
    marks = Marks()
    for child in node.children:
        kind = walk.kinds[child.kind_id]
        flag = _KEYWORDS.get(kind)
        if flag is not None:
            marks.flags |= flag
        elif kind == "native":
            marks.is_native = True
        elif kind in ("marker_annotation", "annotation"):
            _annotation(walk, child, marks)
    return marks


def _annotation(walk: JavaWalk, node: Any, marks: Marks) -> None:
    name = node.children[1] if len(node.children) > 1 else node
    text = walk.text(name).rpartition(b".")[2]
    if text in _SILENT:
        return
    if text in _TESTS:
        marks.flags |= DefFlag.TEST
    elif text in _FIXTURES:
        marks.flags |= DefFlag.FIXTURE | DefFlag.AUTOUSE
    elif text in _SKIPPED:
        marks.flags |= DefFlag.SKIPPED_TEST
    row = walk.expression(name)
    marks.decorators.append(walk.exprs[CALL_ROW, row, 0] if walk.kinds[node.kind_id] == "annotation" else row)
