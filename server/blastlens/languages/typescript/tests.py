"""What is test code to jest, vitest, mocha, node:test and their like."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.facts.file_facts import FileFacts, Signal
from blastlens.languages.plain import PlainTests
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject, end_of_header
from blastlens.languages.typescript import running

_FOLDERS: Final = frozenset(
    (
        "__tests__",
        "__test__",
        "__mocks__",
        "test",
        "tests",
        "spec",
        "specs",
        "e2e",
        "cypress",
        "runtime-tests",
        "testing",
    )
)
_NAMED: Final = re.compile(r"[.\-_](?:test|tests|spec|specs|cy|e2e|test-d)\.[cm]?[jt]sx?$|^tests?\.[cm]?[jt]sx?$")


class TypeScriptTests(PlainTests):
    """Tests are calls with a function without a name, so the file stands for them."""

    def is_test_file(self, path: str) -> bool:
        *folders, name = path.split("/")
        return bool(_NAMED.search(name)) or not _FOLDERS.isdisjoint(folders)

    def is_test_itself(self, path: str, facts: FileFacts) -> bool:
        return bool(facts.signals & Signal.TEST_FRAMEWORK) and self.is_test_file(path)

    def body_lines(self, text: Sequence[str], line: int, last: int) -> range:
        """Behind the brace: what is assigned to a variable is made when the file is loaded."""
        return range(end_of_header(text, line, "{") + 1, last + 1)

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)
