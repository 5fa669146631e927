"""The declarations of TypeScript and JavaScript, and of the manifests that lay out their projects."""

import re
from collections.abc import Mapping
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.arguments import EXACT, Arguments
from blastlens.languages.protocol import Language, Parse
from blastlens.languages.rules import LinkRules
from blastlens.languages.typed_imports import Proposed
from blastlens.languages.typescript.branching import BRANCHING
from blastlens.languages.typescript.guarding import GUARDING
from blastlens.languages.typescript.interface import INTERFACE

_MARKER: Final = re.compile(
    rb"""^[ \t]*(?:/[/*]|\*|)[^\n]*?
    (?:@generated\b
      |(?:auto[- ]?)?generated\b[^\n]*\b(?:do[ ]not|don't)[ ](?:edit|modify|change)
      |(?:do[ ]not|don't)[ ](?:edit|modify|change)\b[^\n]*\bgenerated)""",
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_MARKED_LINES: Final = 12
_MINIFIED: Final = re.compile(r"[.-]min\.[cm]?js$")


class _Script:
    """What the languages of the family share."""

    filenames: frozenset[str] = frozenset()
    of_folder: frozenset[str] = frozenset(("index",))
    editor_ids: tuple[str, ...] = ()
    name = ""
    has_elements = False
    line_comment = b"//"
    decorators = frozenset(("decorator",))
    documentation: frozenset[str] = frozenset()
    arguments = EXACT
    comment_kinds = frozenset(("comment",))
    branching = BRANCHING
    guarding = GUARDING
    interface = INTERFACE
    extractor_version = 9

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        # Imported here: whoever only asks for a language's name loads no walker.
        from blastlens.languages.typescript.walk import walk

        return walk(root, source, parse, self.name, has_elements=self.has_elements)

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    @property
    def rules(self) -> LinkRules:
        from blastlens.languages.typescript.rules import TYPESCRIPT_RULES

        return TYPESCRIPT_RULES

    def generated_reason(self, path: str, head: bytes) -> str | None:
        if _MINIFIED.search(path):
            return "minified"
        comments = b"\n".join(
            line for line in head.splitlines()[:_MARKED_LINES] if line.lstrip()[:2] in (b"//", b"/*", b"* ")
        )
        return "marked as generated" if _MARKER.search(comments) else None


class _Typed(_Script):
    """What TypeScript has with JSX and without."""

    def for_types_alone(self, source: str, line: int, facts: FileFacts) -> Proposed:
        from blastlens.languages.typescript.import_type import for_types_alone

        return for_types_alone(source, line, facts)

    def taken_by(self, path: str) -> str:  # noqa: ARG002
        return ""


class TypeScript(_Typed):
    """TypeScript without JSX."""

    name = "typescript"
    suffixes = frozenset((".ts", ".mts", ".cts"))
    editor_ids: tuple[str, ...] = ("typescript",)
    grammar = "typescript"


class Tsx(_Typed):
    """TypeScript with JSX."""

    name = "tsx"
    suffixes = frozenset((".tsx",))
    editor_ids: tuple[str, ...] = ("typescriptreact",)
    grammar = "tsx"
    has_elements = True


class JavaScript(_Script):
    """JavaScript, with JSX: ES modules and CommonJS."""

    name = "javascript"
    arguments = Arguments(any_count=True)
    suffixes = frozenset((".js", ".jsx", ".mjs", ".cjs"))
    editor_ids: tuple[str, ...] = ("javascript", "javascriptreact")
    grammar = "javascript"
    has_elements = True


class PackageJson(_Script):
    """The manifest of a package: its name and what it exports."""

    name = "package.json"
    suffixes: frozenset[str] = frozenset()
    filenames = frozenset(("package.json",))
    grammar = ""

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.typescript.manifests import package

        return package(source)


class ProjectConfig(_Script):
    """How paths are spelled in a project: `tsconfig.json`."""

    name = "tsconfig.json"
    suffixes: frozenset[str] = frozenset()
    filenames = frozenset(
        (
            *("tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.build.json", "tsconfig.app.json"),
            *(
                "tsconfig.lib.json",
                "tsconfig.node.json",
                "tsconfig.spec.json",
                "tsconfig.test.json",
                "tsconfig.common.json",
            ),
            *("tsconfig.options.json", "tsconfig.paths.json", "tsconfig.shared.json", "tsconfig-base.json"),
        )
    )
    grammar = ""

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.typescript.manifests import project

        return project(source)


TYPESCRIPT: Final[Language] = TypeScript()
TSX: Final[Language] = Tsx()
JAVASCRIPT: Final[Language] = JavaScript()
PACKAGE: Final[Language] = PackageJson()
PROJECT: Final[Language] = ProjectConfig()
