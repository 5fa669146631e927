"""What `go test` runs."""

from collections.abc import Iterable, Sequence
from typing import Final

from blastlens.languages.go import running
from blastlens.languages.plain import PlainTests
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject

_ENDING: Final = "_test.go"
_SUITES: Final = frozenset(("github.com/stretchr/testify/suite.Suite",))


class GoTests(PlainTests):
    """Functions that the walker marked by name and parameter, in files named `_test.go`; methods of testify's suites."""

    setup_functions = ("TestMain",)
    setup_methods = (
        "SetupSuite",
        "SetupTest",
        "BeforeTest",
        "AfterTest",
        "TearDownTest",
        "TearDownSuite",
        "SetupSubTest",
    )

    def is_test_file(self, path: str) -> bool:
        return path.endswith(_ENDING)

    def runs_marked(self, path: str) -> bool:
        return path.endswith(_ENDING)

    def is_test_case_base(self, external: tuple[str, ...]) -> bool:
        return not _SUITES.isdisjoint(external)

    def is_test_name(self, name: str) -> bool:
        return name.startswith("Test")

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)
