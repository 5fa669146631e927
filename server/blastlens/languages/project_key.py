"""A project as a key, so that a layout is made once for equal projects."""

from blastlens.languages.rules import Project


class ProjectKey:
    """A project, to be found again by what it holds."""

    __slots__ = ("held", "project")

    def __init__(self, project: Project) -> None:
        self.project = project
        manifests = sorted((path, tuple(sorted(entries.items()))) for path, entries in project.manifests.items())
        self.held = (tuple(project.paths), tuple(manifests))

    def __hash__(self) -> int:
        return hash(self.held)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProjectKey) and self.held == other.held
