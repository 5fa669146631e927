"""What is test code, and what a test runner collects (pytest and unittest, default settings)."""

from blastlens.facts.file_facts import DefFlag, FileFacts

_TEST_FOLDERS = frozenset({"tests"})
_TOP_TEST_FOLDERS = frozenset({"test", "testing"})
SETUP_METHODS = (
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
SETUP_FUNCTIONS = (
    "setup_module",
    "teardown_module",
    "setup_function",
    "teardown_function",
    "setUpModule",
    "tearDownModule",
)


def is_collected_file(path: str) -> bool:
    """Whether a runner looks into the file for test functions."""
    name = path.rpartition("/")[2]
    return name == "tests.py" or name.endswith("_test.py") or (name.startswith("test_") and name.endswith(".py"))


def is_test_file(path: str) -> bool:
    """Whether everything in the file is test code: collected files, conftest, and what stands in a test folder."""
    folders = path.split("/")[:-1]
    if is_collected_file(path) or path.rpartition("/")[2] == "conftest.py":
        return True
    return any(folder in _TEST_FOLDERS for folder in folders) or (bool(folders) and folders[0] in _TOP_TEST_FOLDERS)


def is_test_case_base(external: tuple[str, ...]) -> bool:
    """Whether a class's foreign bases make it a unittest test case."""
    return any(name.rpartition(".")[2].endswith("TestCase") for name in external)


def is_plain_test_class(facts: FileFacts, definition: int) -> bool:
    """A class that pytest collects by name: `Test…` without a constructor."""
    row = facts.defs[definition]
    if not facts.names[row.name].startswith("Test"):
        return False
    names = facts.names
    return not any(names[name] == "__init__" for name in facts.scopes[row.scope].bindings)


def is_test_name(name: str) -> bool:
    return name.startswith("test")


def is_fixture(flags: int) -> bool:
    return bool(flags & DefFlag.FIXTURE)
