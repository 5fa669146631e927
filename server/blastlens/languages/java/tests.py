"""What is test code: by the folders and names that Maven and Gradle know."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.java import running
from blastlens.languages.plain import PlainTests
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject

_FOLDERS: Final = frozenset({"test", "tests", "androidTest", "integrationTest", "testFixtures", "it", "intTest"})
_NAMES: Final = re.compile(r"(?:^Test[A-Z_].*|.*[a-z0-9_](?:Test|Tests|TestCase|IT|ITCase))\.java$")


class JavaTests(PlainTests):
    """The `TestRules` of JUnit 3 to 5 and TestNG."""

    setup_methods = ("setUp", "tearDown")

    def is_test_file(self, path: str) -> bool:
        *folders, name = path.split("/")
        if _NAMES.match(name):
            return True
        return any(
            folder in _FOLDERS and (at == 0 or folders[at - 1] in ("src", "")) for at, folder in enumerate(folders)
        )

    def is_test_case_base(self, external: tuple[str, ...]) -> bool:
        """JUnit 3: `extends TestCase`."""
        return any(name.rpartition(".")[2] == "TestCase" for name in external)

    def is_plain_test_class(self, facts: FileFacts, definition: int) -> bool:  # noqa: ARG002
        """Names alone make no tests: what is marked, and what JUnit 3 finds in its test cases."""
        return False

    def is_test_name(self, name: str) -> bool:
        return name.startswith("test")

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)
