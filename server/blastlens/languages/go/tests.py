"""What `go test` runs."""

from typing import Final

from blastlens.languages.plain import PlainTests

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
