"""Facts of manifests: what `go.mod`, `package.json` and their like tell, kept like the facts of any file."""

from collections.abc import Mapping
from typing import Any

from blastlens.facts.file_facts import FileFacts, Scope, ScopeKind
from blastlens.languages.arguments import EXACT
from blastlens.languages.branching import NONE
from blastlens.languages.guarding import NONE as UNGUARDED
from blastlens.languages.interface import NO_INTERFACE
from blastlens.languages.protocol import Parse


class Manifest:
    """A language without a grammar; a folder's manifest says its name, its file names, its rules and how it is read."""

    name: str
    suffixes: frozenset[str] = frozenset()
    filenames: frozenset[str]
    of_folder: frozenset[str] = frozenset()
    editor_ids: tuple[str, ...] = ()
    grammar = ""
    line_comment = b""
    decorators: frozenset[str] = frozenset()
    documentation: frozenset[str] = frozenset()
    arguments = EXACT
    comment_kinds: frozenset[str] = frozenset()
    branching = NONE
    guarding = UNGUARDED
    interface = NO_INTERFACE
    extractor_version = 1

    def manifest(self, source: bytes) -> tuple[Mapping[str, str], str]:  # noqa: ARG002
        return {}, ""

    def walk(self, root: Any, source: bytes, parse: Parse) -> FileFacts:  # noqa: ARG002
        return manifest_facts(self.name, source, *self.manifest(source))

    def generated_reason(self, path: str, head: bytes) -> str | None:  # noqa: ARG002
        return None


def manifest_facts(language: str, source: bytes, entries: Mapping[str, str], problem: str) -> FileFacts:
    """Facts that hold the entries of a manifest and nothing else."""
    names = [text for pair in sorted(entries.items()) for text in pair]
    scope = Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})
    lines = source.count(b"\n") + (0 if source.endswith(b"\n") or not source else 1)
    problems = [(1, problem)] if problem else []
    return FileFacts(
        language, names, [], [], [scope], [-1], [False], [], [], None, [], [], [], [], lines, problems, [], 0
    )


def manifest_entries(facts: FileFacts) -> Mapping[str, str]:
    """What `manifest_facts` keeps."""
    return dict(zip(facts.names[::2], facts.names[1::2], strict=True))
