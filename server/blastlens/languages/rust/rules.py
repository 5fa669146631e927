"""Rust's rules for the linker, put together."""

from functools import lru_cache
from typing import Final

from blastlens.languages.plain import PLAIN_FRAMEWORKS
from blastlens.languages.project_key import ProjectKey
from blastlens.languages.rules import LinkRules, Project
from blastlens.languages.rust.entry_points import ENTRY_POINTS
from blastlens.languages.rust.library import RUST_LIBRARY
from blastlens.languages.rust.placement import RustLayout, nests
from blastlens.languages.rust.tests import RustTests
from blastlens.languages.rust.type_forms import FORMS, LIBRARY, PROTOCOLS
from blastlens.languages.scoping import Scoping


class RustRules:
    family = "rust"
    scoping = Scoping(
        extensions=True,
        late_binding=False,
        typed=True,
        conversions=True,
        loaded_by_use=True,
        alternatives=True,
        nests=nests,
    )
    forms = FORMS
    library = LIBRARY
    protocols = PROTOCOLS
    tests = RustTests()
    entry_points = ENTRY_POINTS
    stubs = RUST_LIBRARY
    frameworks = PLAIN_FRAMEWORKS

    def layout(self, project: Project) -> RustLayout:
        return _layout(ProjectKey(project))

    def source_of(self, path: str) -> str:
        return path

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        return _layout(ProjectKey(before)).changed_keys(_layout(ProjectKey(after)))


@lru_cache(maxsize=2)
def _layout(key: ProjectKey) -> RustLayout:
    """Kept from save to save: most of them leave the set of files as it is."""
    return RustLayout(key.project)


RUST_RULES: Final[LinkRules] = RustRules()
