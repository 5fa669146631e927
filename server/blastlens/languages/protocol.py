"""What a language folder provides. Everything that differs by language is asked for through this protocol."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.arguments import Arguments
from blastlens.languages.branching import Branching
from blastlens.languages.guarding import Guarding
from blastlens.languages.interface import InterfaceForm
from blastlens.languages.rules import LinkRules


class SyntaxNode(Protocol):
    """The part of a tree-sitter node that walkers use."""

    @property
    def type(self) -> str: ...
    @property
    def kind_id(self) -> int: ...
    @property
    def named_children(self) -> Sequence[Any]: ...
    @property
    def children(self) -> Sequence[Any]: ...
    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def start_point(self) -> tuple[int, int]: ...
    @property
    def end_point(self) -> tuple[int, int]: ...
    def child_by_field_name(self, name: str, /) -> Any: ...


class Parse(Protocol):
    """The parser of one grammar, for text inside a file too (string annotations)."""

    @property
    def kinds(self) -> Mapping[int, str]:
        """Kind id -> kind: `kinds[node.kind_id]` is `node.type`, without making a new string each time."""
        ...

    def __call__(self, source: bytes, /) -> Any:
        """The root node of a text."""
        ...


class Language(Protocol):
    """One language, as declared by its folder."""

    name: str
    suffixes: frozenset[str]  # with the dot, lower case
    filenames: frozenset[str]  # whole names of files it reads whatever their suffix
    of_folder: frozenset[str]  # names, without suffix, of files that stand for the folder they are in
    editor_ids: tuple[str, ...]  # what editors call documents of it (`languageId` of the protocol); none for a manifest
    grammar: str  # name in the language pack; "" for a manifest, which is read without a parser
    line_comment: bytes  # what begins a comment to the end of the line; b"" where nothing does
    decorators: frozenset[str]  # kinds of nodes that are a decorator, an annotation or an attribute of a definition
    documentation: frozenset[str]  # kinds of nodes that only document, where they come first in a file or body
    arguments: Arguments  # how calls hand arguments over
    comment_kinds: frozenset[str]  # kinds of the syntax nodes that are comments
    branching: Branching  # what nests
    guarding: Guarding  # what keeps a use of nothing from failing
    interface: InterfaceForm  # how an interface is written
    extractor_version: int  # part of the fact cache's key; grows whenever equal bytes would give other facts

    @property
    def rules(self) -> LinkRules:
        """The language's rules for the linker."""
        ...

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:
        """One pass over a parsed file. `source` is the UTF-8 text without byte order mark that was parsed,
        `parse` its parser. What of it did not parse, and was not mended, is in the facts' `problems` (`damage.syntax_problems`).
        Never raises for any tree. A language without a grammar is asked for `manifest` instead."""
        ...

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:
        """What a project's manifest (`go.mod`, `package.json` …) tells its layout, and what is wrong with it ("" if nothing).
        Pure; never raises for any bytes. Only for languages without a grammar."""
        ...

    def generated_reason(self, path: str, head: bytes) -> str | None:
        """Why a file should be skipped as generated, judged by its first 2 KiB; None to index it."""
        ...
