"""What `cargo test` runs."""

from collections.abc import Iterable, Sequence

from blastlens.languages.plain import PlainTests
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject
from blastlens.languages.rust import running

_FOLDERS = frozenset(("tests", "benches"))


class RustTests(PlainTests):
    """Functions with a test attribute; files below `tests` and `benches` are test code throughout."""

    def is_test_file(self, path: str) -> bool:
        folders = path.split("/")[:-1]
        name = path.rpartition("/")[2]
        return not _FOLDERS.isdisjoint(folders) or name in ("tests.rs", "test.rs")

    def is_collected_file(self, path: str) -> bool:  # noqa: ARG002
        return True

    def is_loaded_file(self, path: str) -> bool:
        return self.is_test_file(path)

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)
