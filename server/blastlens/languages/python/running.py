"""pytest, unittest or Django's runner, as the project has it."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from blastlens.languages.running import (
    RunCommand,
    RunnableTest,
    RunnerProject,
    commands_of,
    folders_up,
    grouped,
    inside,
    nearest_with,
    placed,
    within,
)

_MANIFESTS: Final = ("pyproject.toml", "setup.cfg", "tox.ini", "noxfile.py", "setup.py", "Pipfile")
_REQUIREMENTS: Final = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-test.txt",
    "dev-requirements.txt",
    "test-requirements.txt",
    "requirements/dev.txt",
    "requirements/test.txt",
    "requirements/tests.txt",
    "requirements/tests.in",
)
_PYTEST: Final = re.compile(r"\bpytest\b")
_UNITTEST: Final = re.compile(r"\bunittest\b|TestCase\b")
_OWN_FILES: Final = ("pytest.ini", ".pytest.ini", "conftest.py")
_DJANGO: Final = re.compile(r"\bDJANGO_SETTINGS_MODULE\b")


def commands(tests: Sequence[RunnableTest], project: RunnerProject) -> Iterator[RunCommand]:
    """pytest where anything of the project names it or a test is no method; else Django's runner beside `manage.py`, else
    unittest."""
    by_folder = placed(tests, lambda path: _home(path, project))
    for folder, some in by_folder.items():
        if _has_pytest(some, folder, project):
            yield from _pytest(some, folder, project)
        elif _DJANGO.search(project.text(inside(folder, "manage.py"))):
            yield from _dotted("django", folder, ("python", "manage.py", "test"), some)
        else:
            yield from _dotted("unittest", folder, ("python", "-m", "unittest"), some)


def _home(path: str, project: RunnerProject) -> str:
    """Where the runner of a test file is started: the nearest folder that has a project's configuration."""
    for folder in folders_up(path):
        if any(project.has(inside(folder, name)) for name in ("pytest.ini", ".pytest.ini", "tox.ini", "manage.py")):
            return folder
        if _is_project(project.text(inside(folder, "pyproject.toml"))) or _PYTEST.search(
            project.text(inside(folder, "setup.cfg"))
        ):
            return folder
    return ""


def _is_project(text: str) -> bool:
    if not text:
        return False
    try:
        found: dict[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    tools = found.get("tool")
    return "project" in found or (isinstance(tools, dict) and ("pytest" in tools or "poetry" in tools))


def _has_pytest(tests: Sequence[RunnableTest], folder: str, project: RunnerProject) -> bool:
    texts = [project.text(path) for path in dict.fromkeys(one.file for one in tests)]
    if any(not one.is_method for one in tests) or any(_PYTEST.search(text) for text in texts):
        return True
    if not all(_UNITTEST.search(text) for text in texts):
        return True  # classes that are no test cases
    if any(nearest_with(project, one.file, *_OWN_FILES) is not None for one in tests[:1]):
        return True
    places = dict.fromkeys((folder, ""))
    named = (inside(place, name) for place in places for name in (*_MANIFESTS, *_REQUIREMENTS))
    return any(_PYTEST.search(project.text(path)) for path in named)


def _pytest(tests: Sequence[RunnableTest], folder: str, project: RunnerProject) -> Iterator[RunCommand]:
    """Node ids; a file of which all tests are wanted is named by itself."""
    targets: list[tuple[str, int]] = []
    for path, some in grouped(tests, lambda one: one.file).items():
        here = within(path, folder)
        if project.tests_in(path).issubset(one.names for one in some):
            targets.append((here, len(some)))
        else:
            targets += [("::".join((here, *one.names)), 1) for one in some]
    yield from commands_of("pytest", folder, ("python", "-m", "pytest"), targets)


def _dotted(runner: str, folder: str, head: Sequence[str], tests: Sequence[RunnableTest]) -> Iterator[RunCommand]:
    targets = []
    for one in tests:
        module = within(one.file, folder).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        targets.append((".".join((module, *one.names)), 1))
    yield from commands_of(runner, folder, head, targets)
