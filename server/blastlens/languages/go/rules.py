"""Go's rules for the linker, put together."""

from functools import lru_cache
from typing import Final

from blastlens.languages.go.entry_points import ENTRY_POINTS
from blastlens.languages.go.placement import GoLayout
from blastlens.languages.go.tests import GoTests
from blastlens.languages.go.type_forms import FORMS, LIBRARY
from blastlens.languages.plain import PLAIN_FRAMEWORKS, PLAIN_PROTOCOLS, NoStubs
from blastlens.languages.project_key import ProjectKey
from blastlens.languages.rules import LinkRules, Project
from blastlens.languages.scoping import Scoping


class GoRules:
    family = "go"
    scoping = Scoping(
        package="folder",
        loaded_by_use=True,
        extensions=True,
        method_sets=True,
        late_binding=False,
        breadth_first=True,
        typed=True,
        conversions=True,
        alternatives=True,
    )
    forms = FORMS
    library = LIBRARY
    protocols = PLAIN_PROTOCOLS
    tests = GoTests()
    entry_points = ENTRY_POINTS
    stubs = NoStubs()
    frameworks = PLAIN_FRAMEWORKS

    def layout(self, project: Project) -> GoLayout:
        return _layout(ProjectKey(project))

    def source_of(self, path: str) -> str:
        return path

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        return _layout(ProjectKey(before)).changed_keys(_layout(ProjectKey(after)))


@lru_cache(maxsize=2)
def _layout(key: ProjectKey) -> GoLayout:
    """Kept from save to save: most of them leave the set of files as it is."""
    return GoLayout(key.project)


GO_RULES: Final[LinkRules] = GoRules()
