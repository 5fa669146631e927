"""What is test code, and what a test runner collects (pytest and unittest, default settings)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from blastlens.facts.file_facts import DefFlag, FileFacts
from blastlens.languages.python import running
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject, end_of_header

_TEST_FOLDERS: Final = frozenset({"tests"})
_TOP_TEST_FOLDERS: Final = frozenset({"test", "testing"})

# pytest's own, and those of its most used plug-ins.
_FIXTURES: Final = {
    "cache": "pytest.Cache",
    "capfd": "pytest.CaptureFixture",
    "capfdbinary": "pytest.CaptureFixture",
    "caplog": "pytest.LogCaptureFixture",
    "capsys": "pytest.CaptureFixture",
    "capsysbinary": "pytest.CaptureFixture",
    "event_loop": "asyncio.AbstractEventLoop",
    "mocker": "pytest_mock.MockerFixture",
    "monkeypatch": "pytest.MonkeyPatch",
    "pytestconfig": "pytest.Config",
    "pytester": "pytest.Pytester",
    "recwarn": "pytest.WarningsRecorder",
    "request": "pytest.FixtureRequest",
    "subtests": "pytest.Subtests",
    "testdir": "pytest.Testdir",
    "tmp_path": "pathlib.Path",
    "tmp_path_factory": "pytest.TempPathFactory",
    "tmpdir": "pytest.LocalPath",
    "tmpdir_factory": "pytest.TempdirFactory",
}


class PythonTests:
    """The `TestRules` of Python."""

    marks_functions = False
    lists_definitions = True
    hook_prefix = "pytest_"
    setup_methods = (
        "setUp",
        "tearDown",
        "setUpClass",
        "tearDownClass",
        "setUpTestData",
        "asyncSetUp",
        "asyncTearDown",
        "setup_method",
        "teardown_method",
        "setup_class",
        "teardown_class",
    )
    setup_functions = (
        "setup_module",
        "teardown_module",
        "setup_function",
        "teardown_function",
        "setUpModule",
        "tearDownModule",
    )

    fixture_types: Final[Mapping[str, str]] = _FIXTURES

    plugin_list = "pytest_plugins"
    request = "request"
    request_parameter = "param"
    request_fixture = "getfixturevalue"
    patchers: Final[Mapping[str, int]] = {"patch": 1, "patch.object": 2}
    replacers = ("patch", "patch.object", ".setattr")
    doubles = "unittest.mock."
    wrapped = "wraps"
    patched_type = "unittest.mock.MagicMock"

    def runs_marked(self, path: str) -> bool:  # noqa: ARG002
        return True

    def is_collected_file(self, path: str) -> bool:
        return _is_collected_file(path)

    def is_loaded_file(self, path: str) -> bool:
        """Collected files and conftest."""
        return _is_loaded_file(path)

    def is_test_file(self, path: str) -> bool:
        """Loaded files, and what stands in a test folder."""
        return _is_test_file(path)

    def is_test_itself(self, path: str, facts: FileFacts) -> bool:  # noqa: ARG002
        return False

    def is_test_case_base(self, external: tuple[str, ...]) -> bool:
        return any(name.rpartition(".")[2].endswith("TestCase") for name in external)

    def is_plain_test_class(self, facts: FileFacts, definition: int) -> bool:
        """`Test…` without a constructor."""
        row = facts.defs[definition]
        names = facts.names
        if not names[row.name].startswith("Test"):
            return False
        return not any(names[name] == "__init__" for name in facts.scopes[row.scope].bindings)

    def is_test_name(self, name: str) -> bool:
        return name.startswith("test")

    def requests_fixtures(self, name: str, flags: int) -> bool:
        """Tests and fixtures do."""
        return bool(flags & DefFlag.FIXTURE) or name.startswith("test")

    def fixture_files(self, path: str) -> Iterator[str]:
        """`conftest.py` beside the file, then of every folder upwards."""
        folder = path.rpartition("/")[0]
        while True:
            yield f"{folder}/conftest.py" if folder else "conftest.py"
            if not folder:
                return
            folder = folder.rpartition("/")[0]

    def body_lines(self, text: Sequence[str], line: int, last: int) -> range:
        """Behind the colon of `def`, which runs when the module is imported; nothing where both stand on one line."""
        return range(end_of_header(text, line, ":") + 1, last + 1)

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        return running.commands(tests, project)


def _is_collected_file(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name == "tests.py" or name.endswith("_test.py") or (name.startswith("test_") and name.endswith(".py"))


def _is_loaded_file(path: str) -> bool:
    return _is_collected_file(path) or path.rpartition("/")[2] == "conftest.py"


@lru_cache(maxsize=1 << 14)  # the linker asks for the same files again and again
def _is_test_file(path: str) -> bool:
    if _is_loaded_file(path):
        return True
    folders = path.split("/")[:-1]
    return any(folder in _TEST_FOLDERS for folder in folders) or (bool(folders) and folders[0] in _TOP_TEST_FOLDERS)
