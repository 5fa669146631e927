"""Java's rules for the linker, put together."""

from dataclasses import replace
from typing import Final

from blastlens.languages.java.entry_points import ENTRY_POINTS
from blastlens.languages.java.library import JavaLibrary
from blastlens.languages.java.placement import MANIFESTS, JavaLayout
from blastlens.languages.java.tests import JavaTests
from blastlens.languages.plain import PLAIN_FORMS, PLAIN_FRAMEWORKS, PLAIN_LIBRARY, PLAIN_PROTOCOLS
from blastlens.languages.rules import LinkRules, Project
from blastlens.languages.scoping import Scoping

_PRIMITIVES: Final = ("boolean", "byte", "char", "double", "float", "int", "long", "short")
# Conversions that widen, each to the next; `char` goes the way of `int`.
_WIDENING: Final = ("byte", "short", "int", "long", "float", "double")
_BOXES: Final = {
    "boolean": "Boolean",
    "byte": "Byte",
    "char": "Character",
    "double": "Double",
    "float": "Float",
    "int": "Integer",
    "long": "Long",
    "short": "Short",
}

FORMS: Final = replace(
    PLAIN_FORMS,
    sequences=frozenset({"array[]"}),
    constructors=("<init>()",),
    language_scope="java.lang.",
    root="Object",
    boxes={"str": "String", **_BOXES},
    plain_types=frozenset(_PRIMITIVES),
    promoted=frozenset((narrow, wide) for at, narrow in enumerate(_WIDENING) for wide in _WIDENING[at + 1 :])
    | {("char", wide) for wide in _WIDENING[2:]},
)


PROTOCOLS: Final = replace(
    PLAIN_PROTOCOLS,
    enter=("", "close()"),
    iterate=("iterator()",),
    step="next()",
)


class JavaRules:
    family = "jvm"
    scoping = Scoping(
        named_late=True,
        implicit_receiver=True,
        package="name",
        overloads="types",
        methods="()",
        unique_names=False,
        loaded_by_use=True,
        implicit_super=True,
    )
    forms = FORMS
    library = replace(PLAIN_LIBRARY, sequence_same=frozenset({"clone()"}), containers=("java.lang.Object", "", ""))
    protocols = PROTOCOLS
    tests = JavaTests()
    entry_points = ENTRY_POINTS
    stubs = JavaLibrary()
    frameworks = PLAIN_FRAMEWORKS

    def layout(self, project: Project) -> JavaLayout:
        return JavaLayout(project)

    def source_of(self, path: str) -> str:
        return path

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        return {MANIFESTS} if before.manifests != after.manifests else set()


JAVA_RULES: Final[LinkRules] = JavaRules()
