"""Python's rules for the linker, put together."""

import re
from functools import lru_cache
from typing import Final

from blastlens.languages.python.entry_points import ENTRY_POINTS
from blastlens.languages.python.framework_tables import framework_facts
from blastlens.languages.python.library import LIBRARY
from blastlens.languages.python.library_stubs import CompiledStubs
from blastlens.languages.python.placement import PythonLayout, source_of
from blastlens.languages.python.protocols import PROTOCOLS
from blastlens.languages.python.tests import PythonTests
from blastlens.languages.python.type_forms import FORMS
from blastlens.languages.rules import FrameworkFacts, LinkRules, Project
from blastlens.languages.scoping import Scoping

# `isinstance(x, (A, B`, `except (A, B`: what may stand between is other classes.
_TYPE_TESTS: Final = re.compile(
    rb"(?:\b(?:isinstance|issubclass)\s*\((?:[^()]|\([^()]*\))*,\s*\(?[\w.,\s|]*|\bexcept\b\*?\s*\(?[\w.,\s]*)$"
)


class PythonRules:
    family = "python"
    scoping = Scoping(special_prefix="__", private_prefix="_", made_by_calls=True, type_tests=_TYPE_TESTS)
    forms = FORMS
    library = LIBRARY
    protocols = PROTOCOLS
    tests = PythonTests()
    entry_points = ENTRY_POINTS
    stubs = CompiledStubs()

    @property
    def frameworks(self) -> FrameworkFacts:
        return framework_facts()

    def layout(self, project: Project) -> PythonLayout:
        return _layout(tuple(project.paths))

    def source_of(self, path: str) -> str:
        return source_of(path)

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        return _layout(tuple(before.paths)).changed_keys(_layout(tuple(after.paths)))


@lru_cache(maxsize=2)
def _layout(paths: tuple[str, ...]) -> PythonLayout:
    """Kept from save to save: most of them leave the set of files as it is."""
    return PythonLayout(paths)


PYTHON_RULES: Final[LinkRules] = PythonRules()
