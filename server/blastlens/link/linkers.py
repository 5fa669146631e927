"""`Linkers`: one linker for each family of languages, over that family's files alone."""

from collections.abc import Mapping, Sequence

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.registry import is_manifest, language_for
from blastlens.languages.rules import LinkRules, Project
from blastlens.link.linker import Linker
from blastlens.link.ports import FileLinks, Program
from blastlens.link.projects import projects


class Linkers:
    """Links files of one program at one moment, each within its own family: a call never binds across families, because no
    linker sees the files of another. Same terms as `Linker`."""

    def __init__(self, program: Program, frameworks: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self._program = program
        self._frameworks = frameworks
        self._projects = projects(program.paths(), program.facts)
        self._linkers: dict[str, Linker] = {}
        self._surveys = False

    def survey(self) -> None:
        """See `Linker.survey`."""
        self._surveys = True

    def link(self, path: str) -> FileLinks:
        """Link one file. Never raises for what is in a file."""
        language = language_for(path)
        if language is None or is_manifest(path):
            return FileLinks(path, (), (), frozenset(), frozenset(), (), False, 0, 0, 0, b"")
        return self._linker(language.rules).link(path)

    def linker_for(self, path: str) -> Linker | None:
        """The linker of the family of a file's language; None for a file that none links."""
        language = language_for(path)
        return None if language is None or is_manifest(path) else self._linker(language.rules)

    def _linker(self, rules: LinkRules) -> Linker:
        found = self._linkers.get(rules.family)
        if found is None:
            project = self._projects.get(rules.family, Project((), {}))
            is_alone = len(self._projects) < 2
            program = self._program if is_alone and not project.manifests else FamilyProgram(self._program, project)
            found = Linker(program, rules, rules.layout(project), self._frameworks)
            if self._surveys:
                found.survey()
            self._linkers[rules.family] = found
        return found


class FamilyProgram:
    """The part of a program that one family of languages sees."""

    def __init__(self, program: Program, project: Project) -> None:
        self._program = program
        self._paths = tuple(path for path in project.paths if path not in project.manifests)
        self._present = frozenset(self._paths)
        self._listed: dict[tuple[bool, str], tuple[tuple[str, int], ...]] = {}

    def facts(self, path: str) -> FileFacts | None:
        return self._program.facts(path) if path in self._present else None

    def paths(self) -> Sequence[str]:
        return self._paths

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        return self._own(True, name)

    def derived_from(self, name: str) -> Sequence[tuple[str, int]]:
        return self._own(False, name)

    def has_getter(self, name: str) -> bool:
        return self._program.has_getter(name)

    def judged(self, path: str) -> Mapping[tuple[str, str], str]:
        return self._program.judged(path)

    def _own(self, members: bool, name: str) -> tuple[tuple[str, int], ...]:
        found = self._listed.get((members, name))
        if found is None:
            rows = self._program.members_named(name) if members else self._program.derived_from(name)
            found = self._listed[members, name] = tuple(row for row in rows if row[0] in self._present)
        return found
