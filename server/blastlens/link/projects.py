"""The files of a program by family of languages."""

from collections.abc import Callable, Iterable

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.manifests import manifest_entries
from blastlens.languages.registry import language_for
from blastlens.languages.rules import Project


def projects(paths: Iterable[str], facts: Callable[[str], FileFacts | None]) -> dict[str, Project]:
    """What each family's layout is made of. `facts` is asked for manifests only."""
    found: dict[str, list[str]] = {}
    telling: dict[str, list[str]] = {}  # those that are manifests
    for path in sorted(paths):
        language = language_for(path)
        if language is not None:
            family = language.rules.family
            found.setdefault(family, []).append(path)
            if not language.grammar:
                telling.setdefault(family, []).append(path)
    out = {}
    for family, listed in found.items():
        read = {path: facts(path) for path in telling.get(family, ())}
        manifests = {path: manifest_entries(one) for path, one in read.items() if one is not None}
        out[family] = Project(tuple(listed), manifests)
    return out
