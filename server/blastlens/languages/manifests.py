"""Facts of manifests: what `go.mod`, `package.json` and their like tell, kept like the facts of any file."""

from collections.abc import Mapping

from blastlens.facts.file_facts import FileFacts, Scope, ScopeKind


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
