"""The declaration of Java."""

import re
from collections.abc import Mapping
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.guarding import NONE as UNGUARDED
from blastlens.languages.java.arguments import ARGUMENTS
from blastlens.languages.java.branching import BRANCHING
from blastlens.languages.java.interface import INTERFACE
from blastlens.languages.manifests import Manifest
from blastlens.languages.protocol import Language, Parse
from blastlens.languages.rules import LinkRules

_MARKER: Final = re.compile(
    rb"""(?:@generated\b
      |(?:auto[- ]?)?generated\b[^\n]*\b(?:do[ ]not|don't)[ ](?:edit|modify|change)
      |(?:do[ ]not|don't)[ ](?:edit|modify|change)\b[^\n]*\bgenerated
      |generated[ ]by[ ](?:the[ ])?(?:protocol[ ]buffer[ ]compiler|antlr|javacc|jflex))""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT: Final = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)


class Java:
    """Java up to the version whose grammar knows record patterns and sealed types."""

    name = "java"
    suffixes = frozenset((".java",))
    filenames: frozenset[str] = frozenset()
    of_folder: frozenset[str] = frozenset()
    editor_ids: tuple[str, ...] = ("java",)
    grammar = "java"
    line_comment = b"//"
    decorators = frozenset(("annotation", "marker_annotation"))
    documentation: frozenset[str] = frozenset()
    arguments = ARGUMENTS
    comment_kinds = frozenset(("line_comment", "block_comment"))
    branching = BRANCHING
    guarding = UNGUARDED
    interface = INTERFACE
    extractor_version = 6

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        # Imported here: whoever only asks for a language's name loads no walker.
        from blastlens.languages.java.walk import walk

        return walk(root, source, parse, self.name)

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    @property
    def rules(self) -> LinkRules:
        return _rules()

    def generated_reason(self, path: str, head: bytes) -> str | None:  # noqa: ARG002
        before = head.partition(b"{")[0]
        marked = any(_MARKER.search(comment) for comment in _COMMENT.findall(before))
        return "marked as generated" if marked else None


class MavenManifest(Manifest):
    """`pom.xml`: the name of a module, and which others it needs."""

    name = "pom.xml"
    filenames = frozenset(("pom.xml",))

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.java.build_files import read_pom

        return read_pom(source)

    @property
    def rules(self) -> LinkRules:
        return _rules()


class GradleManifest(Manifest):
    """`build.gradle`: which other projects the one of its folder needs."""

    name = "gradle script"
    filenames = frozenset(("build.gradle", "build.gradle.kts"))

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.java.build_files import read_gradle

        return read_gradle(source)

    @property
    def rules(self) -> LinkRules:
        return _rules()


def _rules() -> LinkRules:
    from blastlens.languages.java.rules import JAVA_RULES

    return JAVA_RULES


JAVA: Final[Language] = Java()
MAVEN_MANIFEST: Final[Language] = MavenManifest()
GRADLE_MANIFEST: Final[Language] = GradleManifest()
