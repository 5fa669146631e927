"""The declarations of C, C++ and the headers that either may include."""

import re
from collections.abc import Mapping
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.arguments import EXACT, Arguments
from blastlens.languages.c.branching import BRANCHING
from blastlens.languages.guarding import NONE as UNGUARDED
from blastlens.languages.interface import NO_INTERFACE
from blastlens.languages.manifests import Manifest
from blastlens.languages.protocol import Language, Parse
from blastlens.languages.rules import LinkRules

_GENERATED: Final = re.compile(
    rb"""(?:@generated\b
      |(?:auto[- ]?)?generated\b[^\n]*\b(?:do[ ]not|don't)[ ](?:edit|modify|change)
      |(?:do[ ]not|don't)[ ](?:edit|modify|change)\b[^\n]*\bgenerated
      |generated[ ]by[ ](?:the[ ])?(?:protocol[ ]buffer[ ]compiler|bison|gperf|re2c|ragel|swig)
      |A[ ](?:Bison[ ]parser|lexical[ ]scanner[ ]generated))""",
    re.IGNORECASE | re.VERBOSE,
)
_COMMENT: Final = re.compile(rb"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)


class CLike:
    """One of the languages of the family, by its suffixes and grammar."""

    filenames: frozenset[str] = frozenset()
    of_folder: frozenset[str] = frozenset()
    comment_kinds = frozenset(("comment",))
    branching = BRANCHING
    guarding = UNGUARDED
    interface = NO_INTERFACE
    extractor_version = 5
    line_comment = b"//"
    decorators = frozenset(("attribute_declaration", "attribute_specifier"))
    documentation: frozenset[str] = frozenset()

    def __init__(
        self,
        name: str,
        suffixes: frozenset[str],
        grammar: str,
        editor_ids: tuple[str, ...],
        arguments: Arguments = EXACT,
    ) -> None:
        self.name, self.suffixes, self.grammar = name, suffixes, grammar
        self.editor_ids, self.arguments = editor_ids, arguments

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        # Imported here: whoever only asks for a language's name loads no walker.
        from blastlens.languages.c.walk import walk

        return walk(root, source, parse, self.name)

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    @property
    def rules(self) -> LinkRules:
        return _rules()

    def generated_reason(self, path: str, head: bytes) -> str | None:  # noqa: ARG002
        marked = any(_GENERATED.search(comment) for comment in _COMMENT.findall(head))
        return "marked as generated" if marked else None


class CMakeManifest(Manifest):
    """`CMakeLists.txt`: what is built in a folder, and what is linked into it."""

    name = "CMakeLists.txt"
    filenames = frozenset(("CMakeLists.txt",))

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.c.build_files import read

        return read(source)

    @property
    def rules(self) -> LinkRules:
        return _rules()


def _rules() -> LinkRules:
    from blastlens.languages.c.rules import C_RULES

    return C_RULES


_OPEN: Final = Arguments(empty_is_open=True)

C: Final[Language] = CLike("c", frozenset({".c"}), "c", ("c",), _OPEN)
# The grammar of C++ reads C too, but for names that C++ keeps for itself: see `walk.walk`.
C_HEADER: Final[Language] = CLike("c header", frozenset({".h"}), "cpp", ("c", "cpp"), _OPEN)
CPP: Final[Language] = CLike(
    "c++",
    frozenset({".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp", ".inl"}),
    "cpp",
    ("cpp",),
)
CMAKE_MANIFEST: Final[Language] = CMakeManifest()
