"""The declarations of Go and of its manifests."""

from collections.abc import Mapping
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.arguments import Arguments
from blastlens.languages.go.branching import BRANCHING
from blastlens.languages.go.interface import INTERFACE
from blastlens.languages.go.literals import LITERALS
from blastlens.languages.guarding import NONE as UNGUARDED
from blastlens.languages.manifests import Manifest
from blastlens.languages.protocol import Language, Parse
from blastlens.languages.rules import LinkRules


class Go:
    """Go 1, generics and range over functions included.

    Followed: packages by folder and name, `_test` packages, imports by module path (`go.mod`, `go.work`, `replace`, `vendor`,
    `internal`), receivers, embedding breadth first, interfaces by method set, generics, several results, type switches,
    channels and ranges, method values and expressions. Build constraints are read: of two definitions of one name the one
    counts that a build for linux/amd64 without cgo takes.
    Not followed: values through variables and fields of function type, reflection, cgo, assembly.
    """

    name = "go"
    suffixes = frozenset((".go",))
    filenames: frozenset[str] = frozenset()
    of_folder: frozenset[str] = frozenset()
    editor_ids: tuple[str, ...] = ("go",)
    grammar = "go"
    line_comment = b"//"
    decorators: frozenset[str] = frozenset()
    documentation: frozenset[str] = frozenset()
    arguments = Arguments(explicit_receiver=True, spread_results=True, literals=LITERALS)
    comment_kinds = frozenset(("comment",))
    branching = BRANCHING
    guarding = UNGUARDED
    interface = INTERFACE
    extractor_version = 5

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        # Imported here: whoever only asks for a language's name loads no walker.
        from blastlens.languages.go.walk import walk

        return walk(root, source, parse, self.name)

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    @property
    def rules(self) -> LinkRules:
        return _rules()

    def generated_reason(self, path: str, head: bytes) -> str | None:  # noqa: ARG002
        # What programs write is compiled and called like the rest.
        return None


class GoManifest(Manifest):
    """`go.mod` and `go.work`: which folder is which module, and what stands in for another module."""

    name = "go manifest"
    filenames = frozenset(("go.mod", "go.work"))

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.go.module_file import read

        return read(source)

    @property
    def rules(self) -> LinkRules:
        return _rules()


def _rules() -> LinkRules:
    from blastlens.languages.go.rules import GO_RULES

    return GO_RULES


GO: Final[Language] = Go()
GO_MANIFEST: Final[Language] = GoManifest()
