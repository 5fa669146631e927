"""The declarations of Rust and of its manifests."""

from collections.abc import Mapping
from typing import Any, Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.arguments import Arguments
from blastlens.languages.guarding import NONE as UNGUARDED
from blastlens.languages.manifests import Manifest
from blastlens.languages.protocol import Language, Parse
from blastlens.languages.rules import LinkRules
from blastlens.languages.rust.branching import BRANCHING
from blastlens.languages.rust.interface import INTERFACE
from blastlens.languages.rust.literals import LITERALS


class Rust:
    """Rust 2015 to 2024.

    Followed: modules in files and inline, `use` with renames, globs and re-exports, crates of a workspace, implementations
    anywhere in a crate, traits with default methods, supertraits, associated types and bounds of generics, `dyn` and `impl`,
    closures, patterns, iterators and the wrappers of the standard library, arguments of macros.
    Not followed: what macros and derives make, values in fields of function type, inference backwards from later use.
    """

    name = "rust"
    suffixes = frozenset((".rs",))
    filenames: frozenset[str] = frozenset()
    of_folder: frozenset[str] = frozenset(
        (
            "mod",
            "lib",
            "main",
        )
    )
    editor_ids: tuple[str, ...] = ("rust",)
    grammar = "rust"
    line_comment = b"//"
    decorators = frozenset(("attribute_item",))
    documentation: frozenset[str] = frozenset()
    arguments = Arguments(explicit_receiver=True, literals=LITERALS)
    comment_kinds = frozenset(("line_comment", "block_comment"))
    branching = BRANCHING
    guarding = UNGUARDED
    interface = INTERFACE
    extractor_version = 3

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        # Imported here: whoever only asks for a language's name loads no walker.
        from blastlens.languages.rust.walk import walk

        return walk(root, source, parse, self.name)

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    @property
    def rules(self) -> LinkRules:
        return _rules()

    def generated_reason(self, path: str, head: bytes) -> str | None:  # noqa: ARG002
        # What programs write is compiled and called like the rest.
        return None


class CargoManifest(Manifest):
    """`Cargo.toml`: which folder is which package, where its crates begin, and what it depends on."""

    name = "rust manifest"
    filenames = frozenset(("Cargo.toml",))

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        from blastlens.languages.rust.cargo import read

        return read(source)

    @property
    def rules(self) -> LinkRules:
        return _rules()


def _rules() -> LinkRules:
    from blastlens.languages.rust.rules import RUST_RULES

    return RUST_RULES


RUST: Final[Language] = Rust()
CARGO_MANIFEST: Final[Language] = CargoManifest()
