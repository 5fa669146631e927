"""The rules of C and C++ for the linker, put together."""

from dataclasses import replace
from typing import Final

from blastlens.languages.c.entry_points import ENTRY_POINTS
from blastlens.languages.c.placement import MANIFESTS, IncludeLayout, spelled_keys
from blastlens.languages.c.tests import CTests
from blastlens.languages.plain import (
    PLAIN_FORMS,
    PLAIN_FRAMEWORKS,
    PLAIN_LIBRARY,
    PLAIN_PROTOCOLS,
    NoStubs,
)
from blastlens.languages.rules import LinkRules, Project
from blastlens.languages.scoping import Scoping

_NUMBERS: Final = ("bool", "char", "short", "int", "long", "float", "double")
_SIZES: Final = (
    "unsigned",
    "size_t",
    "ssize_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
)
_ALL: Final = (*_NUMBERS, *_SIZES)

FORMS: Final = replace(
    PLAIN_FORMS,
    sequences=frozenset(
        {
            "array[]",
            "vector",
            "list",
            "deque",
            "set",
            "unordered_set",
            "multiset",
            "array",
            "span",
            "initializer_list",
            "stack",
            "queue",
            "priority_queue",
            "forward_list",
            "valarray",
        }
    ),
    mappings=frozenset({"map", "unordered_map", "multimap", "unordered_multimap"}),
    tuples=frozenset({"pair", "tuple"}),
    transparent=frozenset(
        {
            "unique_ptr",
            "shared_ptr",
            "optional",
            "reference_wrapper",
            "atomic",
            "scoped_refptr",
            "intrusive_ptr",
            "scoped_ptr",
        }
    ),
    constructors=("<init>",),
    language_scope="c.",
    plain_types=frozenset(_ALL),
    # Every number is taken for every other: it needs a conversion, where one of the same type needs none.
    promoted=frozenset((one, other) for one in _ALL for other in _ALL if one != other),
)
LIBRARY: Final = replace(
    PLAIN_LIBRARY,
    sequence_element=frozenset({"front", "back", "at", "top"}),
)
PROTOCOLS: Final = replace(PLAIN_PROTOCOLS, call_object="operator()", get_item="operator[]", iterate=("begin",))


class CRules:
    family = "c"
    scoping = Scoping(
        implicit_receiver=True,
        named_late=True,
        package="linkage",
        overloads="types",
        typed=True,
        loaded_by_use=True,
        implicit_super=True,
    )
    forms = FORMS
    library = LIBRARY
    protocols = PROTOCOLS
    tests = CTests()
    entry_points = ENTRY_POINTS
    stubs = NoStubs()
    frameworks = PLAIN_FRAMEWORKS

    def layout(self, project: Project) -> IncludeLayout:
        return IncludeLayout(project)

    def source_of(self, path: str) -> str:
        return path

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        changed = spelled_keys(set(before.paths) ^ set(after.paths))
        return changed | {MANIFESTS} if before.manifests != after.manifests else changed


C_RULES: Final[LinkRules] = CRules()
