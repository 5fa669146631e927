"""What is test code: by the folders and names that test runners and build files of C and C++ know."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.c import running
from blastlens.languages.plain import PlainTests
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject

_FOLDERS: Final = frozenset({"test", "tests", "testing", "unittest", "unittests", "unit_tests", "gtest", "testsuite"})
_NAMES: Final = re.compile(
    r"(?:^(?:test|tests)[-_.].*|^tests?\d*\..*|.*[-_](?:test|tests|unittest|spec)\d*\..*|^Test[A-Z].*|.*[a-z0-9]Tests?\..*)$"
)


class CTests(PlainTests):
    """The `TestRules` of googletest, Catch2, doctest and runners that are a plain `main`."""

    setup_methods = ("SetUp", "TearDown", "SetUpTestSuite", "TearDownTestSuite", "SetUpTestCase", "TearDownTestCase")

    def is_test_file(self, path: str) -> bool:
        *folders, name = path.split("/")
        return bool(_NAMES.match(name)) or any(folder in _FOLDERS for folder in folders)

    def is_plain_test_class(self, facts: FileFacts, definition: int) -> bool:  # noqa: ARG002
        """Names alone make no tests: only what a macro marks."""
        return False

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)
