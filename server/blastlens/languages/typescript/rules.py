"""The rules of TypeScript and JavaScript for the linker, put together."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from blastlens.languages.plain import (
    PLAIN_FORMS,
    PLAIN_FRAMEWORKS,
    PLAIN_LIBRARY,
    PLAIN_PROTOCOLS,
)
from blastlens.languages.project_key import ProjectKey
from blastlens.languages.rules import LinkRules, Project
from blastlens.languages.scoping import Scoping
from blastlens.languages.signature_table import SignatureTable
from blastlens.languages.typescript.entry_points import ENTRY_POINTS
from blastlens.languages.typescript.placement import TypeScriptLayout, erases
from blastlens.languages.typescript.tests import TypeScriptTests

_MODULE: Final = "javascript"
_TABLE: Final = Path(__file__).with_name("library.txt")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


FORMS: Final = replace(
    PLAIN_FORMS,
    sequences=_names(
        """Array ReadonlyArray Set ReadonlySet WeakSet Iterable Iterator IterableIterator AsyncIterable AsyncIterator
        AsyncIterableIterator ArrayLike Generator AsyncGenerator ArrayIterator SetIterator"""
    ),
    generators=_names("Generator AsyncGenerator"),
    mappings=_names("Map ReadonlyMap WeakMap Record"),
    transparent=_names(
        """Partial Required Readonly NonNullable Omit Pick Exclude Extract NoInfer Awaited InstanceType ThisType
        DeepPartial"""
    ),
    plain_types=_names("str int bool regex"),
    texts=_names("str"),
    guards=frozenset({"is "}),
    types=frozenset({"new "}),
    awaitables=_names("Promise PromiseLike Thenable"),
    ignored=_names("Function Object"),
    self_types=frozenset({"this "}),
    constructors=("constructor",),
    language_scope=f"{_MODULE}.",
)

LIBRARY: Final = replace(
    PLAIN_LIBRARY,
    sequence_element=_names("pop shift at"),
    sequence_same=_names("slice concat reverse toReversed splice toSpliced with values"),
    mapping_value=_names("get"),
    form_modules=frozenset({_MODULE}),
    form_names=FORMS.sequences | FORMS.generators | FORMS.mappings | FORMS.transparent | FORMS.awaitables,
    awaitable=f"{_MODULE}.Promise",
    containers=(f"{_MODULE}.Array", f"{_MODULE}.Map", ""),
    common_methods=_names("toString valueOf toJSON toLocaleString hasOwnProperty constructor then catch finally"),
)


class TypeScriptRules:
    family = "typescript"
    scoping = Scoping(
        structural=True,
        extensions=True,
        exports="export ",
        unique_names=False,
        receiver_names=True,
        erases=erases,
        wraps=True,
        scripts=True,
        globals=_names("window globalThis self top parent"),
    )
    forms = FORMS
    library = LIBRARY
    protocols = replace(PLAIN_PROTOCOLS, call_object="()")
    tests = TypeScriptTests()
    entry_points = ENTRY_POINTS
    stubs = SignatureTable("typescript", _TABLE, "//javascript.ts", lambda dotted: dotted == _MODULE)
    frameworks = PLAIN_FRAMEWORKS

    def layout(self, project: Project) -> TypeScriptLayout:
        return _layout(ProjectKey(project))

    def source_of(self, path: str) -> str:
        return path

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        return _layout(ProjectKey(before)).changed_keys(_layout(ProjectKey(after)))


@lru_cache(maxsize=2)
def _layout(key: ProjectKey) -> TypeScriptLayout:
    """Kept from save to save: most of them leave files and manifests as they are."""
    return TypeScriptLayout(key.project)


TYPESCRIPT_RULES: Final[LinkRules] = TypeScriptRules()
